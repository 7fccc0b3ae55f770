/**
 * Single keys to intents. Pure: what has the focus is the caller's business.
 *
 * @import { Intent, View } from "./view.js"
 */

import { isOver } from "./model.js";
import { goOf } from "./turn.js";

/** What each key does, for the help. @type {[string, string][]} */
export const KEYS = [
  ["← ↑ → ↓", "walk over the island, across open sea"],
  ["Home, End", "first and last tile of the row"],
  ["Enter", "choose the tile; then the verbs have the focus"],
  ["M", "move or fly"],
  ["S", "shore up"],
  ["E", "shore up two tiles"],
  ["G", "give a card"],
  ["C", "capture"],
  ["N", "steer a pawn (Navigator)"],
  ["W", "swim"],
  ["H", "Helicopter Lift"],
  ["B", "Sandbags"],
  ["P", "put a card away"],
  ["D", "draw the next card; skip whose time is over"],
  ["U", "take back"],
  ["O", "ask the others to wait"],
  ["F", "point at the tile, for the others to see"],
  ["/", "type an action, in words or in notation"],
  ["1 to 4", "choose a seat"],
  ["R", "when the game is over: go through it together"],
  ["L", "log"],
  ["T", "talk"],
  ["?", "this list"],
  ["Esc", "back to the island"],
];

/**
 * @param {string} key as in a keyboard event
 * @param {View} view
 * @param {string} [tile] the one that has the focus
 * @returns {Intent | { type: "focus", on: "log" | "chat" } | null}
 */
export function intentOf(key, view, tile = "") {
  if (key === "Escape") return { type: "back" };
  if (!view.ui.singleKeys) return null;
  const letter = key.toUpperCase();
  const choice = view.ui.pick ? undefined : view.choices.find((one) => one.key === letter);
  if (choice)
    return choice.action ? { type: "act", action: choice.action } : choice.pick && { type: "pick", pick: choice.pick };
  switch (letter) {
    case "D":
      return view.acting === null ? null : doing(goOf(view).action);
    case "U":
      return doing(undoAction(view));
    case "O":
      return view.acting === null ? null : { type: "hold" };
    case "F":
      return pointing(view, tile);
    case "R":
      return isOver(view.model) ? { type: "review" } : null;
    case "L":
      return { type: "focus", on: "log" };
    case "T":
      return { type: "focus", on: "chat" };
    case "/":
      return view.model.you.length > 0 ? { type: "sheet", name: "type" } : null;
    case "?":
      return { type: "sheet", name: "help" };
    default:
      return seatIntent(Number(key) - 1, view);
  }
}

/** @param {View} view @returns {string | undefined} */
export function undoAction({ model }) {
  const seat = model.you.find((number) => model.legal[number]?.undo);
  return seat === undefined ? undefined : `${seat}:undo`;
}

/** @param {View} view @param {string} focused @returns {Intent | null} */
function pointing({ acting, ui }, focused) {
  const tile = focused || (ui.chosen?.kind === "tile" ? ui.chosen.tile : "");
  return acting !== null && tile ? { type: "point", tile } : null;
}

/** @param {string | null | undefined} action @returns {Intent | null} */
function doing(action) {
  return action ? { type: "act", action } : null;
}

/** @param {number} seat @param {View} view @returns {Intent | null} */
function seatIntent(seat, view) {
  if (!view.model.position?.seats[seat]) return null;
  return view.ui.pick ? { type: "pickSeat", seat } : { type: "choose", chosen: { kind: "seat", seat } };
}
