/**
 * What the page knows of one table, and how a frame of the server changes it. Values in, values out: no socket, no
 * document, no clock.
 *
 * @import { Clock } from "./clock.js"
 * @import { Position } from "./position.js"
 * @typedef {{ type: string, seat?: number, tile?: string, from?: string, to?: string | number, card?: string, how?:
 *   string, by?: number,
 *   treasure?: string, level?: number, deck?: string, seats?: number[], outcome?: string, version?: number, user?: string }} GameEvent
 * @typedef {{ version: number, seat: number | null, action: string, events: GameEvent[], at: string, by_clock:
 *   boolean, undone?: boolean }} Entry
 * @typedef {{
 *   move?: string, fly?: string, navigate?: Record<string, string>, shore?: string, shore2?: boolean, give?:
 *   Record<string, string>,
 *   capture?: string, draw?: boolean, flood?: boolean, discard?: string, swim?: string, lift?: { from: Record<string,
 *   string>, to: string },
 *   sandbag?: string, escape?: boolean, undo?: boolean,
 * }} Legal
 * @typedef {{ number: number, user: string | null, player: string | null, role: string | null, left: boolean, missed:
 *   number, concedes: boolean }} SeatInfo
 *   `user` sat down at the start; `player` plays it now, null where somebody left and the clock does.
 * @typedef {{ id: number, user: string, seated: boolean, text: string, at: string }} ChatLine
 * @typedef {{ user: string, seat: number, until: number }} Hold
 * @typedef {{ user: string, seat: number, tile: string, phrase: string | null, until: number }} Ping
 * @typedef {{ id: string, user: string, version: number, until: number }} Lead who leads through a game that is over
 * @typedef {{ user: string, before_milli: number, delta_milli: number, after_milli: number }} Gain
 * @typedef {{
 *   version: number, status: string, layout: string, difficulty: string, rated: boolean, pace: string, position:
 *   Position | null,
 *   legal: Record<string, Legal>, seats: SeatInfo[], you: number[], present: string[], spectators: number,
 *   commitment: string,
 *   seed: string | null, outcome: string | null, log: Entry[], chat: ChatLine[], holds: Hold[], pings: Ping[], gains:
 *   Gain[],
 *   lead: Lead | null, floodLayers: string[], clock: Clock | null, ahead: number, user: string,
 * }} Model
 *   `user`: who looks at it, empty for somebody without an account; `ahead`: of the local clock, in milliseconds.
 * @typedef {Record<string, any>} Frame
 */

import { aheadAfter } from "./clock.js";
import { CARD_COUNTS } from "./names.js";
import { parsePosition } from "./position.js";
import { seatInfo, seatsAfter, seatsOf } from "./seats.js";

export const HOLD_MS = 20_000;
export const PING_MS = 3_000;
/** Longer, where there is something to read. */
export const PHRASE_MS = 6_000;
/** As the server does: see docs/protocol.md. */
export const LEAD_MS = 15_000;

/**
 * Whether a frame may be applied to what is held: an older snapshot or entry is dropped, an entry after a gap makes
 * the client ask.
 *
 * @param {number | null} held
 * @param {Frame} frame
 * @returns {"apply" | "drop" | "gap"}
 */
export function gate(held, frame) {
  if (frame.type === "game") return held !== null && frame.version < held ? "drop" : "apply";
  if (frame.type !== "entry") return "apply";
  if (held === null || frame.version > held + 1) return "gap";
  return frame.version <= held ? "drop" : "apply";
}

/**
 * The model after a frame. A frame that does not concern the model, is stale, or comes after a gap leaves it as it is.
 *
 * @param {Model | null} model
 * @param {Frame} frame
 * @param {number} now in milliseconds
 * @param {string} [user] who looks at it
 * @returns {Model | null}
 */
export function apply(model, frame, now, user = "") {
  if (gate(model?.version ?? null, frame) !== "apply") return model;
  if (frame.type === "game") return fromGame(model, frame, now, user);
  if (!model) return null;
  switch (frame.type) {
    case "entry":
      return withEntry(model, frame, now);
    case "chat":
      return model.chat.some((line) => line.id === frame.id)
        ? model
        : { ...model, chat: [...model.chat, chatLine(frame)] };
    case "unsaid":
      return { ...model, chat: model.chat.filter((line) => line.id !== frame.id) };
    case "presence":
      return { ...model, present: frame.present, spectators: frame.spectators ?? 0 };
    case "hold":
      return { ...model, holds: withHold(model.holds, frame, now) };
    case "ping":
      return {
        ...model,
        pings: [...model.pings.filter((ping) => ping.user !== frame.user), pingOf(frame, now)],
      };
    case "lead":
      return { ...model, lead: leadOf(frame, now) };
    case "rating":
      return { ...model, gains: frame.gains };
    default:
      return model;
  }
}

