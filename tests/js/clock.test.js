import assert from "node:assert/strict";
import { test } from "node:test";

import {
  aheadAfter,
  clockNews,
  faceOf,
  foremost,
  lateOther,
  nextTick,
  overText,
  readings,
  timeText,
} from "../../games/static/games/js/clock.js";
import { turnLine, goOf } from "../../games/static/games/js/turn.js";
import { IDLE } from "../../games/static/games/js/reconnect.js";
import { FRESH_UI, viewOf } from "../../games/static/games/js/view.js";
import { model } from "./tables.js";

const AT = "2026-11-29T20:00:00.000Z";
const START = Date.parse(AT);
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const LIVE = { pace: "live5", at: AT, running: [0], left_ms: { 0: 5 * MINUTE, 1: 4 * MINUTE }, grace_ms: 30_000 };
const BY_DAY = { pace: "day1", at: AT, running: [0], left_ms: { 0: DAY, 1: DAY }, grace_ms: HOUR };

/** A table whose clocks were started at START, as seen by a local clock that is right. @param {object} [change] */
const table = (change = {}, user = "ada") => ({ ...model({ clock: LIVE, ...change }, user), ahead: 0 });

/** @param {number} after milliseconds since START */
const first = (after, change = {}) => readings(table(change), START + after)[0];

const PHASES = /** @type {const} */ ([
  [0, "runs", 5 * MINUTE],
  [4 * MINUTE - 1, "runs", MINUTE + 1],
  [4 * MINUTE, "minute", MINUTE],
  [4 * MINUTE + 40_000, "hurry", 20_000],
  [5 * MINUTE, "over", 0],
  [5 * MINUTE + 29_999, "over", -29_999],
  [5 * MINUTE + 30_000, "due", -30_000],
]);
for (const [after, phase, left] of PHASES)
  test(`after ${after} ms of five minutes: ${phase}`, () =>
    assert.deepEqual(first(after), { seat: 0, runs: true, left, phase }));

test("the bank of a seat that owes nothing rests", () =>
  assert.deepEqual(readings(table(), START + MINUTE)[1], { seat: 1, runs: false, left: 4 * MINUTE, phase: "rests" }));

test("without a clock there is nothing to read, nor where nobody plays", () => {
  assert.deepEqual(readings(table({ clock: null }), START), []);
  const [ada, grace] = model().seats;
  const seats = [ada, { ...grace, left: true, player: null }];
  assert.deepEqual(
    readings(table({ seats }), START).map(({ seat }) => seat),
    [0],
  );
});

test("a wrong local clock does no harm", () => {
  const wrong = START + 7 * HOUR;
  assert.equal(aheadAfter(0, { now: AT }, wrong), -7 * HOUR);
  assert.equal(readings({ ...table(), ahead: -7 * HOUR }, wrong + MINUTE)[0]?.left, 4 * MINUTE);
});

test("an entry that comes late does not turn the clock back, one from the future sets it right", () => {
  assert.equal(aheadAfter(500, { at: AT }, START + 3_000), 500);
  assert.equal(aheadAfter(500, { at: AT }, START - 2_000), 2_000);
  assert.equal(aheadAfter(500, {}, START), 500);
});

const FACES = /** @type {const} */ ([
  [5 * MINUTE, "live5", "5:00"],
  [59_001, "live5", "1:00"],
  [7_000, "live5", "0:07"],
  [-3_000, "live5", "0:00"],
  [3 * DAY, "day3", "3 days"],
  [2 * DAY - 1, "day3", "48 hours"],
  [DAY, "day1", "24 hours"],
  [2 * HOUR, "day1", "120 minutes"],
  [40 * MINUTE, "day1", "40 minutes"],
  [10 * MINUTE, "day1", "10:00"],
]);
for (const [left, pace, text] of FACES)
  test(`${left} ms at ${pace}: ${text}`, () => {
    const { figure, unit } = faceOf(left, pace);
    assert.equal(unit ? `${figure} ${unit}` : figure, text);
  });

