/**
 * Tables for the tests: a position in words, and a model made of the frame that a server would send for it.
 *
 * @import { Frame, Model } from "../../games/static/games/js/model.js"
 */

import { apply } from "../../games/static/games/js/model.js";

/** Seat 0 is the Messenger at Iron Gate, seat 1 the Engineer at Bronze Gate. */
export const FRESH =
  "2Sj2/1UQVN1/DBfHpW/XrLOaE/1KGMC1/2Ti2 MR:eo,EB:fo 0:act3 1 - ????????????????????????/- ??????????????????/PIARFJ 1.2";

/** @param {Partial<Frame>} [change] @returns {Frame} */
export function gameFrame(change = {}) {
  return {
    type: "game",
    version: 10,
    status: "active",
    layout: "classic",
    difficulty: "novice",
    rated: false,
    position: FRESH,
    legal: {},
    seats: [
      { number: 0, user: "ada", player: "ada", role: "M", left: false, missed: 0, concedes: false },
      { number: 1, user: "grace", player: "grace", role: "E", left: false, missed: 0, concedes: false },
    ],
    you: [0],
    present: ["ada", "grace"],
    clock: null,
    commitment: "ab",
    seed: null,
    outcome: null,
    log: [],
    chat: [],
    ...change,
  };
}

/** @param {Partial<Frame>} [change] @param {string} [user] who looks at it @returns {Model} */
export function model(change = {}, user = "ada") {
  const made = apply(null, gameFrame(change), 0, user);
  if (!made) throw new Error("a game frame makes a model");
  return made;
}

/** @param {number} version @param {Partial<Frame>} [change] @returns {Frame} */
export function entryFrame(version, change = {}) {
  return {
    type: "entry",
    version,
    seat: 0,
    action: "0:move K",
    events: [],
    position: FRESH,
    legal: {},
    at: "2026-11-29T20:15:04.000Z",
    by_clock: false,
    clock: null,
    ...change,
  };
}
