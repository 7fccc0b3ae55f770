import assert from "node:assert/strict";
import { test } from "node:test";

import {
  gameAt,
  lastVersionOf,
  marksOf,
  stepOf,
  tidesOf,
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

test("special cards and floods are marks too, and those of the start are none", () => {
  const marks = marksOf(
    told([
      [{ type: "flooded", tile: "A" }],
      [{ type: "sandbagged", seat: 1, tile: "A" }],
      [{ type: "flooded", tile: "B" }],
      [{ type: "lifted", seat: 0, seats: [0, 1], from: "A", to: "J" }],
      [{ type: "flooded", tile: "C" }],
      [{ type: "escaped", seat: 0 }],
    ]),
  );
  assert.deepEqual(
    marks.map(({ at, kind, symbols, words }) => [at, kind, symbols[0], words]),
    [
      [1, "special", "card-s", ["Sandbags on Breakers Bridge"]],
      [2, "flood", "v-flood", ["Bronze Gate", "Cave of Embers"]],
      [3, "special", "card-h", ["Helicopter Lift to Fools’ Landing"]],
      [5, "special", "card-h", ["Helicopter Lift off the island"]],
    ],
  );
});

test("how the game stood is counted without reading every position", () => {
  const game = told([[], []]);
  const after = game.entries[1];
  if (after) after.position = FRESH.replace("2Sj2/", "2-Sj2/").replace(" 1 - ", " 10 ef ");
  assert.deepEqual(tidesOf(game), [
    { water: 1, treasures: 0, dry: 18, flooded: 6, sunk: 0 },
    { water: 10, treasures: 2, dry: 17, flooded: 6, sunk: 1 },
  ]);
});

const CHANGES = [
  [],
  [{ type: "moved", seat: 0, from: "R", to: "K", how: "step" }],
  [{ type: "left", seat: 1 }],
  [{ type: "sat", seat: 1 }],
  [{ type: "conceded", seat: 0 }],
];

/** @param {import("../../games/static/games/js/steps.js").Told} game */
function modelsOf(game) {
  const at = gameAt(game, FACTS);
  return game.entries.map(({ version }) => at(version));
}

test("whoever looks at a late moment first sees what others see there", () => {
  const at = gameAt(told(CHANGES), FACTS);
  assert.deepEqual([at(3), at(1)], [3, 1].map((version) => modelsOf(told(CHANGES))[version]));
});

test("a game that is played on begins with what was known of its flood pile", () => {
  const layers = ["AB", "CD"];
  assert.deepEqual(gameAt({ ...told([[]]), flood_layers: layers }, FACTS)(0).floodLayers, layers);
});

test("at every version the seats are those of then", () => {
  const models = modelsOf(told(CHANGES));
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
  const models = modelsOf(told(CHANGES));
  assert.deepEqual(
    models.map(({ status, outcome }) => [status, outcome]),
    [...Array(4).fill(["active", null]), ["finished", "conceded"]],
  );
});

test("a running game goes on at its last version", () => {
  const models = modelsOf({ ...told(CHANGES), status: "active", outcome: null });
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
