import assert from "node:assert/strict";
import test from "node:test";

import { selected, unsettled } from "../../games/static/games/js/selecting.js";
import { FRESH_UI } from "../../games/static/games/js/view.js";
import { FRESH, model } from "./tables.js";

const legal = { 0: { move: "AB", give: { 1: "eo" }, lift: { from: { K: "0" }, to: "AB" } } };
const give = { verb: /** @type {const} */ ("give"), seat: 0, tiles: "", seats: [1], cards: "" };

test("a tile is chosen, and the keyboard goes on at its verbs", () => {
  const next = selected(model({ legal }), FRESH_UI, { type: "tile", tile: "A" });
  assert.deepEqual(next?.ui.chosen, { kind: "tile", tile: "A" });
  assert.equal(next?.focus, "verbs");
  assert.equal(next?.action, null);
});

test("a gift that leaves no question open is asked for at once", () => {
  const ui = { ...FRESH_UI, pick: give };
  assert.equal(selected(model({ legal }), ui, { type: "pickCard", card: "o" })?.action, "0:give 1 o");
  assert.equal(selected(model({ legal }), ui, { type: "pickCard", card: "f" })?.action, null);
});

test("a tile that cannot come next is answered, and the pick stays", () => {
  const lift = { verb: /** @type {const} */ ("lift"), seat: 0, tiles: "", seats: [0], cards: "" };
  const next = selected(model({ legal }), { ...FRESH_UI, pick: lift }, { type: "tile", tile: "C" });
  assert.equal(next?.ui.notice?.text, "That tile cannot be chosen for this.");
  assert.equal(next?.ui.pick, lift);
});

test("back gives the pick up first, then a chosen card, never a chosen tile", () => {
  /** @type {import("../../games/static/games/js/choices.js").Chosen} */
  const card = { kind: "card", seat: 0, card: "h" };
  const first = selected(model(), { ...FRESH_UI, chosen: card, pick: give }, { type: "back" });
  assert.deepEqual([first?.ui.pick, first?.ui.chosen], [null, card]);
  assert.equal(selected(model(), { ...FRESH_UI, chosen: card }, { type: "back" })?.ui.chosen, null);
  const tile = /** @type {const} */ ({ kind: "tile", tile: "A" });
  assert.equal(selected(model(), { ...FRESH_UI, chosen: tile }, { type: "back" })?.ui.chosen, tile);
});

test("what was picked for a position does not outlive it, and a card only while the hand is the same", () => {
  const ui = { ...FRESH_UI, pick: give, chosen: /** @type {const} */ ({ kind: "card", seat: 0, card: "h" }) };
  assert.equal(unsettled(ui, model(), model()).pick, null);
  assert.deepEqual(unsettled(ui, model(), model()).chosen, ui.chosen);
  assert.equal(unsettled(ui, null, model()).chosen, null);
  assert.equal(unsettled({ ...ui, preferred: 1 }, model(), model()).preferred, 1);
  const given = model({ position: FRESH.replace("MR:eo", "MR:o") });
  assert.equal(unsettled({ ...ui, preferred: 1 }, model(), given).preferred, null);
});

test("an intent that chooses nothing is somebody else's", () => {
  assert.equal(selected(model(), FRESH_UI, { type: "hold" }), null);
});
