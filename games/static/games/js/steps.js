/**
 * A game as its steps: what was taken back is stepped over, what the site noted in between belongs to the step before
 * it. Pure.
 *
 * @import { Entry, Model, SeatInfo } from "./model.js"
 * @typedef {Entry & { position: string }} Moment an entry with the position after it
 * @typedef {{ version: number, status: string, outcome: string | null, steps: number[], entries: Moment[] }} Told
 *   `steps`: the versions that stand, the start first
 * @typedef {{ layout: string, difficulty: string, rated: boolean, seats: Record<string, any>[],
 *   sat?: Record<string, string> }} Facts
 *   `sat`: who sat down where somebody had left, by version
 * @typedef {{ at: number, kind: "rise" | "capture" | "sink", symbols: string[], words: string[] }} Mark
 *   something on the timeline; `at` is the number of its step
 */

import { apply } from "./model.js";
import { tileName, treasureName } from "./names.js";

/**
 * The number of the step that stood when a version was reached.
 *
 * @param {Told} told
 * @param {number} version
 */
export function stepOf({ steps }, version) {
  return Math.max(
    0,
    steps.findLastIndex((step) => step <= version),
  );
}

/**
 * The latest version that belongs to a step.
 *
 * @param {Told} told
 * @param {number} at
 */
export function lastVersionOf({ steps, version }, at) {
  const next = steps[at + 1];
  return next === undefined ? version : next - 1;
}

/**
 * The version that an address asks for.
 *
 * @param {string} hash
 * @returns {number | null}
 */
export function versionFrom(hash) {
  return /^#\d{1,9}$/.test(hash) ? Number(hash.slice(1)) : null;
}

/**
 * The numbers of the steps with which turns begin, the first turn's first.
 *
 * @param {Told} told
 */
export function turnStarts(told) {
  return told.steps.flatMap((_, at) =>
    at === 0 || eventsOf(told, at).some(({ type }) => type === "turn") ? [at] : [],
  );
}

/**
 * The number of the turn, from 0, to which a step belongs: the step that ends a turn already shows the next one.
 *
 * @param {number[]} starts
 * @param {number} at
 */
export function turnOf(starts, at) {
  return Math.max(
    0,
    starts.findLastIndex((start) => start <= at),
  );
}

/**
 * Waters Rise!, captures and sinkings, in order; tiles that sink in one turn are one mark.
 *
 * @param {Told} told
 * @returns {Mark[]}
 */
export function marksOf(told) {
  const starts = turnStarts(told);
  /** @type {Mark[]} */
  const marks = [];
  told.steps.forEach((_, at) => {
    for (const event of eventsOf(told, at)) {
      if (event.type === "rose") marks.push({ at, kind: "rise", symbols: ["card-r"], words: ["Waters Rise!"] });
      if (event.type === "captured" && event.treasure) marks.push(capture(at, event.treasure));
      if (event.type === "sank" && event.tile) addSinking(marks, starts, at, event.tile);
    }
  });
  return marks;
}

/**
 * Places from 0 to 1, moved as little as it takes for each to be `gap` from the next.
 *
 * @param {number[]} places in order
 * @param {number} gap
 */
export function spread(places, gap) {
  const apart = Math.min(gap, places.length > 1 ? 1 / (places.length - 1) : 1);
  /** @type {number[]} */
  const pushed = [];
  for (const place of places) pushed.push(Math.max(place, (pushed.at(-1) ?? -1) + apart));
  for (let at = pushed.length - 1, most = 1; at >= 0; at--) {
    pushed[at] = Math.min(pushed[at] ?? 1, most);
    most = (pushed[at] ?? 1) - apart;
  }
  return pushed;
}

/**
 * The game with its whole log and its latest position, names joined.
 *
 * @param {Told} told
 * @param {Facts} facts
 */
export function wholeGame(told, facts) {
  const log = named(told.entries, facts);
  const { position } = log.at(-1) ?? {};
  return /** @type {Model} */ (
    apply(
      null,
      { ...facts, type: "game", version: told.version, status: told.status, outcome: told.outcome, position, log },
      0,
    )
  );
}

/**
 * The game as everybody saw it at each version, without its log.
 *
 * @param {Told} told
 * @param {Facts} facts
 * @returns {Model[]} by version
 */
export function gameByVersion(told, facts) {
  const [start, ...rest] = named(told.entries, facts);
  const seats = facts.seats.map((info) => ({ ...info, player: info.user, left: false }));
  const everybody = facts.seats.flatMap((info) => [info.user, info.player]);
  const frame = {
    ...facts,
    seats,
    type: "game",
    version: 0,
    status: "active",
    position: start?.position,
    log: [],
    present: everybody,
  };
  let model = /** @type {Model} */ (apply(null, frame, 0));
  const models = [model];
  for (const entry of rest) {
    const frame = { ...entry, type: "entry", ...seatsAfter(model.seats, entry), ...endAfter(told, entry) };
    model = { .../** @type {Model} */ (apply(model, frame, 0)), log: [] };
    models.push(model);
  }
  return models;
}

/** @param {Told} told @param {number} at */
function eventsOf({ entries, steps }, at) {
  return entries[steps[at] ?? 0]?.events ?? [];
}

/** @param {number} at @param {string} treasure @returns {Mark} */
function capture(at, treasure) {
  return { at, kind: "capture", symbols: [`treasure-${treasure}`], words: [`the ${treasureName(treasure)} is ours`] };
}

/** @param {Mark[]} marks @param {number[]} starts @param {number} at @param {string} tile */
function addSinking(marks, starts, at, tile) {
  const last = marks.findLast((mark) => mark.kind === "sink");
  // the step that ends a turn belongs to it here: its flood card was drawn in it
  if (last && turnOf(starts, last.at - 1) === turnOf(starts, at - 1)) last.words.push(tileName(tile));
  else marks.push({ at, kind: "sink", symbols: ["sunk"], words: [tileName(tile)] });
}

/** @param {Moment[]} entries @param {Facts} facts */
function named(entries, { sat = {} }) {
  return entries.map((entry) =>
    sat[entry.version]
      ? {
          ...entry,
          events: entry.events.map((event) => (event.type === "sat" ? { ...event, user: sat[entry.version] } : event)),
        }
      : entry,
  );
}

/** Who plays each seat after an entry with which somebody left or sat down. @param {SeatInfo[]} seats @param {Entry} entry */
function seatsAfter(seats, { events }) {
  if (!events.some(({ type }) => type === "left" || type === "sat")) return {};
  return {
    seats: seats.map((info) => {
      const event = events.find(({ type, seat }) => seat === info.number && (type === "left" || type === "sat"));
      if (!event) return info;
      return event.type === "left" ? { ...info, left: true, player: null } : { ...info, player: event.user ?? null };
    }),
  };
}

/** @param {Told} told @param {Entry} entry */
function endAfter({ status, outcome, version }, entry) {
  return status === "active" || entry.version < version ? {} : { over: { status, outcome, seed: null } };
}
