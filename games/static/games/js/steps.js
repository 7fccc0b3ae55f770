/**
 * A game as its steps: what was taken back is stepped over, what the site noted in between belongs to the step before
 * it. Pure.
 *
 * @import { Entry, GameEvent, Model, SeatInfo } from "./model.js"
 * @typedef {Entry & { position: string }} Moment an entry with the position after it
 * @typedef {{ version: number, status: string, outcome: string | null, flood_layers?: string[], steps: number[],
 *   entries: Moment[] }} Told
 *   `steps`: the versions that stand, the start first; `flood_layers`: of the flood pile at the start
 * @typedef {{ layout: string, difficulty: string, rated: boolean, seats: Record<string, any>[],
 *   sat?: Record<string, string> }} Facts
 *   `sat`: who sat down where somebody had left, by version
 * @typedef {"rise" | "sink" | "capture" | "special" | "flood"} Kind
 * @typedef {{ at: number, kind: Kind, symbols: string[], words: string[] }} Mark
 *   something on the timeline; `at` is the number of its step
 * @typedef {{ water: number, treasures: number, dry: number, flooded: number, sunk: number }} Tide
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
 * What mattered, in order: Waters Rise!, tiles that sink or are flooded, captures and special cards. Tiles of one kind
 * in one turn are one mark.
 *
 * @param {Told} told
 * @returns {Mark[]}
 */
export function marksOf(told) {
  const starts = turnStarts(told);
  /** @type {Mark[]} */
  const marks = [];
  told.steps.forEach((_, at) => {
    for (const event of at === 0 ? [] : eventsOf(told, at)) addMark(marks, starts, at, event);
  });
  return marks;
}

/**
 * How the game stood after each step.
 *
 * @param {Told} told
 * @returns {Tide[]} by step
 */
export function tidesOf({ entries, steps }) {
  return steps.map((version) => tideOf(entries[version]?.position ?? ""));
}

/** Only what is counted is read: a game has hundreds of positions. @param {string} position @returns {Tide} */
function tideOf(position) {
  const [island = "", , , water = "", captured = ""] = position.split(" ");
  const count = (/** @type {RegExp} */ sign) => island.match(sign)?.length ?? 0;
  const [sunk, flooded] = [count(/-/g), count(/[a-x]/g)];
  return {
    water: Number(water),
    treasures: captured.replace("-", "").length,
    dry: count(/[A-X]/g) - sunk,
    flooded,
    sunk,
  };
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
 * The game as everybody saw it at a version, without its log: made when somebody looks that far, and kept.
 *
 * @param {Told} told
 * @param {Facts} facts
 * @returns {(version: number) => Model}
 */
export function gameAt(told, facts) {
  const entries = named(told.entries, facts);
  const models = [gameAtStart(told, facts)];
  return (version) => {
    for (const entry of entries.slice(models.length, version + 1)) {
      const before = /** @type {Model} */ (models.at(-1));
      const frame = { ...entry, type: "entry", ...seatsAfter(before.seats, entry), ...endAfter(told, entry) };
      models.push({ .../** @type {Model} */ (apply(before, frame, 0)), log: [] });
    }
    return /** @type {Model} */ (models[Math.min(version, models.length - 1)]);
  };
}

/** @param {Told} told @param {Facts} facts */
function gameAtStart({ entries, flood_layers }, facts) {
  const seats = facts.seats.map((info) => ({ ...info, player: info.user, left: false }));
  const present = facts.seats.flatMap((info) => [info.user, info.player]);
  const { position } = entries[0] ?? {};
  const frame = { ...facts, type: "game", version: 0, status: "active", position, seats, present, flood_layers, log: [] };
  return /** @type {Model} */ (apply(null, frame, 0));
}

/** @param {Told} told @param {number} at */
function eventsOf({ entries, steps }, at) {
  return entries[steps[at] ?? 0]?.events ?? [];
}

/** @param {Mark[]} marks @param {number[]} starts @param {number} at @param {GameEvent} event */
function addMark(marks, starts, at, { type, treasure = "", tile = "", to = "" }) {
  if (type === "rose") marks.push({ at, kind: "rise", symbols: ["card-r"], words: ["Waters Rise!"] });
  if (type === "captured") marks.push(capture(at, treasure));
  if (type === "lifted") marks.push(special(at, "h", `Helicopter Lift to ${tileName(String(to))}`));
  if (type === "sandbagged") marks.push(special(at, "s", `Sandbags on ${tileName(tile)}`));
  if (type === "escaped") marks.push(special(at, "h", "Helicopter Lift off the island"));
  if (type === "sank") addTile(marks, starts, { at, kind: "sink", symbols: ["sunk"], words: [tileName(tile)] });
  if (type === "flooded") addTile(marks, starts, { at, kind: "flood", symbols: ["v-flood"], words: [tileName(tile)] });
}

/** @param {number} at @param {string} treasure @returns {Mark} */
function capture(at, treasure) {
  return { at, kind: "capture", symbols: [`treasure-${treasure}`], words: [`the ${treasureName(treasure)} is ours`] };
}

/** @param {number} at @param {string} card @param {string} words @returns {Mark} */
function special(at, card, words) {
  return { at, kind: "special", symbols: [`card-${card}`], words: [words] };
}

/** @param {Mark[]} marks @param {number[]} starts @param {Mark} mark */
function addTile(marks, starts, mark) {
  const last = marks.findLast(({ kind }) => kind === mark.kind);
  // the step that ends a turn belongs to it here: its flood card was drawn in it
  if (last && turnOf(starts, last.at - 1) === turnOf(starts, mark.at - 1)) last.words.push(...mark.words);
  else marks.push(mark);
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
