import assert from "node:assert/strict";
import { test } from "node:test";

import { apply, expire, LEAD_MS } from "../../games/static/games/js/model.js";
import { hereText, invitation, isTogether, leadAction, leadText, partOf } from "../../games/static/games/js/together.js";

/** @import { Model } from "../../games/static/games/js/model.js" */

const NOW = 1_000;
const PAGE = { id: "page-1", follows: true };
const LEAD = { type: "lead", id: "page-2", user: "ada", version: 7 };

/** A game that is over, as `user` has it. @param {string} user @param {number[]} you @param {string[]} present */
function over(user, you, present = ["ada", "grace"], spectators = 0) {
  const seats = ["ada", "grace"].map((name, number) => ({ number, user: name, player: name, left: false }));
  const game = { type: "game", version: 9, status: "finished", seats, you, present, spectators, position: null, log: [] };
  return /** @type {Model} */ (apply(null, game, NOW, user));
}

/** @param {Model} model @param {Record<string, any>} [lead] */
const led = (model, lead = LEAD) => /** @type {Model} */ (apply(model, { type: "lead", ...lead }, NOW));

test("a page leads, follows, looks on its own, or finds the lead free", () => {
  const grace = over("grace", [1]);
  assert.equal(partOf(grace, PAGE), "free");
  assert.equal(partOf(over("", []), PAGE), "nobody");
  assert.equal(partOf(led(grace), PAGE), "follows");
  assert.equal(partOf(led(grace), { ...PAGE, follows: false }), "own");
  assert.equal(partOf(led(grace, { id: "page-1", user: "grace", version: 7 }), PAGE), "leads");
  assert.equal(partOf(led(led(grace), { id: null, user: null, version: null }), PAGE), "free");
});

test("a lead of which nothing is heard any more is over", () => {
  const model = led(over("grace", [1]));
  assert.equal(expire(model, NOW + LEAD_MS - 1), model);
  assert.equal(expire(model, NOW + LEAD_MS).lead, null);
});

test("who is alone with an old game is told nothing", () => {
  assert.equal(isTogether(over("ada", [0], ["ada"])), false);
  assert.equal(isTogether(over("", [], [], 3)), false);
  assert.equal(isTogether(over("ada", [0], ["ada"], 1)), true);
  assert.equal(isTogether(over("ada", [0])), true);
  assert.equal(isTogether(over("", [], ["ada"], 1)), true);
  assert.equal(isTogether(led(over("", [], []))), true);
});

test("words and button fit the part", () => {
  const grace = over("grace", [1]);
  const said = [
    [grace, "free"],
    [grace, "nobody"],
    [led(grace), "follows"],
    [led(grace), "own"],
    [led(grace, { ...LEAD, user: "grace" }), "leads"],
    [led(grace, { ...LEAD, user: "grace" }), "follows"],
    [led(over("grace", [1], ["grace"]), { ...LEAD, user: "grace" }), "leads"],
  ].map(([model, part]) => {
    const [of, as] = /** @type {[Model, import("../../games/static/games/js/together.js").Part]} */ ([model, part]);
    return [leadText(of, as), leadAction(of, as)];
  });
  assert.deepEqual(said, [
    ["Nobody leads.", "Lead"],
    ["Nobody leads.", null],
    ["ada leads, you follow.", "Look on your own"],
    ["ada leads. You look on your own.", "Follow ada"],
    ["You lead.", "Hand over"],
    ["You lead in another window. This one follows.", "Look on your own"],
    ["You lead. Nobody else is here yet.", "Hand over"],
  ]);
});

test("who is here is told with how many watch", () => {
  assert.equal(hereText(over("ada", [0])), "Here: ada and grace");
  assert.equal(hereText(over("ada", [0], ["ada"], 1)), "Here: ada and 1 who watches");
  assert.equal(hereText(over("ada", [0], ["ada", "grace"], 2)), "Here: ada, grace and 2 who watch");
});

test("the end of a game invites those who played together, and everybody to join who leads", () => {
  assert.equal(invitation(over("grace", [1])), "Go through it together");
  assert.equal(invitation(over("grace", [0, 1])), null);
  assert.equal(invitation(over("carol", [])), null);
  assert.equal(invitation(led(over("carol", []))), "ada goes through the game: join");
  assert.equal(invitation(led(over("ada", [0]))), "Go through it together");
});
