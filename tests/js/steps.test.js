import assert from "node:assert/strict";
import { test } from "node:test";

import {
  gameByVersion,
  lastVersionOf,
  marksOf,
  spread,
  stepOf,
  turnOf,
  turnStarts,
  versionFrom,
  wholeGame,
} from "../../games/static/games/js/steps.js";
import { FRESH } from "./tables.js";

/**
 * @param {Record<string, any>[][]} events of each version, the start first
 * @param {number[]} [steps]
 */
function told(events, steps = events.map((_, version) => version)) {
  const entries = events.map((list, version) => ({
    version,
    seat: 0,
    action: version ? "0:draw" : "start",
    events: list.map((event) => ({ type: "", ...event })),
    at: "",
    by_clock: false,
    position: FRESH,
  }));
  return { version: events.length - 1, status: "finished", outcome: "conceded", steps, entries };
}

const FACTS = {
  layout: "classic",
  difficulty: "novice",
  rated: false,
  seats: [
    { number: 0, user: "ada", player: "ada", role: "M", left: false },
    { number: 1, user: "grace", player: "mei", role: "E", left: true },
  ],
  sat: { 3: "mei" },
};

test("a version leads to the step that stood then", () => {
  const game = told([[], [], [], [], []], [0, 1, 4]);
  assert.deepEqual(
    [0, 1, 2, 3, 4, 99].map((version) => stepOf(game, version)),
    [0, 1, 1, 1, 2, 2],
  );
});

test("what stands between two steps belongs to the first", () => {
  const game = told([[], [], [], [], [], []], [0, 1, 4]);
  assert.deepEqual(
    [0, 1, 2].map((at) => lastVersionOf(game, at)),
    [0, 3, 5],
  );
});

for (const [hash, version] of /** @type {[string, number | null][]} */ ([
  ["#57", 57],
  ["#0", 0],
  ["", null],
  ["#main", null],
  ["#-1", null],
  ["#1e9", null],
  ["#99999999999", null],
]))
  test(`the address ${hash || "without a mark"} asks for ${version}`, () => assert.equal(versionFrom(hash), version));

test("a turn begins with the step that ends the one before", () => {
  const starts = turnStarts(told([[], [], [{ type: "turn", seat: 1 }], [], [{ type: "turn", seat: 0 }]]));
  assert.deepEqual(starts, [0, 2, 4]);
  assert.deepEqual(
    [-1, 0, 1, 2, 3, 4, 9].map((at) => turnOf(starts, at)),
    [0, 0, 0, 1, 1, 2, 2],
  );
});

test("marks are rises, captures and the sinkings of each turn", () => {
  const marks = marksOf(
    told([
      [{ type: "flooded", tile: "A" }],
      [{ type: "rose", level: 3 }],
      [{ type: "sank", tile: "A" }],
      [
        { type: "sank", tile: "B" },
        { type: "turn", seat: 1 },
      ],
      [{ type: "captured", treasure: "w", seat: 1 }],
      [{ type: "sank", tile: "C" }],
    ]),
  );
  assert.deepEqual(
    marks.map(({ at, kind, words }) => [at, kind, words]),
    [
      [1, "rise", ["Waters Rise!"]],
      [2, "sink", ["Breakers Bridge", "Bronze Gate"]],
      [4, "capture", ["the Statue of the Wind is ours"]],
      [5, "sink", ["Cave of Embers"]],
    ],
  );
});

test("what was taken back makes no mark", () => {
  const game = told([[], [{ type: "rose", level: 3 }], [{ type: "undone", version: 1 }], []], [0, 3]);
  assert.deepEqual(marksOf(game), []);
});

test("marks are moved apart by as little as it takes", () => {
  const rounded = (/** @type {number[]} */ places) => places.map((place) => Math.round(place * 100) / 100);
  assert.deepEqual(rounded(spread([], 0.1)), []);
  assert.deepEqual(rounded(spread([0.2, 0.6], 0.1)), [0.2, 0.6]);
  assert.deepEqual(rounded(spread([0.2, 0.22, 0.25], 0.1)), [0.2, 0.3, 0.4]);
  assert.deepEqual(rounded(spread([0.95, 0.97, 1], 0.1)), [0.8, 0.9, 1]);
  assert.deepEqual(rounded(spread([0.5, 0.5, 0.5, 0.5, 0.5], 0.5)), [0, 0.25, 0.5, 0.75, 1]);
});

const CHANGES = [
  [],
  [{ type: "moved", seat: 0, from: "R", to: "K", how: "step" }],
  [{ type: "left", seat: 1 }],
  [{ type: "sat", seat: 1 }],
  [{ type: "conceded", seat: 0 }],
];

test("at every version the seats are those of then", () => {
  const models = gameByVersion(told(CHANGES), FACTS);
  assert.deepEqual(
    models.map(({ seats }) => [seats[1]?.left, seats[1]?.player]),
    [
      [false, "grace"],
      [false, "grace"],
      [true, null],
      [true, "mei"],
      [true, "mei"],
    ],
  );
});

test("a game is over at its last version only", () => {
  const models = gameByVersion(told(CHANGES), FACTS);
  assert.deepEqual(
    models.map(({ status, outcome }) => [status, outcome]),
    [...Array(4).fill(["active", null]), ["finished", "conceded"]],
  );
});

test("a running game goes on at its last version", () => {
  const models = gameByVersion({ ...told(CHANGES), status: "active", outcome: null }, FACTS);
  assert.deepEqual([models.at(-1)?.status, models.at(-1)?.outcome], ["active", null]);
});

test("the whole log knows who sat down and what was taken back", () => {
  const { log } = wholeGame(told([...CHANGES, [{ type: "undone", seat: 0, version: 1 }]]), FACTS);
  assert.equal(log[3]?.events[0]?.user, "mei");
  assert.deepEqual(
    log.map((entry) => Boolean(entry.undone)),
    [false, true, false, false, false, false],
  );
});
