/**
 * The life of the line to a table, as a pure state machine. The numbered branches are those of
 * tests/js/reconnect.test.js.
 *
 * @import { Frame } from "./model.js"
 * @typedef {{ id: string, version: number, action: string, answered: number | null, resent: boolean }} Pending
 *   `answered`: the version that the table's `ok` named, until the entry itself is here.
 * @typedef {{ phase: "idle" | "connecting" | "open" | "waiting" | "ended", attempt: number, version: number | null,
 *   whole: boolean,
 *   syncing: boolean, pending: Pending | null, retryAt: number | null, endCode: number | null }} Line
 *   `whole`: nothing is known to be missing since the line was opened.
 * @typedef {{ type: "start" } | { type: "opened" } | { type: "closed", code: number, random: number, now: number } |
 *   { type: "retry" }
 *   | { type: "frame", frame: Frame } | { type: "command", id: string, version: number, action: string }
 *   | { type: "silence", of: "answer" | "sync" | "line" }} Happening
 * @typedef {{ do: "connect", since: number | null } | { do: "send", frame: Frame } | { do: "drop" } | { do: "apply",
 *   frame: Frame }
 *   | { do: "settle", id: string, code: string | null, reason: Frame | null } | { do: "expect", what: "answer" |
 *   "sync" | "line" | null }} Effect
 */

import { gate } from "./model.js";

/** The first try comes after one to two of these, so that all are back within a second when a process ends. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 20_000;
const SLOW_DOWN_MS = 10_000;

/** Close codes after which coming back is of no use. */
const FINAL = [4400, 4401, 4403, 4404];

/** @type {Line} */
export const IDLE = {
  phase: "idle",
  attempt: 0,
  version: null,
  whole: false,
  syncing: false,
  pending: null,
  retryAt: null,
  endCode: null,
};

/**
 * What becomes of the line by something that happened, and what is to be done, in order.
 *
 * @param {Line} line
 * @param {Happening} event
 * @returns {[Line, Effect[]]}
 */
export function reconnect(line, event) {
  if (line.phase === "ended") return [line, []]; // 1: it has ended for good
  switch (event.type) {
    case "start":
    case "retry":
      return connect(line);
    case "opened":
      return [
        { ...line, phase: "open", whole: false, syncing: false, retryAt: null },
        [{ do: "expect", what: "line" }],
      ]; // 4
    case "closed":
      return closed(line, event);
    case "frame":
      return received(line, event.frame);
    case "command":
      return command(line, event);
    case "silence":
      return silent(line, event.of);
  }
}

/**
 * How long to wait before the next attempt: it doubles, and half of it is chance, so that a crowd does not come back
 * at once.
 *
 * @param {number} attempt from 1
 * @param {number} random from 0 to 1
 */
export function backoffMs(attempt, random) {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return Math.round(most / 2 + (random * most) / 2);
}

/** @param {Line} line @returns {[Line, Effect[]]} */
function connect(line) {
  if (line.phase === "connecting" || line.phase === "open") return [line, []]; // 2: it is there already
  // 3: with a command in the air the whole game is asked for, because only its version tells what became of it
  return [
    { ...line, phase: "connecting", retryAt: null },
    [
      { do: "connect", since: line.pending ? null : line.version },
      { do: "expect", what: "answer" },
    ],
  ];
}

/** @param {Line} line @param {{ code: number, random: number, now: number }} event @returns {[Line, Effect[]]} */
function closed(line, { code, random, now }) {
  if (FINAL.includes(code))
    return [{ ...line, phase: "ended", endCode: code, retryAt: null }, settled(line.pending, "not_allowed")]; // 5
  const attempt = line.attempt + 1;
  const wait = backoffMs(attempt, random) + (code === 4429 ? SLOW_DOWN_MS : 0); // 6: sent away for haste, it waits longer
  return [
    { ...line, phase: "waiting", attempt, retryAt: now + wait, syncing: false, whole: false },
    [{ do: "expect", what: null }],
  ]; // 7
}

/** @param {Line} line @param {Frame} frame @returns {[Line, Effect[]]} */
function received(line, frame) {
  const alive = { ...line, attempt: 0 };
  if (frame.type === "ok" || frame.type === "refused") return answered(alive, frame);
  const verdict = gate(line.version, frame);
  if (verdict === "gap") {
    if (line.syncing) return [alive, []]; // 8: asked already
    return [
      { ...alive, syncing: true },
      [
        { do: "send", frame: sync(line.version) },
        { do: "expect", what: "sync" },
      ],
    ]; // 9
  }
  if (verdict === "drop") return [alive, []]; // 10: older than what is held
  if (frame.type === "game") return gotGame(alive, frame);
  if (frame.type === "entry") return gotEntry(alive, frame);
  if (frame.type === "synced") return gotSynced(alive, frame);
  return [
    alive,
    [
      { do: "apply", frame },
      { do: "expect", what: expectation(alive) },
    ],
  ]; // 11: chat, presence and the like
}

