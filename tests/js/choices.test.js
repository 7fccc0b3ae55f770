import assert from "node:assert/strict";
import { test } from "node:test";

import {
  choices,
  expected,
  mayDrawOn,
  nextStep,
  options,
  withCard,
  withSeat,
  withTile,
} from "../../games/static/games/js/choices.js";
import { FRESH, model } from "./tables.js";

/**
 * @import { Legal, Model } from "../../games/static/games/js/model.js"
 * @import { Chosen, Pick } from "../../games/static/games/js/choices.js"
 */

const tile = (/** @type {string} */ letter) => /** @type {Chosen} */ ({ kind: "tile", tile: letter });
const seat = (/** @type {number} */ number) => /** @type {Chosen} */ ({ kind: "seat", seat: number });
const card = (/** @type {string} */ letter, number = 0) =>
  /** @type {Chosen} */ ({ kind: "card", seat: number, card: letter });
/** @param {Legal} own @param {object} [more] */
const with0 = (own, more = {}) => model({ legal: { 0: own }, ...more });

/**
 * What is offered, as actions, or as verbs with dots where more must be chosen.
 *
 * @param {Model} table
 * @param {Chosen} chosen
 */
const offered = (table, chosen) => choices(table, chosen, null).map((choice) => choice.action ?? `${choice.verb}…`);

/** @type {[string, Legal, Chosen, string[]][]} */
const OFFERS = [
  ["nothing is legal", {}, tile("K"), []],
  ["a tile to move to and shore up", { move: "KL", shore: "K" }, tile("K"), ["0:move K", "0:shore K"]],
  ["a tile that only a flight reaches", { move: "K", fly: "A" }, tile("A"), ["0:move A"]],
  ["the Engineer's flooded tile", { shore: "KL", shore2: true }, tile("K"), ["0:shore K", "shore2…"]],
  ["a tile where the pawn stands that may capture", { capture: "e" }, tile("R"), ["0:capture e"]],
  ["capturing elsewhere", { capture: "e" }, tile("K"), []],
  ["a tile for one pawn to be steered to", { navigate: { 1: "K" } }, tile("K"), ["0:navigate 1 K"]],
  ["a tile for several", { navigate: { 1: "K", 2: "KL" } }, tile("K"), ["navigate…"]],
  ["a tile to swim to", { swim: "K" }, tile("K"), ["0:swim K"]],
  ["a tile to lift to", { lift: { from: { R: "0" }, to: "KR" } }, tile("K"), ["lift…"]],
  ["a tile to sandbag", { sandbag: "K" }, tile("K"), ["0:sandbag K"]],
  ["the tile of one who may be given to", { give: { 1: "e" } }, tile("B"), ["give…"]],
  ["a seat to give to", { give: { 1: "eo" } }, seat(1), ["0:give 1 e", "0:give 1 o"]],
  [
    "a seat to steer and to lift",
    { navigate: { 1: "K" }, lift: { from: { B: "1" }, to: "K" } },
    seat(1),
    ["navigate…", "lift…"],
  ],
  ["the own seat that may capture", { capture: "e" }, seat(0), ["0:capture e"]],
  ["a treasure card", { give: { 1: "e" }, capture: "e" }, card("e"), ["0:give 1 e", "0:capture e"]],
  ["a card that may be put away", { discard: "eo" }, card("o"), ["0:discard o"]],
  [
    "a Helicopter Lift at the end",
    { lift: { from: { J: "01" }, to: "K" }, escape: true },
    card("h"),
    ["0:escape", "lift…"],
  ],
  ["Sandbags", { sandbag: "K" }, card("s"), ["sandbag…"]],
];
for (const [what, legal, chosen, expectedOffers] of OFFERS) {
  test(`${what}: ${expectedOffers.join(", ") || "nothing"}`, () =>
    assert.deepEqual(offered(with0(legal), chosen), expectedOffers));
}

test("a spectator is offered nothing", () =>
  assert.deepEqual(offered(with0({ move: "K" }, { you: [] }), tile("K")), []));

test("another seat of the same user adds its special cards, each verb once", () => {
  const table = model({
    you: [0, 1],
    legal: { 0: { move: "K", sandbag: "K" }, 1: { sandbag: "K", lift: { from: { B: "1" }, to: "K" } } },
  });
  assert.deepEqual(offered(table, tile("K")), ["0:move K", "0:sandbag K", "lift…"]);
});

test("a card acts for the seat that holds it", () => {
  const table = model({ you: [0, 1], legal: { 0: { sandbag: "K" }, 1: { sandbag: "L" } } });
  assert.equal(choices(table, card("s", 1), null)[0]?.seat, 1);
});

test("no letter stands for two choices", () => {
  const keys = choices(with0({ give: { 1: "eo" } }), seat(1), null).map((choice) => choice.key);
  assert.deepEqual(keys, ["G", ""]);
});

