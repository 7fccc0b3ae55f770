import assert from "node:assert/strict";
import { test } from "node:test";

import {
  actingSeat,
  apply,
  expire,
  gate,
  isDrowning,
  isOver,
  lastStanding,
  leftInTreasurePile,
  othersWithSpecials,
  withOlder,
} from "../../games/static/games/js/model.js";
import { askedToConcede, playerAt, vacantSeats } from "../../games/static/games/js/seats.js";
import { entryFrame, FRESH, gameFrame, model } from "./tables.js";

const GRACE_LEFT = gameFrame().seats.map((/** @type {object} */ seat, /** @type {number} */ number) => ({
  ...seat,
  left: number === 1,
}));

/**
 * An entry about seat 1.
 *
 * @param {number} version
 * @param {string} action
 * @param {object} change
 * @param {string} [user]
 */
function seatEntry(version, action, change, user) {
  const type = { leave: "left", sit: "sat", concede: "conceded" }[action.slice(2)];
  const [first, second] = gameFrame().seats;
  return entryFrame(version, {
    action,
    events: [{ type, seat: 1, ...(user ? { user } : {}) }],
    seats: [first, { ...second, ...change }],
  });
}

const GATES = /** @type {const} */ ([
  ["the first game", null, { type: "game", version: 3 }, "apply"],
  ["the same game again", 3, { type: "game", version: 3 }, "apply"],
  ["an older game", 4, { type: "game", version: 3 }, "drop"],
  ["the next entry", 3, { type: "entry", version: 4 }, "apply"],
  ["an entry held already", 3, { type: "entry", version: 3 }, "drop"],
  ["an entry after a gap", 3, { type: "entry", version: 5 }, "gap"],
  ["an entry before any game", null, { type: "entry", version: 1 }, "gap"],
  ["a line of chat", 3, { type: "chat" }, "apply"],
]);
for (const [what, held, frame, verdict] of GATES)
  test(`${what}: ${verdict}`, () => assert.equal(gate(held, frame), verdict));

test("an entry brings its position, its legal actions and a line of the log", () => {
  const after = apply(
    model(),
    entryFrame(11, { position: FRESH.replace("MR", "MK"), legal: { 0: { draw: true } } }),
    0,
  );
  assert.equal(after?.version, 11);
  assert.equal(after?.position?.seats[0]?.tile, "K");
  assert.deepEqual(after?.legal, { 0: { draw: true } });
  assert.equal(after?.log.at(-1)?.version, 11);
});

test("a stale entry and one after a gap change nothing", () => {
  const before = model();
  assert.equal(apply(before, entryFrame(10), 0), before);
  assert.equal(apply(before, entryFrame(12), 0), before);
});

test("what was taken back is marked, and the move before it is the last that stands", () => {
  const moved = apply(model(), entryFrame(11), 0);
  const again = apply(moved, entryFrame(12, { action: "0:move L" }), 0);
  const undone = apply(
    again,
    entryFrame(13, { action: "0:undo", events: [{ type: "undone", seat: 0, version: 12 }] }),
    0,
  );
  assert.deepEqual(
    undone?.log.map((entry) => Boolean(entry.undone)),
    [false, true, false],
  );
  assert.equal(undone && lastStanding(undone)?.version, 11);
});

test("a game frame keeps the log before it where it joins on", () => {
  const before = apply(model(), entryFrame(11), 0);
  const joined = apply(before, gameFrame({ version: 12, log: [entryFrame(12)] }), 0);
  assert.deepEqual(
    joined?.log.map((entry) => entry.version),
    [11, 12],
  );
  const apart = apply(before, gameFrame({ version: 14, log: [entryFrame(14)] }), 0);
  assert.deepEqual(
    apart?.log.map((entry) => entry.version),
    [14],
  );
});

test("older entries go before the others, each once", () => {
  const later = apply(model(), entryFrame(11), 0);
  assert.deepEqual(
    later &&
      withOlder(
        later,
        [entryFrame(9), entryFrame(10), entryFrame(11)].map((frame) => /** @type {any} */ (frame)),
      ).log.map((entry) => entry.version),
    [9, 10, 11],
  );
});

