import assert from "node:assert/strict";
import { test } from "node:test";

import { announcement } from "../../games/static/games/js/announce.js";
import { nextTile } from "../../games/static/games/js/grid.js";
import { goodThings } from "../../games/static/games/js/end.js";
import { intentOf } from "../../games/static/games/js/keys.js";
import { lostText } from "../../games/static/games/js/line.js";
import { capturedAt } from "../../games/static/games/js/log.js";
import { parseIsland } from "../../games/static/games/js/position.js";
import { IDLE } from "../../games/static/games/js/reconnect.js";
import { goOf, turnLine, whatIsLeft, wishOf } from "../../games/static/games/js/turn.js";
import { FRESH_UI, viewOf } from "../../games/static/games/js/view.js";
import { entryFrame, FRESH, model } from "./tables.js";

/** @param {object} [change] @param {object} [ui] */
const view = (change = {}, ui = {}) => viewOf(model(change), { ...FRESH_UI, ...ui }, IDLE, 0);

const ATOLL = parseIsland("2ABC2/1DE1FG1/HI3JK/L5M/NO3PQ/1RS1TU1/2VWX2");
const STEPS = /** @type {const} */ ([
  ["A", "ArrowRight", "B"],
  ["L", "ArrowRight", "M"],
  ["E", "ArrowRight", "F"],
  ["B", "ArrowDown", "W"],
  ["A", "ArrowUp", "A"],
  ["C", "ArrowRight", "G"],
  ["N", "Home", "N"],
  ["N", "End", "Q"],
  ["H", "ArrowDown", "L"],
]);
for (const [from, key, to] of STEPS)
  test(`from ${from} ${key} leads to ${to}`, () => assert.equal(nextTile(ATOLL, from, key), to));
test("other keys are not the island's", () => assert.equal(nextTile(ATOLL, "A", "x"), null));

const LINES = /** @type {const} */ ([
  [{}, "Your turn, ada"],
  [{ you: [1] }, "ada’s turn"],
  [{ legal: { 0: { discard: "eo" } } }, "You hold two cards"],
  [{ legal: { 1: { discard: "eo" } } }, "grace must put a card away"],
  [{ position: FRESH.replace("XrL", "X-RL"), legal: { 0: { swim: "L" } } }, "Swim: Silver Gate has sunk"],
  [{ position: FRESH.replace("XrL", "X-RL") }, "Only a Helicopter Lift can save you"],
  [{ position: FRESH.replace("XrL", "X-RL"), you: [1] }, "ada must swim"],
]);
for (const [change, text] of LINES)
  test(`the turn line says: ${text}`, () => assert.equal(turnLine(view(change)), text));

test("what is left of a turn is told by phase", () => {
  assert.deepEqual(whatIsLeft(view()), { pips: 3, text: "3 of 3 actions left", brief: "" });
  assert.deepEqual(whatIsLeft(view({ position: FRESH.replace("0:act3", "0:flood1") })), {
    pips: null,
    text: "one flood card to come",
    brief: "1 flood card",
  });
});

const GOES = /** @type {const} */ ([
  [{ legal: { 0: { draw: true } } }, "Draw card 1 of 2", true],
  [{ legal: { 0: { draw: true } }, position: FRESH.replace("0:act3", "0:draw1") }, "Draw card 2 of 2", true],
  [{ legal: { 0: { flood: true } }, position: FRESH.replace("0:act3 1", "0:flood1 4") }, "Flood card 3 of 3", true],
  [{ legal: { 0: { escape: true } } }, "Lift off", true],
  [{}, "Draw card 1 of 2", false],
  [{ you: [1] }, "ada acts", false],
]);
for (const [change, label, can] of GOES) {
  test(`the gold button says ${label}${can ? "" : ", and why not"}`, () => {
    const go = goOf(view(change));
    assert.equal([go.name, go.main + go.more + go.count].filter(Boolean).join(" "), label);
    assert.equal(go.action !== null, can);
    assert.equal(go.blocked !== "", !can);
  });
}

test("a wish to wait is told to the drawer", () => {
  const table = {
    ...model({ legal: { 0: { draw: true } } }),
    holds: [
      { user: "grace", seat: 1, until: 9 },
      { user: "ada", seat: 0, until: 9 },
    ],
  };
  assert.deepEqual(wishOf(viewOf(table, FRESH_UI, IDLE, 0)), { names: "grace", more: " asks you to wait" });
});

test("single keys do what the verbs do, and can be switched off", () => {
  const chosen = { kind: /** @type {const} */ ("tile"), tile: "K" };
  const change = { legal: { 0: { move: "K", draw: true, undo: true } } };
  assert.deepEqual(intentOf("m", view(change, { chosen })), { type: "act", action: "0:move K" });
  assert.deepEqual(intentOf("d", view(change)), { type: "act", action: "0:draw" });
  assert.deepEqual(intentOf("u", view(change)), { type: "act", action: "0:undo" });
  assert.deepEqual(intentOf("2", view(change)), { type: "choose", chosen: { kind: "seat", seat: 1 } });
  assert.deepEqual(intentOf("?", view(change)), { type: "sheet", name: "help" });
  assert.equal(intentOf("m", view(change)), null);
  assert.equal(intentOf("d", view(change, { singleKeys: false })), null);
  assert.deepEqual(intentOf("Escape", view(change, { singleKeys: false })), { type: "back" });
});

test("one's turn, a full hand, a sunk tile and the end are called out once", () => {
  const others = model({ position: FRESH.replace("0:act3", "1:act3") });
  assert.equal(announcement(others, model()), "It is your turn.");
  assert.equal(announcement(model(), model()), "");
  assert.match(announcement(model(), model({ legal: { 0: { discard: "e" } } })), /Put one away/);
  assert.match(announcement(model(), model({ position: FRESH.replace("XrL", "X-RL") })), /Silver Gate has sunk/);
  assert.equal(announcement(model(), model({ status: "finished", outcome: "won" })), "You made it off the island.");
});

test("the log knows what was ours when it happened", () => {
  const log = [entryFrame(11), entryFrame(12, { events: [{ type: "captured", seat: 0, treasure: "e" }] })];
  const table = model({ version: 12, position: FRESH.replace(" 1 - ", " 1 e "), log });
  assert.deepEqual([capturedAt(table, 11), capturedAt(table, 12)], ["", "e"]);
});

test("the end tells what was good, as far as the log is known", () => {
  const events = [
    { type: "shored", seat: 0, tile: "K" },
    { type: "turn", seat: 1 },
  ];
  assert.equal(
    goodThings(model({ position: FRESH.replace(" 1 - ", " 1 ef "), log: [entryFrame(1, { events })] })),
    "2 turns, two treasures found, 1 tile shored up.",
  );
  assert.equal(goodThings(model()), "No treasures found.");
});

test("a lost line says when it tries again", () => {
  assert.match(lostText({ ...IDLE, phase: "waiting", retryAt: 4000 }, 0), /in 4 seconds/);
  assert.match(lostText({ ...IDLE, phase: "waiting", retryAt: 900 }, 0), /in 1 second\./);
  assert.match(lostText({ ...IDLE, phase: "ended", endCode: 4404 }, 0), /gone/);
});