/**
 * The model without the wishes, pointers and leads whose time is over.
 *
 * @param {Model} model
 * @param {number} now
 * @returns {Model}
 */
export function expire(model, now) {
  const holds = model.holds.filter((hold) => hold.until > now);
  const pings = model.pings.filter((ping) => ping.until > now);
  const lead = model.lead && model.lead.until > now ? model.lead : null;
  if (holds.length === model.holds.length && pings.length === model.pings.length && lead === model.lead) return model;
  return { ...model, holds, pings, lead };
}

/**
 * The model with older entries before those that it has.
 *
 * @param {Model} model
 * @param {Entry[]} older oldest first
 * @returns {Model}
 */
export function withOlder(model, older) {
  const first = model.log[0]?.version ?? Infinity;
  return { ...model, log: markUndone([...older.filter((entry) => entry.version < first), ...model.log]) };
}

/**
 * The seat that this user acts for: one that owes a discard or a swim, else the one whose turn it is, else the
 * preferred one.
 *
 * @param {Model} model
 * @param {number | null} preferred
 * @returns {number | null} null for a spectator
 */
export function actingSeat(model, preferred) {
  const owing = model.you.filter((seat) => owes(model, seat));
  const among = owing.length ? owing : model.you;
  if (preferred !== null && among.includes(preferred)) return preferred;
  return among.find((seat) => seat === model.position?.turn.seat) ?? among[0] ?? null;
}

/**
 * Whether a seat must put a card away or swim before anything else goes on.
 *
 * @param {Model} model
 * @param {number} seat
 */
export function owes(model, seat) {
  const legal = model.legal[seat];
  return Boolean(legal?.discard || legal?.swim) || isDrowning(model, seat);
}

/**
 * Whether the tile under a seat's pawn has sunk.
 *
 * @param {Model} model
 * @param {number} seat
 */
export function isDrowning(model, seat) {
  const pawn = model.position?.seats[seat];
  return (
    Boolean(pawn) && model.position?.turn.over === null && model.position.cells.get(pawn?.tile ?? "")?.state === "sunk"
  );
}

/** @param {Model} model */
export function isOver(model) {
  return model.status === "finished" || model.status === "abandoned" || Boolean(model.position?.turn.over);
}

/**
 * The seats of other users that hold a special card: those the drawer waits for.
 *
 * @param {Model} model
 * @returns {number[]}
 */
export function othersWithSpecials(model) {
  return (model.position?.seats ?? []).flatMap((seat, number) =>
    !model.you.includes(number) && /[hs]/.test(seat.hand) ? [number] : [],
  );
}

/**
 * What the treasure draw pile holds, by kind: all cards of the box but those in sight.
 *
 * @param {Position} position
 * @returns {Record<string, number>}
 */
export function leftInTreasurePile(position) {
  const left = { ...CARD_COUNTS };
  for (const card of position.seats.map((seat) => seat.hand).join("") + position.treasure.discard)
    left[card] = (left[card] ?? 0) - 1;
  return left;
}

/**
 * The last move that may be taken back is the last entry that still stands.
 *
 * @param {Model} model
 * @returns {Entry | null}
 */
export function lastStanding(model) {
  return model.log.findLast((entry) => !entry.undone && !entry.action.endsWith(":undo")) ?? null;
}

