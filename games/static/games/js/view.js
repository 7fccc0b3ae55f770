/**
 * All that the parts of the page need to draw themselves, computed once a change. Pure.
 *
 * @import { Reading } from "./clock.js"
 * @import { Model } from "./model.js"
 * @import { Choice, Chosen, Options, Pick } from "./choices.js"
 * @import { Why } from "./messages.js"
 * @import { Preferences, Preferred } from "./preferences.js"
 * @import { Line } from "./reconnect.js"
 * @typedef {Preferences & { chosen: Chosen | null, pick: Pick | null, asked: string | null, preferred: number | null, sheet: string | null, notice:
 *   Why | null,
 *   whys: Record<string, Why>, turned: boolean, compact: boolean, inRow: boolean, asking: boolean, unread: number, showsWhy:
 *   boolean, verified: boolean | null, playsOn: string }} Ui
 *   `whys`: what the server answered, by version and action; `compact`: one's own cards are too small to press in the
 *   crew; `inRow`: those of one's seats are that do not act;
 *   `asked`: the action that waits for a second press; `asking`: this user has asked to wait; `playsOn`: the seats whose wish to give up was answered by playing on.
 * @typedef {{ model: Model, ui: Ui, line: Line, acting: number | null, choices: Choice[], options: Options | null,
 *   who: (seat: number) => string,
 *   lit: { move: string, fly: string, swim: string, shore: string }, onTop: string, busy: boolean, now: number, clocks: Reading[],
 *   late: Reading | null }} View
 *   `onTop`: the tiles whose flood cards were put back on top, where that is known; `late`: the clock of a seat that this user need not wait for.
 * @typedef {{ type: "tile", tile: string } | { type: "choose", chosen: Chosen | null } | { type: "act", action:
 *   string, waits?: boolean } | { type: "actAll", actions: string[] } | { type: "playOn" } | { type: "pick", pick: Pick }
 *   | { type: "pickSeat", seat: number } | { type: "pickCard", card: string } | { type: "back" } | { type: "say",
 *   text: string } | { type: "hold" }
 *   | { type: "sheet", name: string | null } | { type: "point", tile: string, phrase?: string } | { type: "earlier" } | { type:
 *   "hurry" } | { type: "review" }
 *   | { type: "prefer", preferred: Preferred } | { type: "notice", text: string } | { type:
 *   "showWhy" }} Intent
 *   `waits`: while another action is in the air, it is kept instead of lost.
 * @typedef {(intent: Intent) => void} Tell
 */

import { choices, options } from "./choices.js";
import { lateOther, readings } from "./clock.js";
import { seatNames } from "./messages.js";
import { actingSeat, isOver } from "./model.js";
import { FRESH_PREFERENCES } from "./preferences.js";

/** @type {Ui} */
export const FRESH_UI = {
  ...FRESH_PREFERENCES,
  chosen: null,
  pick: null,
  asked: null,
  preferred: null,
  sheet: null,
  notice: null,
  whys: {},
  turned: false,
  compact: false,
  inRow: false,
  asking: false,
  unread: 0,
  showsWhy: false,
  verified: null,
  playsOn: "",
};

/**
 * @param {Model} model
 * @param {Ui} ui
 * @param {Line} line
 * @param {number} now
 * @returns {View}
 */
export function viewOf(model, ui, line, now) {
  const acting = ui.pick?.seat ?? (ui.chosen?.kind === "card" ? ui.chosen.seat : actingSeat(model, ui.preferred));
  const next = ui.pick ? options(model, ui.pick) : null;
  const clocks = readings(model, now);
  return {
    model,
    ui,
    line,
    acting,
    options: next,
    choices: choices(model, ui.chosen, ui.preferred),
    who: seatNames(model),
    lit: litTiles(model, ui, acting, next),
    onTop: model.floodLayers.length > 1 && !isOver(model) ? (model.floodLayers[0] ?? "") : "",
    busy: line.pending !== null,
    now,
    clocks,
    late: lateOther(clocks, model.you),
  };
}

/**
 * The tiles to be marked: what the pick under way may go on with, else where the acting seat may go and what it may
 * shore up.
 *
 * @param {Model} model @param {Ui} ui @param {number | null} acting @param {Options | null} next
 */
function litTiles(model, ui, acting, next) {
  if (ui.pick && next) {
    const shores = ui.pick.verb === "shore2" || ui.pick.verb === "sandbag";
    return { move: shores ? "" : next.tiles, fly: "", swim: "", shore: shores ? next.tiles : "" };
  }
  const legal = acting === null ? {} : (model.legal[acting] ?? {});
  return { move: legal.move ?? "", fly: legal.fly ?? "", swim: legal.swim ?? "", shore: legal.shore ?? "" };
}