test("the end opens the seed", () => {
  const after = apply(model(), entryFrame(11, { over: { status: "finished", outcome: "won", seed: "00" } }), 0);
  assert.deepEqual([after?.status, after?.outcome, after?.seed], ["finished", "won", "00"]);
  assert.ok(after && isOver(after));
});

test("a wish to wait lasts twenty seconds or until it is released", () => {
  const asked = apply(model(), { type: "hold", user: "grace", seat: 1, on: true }, 1000);
  assert.equal(asked && expire(asked, 20_999).holds.length, 1);
  assert.equal(asked && expire(asked, 21_000).holds.length, 0);
  assert.deepEqual(apply(asked, { type: "hold", user: "grace", seat: 1, on: false }, 2000)?.holds, []);
});

test("a line of chat comes once, however often it is told", () => {
  const line = { type: "chat", id: 5, user: "ada", seated: true, text: "hello", at: "" };
  const once = apply(model(), line, 0);
  assert.equal(apply(once, line, 0)?.chat.length, 1);
});

test("a line that an admin hides is gone", () => {
  const line = { type: "chat", id: 5, user: "ada", seated: true, text: "hello", at: "" };
  const said = apply(model(), line, 0);
  assert.deepEqual(apply(said, { type: "unsaid", id: 5 }, 0)?.chat, []);
});

test("who left the table is marked", () => {
  const after = apply(model(), seatEntry(11, "1:leave", { left: true, player: null }), 0);
  assert.deepEqual(
    after?.seats.map((seat) => seat.left),
    [false, true],
  );
  assert.deepEqual(after?.you, [0]);
});

test("the own seats are those that one plays", () => {
  const left = apply(model({ you: [1] }, "grace"), seatEntry(11, "1:leave", { left: true, player: null }), 0);
  assert.deepEqual(left?.you, []);
  const sat = apply(model({ you: [] }, "mei"), seatEntry(11, "1:sit", { left: true, player: "mei" }), 0);
  assert.deepEqual(sat?.you, [1]);
  assert.deepEqual(apply(model({ you: [] }, ""), seatEntry(11, "1:leave", { left: true, player: null }), 0)?.you, []);
});

const VACANT = [GRACE_LEFT[0], { ...GRACE_LEFT[1], player: null }];
const VACANCIES = /** @type {const} */ ([
  ["a stranger with an account may sit where somebody left", "mei", {}, [1]],
  ["nobody without an account", "", {}, []],
  ["not who plays here already, in a rated game", "ada", { rated: true }, []],
  ["not who left, in a rated game", "grace", { rated: true }, []],
  ["whoever left a casual game may come back", "grace", {}, [1]],
  ["nobody once it is over", "mei", { status: "finished" }, []],
]);
for (const [what, user, change, seats] of VACANCIES)
  test(what, () => assert.deepEqual(vacantSeats(model({ seats: VACANT, ...change }, user)), seats));

test("a wish to give up is put to those who have not agreed", () => {
  const asked = apply(model(), seatEntry(11, "1:concede", { concedes: true }), 0);
  assert.deepEqual(asked && askedToConcede(asked), [1]);
  const asking = apply(model({ you: [1] }, "grace"), seatEntry(11, "1:concede", { concedes: true }), 0);
  assert.deepEqual(asking && askedToConcede(asking), []);
});

const FORGETTING = /** @type {const} */ ([
  ["a move", { action: "0:move K" }, false],
  ["a move taken back", { action: "0:undo" }, false],
  ["a skip", { action: "0:skip" }, true],
  ["what the clock plays", { action: "0:draw", by_clock: true }, true],
]);
for (const [what, entry, stands] of FORGETTING)
  test(`after ${what} a wish to give up ${stands ? "stands" : "is forgotten"}`, () => {
    const asked = apply(model(), seatEntry(11, "1:concede", { concedes: true }), 0);
    assert.equal(apply(asked, entryFrame(12, entry), 0)?.seats[1]?.concedes, stands);
  });

test("turns that the clock finished are counted until the seat finishes one", () => {
  const turn = { events: [{ type: "turn", seat: 1 }] };
  const missed = apply(model(), entryFrame(11, { ...turn, by_clock: true }), 0);
  assert.deepEqual(
    missed?.seats.map((seat) => seat.missed),
    [1, 0],
  );
  assert.equal(apply(missed, entryFrame(12, turn), 0)?.seats[0]?.missed, 0);
});

