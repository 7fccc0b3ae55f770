/**
 * What somebody has chosen so far, and what the next press makes of it. Pure: the table and every board on which one
 * can try things ask here.
 *
 * @import { Chosen, Pick } from "./choices.js"
 * @import { Model } from "./model.js"
 * @import { Intent, Ui } from "./view.js"
 * @typedef {{ ui: Ui, action: string | null, focus: "verbs" | "island" | null }} Selected
 *   `action`: what the press asks for at once; `focus`: where the keyboard goes on
 */

import { options, withCard, withSeat, withTile } from "./choices.js";

/**
 * @param {Model} model
 * @param {Ui} ui
 * @param {Intent} intent
 * @returns {Selected | null} null for an intent that chooses nothing
 */
export function selected(model, ui, intent) {
  switch (intent.type) {
    case "tile":
      return withTileChosen(model, ui, intent.tile);
    case "choose":
      return withChosen(model, ui, intent.chosen);
    case "pick":
      return { ui: { ...ui, pick: intent.pick, asked: null, notice: null }, action: null, focus: "verbs" };
    case "pickSeat":
      return picked(model, ui, ui.pick && withSeat(model, ui.pick, intent.seat));
    case "pickCard":
      return picked(model, ui, ui.pick && withCard(model, ui.pick, intent.card));
    case "back":
      return { ui: back(ui), action: null, focus: "island" };
    case "notice":
      return { ui: { ...ui, notice: { text: intent.text } }, action: null, focus: null };
    case "showWhy":
      return { ui: { ...ui, showsWhy: !ui.showsWhy }, action: null, focus: null };
    default:
      return null;
  }
}

/**
 * The position has changed: what was picked for the old one may no longer be possible.
 *
 * @param {Ui} ui
 * @param {Model | null} before
 * @param {Model} after
 * @returns {Ui}
 */
export function unsettled(ui, before, after) {
  const turned = before?.position?.turn.seat !== after.position?.turn.seat;
  const { chosen } = ui;
  const gone =
    chosen?.kind === "card" && before?.position?.seats[chosen.seat]?.hand !== after.position?.seats[chosen.seat]?.hand;
  return {
    ...ui,
    pick: null,
    asked: null,
    notice: null,
    whys: {},
    chosen: gone ? null : chosen,
    preferred: turned || gone ? null : ui.preferred, // a card that was put away or given was what its seat was chosen for
  };
}

/** @param {Model} model @param {Ui} ui @param {string} tile @returns {Selected} */
function withTileChosen(model, ui, tile) {
  if (!ui.pick) return withChosen(model, ui, { kind: "tile", tile });
  const next = withTile(model, ui.pick, tile);
  if (next !== ui.pick) return picked(model, ui, next);
  return { ui: { ...ui, notice: { text: "That tile cannot be chosen for this." } }, action: null, focus: null };
}

/** @param {Model} model @param {Ui} ui @param {Chosen | null} chosen @returns {Selected} */
function withChosen(model, ui, chosen) {
  const own =
    chosen?.kind === "seat" && model.you.includes(chosen.seat)
      ? chosen.seat
      : chosen?.kind === "card"
        ? chosen.seat
        : ui.preferred;
  return {
    ui: { ...ui, chosen, preferred: own, pick: null, asked: null, notice: null, showsWhy: false },
    action: null,
    focus: "verbs",
  };
}

/**
 * A pick that leaves no question open, given by pressing a button that says it all, is asked for at once.
 *
 * @param {Model} model @param {Ui} ui @param {Pick | null} pick @returns {Selected}
 */
function picked(model, ui, pick) {
  if (!pick) return { ui, action: null, focus: null };
  const direct = pick.verb === "give" || (pick.verb === "navigate" && ui.chosen?.kind === "tile");
  const action = direct ? options(model, pick).action : null;
  return { ui: { ...ui, pick, notice: null }, action, focus: "verbs" };
}

/** @param {Ui} ui @returns {Ui} */
function back(ui) {
  const chosen = !ui.pick && ui.chosen?.kind === "card" ? null : ui.chosen;
  return { ...ui, pick: null, asked: null, notice: null, chosen };
}
