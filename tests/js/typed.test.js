import assert from "node:assert/strict";
import { test } from "node:test";

import { pointedText } from "../../games/static/games/js/messages.js";
import { apply, expire, PHRASE_MS, PING_MS } from "../../games/static/games/js/model.js";
import { IDLE } from "../../games/static/games/js/reconnect.js";
import { actionFrom, offers } from "../../games/static/games/js/typed.js";
import { FRESH_UI, viewOf } from "../../games/static/games/js/view.js";
import { model } from "./tables.js";

/** @param {object} legal of seat 0 @param {object} [change] */
const view = (legal, change = {}) => viewOf(model({ legal: { 0: legal }, ...change }), FRESH_UI, IDLE, 0);

const OFFERS = /** @type {const} */ ([
  [{ move: "K" }, "move to Gold Gate", "0:move K"],
  [{ fly: "K" }, "fly to Gold Gate", "0:move K"],
  [{ swim: "K" }, "swim to Gold Gate", "0:swim K"],
  [{ navigate: { 1: "K" } }, "steer grace to Gold Gate", "0:navigate 1 K"],
  [{ shore: "B" }, "shore up Bronze Gate", "0:shore B"],
  [{ give: { 1: "ee" } }, "give grace Earth", "0:give 1 e"],
  [{ capture: "e" }, "capture the Earth Stone", "0:capture e"],
  [{ draw: true }, "draw", "0:draw"],
  [{ flood: true }, "flood", "0:flood"],
  [{ discard: "ee" }, "put away Earth", "0:discard e"],
  [{ sandbag: "B" }, "sandbags at Bronze Gate", "0:sandbag B"],
  [{ escape: true }, "lift off", "0:escape"],
  [{ undo: true }, "take back", "0:undo"],
]);
for (const [legal, text, action] of OFFERS)
  test(`${action} is offered as: ${text}`, () => assert.deepEqual(offers(view(legal)), [{ text, action }]));

test("two tiles are offered together to who may shore up two", () =>
  assert.deepEqual(
    offers(view({ shore: "BCF", shore2: true })).map((offer) => offer.action),
    ["0:shore B", "0:shore C", "0:shore F", "0:shore B C", "0:shore B F", "0:shore C F"],
  ));

test("a lift is offered for each pawn and for all that stand together, to other tiles", () =>
  assert.deepEqual(offers(view({ lift: { from: { K: "01" }, to: "JK" } })), [
    { text: "lift ada to Fools’ Landing", action: "0:lift 0 J" },
    { text: "lift grace to Fools’ Landing", action: "0:lift 1 J" },
    { text: "lift ada and grace to Fools’ Landing", action: "0:lift 01 J" },
  ]));

test("what another seat of one's own may do names it", () => {
  const solo = viewOf(model({ you: [0, 1], legal: { 1: { sandbag: "B" } } }), FRESH_UI, IDLE, 0);
  assert.deepEqual(offers(solo), [{ text: "grace: sandbags at Bronze Gate", action: "1:sandbag B" }]);
});

const LEGAL = { move: "JN", draw: true, shore: "B" };
const TYPED = /** @type {const} */ ([
  ["move to Lost Lagoon", "0:move N"],
  ["  MOVE  to lost", "0:move N"],
  ["move to fools' landing", "0:move J"],
  ["sho", "0:shore B"],
  ["draw", "0:draw"],
  ["move N", "0:move N"],
  ["1:sandbag K", "1:sandbag K"],
  ["move Q", "0:move Q"],
  ["move to", null],
  ["sing a song", null],
  ["", null],
]);
for (const [text, action] of TYPED)
  test(`"${text}" means ${action}`, () => assert.equal(actionFrom(text, view(LEGAL)), action));

test("who only watches types nothing", () => {
  const stranger = viewOf(model({ you: [], legal: {} }), FRESH_UI, IDLE, 0);
  assert.deepEqual(offers(stranger), []);
  assert.equal(actionFrom("move N", stranger), null);
});

test("a pointer is shown for seconds, longer if it says something", () => {
  const ping = { type: "ping", user: "grace", seat: 1, tile: "K" };
  for (const [phrase, ms] of /** @type {const} */ ([
    [null, PING_MS],
    ["shore", PHRASE_MS],
  ])) {
    const pointed = apply(model(), { ...ping, phrase }, 1000);
    assert.ok(pointed);
    assert.deepEqual(pointed.pings, [{ user: "grace", seat: 1, tile: "K", phrase, until: 1000 + ms }]);
    assert.equal(expire(pointed, 1000 + ms - 1).pings.length, 1);
    assert.equal(expire(pointed, 1000 + ms).pings.length, 0);
  }
});

test("a pointer is told in words", () => {
  const ping = { user: "grace", tile: "K" };
  assert.equal(pointedText({ ...ping, phrase: null }), "grace points at Gold Gate.");
  assert.equal(pointedText({ ...ping, phrase: "shore" }), "grace points at Gold Gate: Shore this up.");
  assert.equal(pointedText({ ...ping, phrase: "of another version" }), "grace points at Gold Gate.");
});

test("tiles whose flood cards lie on top are known after Waters Rise! and not before", () => {
  assert.equal(view({}, { flood_layers: ["ABCK"] }).onTop, "");
  assert.equal(view({}, { flood_layers: ["AB", "CK"] }).onTop, "AB");
  assert.equal(view({}, { flood_layers: ["AB", "CK"], status: "finished" }).onTop, "");
});
