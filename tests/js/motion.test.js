import assert from "node:assert/strict";
import { test } from "node:test";

import { fitted, lengthOf, MOST_MS, OUTLINE_MS, planOf, SINK_MS, STEP_MS, TURN_MS, wayOf } from "../../games/static/games/js/motion.js";
import { parsePosition } from "../../games/static/games/js/position.js";
import { FRESH_PREFERENCES, preferencesFrom } from "../../games/static/games/js/preferences.js";
import { MOST_MS as LONGEST_SOUND_MS, SOUNDS } from "../../games/static/games/js/sound.js";
import { FRESH } from "./tables.js";

const BEFORE = parsePosition(FRESH);
/** The Engineer's two tiles of the way to the Diver's gate have flooded. */
const WET = parsePosition(FRESH.replace("XrLOaE", "X-Rl-OaE"));

/** @param {import("../../games/static/games/js/model.js").GameEvent[]} events @param {string} [after] */
const shown = (events, after = FRESH) =>
  planOf(events, BEFORE, parsePosition(after), "fast").map(({ kind, at, ms }) => [kind, at, ms]);

const PLANS = /** @type {const} */ ([
  ["a pawn walks a step", [{ type: "moved", seat: 0, from: "X", to: "L", how: "step" }], [["walk", 0, STEP_MS]]],
  ["a flight is one arc", [{ type: "moved", seat: 0, from: "X", to: "K", how: "fly" }], [["fly", 0, TURN_MS]]],
  ["a shored tile dries", [{ type: "shored", seat: 1, tile: "R" }], [["shore", 0, STEP_MS]]],
  [
    "a card turns over and goes to the hand",
    [{ type: "drew", seat: 0, card: "e" }],
    [
      ["turn", 0, STEP_MS],
      ["deal", STEP_MS, STEP_MS],
    ],
  ],
  [
    "Waters Rise! goes to no hand, and then the water climbs",
    [
      { type: "drew", seat: 0, card: "r" },
      { type: "rose", level: 2 },
      { type: "shuffled", deck: "flood" },
    ],
    [
      ["turn", 0, STEP_MS],
      ["away", STEP_MS, STEP_MS],
      ["rise", 2 * STEP_MS, TURN_MS],
    ],
  ],
  [
    "a flood card turns over before the waves rise, and the next turn begins after them",
    [
      { type: "flooded", tile: "S" },
      { type: "turn", seat: 1 },
    ],
    [
      ["turn", 0, STEP_MS],
      ["flood", STEP_MS, TURN_MS],
      ["begin", STEP_MS + TURN_MS, 0],
    ],
  ],
  [
    "the coast is drawn anew when a tile has sunk",
    [{ type: "sank", tile: "P" }],
    [
      ["turn", 0, STEP_MS],
      ["sink", STEP_MS, SINK_MS],
      ["coast", STEP_MS + SINK_MS, TURN_MS],
    ],
  ],
  [
    "a lift spends its card and flies all of them",
    [{ type: "lifted", seat: 1, seats: [0, 1], from: "X", to: "K" }],
    [
      ["away", 0, STEP_MS],
      ["fly", STEP_MS, TURN_MS],
    ],
  ],
  ["a treasure comes up", [{ type: "captured", seat: 0, treasure: "e" }], [["capture", 0, SINK_MS]]],
  [
    "the helicopter leaves before the game is won",
    [
      { type: "escaped", seat: 0 },
      { type: "ended", outcome: "won" },
    ],
    [
      ["leave", 0, SINK_MS],
      ["won", SINK_MS, 0],
    ],
  ],
  ["what only the log tells is not seen", [{ type: "left", seat: 0 }], []],
]);
for (const [what, events, beats] of PLANS)
  test(what, () => assert.deepEqual(shown(structuredClone(/** @type {any} */ (events))), beats));

