/**
 * Asks the server why something that one might expect is not possible, each question once.
 *
 * @import { Why } from "./messages.js"
 * @import { Frame, Model } from "./model.js"
 * @import { View } from "./view.js"
 */

import { expected } from "./choices.js";
import { newId } from "./connection.js";
import { namesForYou, reasonText } from "./messages.js";

/** @param {(frame: Frame) => boolean} send */
export function questions(send) {
  /** @type {Map<string, string>} by the question's id: version and action */
  const asked = new Map();
  return {
    /** @param {View} view */
    ask({ model, ui }) {
      if (model.you.length === 0 || ui.pick) return;
      for (const { action } of expected(model, ui.chosen, ui.preferred)) {
        const key = `${model.version} ${action}`;
        if (key in ui.whys || [...asked.values()].includes(key)) continue;
        const id = newId();
        if (send({ type: "why", id, action })) asked.set(id, key);
      }
    },
    /**
     * What an answer adds to `whys`.
     *
     * @param {Model} model
     * @param {Frame} frame
     * @returns {Record<string, Why>}
     */
    answered(model, frame) {
      const key = asked.get(frame.id);
      asked.delete(frame.id);
      return key && frame.reason ? { [key]: { text: reasonText(frame.reason, namesForYou(model)), rule: frame.rule } } : {};
    },
    /** What was asked over a line that is gone will not be answered any more. */
    forget() {
      asked.clear();
    },
  };
}
