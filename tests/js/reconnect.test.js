import assert from "node:assert/strict";
import { test } from "node:test";

import { backoffMs, IDLE, reconnect } from "../../games/static/games/js/reconnect.js";

/**
 * @import { Effect, Happening, Line } from "../../games/static/games/js/reconnect.js"
 */

const ID = "11111111-1111-4111-8111-111111111111";
const COMMAND = /** @type {const} */ ({ type: "command", id: ID, version: 17, action: "0:move K" });
/** @type {Line} */
const OPEN = { ...IDLE, phase: "open", version: 17, whole: true };
const PENDING = { id: ID, version: 17, action: "0:move K", answered: null, resent: false };
const ACT = { type: "act", id: ID, version: 17, action: "0:move K" };
const CLOSED = /** @type {const} */ ({ type: "closed", code: 1006, random: 0.5, now: 1000 });

/** @param {number} version @param {object} [more] */
const game = (version, more) => ({
  type: /** @type {const} */ ("frame"),
  frame: { type: "game", version, log: [], ...more },
});
/** @param {number} version */
const entry = (version) => ({ type: /** @type {const} */ ("frame"), frame: { type: "entry", version } });
/** @param {object} frame */
const frame = (frame) => ({ type: /** @type {const} */ ("frame"), frame: /** @type {any} */ (frame) });

/** What the effects do, without what they expect next. @param {Effect[]} effects */
const done = (effects) => effects.filter((effect) => effect.do !== "expect").map((effect) => effect.do);
/** @param {Effect[]} effects */
const sent = (effects) => effects.flatMap((effect) => (effect.do === "send" ? [effect.frame] : []));
/** @param {Effect[]} effects */
const settled = (effects) => effects.flatMap((effect) => (effect.do === "settle" ? [effect.code] : []));

test("1: a line that has ended stays ended", () => {
  const ended = { ...OPEN, phase: /** @type {const} */ ("ended") };
  assert.deepEqual(reconnect(ended, { type: "retry" }), [ended, []]);
});

test("2: who is connected does not connect again", () => assert.deepEqual(reconnect(OPEN, { type: "retry" })[1], []));

test("3: it connects with the version held, and asks for the whole game with a command in the air", () => {
  assert.deepEqual(reconnect(IDLE, { type: "start" })[1][0], { do: "connect", since: null });
  assert.deepEqual(reconnect({ ...OPEN, phase: "waiting" }, { type: "retry" })[1][0], { do: "connect", since: 17 });
  assert.deepEqual(reconnect({ ...OPEN, phase: "waiting", pending: PENDING }, { type: "retry" })[1][0], {
    do: "connect",
    since: null,
  });
});

test("4: an opened line is not yet known to be whole", () =>
  assert.equal(reconnect({ ...OPEN, phase: "connecting" }, { type: "opened" })[0].whole, false));

test("5: after a final code nobody comes back, and the command is answered", () => {
  const [line, effects] = reconnect({ ...OPEN, pending: PENDING }, { ...CLOSED, code: 4404 });
  assert.deepEqual([line.phase, line.endCode], ["ended", 4404]);
  assert.deepEqual(settled(effects), ["not_allowed"]);
});

test("6: who was sent away for haste waits ten seconds longer", () => {
  const usual = reconnect(OPEN, CLOSED)[0].retryAt ?? 0;
  assert.equal(reconnect(OPEN, { ...CLOSED, code: 4429 })[0].retryAt, usual + 10_000);
});

test("7: a lost line waits, longer each time, and keeps its command", () => {
  const [first] = reconnect({ ...OPEN, pending: PENDING }, CLOSED);
  assert.deepEqual([first.phase, first.attempt, first.pending], ["waiting", 1, PENDING]);
  const [second] = reconnect({ ...first, phase: "connecting" }, CLOSED);
  assert.ok((second.retryAt ?? 0) > (first.retryAt ?? 0));
});

test("the wait doubles up to twenty seconds, and half of it is chance", () => {
  assert.deepEqual([backoffMs(1, 0), backoffMs(1, 1), backoffMs(2, 1)], [250, 500, 1000]);
  assert.deepEqual([backoffMs(30, 0), backoffMs(30, 1)], [10_000, 20_000]);
});

test("8: a second gap asks no second time", () =>
  assert.deepEqual(sent(reconnect({ ...OPEN, syncing: true }, entry(20))[1]), []));

test("9: an entry after a gap asks for what is missing", () => {
  const [line, effects] = reconnect(OPEN, entry(19));
  assert.equal(line.syncing, true);
  assert.deepEqual(sent(effects), [{ type: "sync", since: 17 }]);
  assert.equal(line.version, 17);
});

test("10: what is older than what is held is dropped", () => {
  assert.deepEqual(done(reconnect(OPEN, entry(17))[1]), []);
  assert.deepEqual(done(reconnect(OPEN, game(16))[1]), []);
});

test("11: chat and the like are passed on", () =>
  assert.deepEqual(done(reconnect(OPEN, frame({ type: "chat" }))[1]), ["apply"]));

test("12: a game without a command in the air is passed on", () => {
  const [line, effects] = reconnect({ ...OPEN, version: null, whole: false }, game(17));
  assert.deepEqual([line.version, line.whole], [17, true]);
  assert.deepEqual(done(effects), ["apply"]);
});

