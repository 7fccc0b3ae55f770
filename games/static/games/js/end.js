/**
 * The end of a game, where the dock was: how it went, what was good, what each gained.
 *
 * @import { Gain, Model } from "./model.js"
 * @import { View } from "./view.js"
 */

import { drawing, el, redraw } from "./dom.js";
import { outcomeText } from "./messages.js";
import { isOver } from "./model.js";
import { inWords } from "./names.js";
import { invitation } from "./together.js";

/** @param {HTMLElement} root */
export function end(root) {
  return {
    /** @param {View} view */
    render(view) {
      const { model } = view;
      root.hidden = !isOver(model);
      if (root.hidden) return;
      const { outcome, status, gains, version, log } = model;
      redraw(root, JSON.stringify([outcome, status, gains, version, log.length, invitation(model)]), () =>
        parts(view, root.dataset.resultUrl ?? "", root.dataset.replayUrl ?? ""),
      );
    },
  };
}

/** @param {View} view @param {string} url of the result @param {string} stepsUrl */
function parts({ model, who }, url, stepsUrl) {
  const won = model.outcome === "won";
  const invited = invitation(model);
  return [
    drawing("0 0 100 100", won ? ["tile-J", "frame"] : ["deep", "tile-N", "sunk"], "end-art"),
    el(
      "div",
      { class: "end-text" },
      el("h2", { tabindex: -1 }, outcomeText(model.outcome ?? model.status, who)),
      el("p", {}, goodThings(model)),
      model.gains.length > 0 && el("ul", { class: "gains", "aria-label": "Ratings" }, ...model.gains.map(gainItem)),
      model.rated &&
        won &&
        model.gains.length === 0 &&
        el("p", { class: "quiet" }, "What each gained stands on the page of the whole game."),
    ),
    el(
      "p",
      { class: "row-of" },
      invited && el("a", { class: "btn gold", href: `${stepsUrl}#together`, "data-key": "together" }, invited),
      el("a", { class: "btn", href: url }, "The whole game"),
      !invited && el("a", { class: "btn", href: stepsUrl }, "Step through"),
      el("a", { class: "btn", href: "/" }, "Lobby"),
    ),
  ];
}

/**
 * What was good: treasures, and what the log tells where it is known from its beginning.
 *
 * @param {Model} model
 */
export function goodThings({ position, log }) {
  const treasures = position?.captured.length ?? 0;
  const said = [`${inWords(treasures)} treasure${treasures === 1 ? "" : "s"} found`];
  if (log[0]?.version === 1) {
    const events = log.filter((entry) => !entry.undone).flatMap((entry) => entry.events);
    const turns = 1 + events.filter((event) => event.type === "turn").length;
    const shored = events.filter((event) => event.type === "shored" || event.type === "sandbagged").length;
    said.unshift(`${turns} turn${turns === 1 ? "" : "s"}`);
    said.push(`${shored} tile${shored === 1 ? "" : "s"} shored up`);
  }
  const text = said.join(", ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** @param {Gain} gain */
function gainItem({ user, delta_milli: delta, after_milli: after }) {
  const gained = Math.round(delta / 1000);
  return el(
    "li",
    {},
    el("b", {}, user),
    ` ${gained >= 0 ? "+" : "−"}${Math.abs(gained)}, now ${Math.round(after / 1000)}`,
  );
}