const TEXTS = /** @type {const} */ ([
  [DAY + 3 * HOUR, "day2", "1 day 3 hours"],
  [2 * DAY, "day2", "2 days"],
  [HOUR + MINUTE, "day1", "1 hour 1 minute"],
  [HOUR, "day1", "1 hour"],
  [11 * MINUTE, "day1", "11 minutes"],
  [90_000, "day1", "1:30"],
]);
for (const [left, pace, text] of TEXTS)
  test(`${left} ms in words: ${text}`, () => assert.equal(timeText(left, pace), text));

const TICKS = /** @type {const} */ ([
  [LIVE, 0, 1_001],
  [LIVE, 400, 601],
  [LIVE, 5 * MINUTE + 100, 901],
  [BY_DAY, 1_000, 59_001],
  [BY_DAY, DAY - 5 * MINUTE, 1_001],
]);
for (const [clock, after, ms] of TICKS)
  test(`${clock.pace} after ${after} ms: figures change in ${ms} ms`, () => {
    const reading = first(after, { clock });
    assert.ok(reading);
    assert.equal(nextTick(reading, clock), ms);
  });

const NEWS = /** @type {const} */ ([
  ["the last minute of one's own", "ada", 4 * MINUTE - 1, 4 * MINUTE, "One minute left."],
  ["the last seconds of one's own", "ada", 4 * MINUTE, 4 * MINUTE + 40_000, "Hurry: 20 seconds left."],
  ["a second between", "ada", 4 * MINUTE + 41_000, 4 * MINUTE + 42_000, ""],
  ["another's last minute", "grace", 4 * MINUTE - 1, 4 * MINUTE, ""],
  [
    "one's own end",
    "ada",
    5 * MINUTE - 1,
    5 * MINUTE,
    "Your time is over. Others may skip; the clock acts in 0:30.",
  ],
  [
    "another's end",
    "grace",
    5 * MINUTE - 1,
    5 * MINUTE,
    "ada’s time is over. You may skip; the clock acts in 0:30.",
  ],
]);
for (const [what, user, before, after, text] of NEWS)
  test(`${what} is said ${text ? "once" : "not at all"}`, () => {
    const seen = table({ you: [user === "ada" ? 0 : 1] }, user);
    const told = clockNews(readings(seen, START + before), readings(seen, START + after), seen, () => "ada’s");
    assert.equal(told, text);
  });

test("after the grace the clock acts, and by the day the grace is an hour", () => {
  const over = first(DAY, { clock: BY_DAY });
  const due = first(DAY + HOUR, { clock: BY_DAY });
  assert.ok(over && due);
  assert.equal(overText(over, BY_DAY, []), "Others may skip; the clock acts in 1 hour.");
  assert.equal(overText(due, BY_DAY, []), "The clock acts now.");
});

test("the own clock comes first, a late one before others", () => {
  const both = { ...LIVE, running: [0, 1], left_ms: { 0: MINUTE, 1: 1 } };
  const clocks = readings(table({ clock: both }), START + 10);
  assert.equal(foremost(clocks, [0])?.seat, 0);
  assert.equal(foremost(clocks, [])?.seat, 1);
  assert.equal(foremost([], [0]), null);
});

test("one skips another whose time is over, never oneself, and nobody does who only watches", () => {
  const late = readings(table(), START + 5 * MINUTE);
  assert.equal(lateOther(late, [1])?.seat, 0);
  assert.equal(lateOther(late, [0]), null);
  assert.equal(lateOther(late, []), null);
  assert.equal(lateOther(readings(table(), START), [1]), null);
});

/** What a user sees some time after START. */
function seenBy(/** @type {string} */ user, /** @type {number[]} */ you, after = 0, change = {}) {
  return viewOf(table({ you, ...change }, user), FRESH_UI, IDLE, START + after);
}

test("the gold button skips once another's time is over", () => {
  assert.equal(goOf(seenBy("grace", [1])).action, null);
  const go = goOf(seenBy("grace", [1], 5 * MINUTE));
  assert.deepEqual([go.main + go.more, go.action], ["Skip ada", "1:skip"]);
});

test("the gold button of a spectator opens the free seat", () => {
  const [ada, grace] = model().seats;
  const seats = [{ ...ada, left: true, player: null }, grace];
  const view = seenBy("mei", [], 0, { seats });
  const go = goOf(view);
  assert.deepEqual([go.main, go.small, go.sheet, go.action], ["Sit down", "for ada", "sit", null]);
  assert.equal(turnLine(view), "The clock plays for ada");
});
