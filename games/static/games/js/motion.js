/**
 * What happened, as a plan of what is seen of it: beats, one after another, each with its time. Pure; how a beat looks
 * is for stage.js, how it sounds for sound.js. What is drawn below is the new position already: a plan only shows how it
 * came about, so nothing waits for it.
 *
 * @import { GameEvent } from "./model.js"
 * @import { Position } from "./position.js"
 * @typedef {"slow" | "fast" | "off"} Pace
 * @typedef {{ kind: "walk" | "fly", seats: number[], way: string[] } | { kind: "turn", deck: "treasure" | "flood", card:
 *   string } | { kind: "deal", seat: number, card: string } | { kind: "away", seat: number | null, card: string }
 *   | { kind: "give", seat: number, to: number, card: string } | { kind: "flood" | "shore", tile: string } | {
 *   kind: "sink", tile: string } | { kind: "outline", tile: string } | { kind: "coast" } | { kind: "rise", level: number } | { kind: "capture", seat: number, treasure: string }
 *   | { kind: "leave", seats: number[] } | { kind: "begin", seat: number } | { kind: "won" | "lost" }} Shown
 * @typedef {Shown & { at: number, ms: number }} Beat
 *   `at`: in milliseconds from now; `way`: the tiles that a pawn comes by, with the first and the last.
 */

/** How long things take, in milliseconds, where nothing is said about the pace. */
export const STEP_MS = 260;
export const TURN_MS = 420;
export const SINK_MS = 900;
export const OUTLINE_MS = 1_500;
/** What is seen is never further behind the truth than this. */
export const MOST_MS = 2_000;

/** @type {Record<Pace, number>} */
const TIMES = { slow: 2, fast: 1, off: 0 };

/**
 * @param {readonly GameEvent[]} events of one entry
 * @param {Position} before
 * @param {Position} after
 * @param {Pace} pace
 * @returns {Beat[]} where nothing is to move: the same beats without time, and an outline of each tile that changed
 */
export function planOf(events, before, after, pace) {
  const shown = [...events.flatMap((event) => shownOf(event, before, after)), ...unexplained(events, before, after)];
  if (pace === "off") return [...shown.map((one) => ({ ...one, at: 0, ms: 0 })), ...outlines(shown)];
  return fitted(inTurn(shown, TIMES[pace]), MOST_MS * TIMES[pace]);
}

/**
 * The plan, made shorter where it would take too long.
 *
 * @param {Beat[]} plan
 * @param {number} most in milliseconds
 */
export function fitted(plan, most) {
  const share = Math.min(1, most / (lengthOf(plan) || 1));
  return share === 1 ? plan : plan.map((beat) => ({ ...beat, at: beat.at * share, ms: beat.ms * share }));
}

/** @param {readonly Beat[]} plan */
export function lengthOf(plan) {
  return Math.max(0, ...plan.map((beat) => beat.at + beat.ms));
}

/**
 * The tiles that a pawn is seen to come by. It is a picture and no rule: where no way is found, the pawn goes straight.
 *
 * @param {Position} position before it
 * @param {string} from
 * @param {string} to
 * @param {string} how
 */
export function wayOf(position, from, to, how) {
  const walks = how === "dive" || how === "navigate";
  const passable = (/** @type {string} */ tile) =>
    how === "dive" ? position.cells.get(tile)?.state !== "dry" : position.cells.get(tile)?.state !== "sunk";
  const found = walks ? shortest(position, from, to, passable) : null;
  return found ?? [from, to];
}