/** @param {Partial<Pick>} part @returns {Pick} */
const pick = (part) => ({ verb: "shore2", seat: 0, tiles: "", seats: [], cards: "", ...part });

test("the Engineer's second tile completes the action, in alphabetical order", () => {
  const table = with0({ shore: "CKL", shore2: true });
  assert.equal(options(table, pick({ tiles: "K" })).tiles, "CL");
  const both = withTile(table, pick({ tiles: "K" }), "C");
  assert.equal(options(table, both).action, "0:shore C K");
  assert.equal(withTile(table, both, "L").tiles, "KL");
  assert.equal(withTile(table, both, "A"), both);
});

test("the Navigator chooses a pawn and a tile in either order", () => {
  const table = with0({ navigate: { 1: "KL", 2: "K" } });
  assert.deepEqual(options(table, pick({ verb: "navigate", tiles: "K" })).seats, [1, 2]);
  assert.equal(options(table, withSeat(table, pick({ verb: "navigate", tiles: "K" }), 2)).action, "0:navigate 2 K");
  assert.equal(options(table, withTile(table, pick({ verb: "navigate", seats: [1] }), "L")).action, "0:navigate 1 L");
});

test("a gift needs who and what", () => {
  const table = with0({ give: { 1: "eo", 2: "o" } });
  assert.deepEqual(options(table, pick({ verb: "give" })).seats, [1, 2]);
  const to = withSeat(table, pick({ verb: "give" }), 1);
  assert.equal(options(table, to).cards, "eo");
  assert.equal(options(table, withCard(table, to, "o")).action, "0:give 1 o");
  assert.equal(withCard(table, to, "f"), to);
});

test("a lift takes pawns of one tile to another one", () => {
  const table = with0({ lift: { from: { B: "1", R: "02" }, to: "BKR" } });
  const two = withSeat(table, withSeat(table, pick({ verb: "lift" }), 2), 0);
  assert.deepEqual(two.seats, [0, 2]);
  assert.equal(options(table, two).tiles, "BK");
  assert.equal(options(table, withTile(table, two, "K")).action, "0:lift 02 K");
  assert.deepEqual(withSeat(table, two, 2).seats, [0]);
  assert.deepEqual(withSeat(table, two, 1).seats, [1]);
});

test("a lift to where the pawns stand is not whole", () => {
  const table = with0({ lift: { from: { B: "1" }, to: "BK" } });
  assert.equal(withSeat(table, pick({ verb: "lift", tiles: "B" }), 1).tiles, "");
});

test("Sandbags need a tile", () => {
  const table = with0({ sandbag: "KL" });
  assert.equal(options(table, withTile(table, pick({ verb: "sandbag" }), "L")).action, "0:sandbag L");
});

test("the one next step is lifting off, then what is due", () => {
  assert.equal(nextStep(with0({})), null);
  assert.equal(nextStep(with0({ draw: true }))?.action, "0:draw");
  assert.equal(nextStep(with0({ flood: true }))?.action, "0:flood");
  assert.equal(nextStep(model({ you: [0, 1], legal: { 0: { draw: true }, 1: { escape: true } } }))?.action, "1:escape");
  assert.equal(nextStep(model({ legal: { 1: { draw: true } } })), null);
});

test("cards are drawn on by themselves only once begun, with no special card and no wish elsewhere", () => {
  const flood = FRESH.replace("0:act3", "0:flood2");
  assert.equal(mayDrawOn(with0({ draw: true })), false);
  assert.equal(mayDrawOn(with0({ flood: true }, { position: flood })), true);
  assert.equal(mayDrawOn(with0({ flood: true }, { position: flood.replace("EB:fo", "EB:fs") })), false);
  assert.equal(
    mayDrawOn({ ...with0({ flood: true }, { position: flood }), holds: [{ user: "grace", seat: 1, until: 9 }] }),
    false,
  );
});

/** @type {[string, Legal, Chosen, string[]][]} */
const EXPECTED = [
  ["a far, flooded tile", { move: "K" }, tile("A"), ["0:move A", "0:shore A"]],
  ["a flooded tile out of reach", {}, tile("P"), ["0:move P", "0:shore P"]],
  ["a tile in reach", { move: "K" }, tile("K"), []],
  ["the own tile without treasure", {}, tile("R"), ["0:shore R"]],
  ["a flooded tile while swimming", { swim: "K" }, tile("P"), ["0:swim P"]],
  ["a treasure card of no use", {}, card("e"), ["0:capture e", "0:give 1 e"]],
  ["a Helicopter Lift before the end", { lift: { from: { R: "0" }, to: "K" } }, card("h"), ["0:escape"]],
  ["a seat that cannot be given to", {}, seat(1), ["0:give 1 e"]],
];
for (const [what, legal, chosen, actions] of EXPECTED) {
  test(`${what} makes one ask: ${actions.join(", ") || "nothing"}`, () =>
    assert.deepEqual(
      expected(with0(legal), chosen, null).map((one) => one.action),
      actions,
    ));
}