/** @param {Model | null} before @param {Frame} frame @param {number} now @param {string} user @returns {Model} */
function fromGame(before, frame, now, user) {
  const position = frame.position ? parsePosition(frame.position) : null;
  const older = (before?.log ?? []).filter((entry) => entry.version < (frame.log[0]?.version ?? frame.version + 1));
  const joined = older.at(-1)?.version === (frame.log[0]?.version ?? frame.version + 1) - 1;
  return {
    version: frame.version,
    status: frame.status,
    layout: frame.layout,
    difficulty: frame.difficulty,
    rated: frame.rated,
    pace: frame.pace ?? "none",
    position,
    legal: frame.legal ?? {},
    seats: frame.seats.map(seatInfo),
    you: frame.you ?? [],
    present: frame.present ?? [],
    spectators: frame.spectators ?? before?.spectators ?? 0,
    commitment: frame.commitment ?? "",
    seed: frame.seed ?? null,
    outcome: frame.outcome ?? position?.turn.over ?? null,
    log: markUndone([...(joined ? older : []), ...frame.log]),
    chat: frame.chat ?? before?.chat ?? [],
    holds: before?.holds ?? [],
    pings: [],
    gains: before?.gains ?? [],
    lead: before?.lead ?? null,
    floodLayers: frame.flood_layers ?? (position ? [inFloodPile(position)] : []),
    clock: frame.clock ?? null,
    ahead: aheadAfter(before?.ahead ?? 0, frame, now),
    user,
  };
}

/** @param {Model} model @param {Frame} frame @param {number} now @returns {Model} */
function withEntry(model, frame, now) {
  const { version, seat, action, events, at, by_clock } = frame;
  const position = frame.position ? parsePosition(frame.position) : model.position;
  const over = frame.over ?? null;
  const seats = seatsAfter(model, frame);
  return {
    ...model,
    version,
    position,
    legal: frame.legal ?? {},
    seats,
    you: frame.seats ? seatsOf(seats, model.user) : model.you,
    log: markUndone([...model.log, { version, seat, action, events, at, by_clock }]),
    status: over?.status ?? model.status,
    outcome: over?.outcome ?? position?.turn.over ?? model.outcome,
    seed: over?.seed ?? model.seed,
    // an entry that others follow at once comes without a clock: theirs counts
    clock: over ? null : (frame.clock ?? model.clock),
    ahead: aheadAfter(model.ahead, frame, now),
    floodLayers:
      position && model.position ? layersAfter(model.floodLayers, model.position, position, events) : model.floodLayers,
  };
}

/** @param {Entry[]} log */
function markUndone(log) {
  const undone = new Set(
    log.flatMap((entry) => entry.events).flatMap((event) => (event.type === "undone" ? [event.version] : [])),
  );
  return log.map((entry) => (undone.has(entry.version) && !entry.undone ? { ...entry, undone: true } : entry));
}

/**
 * The flood draw pile as sets, top first: what was discarded lies on top after Waters Rise!, and whatever is drawn
 * leaves its set.
 *
 * @param {string[]} layers
 * @param {Position} before
 * @param {Position} after
 * @param {GameEvent[]} events
 */
function layersAfter(layers, before, after, events) {
  const shuffled = events.some((event) => event.type === "shuffled" && event.deck === "flood");
  const madeAnew = shuffled && events.some((event) => event.type === "flooded" || event.type === "sank");
  if (madeAnew) return [inFloodPile(after)];
  const all = shuffled ? [before.flood.discard, ...layers] : layers;
  const inPile = inFloodPile(after);
  const kept = all
    .map((layer) =>
      [...layer]
        .filter((tile) => inPile.includes(tile))
        .sort()
        .join(""),
    )
    .filter(Boolean);
  const known = kept.join("");
  const strays = [...inPile].filter((tile) => !known.includes(tile)).join("");
  return strays ? [...kept, strays] : kept;
}

/** @param {Position} position */
function inFloodPile(position) {
  return [...position.cells.values()]
    .filter((cell) => cell.state !== "sunk" && !position.flood.discard.includes(cell.tile))
    .map((cell) => cell.tile)
    .sort()
    .join("");
}

/** @param {Frame} frame @param {number} now @returns {Ping} */
function pingOf({ user, seat, tile, phrase = null }, now) {
  return { user, seat, tile, phrase, until: now + (phrase ? PHRASE_MS : PING_MS) };
}

/** @param {Frame} frame @param {number} now @returns {Lead | null} */
function leadOf({ id, user, version }, now) {
  return id ? { id, user, version, until: now + LEAD_MS } : null;
}

/** @param {Frame} frame @returns {ChatLine} */
function chatLine({ id, user, seated, text, at }) {
  return { id, user, seated, text, at };
}

/** @param {Hold[]} holds @param {Frame} frame @param {number} now @returns {Hold[]} */
function withHold(holds, frame, now) {
  const others = holds.filter((hold) => hold.user !== frame.user);
  return frame.on ? [...others, { user: frame.user, seat: frame.seat, until: now + HOLD_MS }] : others;
}