/** @param {Line} line @param {Frame} frame @returns {[Line, Effect[]]} */
function gotGame(line, frame) {
  const after = { ...line, version: frame.version, whole: true, syncing: false };
  /** @type {Effect[]} */
  const effects = [{ do: "apply", frame }];
  const { pending } = line;
  if (!pending) return [after, [...effects, { do: "expect", what: "line" }]]; // 12
  if (pending.answered !== null) return settleIfHere(after, effects);
  if (line.whole) return [after, [...effects, { do: "expect", what: "answer" }]]; // 13: the line held all the time, the answer will come
  if (pending.version === frame.version) return resend(after, pending, effects); // 14
  const played = (frame.log ?? []).some(
    (/** @type {Frame} */ entry) => entry.version > pending.version && entry.action === pending.action,
  );
  return [
    { ...after, pending: null },
    [...effects, ...settled(pending, played ? null : "unanswered"), { do: "expect", what: "line" }],
  ]; // 15
}

/** @param {Line} line @param {Frame} frame @returns {[Line, Effect[]]} */
function gotEntry(line, frame) {
  return settleIfHere({ ...line, version: frame.version, syncing: false }, [{ do: "apply", frame }]); // 16
}

/** @param {Line} line @param {Frame} frame @returns {[Line, Effect[]]} */
function gotSynced(line, frame) {
  const after = { ...line, whole: true, syncing: false };
  if ((line.version ?? -1) < frame.version)
    return [
      { ...after, syncing: true },
      [
        { do: "send", frame: { type: "sync" } },
        { do: "expect", what: "sync" },
      ],
    ]; // 17
  return [after, [{ do: "expect", what: expectation(after) }]]; // 18
}

/** @param {Line} line @param {Frame} frame @returns {[Line, Effect[]]} */
function answered(line, frame) {
  const { pending } = line;
  if (!pending || pending.id !== frame.id) return [line, [{ do: "apply", frame }]]; // 19: the answer to something else
  if (frame.type === "refused")
    return [
      { ...line, pending: null },
      [...settled(pending, frame.code, frame.reason), { do: "expect", what: "line" }],
    ]; // 20
  return settleIfHere({ ...line, pending: { ...pending, answered: frame.version } }, []); // 21
}

/** @param {Line} line @param {{ id: string, version: number, action: string }} event @returns {[Line, Effect[]]} */
function command(line, { id, version, action }) {
  if (line.pending) return [line, [{ do: "settle", id, code: "too_fast", reason: null }]]; // 22: one at a time
  const pending = { id, version, action, answered: null, resent: false };
  if (line.phase !== "open") return [{ ...line, pending }, []]; // 23: kept until the line is back
  return [
    { ...line, pending },
    [
      { do: "send", frame: act(pending) },
      { do: "expect", what: "answer" },
    ],
  ]; // 24
}

/** @param {Line} line @param {"answer" | "sync" | "line"} of @returns {[Line, Effect[]]} */
function silent(line, of) {
  if (line.phase === "waiting" || line.phase === "idle") return [line, []]; // 25
  if (of !== "line") return [line, [{ do: "drop" }]]; // 26: what was asked was not answered: the line is dead
  return [
    { ...line, syncing: true },
    [
      { do: "send", frame: sync(line.version) },
      { do: "expect", what: "sync" },
    ],
  ]; // 27: is anybody there?
}

/** @param {Line} line @param {Pending} pending @param {Effect[]} effects @returns {[Line, Effect[]]} */
function resend(line, pending, effects) {
  return [
    { ...line, pending: { ...pending, resent: true } },
    [...effects, { do: "send", frame: act(pending) }, { do: "expect", what: "answer" }],
  ];
}

/**
 * A command is settled once its own entry is here, so that no button wakes before the board has changed.
 *
 * @param {Line} line
 * @param {Effect[]} effects
 * @returns {[Line, Effect[]]}
 */
function settleIfHere(line, effects) {
  const { pending } = line;
  if (!pending || pending.answered === null || pending.answered > (line.version ?? -1))
    return [line, [...effects, { do: "expect", what: expectation(line) }]];
  return [{ ...line, pending: null }, [...effects, ...settled(pending, null), { do: "expect", what: "line" }]];
}

/** @param {Pending | null} pending @param {string | null} code @param {Frame | null} [reason] @returns {Effect[]} */
function settled(pending, code, reason = null) {
  return pending ? [{ do: "settle", id: pending.id, code, reason }] : [];
}

/** @param {Line} line @returns {"answer" | "sync" | "line"} */
function expectation(line) {
  if (line.syncing) return "sync";
  return line.pending ? "answer" : "line";
}

/** @param {Pending} pending @returns {Frame} */
function act({ id, version, action }) {
  return { type: "act", id, version, action };
}

/** @param {number | null} version @returns {Frame} */
function sync(version) {
  return version === null ? { type: "sync" } : { type: "sync", since: version };
}
