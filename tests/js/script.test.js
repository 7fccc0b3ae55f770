import assert from "node:assert/strict";
import test from "node:test";

import { isLed, pointedAt, startOf, stepAt } from "../../games/static/games/js/script.js";

test("a step is led by what is done on the board, or one reads and presses on", () => {
  assert.equal(isLed({ do: "0:move H", free: false }), true);
  assert.equal(isLed({ do: "", free: true }), true);
  assert.equal(isLed({ do: "", free: false }), false);
});

test("the tile that an action is about is pointed at", () => {
  for (const [wanted, tile] of [
    ["0:move H", "H"],
    ["choose W", "W"],
    ["0:shore L Q", "L"],
    ["0:lift 0 J", "J"],
    ["1:give 0 o", ""],
    ["0:draw", ""],
    ["", ""],
  ])
    assert.equal(pointedAt(String(wanted)), tile);
});

test("the lesson goes on where the address says, else where it was left, else at its beginning", () => {
  assert.equal(stepAt("#7", "3", 39), 6);
  assert.equal(stepAt("", "3", 39), 2);
  assert.equal(stepAt("", null, 39), 0);
  assert.equal(stepAt("#999", null, 39), 38);
  assert.equal(stepAt("#0", null, 39), 0);
  assert.equal(stepAt("#words", "nonsense", 39), 0);
});

test("a lesson that was finished begins anew", () => {
  assert.equal(stepAt("", "39", 39), 0);
  assert.equal(stepAt("#39", "39", 39), 38);
});

test("a chapter begins with its first step", () => {
  const steps = [0, 0, 1, 1, 2].map((chapter) => ({ chapter }));
  assert.equal(startOf(steps, 1), 2);
  assert.equal(startOf(steps, 9), 0);
});