/** @param {GameEvent} event @param {Position} before @param {Position} after @returns {Shown[]} */
function shownOf(event, before, after) {
  const { seat = 0, tile = "", card = "" } = event;
  const [from, to] = [String(event.from), String(event.to)];
  switch (event.type) {
    case "moved":
      if (event.how === "fly") return [{ kind: "fly", seats: [seat], way: [from, to] }];
      return [{ kind: "walk", seats: [seat], way: wayOf(before, from, to, event.how ?? "") }];
    case "swam":
      return [{ kind: "walk", seats: [seat], way: [from, to] }];
    case "lifted":
      return [
        { kind: "away", seat, card: "h" },
        { kind: "fly", seats: event.seats ?? [], way: [from, to] },
      ];
    case "shored":
      return [{ kind: "shore", tile }];
    case "sandbagged":
      return [
        { kind: "away", seat, card: "s" },
        { kind: "shore", tile },
      ];
    case "drew":
      return [
        { kind: "turn", deck: "treasure", card },
        card === "r" ? { kind: "away", seat: null, card } : { kind: "deal", seat, card },
      ];
    case "rose":
      return [{ kind: "rise", level: event.level ?? 0 }];
    case "flooded":
      return [
        { kind: "turn", deck: "flood", card: tile },
        { kind: "flood", tile },
      ];
    case "sank":
      return [{ kind: "turn", deck: "flood", card: tile }, { kind: "sink", tile }, { kind: "coast" }];
    case "gave":
      return [{ kind: "give", seat, to: Number(event.to), card }];
    case "discarded":
      return [{ kind: "away", seat, card }];
    case "captured":
      return [{ kind: "capture", seat, treasure: event.treasure ?? "" }];
    case "escaped":
      return [{ kind: "leave", seats: after.seats.map((_, number) => number) }];
    case "turn":
      return [{ kind: "begin", seat }];
    case "ended":
      return [{ kind: event.outcome === "won" ? "won" : "lost" }];
    default:
      return [];
  }
}

/**
 * Pawns that stand elsewhere though no event says why: a move was taken back.
 *
 * @param {readonly GameEvent[]} events @param {Position} before @param {Position} after @returns {Shown[]}
 */
function unexplained(events, before, after) {
  if (!events.some((event) => event.type === "undone")) return [];
  return before.seats.flatMap((seat, number) => {
    const to = after.seats[number]?.tile ?? seat.tile;
    return seat.tile === to ? [] : [{ kind: /** @type {const} */ ("walk"), seats: [number], way: [seat.tile, to] }];
  });
}

/** @param {readonly Shown[]} shown @param {number} times */
function inTurn(shown, times) {
  let at = 0;
  return shown.map((one) => {
    const beat = { ...one, at, ms: lengthOfOne(one) * times };
    at += beat.ms;
    return beat;
  });
}

/** @param {Shown} one */
function lengthOfOne(one) {
  switch (one.kind) {
    case "walk":
      return (one.way.length - 1) * STEP_MS;
    case "fly":
    case "flood":
    case "rise":
    case "coast":
      return TURN_MS;
    case "capture":
    case "sink":
    case "leave":
      return SINK_MS;
    case "begin":
    case "won":
    case "lost":
    case "outline":
      return 0;
    default:
      return STEP_MS;
  }
}

/** @param {readonly Shown[]} shown @returns {Beat[]} */
function outlines(shown) {
  const tiles = shown.flatMap((one) => {
    if (one.kind === "walk" || one.kind === "fly") return one.way.slice(-1);
    return one.kind === "flood" || one.kind === "sink" || one.kind === "shore" ? [one.tile] : [];
  });
  return [...new Set(tiles)].map((tile) => ({ kind: "outline", tile, at: 0, ms: OUTLINE_MS }));
}

/**
 * The shortest way over neighbouring spaces of the island.
 *
 * @param {Position} position @param {string} from @param {string} to @param {(tile: string) => boolean} passable
 * @returns {string[] | null}
 */
function shortest({ rows, cells }, from, to, passable) {
  const ways = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    const cell = cells.get(way.at(-1) ?? "");
    if (!cell) continue;
    const { row: y, column: x } = cell;
    for (const next of [rows[y - 1]?.[x], rows[y]?.[x + 1], rows[y + 1]?.[x], rows[y]?.[x - 1]]) {
      if (!next || seen.has(next.tile)) continue;
      if (next.tile === to) return [...way, to];
      seen.add(next.tile);
      if (passable(next.tile)) ways.push([...way, next.tile]);
    }
  }
  return null;
}