test("who played a seat then is known from the log", () => {
  const left = apply(model(), seatEntry(11, "1:leave", { left: true, player: null }), 0);
  const sat = apply(left, seatEntry(12, "1:sit", { left: true, player: "mei" }, "mei"), 0);
  const seat = sat?.seats[1];
  assert.ok(sat && seat);
  assert.deepEqual(
    [10, 11, 12].map((version) => playerAt(sat, seat, version)),
    ["grace", null, "mei"],
  );
});

test("an entry that others follow at once leaves the clock, the end stops it", () => {
  const clock = { pace: "live5", at: "", running: [0], left_ms: { 0: 1, 1: 1 }, grace_ms: 30000 };
  const before = model({ clock });
  assert.equal(apply(before, entryFrame(11), 0)?.clock, clock);
  assert.equal(apply(before, entryFrame(11, { over: { status: "finished" } }), 0)?.clock, null);
});

test("after Waters Rise! the discarded flood cards lie on top as one set, and leave it as they are drawn", () => {
  const start = model();
  assert.deepEqual(start.floodLayers, ["BCDEGHKLMNOQSTUVWX"]);
  const risen = FRESH.replace("??????????????????/PIARFJ 1.2", "????????????????????????/- 2.2");
  const after = apply(
    start,
    entryFrame(11, {
      position: risen,
      events: [
        { type: "drew", seat: 0, card: "r" },
        { type: "rose", level: 2 },
        { type: "shuffled", deck: "flood" },
      ],
    }),
    0,
  );
  assert.deepEqual(after?.floodLayers, ["AFIJPR", "BCDEGHKLMNOQSTUVWX"]);
  const drawn = apply(
    after,
    entryFrame(12, { position: risen.replace("/- 2.2", "/J 2.2"), events: [{ type: "sank", tile: "J" }] }),
    0,
  );
  assert.deepEqual(drawn?.floodLayers[0], "AFIPR");
});

test("a flood pile made anew is one set", () => {
  const anew = FRESH.replace("??????????????????/PIARFJ 1.2", "????????????????????????/- 2.2");
  const after = apply(
    model(),
    entryFrame(11, {
      position: anew,
      events: [
        { type: "flooded", tile: "B" },
        { type: "shuffled", deck: "flood" },
      ],
    }),
    0,
  );
  assert.deepEqual(after?.floodLayers, ["ABCDEFGHIJKLMNOPQRSTUVWX"]);
});

test("what the server says of the flood pile is believed", () =>
  assert.deepEqual(model({ flood_layers: ["AB", "CD"] }).floodLayers, ["AB", "CD"]));

test("the treasure draw pile holds what is not in sight", () => {
  const { position } = model();
  assert.deepEqual(position && leftInTreasurePile(position), { e: 4, w: 5, f: 4, o: 3, h: 3, s: 2, r: 3 });
});

test("one acts for the seat that owes something, else for the active one, else for the one preferred", () => {
  assert.equal(actingSeat(model({ you: [] }), null), null);
  assert.equal(actingSeat(model({ you: [1] }), null), 1);
  assert.equal(actingSeat(model({ you: [0, 1] }), null), 0);
  assert.equal(actingSeat(model({ you: [0, 1] }), 1), 1);
  assert.equal(actingSeat(model({ you: [0, 1], legal: { 1: { discard: "f" } } }), 0), 1);
});

test("a pawn drowns where its tile has sunk, until the game is over", () => {
  assert.equal(isDrowning(model({ position: FRESH.replace("XrL", "X-RL") }), 0), true);
  assert.equal(isDrowning(model(), 0), false);
  assert.equal(
    isDrowning(model({ position: FRESH.replace("XrL", "X-RL").replace("0:act3", "over:drowned-0") }), 0),
    false,
  );
});

test("only special cards of other users make one wait", () => {
  assert.deepEqual(othersWithSpecials(model({ position: FRESH.replace("MR:eo,EB:fo", "MR:eh,EB:fo") })), []);
  assert.deepEqual(othersWithSpecials(model({ position: FRESH.replace("MR:eo,EB:fo", "MR:eo,EB:fs") })), [1]);
});