test("13: a game over a line that held sends nothing again", () => {
  const [line, effects] = reconnect({ ...OPEN, pending: PENDING }, game(18));
  assert.deepEqual(sent(effects), []);
  assert.equal(line.pending, PENDING);
});

test("14: after a break the command is sent again with its id if the version is still its own", () => {
  const [line, effects] = reconnect({ ...OPEN, whole: false, pending: PENDING }, game(17));
  assert.deepEqual(sent(effects), [ACT]);
  assert.equal(line.pending?.resent, true);
});

test("15: after a break it is not sent again if the game has moved on, and is settled as the log tells", () => {
  const broken = { ...OPEN, whole: false, pending: PENDING };
  const [lost, why] = reconnect(broken, game(19, { log: [{ version: 18, action: "1:sandbag A" }] }));
  assert.deepEqual([sent(why), settled(why), lost.pending], [[], ["unanswered"], null]);
  const [, fine] = reconnect(broken, game(18, { log: [{ version: 18, action: "0:move K" }] }));
  assert.deepEqual(settled(fine), [null]);
});

test("16: the next entry is applied", () => {
  const [line, effects] = reconnect(OPEN, entry(18));
  assert.equal(line.version, 18);
  assert.deepEqual(done(effects), ["apply"]);
});

test("17: told of a version it has not, it asks for the game", () =>
  assert.deepEqual(sent(reconnect(OPEN, frame({ type: "synced", version: 20 }))[1]), [{ type: "sync" }]));

test("18: told that nothing is missing, the line is whole", () => {
  const [line, effects] = reconnect({ ...OPEN, whole: false, syncing: true }, frame({ type: "synced", version: 17 }));
  assert.deepEqual([line.whole, line.syncing, done(effects)], [true, false, []]);
});

test("19: the answer to something else is passed on", () =>
  assert.deepEqual(done(reconnect(OPEN, frame({ type: "ok", id: "other" }))[1]), ["apply"]));

test("20: a refused command is settled with its code and reason", () => {
  const reason = { code: "not_adjacent" };
  const [line, effects] = reconnect(
    { ...OPEN, pending: PENDING },
    frame({ type: "refused", id: ID, code: "illegal_action", reason }),
  );
  assert.equal(line.pending, null);
  assert.deepEqual(effects[0], { do: "settle", id: ID, code: "illegal_action", reason });
});

test("21: an accepted command is settled when its entry is here, whichever comes first", () => {
  const ok = frame({ type: "ok", id: ID, version: 18 });
  const [waiting, nothing] = reconnect({ ...OPEN, pending: PENDING }, ok);
  assert.deepEqual(settled(nothing), []);
  assert.deepEqual(settled(reconnect(waiting, entry(18))[1]), [null]);
  const [ahead] = reconnect({ ...OPEN, pending: PENDING }, entry(18));
  assert.deepEqual(settled(reconnect(ahead, ok)[1]), [null]);
});

test("22: one command at a time", () => {
  const [line, effects] = reconnect(
    { ...OPEN, pending: PENDING },
    { ...COMMAND, id: "22222222-2222-4222-8222-222222222222" },
  );
  assert.equal(line.pending, PENDING);
  assert.deepEqual(settled(effects), ["too_fast"]);
});

test("23: a command given while the line is down waits for it", () => {
  const [line, effects] = reconnect({ ...OPEN, phase: "waiting" }, COMMAND);
  assert.deepEqual([line.pending, effects], [PENDING, []]);
});

test("24: a command is sent, and an answer expected", () => {
  const [line, effects] = reconnect(OPEN, COMMAND);
  assert.deepEqual(line.pending, PENDING);
  assert.deepEqual(effects, [
    { do: "send", frame: ACT },
    { do: "expect", what: "answer" },
  ]);
});

test("25: silence while waiting means nothing", () =>
  assert.deepEqual(reconnect({ ...OPEN, phase: "waiting" }, { type: "silence", of: "answer" })[1], []));

test("26: a question that is not answered means that the line is dead", () => {
  assert.deepEqual(reconnect({ ...OPEN, pending: PENDING }, { type: "silence", of: "answer" })[1], [{ do: "drop" }]);
  assert.deepEqual(reconnect({ ...OPEN, phase: "connecting" }, { type: "silence", of: "answer" })[1], [{ do: "drop" }]);
});

test("27: a quiet line is asked whether anybody is there", () =>
  assert.deepEqual(sent(reconnect(OPEN, { type: "silence", of: "line" })[1]), [{ type: "sync", since: 17 }]));

test("a break in the middle of a command ends with the command played once", () => {
  /** @type {Happening[]} */
  const story = [
    COMMAND,
    CLOSED,
    { type: "retry" },
    { type: "opened" },
    game(17),
    frame({ type: "ok", id: ID, version: 18 }),
    entry(18),
  ];
  let line = OPEN;
  /** @type {Effect[]} */
  const all = [];
  for (const event of story) {
    const [next, effects] = reconnect(line, event);
    line = next;
    all.push(...effects);
  }
  assert.deepEqual(sent(all), [ACT, ACT]);
  assert.deepEqual(settled(all), [null]);
  assert.deepEqual([line.pending, line.version, line.attempt], [null, 18, 0]);
});
