import assert from "node:assert/strict";
import { test } from "node:test";

import { parseIsland, parsePosition, turnedClockwise } from "../../games/static/games/js/position.js";
import { FRESH } from "./tables.js";

test("an island keeps its open sea and says of each tile how it stands and where", () => {
  const [first, second] = parseIsland("2Sj2/1u-Q1v");
  assert.deepEqual(
    first?.map((cell) => cell?.tile ?? null),
    [null, null, "S", "J", null, null],
  );
  assert.deepEqual(first?.[3], { tile: "J", state: "flooded", row: 0, column: 3 });
  assert.deepEqual(second?.[2], { tile: "Q", state: "sunk", row: 1, column: 2 });
  assert.equal(second?.[4]?.tile, "V");
});

test("a fresh position is read field by field", () => {
  const position = parsePosition(FRESH);
  assert.equal(position.cells.size, 24);
  assert.deepEqual(position.seats[0], { role: "M", tile: "R", hand: "eo" });
  assert.deepEqual(position.turn, { over: null, seat: 0, phase: "act", left: 3, flown: false });
  assert.equal(position.water, 1);
  assert.equal(position.captured, "");
  assert.deepEqual(position.flood, { draw: 18, discard: "PIARFJ" });
  assert.deepEqual(position.treasure, { draw: 24, discard: "" });
});

const TURNS = /** @type {const} */ ([
  ["0:act2f", { over: null, seat: 0, phase: "act", left: 2, flown: true }],
  ["3:draw1", { over: null, seat: 3, phase: "draw", left: 1, flown: false }],
  ["1:flood5", { over: null, seat: 1, phase: "flood", left: 5, flown: false }],
  ["over:won", { over: "won", seat: -1, phase: "over", left: 0, flown: false }],
  ["over:treasure-e", { over: "treasure-e", seat: -1, phase: "over", left: 0, flown: false }],
  ["over:drowned-1", { over: "drowned-1", seat: -1, phase: "over", left: 0, flown: false }],
]);
for (const [text, turn] of TURNS) {
  test(`the turn ${text} is read`, () => assert.deepEqual(parsePosition(FRESH.replace("0:act3", text)).turn, turn));
}

test("an empty hand and empty piles are a dash", () => {
  const position = parsePosition("Aj PJ:-,EB:h 0:act0 9 ef -/- -/- 1.2");
  assert.equal(position.seats[0]?.hand, "");
  assert.equal(position.captured, "ef");
  assert.deepEqual(position.flood, { draw: 0, discard: "" });
});

test("what has not eight fields is refused", () => assert.throws(() => parsePosition("Aj PJ:-"), /eight fields/));

test("a quarter turn clockwise brings the west to the north", () => {
  assert.deepEqual(
    turnedClockwise([
      ["a", "b", null],
      ["c", null, "d"],
    ]),
    [
      ["c", "a"],
      [null, "b"],
      ["d", null],
    ],
  );
});