test("a move that was taken back is walked back", () => {
  const after = FRESH.replace("MR:", "ML:");
  const [beat] = planOf([{ type: "undone", seat: 0, version: 3 }], BEFORE, parsePosition(after), "fast");
  assert.deepEqual(beat, { kind: "walk", seats: [0], way: ["R", "L"], at: 0, ms: STEP_MS });
});

test("a pawn is seen to come by each tile of its way", () => {
  assert.deepEqual(wayOf(BEFORE, "R", "O", "navigate"), ["R", "L", "O"]);
  assert.deepEqual(wayOf(WET, "X", "A", "dive"), ["X", "R", "L", "O", "A"]);
  assert.deepEqual(wayOf(BEFORE, "R", "K", "step"), ["R", "K"]);
});

test("where no way is found the pawn goes straight", () => {
  assert.deepEqual(wayOf(BEFORE, "X", "E", "dive"), ["X", "E"]);
});

test("slow is twice as slow, and nothing is seen later than the limit of its pace", () => {
  const events = [{ type: "sank", tile: "P" }];
  assert.equal(lengthOf(planOf(events, BEFORE, BEFORE, "slow")), 2 * (STEP_MS + SINK_MS + TURN_MS));
  const many = Array.from({ length: 5 }, () => events).flat();
  assert.ok(Math.abs(lengthOf(planOf(many, BEFORE, BEFORE, "fast")) - MOST_MS) < 1);
  assert.ok(Math.abs(lengthOf(planOf(many, BEFORE, BEFORE, "slow")) - 2 * MOST_MS) < 1);
});

test("a plan is made shorter and never longer", () => {
  const plan = planOf([{ type: "sank", tile: "P" }], BEFORE, BEFORE, "fast");
  assert.equal(lengthOf(fitted(plan, 500)), 500);
  assert.deepEqual(fitted(plan, 60_000), plan);
});

test("without motion every beat is over at once, and what changed has an outline", () => {
  const plan = planOf(
    [
      { type: "moved", seat: 0, from: "R", to: "L", how: "step" },
      { type: "flooded", tile: "S" },
    ],
    BEFORE,
    BEFORE,
    "off",
  );
  assert.deepEqual(
    plan.filter((beat) => beat.ms > 0),
    ["L", "S"].map((tile) => ({ kind: "outline", tile, at: 0, ms: OUTLINE_MS })),
  );
  assert.deepEqual(
    plan.filter((beat) => beat.ms === 0).map((beat) => beat.kind),
    ["walk", "turn", "flood"],
  );
});

test("each kind of beat has a sound of its own, and only the lift-off is long", () => {
  const kinds = ["walk", "fly", "shore", "turn", "deal", "away", "give", "flood", "sink", "rise", "capture", "begin", "leave", "won", "lost"];
  assert.deepEqual(
    kinds.filter((kind) => !SOUNDS[kind]),
    [],
  );
  assert.equal(new Set(Object.values(SOUNDS).map((voices) => JSON.stringify(voices))).size, Object.keys(SOUNDS).length);
  for (const [kind, voices] of Object.entries(SOUNDS)) {
    const length = Math.max(...voices.map((voice) => voice.at + voice.ms));
    assert.equal(length > LONGEST_SOUND_MS, kind === "leave", `${kind} lasts ${length} ms`);
    for (const voice of voices) assert.ok(voice.from > 0 && voice.to > 0 && voice.loud > 0 && voice.loud <= 1, kind);
  }
});

test("preferences are as they were kept, and where that makes no sense as at first", () => {
  assert.deepEqual(preferencesFrom({}), FRESH_PREFERENCES);
  assert.deepEqual(
    preferencesFrom({ motion: "slow", sounds: "true", volume: "0", asksAgain: "true", drawsOn: "true", singleKeys: "false" }),
    { motion: "slow", sounds: true, volume: 0, asksAgain: true, drawsOn: true, singleKeys: false },
  );
  assert.deepEqual(preferencesFrom({ motion: "wild", volume: "loud" }), FRESH_PREFERENCES);
});
