import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  entrySentences,
  eventSentence,
  namesForYou,
  outcomeText,
  REASON_CODES,
  reasonText,
  REFUSAL_CODES,
  refusalText,
  seatNames,
  takeBackText,
} from "../../games/static/games/js/messages.js";
import { paceName } from "../../games/static/games/js/names.js";
import { entryFrame, model } from "./tables.js";

const NAMES = ["ada", "grace", "linus", "mei"];
const who = (/** @type {number} */ seat) => NAMES[seat] ?? "nobody";
const context = { who, captured: "e" };
const read = (/** @type {string} */ path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const EVENTS = /** @type {const} */ ([
  [{ type: "moved", seat: 0, from: "R", to: "K", how: "step" }, "ada moved from Silver Gate to Gold Gate."],
  [{ type: "moved", seat: 0, from: "R", to: "K", how: "dive" }, "ada dived from Silver Gate to Gold Gate."],
  [{ type: "moved", seat: 0, from: "H", to: "J", how: "fly" }, "ada flew from Crimson Forest to Fools’ Landing."],
  [
    { type: "moved", seat: 2, from: "R", to: "G", how: "navigate", by: 3 },
    "mei moved linus from Silver Gate to Coral Palace.",
  ],
  [{ type: "shored", seat: 1, tile: "M" }, "grace shored up Iron Gate."],
  [{ type: "gave", seat: 2, to: 3, card: "f" }, "linus gave mei a Fire card."],
  [{ type: "captured", seat: 0, treasure: "f" }, "The Crystal of Fire is ours: ada captured it."],
  [{ type: "drew", seat: 3, card: "e" }, "mei drew an Earth card."],
  [{ type: "drew", seat: 3, card: "h" }, "mei drew a Helicopter Lift."],
  [{ type: "rose", level: 4 }, "Waters Rise! The water is at mark 4: three flood cards a turn."],
  [{ type: "rose", level: 10 }, "Waters Rise! The water has reached the skull."],
  [{ type: "shuffled", deck: "flood" }, "The flood cards were shuffled anew."],
  [{ type: "shuffled", deck: "treasure" }, "The treasure cards were shuffled anew."],
  [{ type: "flooded", tile: "L" }, "Howling Garden is flooded."],
  [{ type: "sank", tile: "T" }, "Temple of the Sun has sunk. The Earth Stone is already ours."],
  [{ type: "sank", tile: "L" }, "Howling Garden has sunk."],
  [{ type: "swam", seat: 0, from: "L", to: "K" }, "ada swam from Howling Garden to Gold Gate."],
  [
    { type: "lifted", seat: 0, seats: [1, 2], from: "L", to: "K" },
    "ada played a Helicopter Lift: grace and linus flew from Howling Garden to Gold Gate.",
  ],
  [{ type: "sandbagged", seat: 1, tile: "R" }, "grace laid Sandbags at Silver Gate."],
  [{ type: "discarded", seat: 1, card: "s" }, "grace put away Sandbags."],
  [{ type: "escaped", seat: 0 }, "Everybody lifted off: ada played a Helicopter Lift."],
  [{ type: "turn", seat: 0 }, "It is ada’s turn."],
  [{ type: "ended", outcome: "won" }, "You made it off the island."],
  [{ type: "undone", seat: 0, version: 4 }, "ada took back a move."],
  [{ type: "left", seat: 0 }, "ada left the table."],
  [{ type: "sat", seat: 0 }, "Somebody took the seat of ada."],
  [{ type: "sat", seat: 1, user: "noether" }, "noether took the seat of grace."],
  [{ type: "conceded", seat: 0 }, "ada would give the game up."],
  [{ type: "skipped", seat: 0 }, "ada’s time is over; the clock goes on."],
]);
for (const [event, text] of EVENTS) {
  test(`${event.type}: ${text}`, () => assert.equal(eventSentence(/** @type {any} */ (event), context).text, text));
}

test("every event of the protocol is told in words of its own", () => {
  const table = read("docs/protocol.md").split("## Events")[1]?.split("\n## ")[0] ?? "";
  const documented = [...table.matchAll(/^\| ((?:`[a-z]+`(?:, )?)+) \|/gm)].flatMap((row) =>
    [...(row[1] ?? "").matchAll(/`([a-z]+)`/g)].map((word) => word[1]),
  );
  assert.ok(documented.length > 15);
  const told = new Set(EVENTS.map(([event]) => String(event.type)));
  assert.deepEqual(
    documented.filter((type) => !told.has(String(type))),
    [],
  );
});

const BY_CLOCK = /** @type {const} */ ([
  [{ type: "drew", seat: 3, card: "e" }, "The clock drew an Earth card for mei."],
  [{ type: "discarded", seat: 1, card: "s" }, "The clock put away Sandbags for grace."],
  [{ type: "swam", seat: 0, from: "L", to: "K" }, "The clock had ada swim from Howling Garden to Gold Gate."],
  [
    { type: "lifted", seat: 0, seats: [1], from: "L", to: "K" },
    "The clock played ada’s Helicopter Lift: grace flew from Howling Garden to Gold Gate.",
  ],
  [{ type: "sandbagged", seat: 1, tile: "R" }, "The clock laid grace’s Sandbags at Silver Gate."],
  [{ type: "escaped", seat: 0 }, "Everybody lifted off: the clock played ada’s Helicopter Lift."],
  [{ type: "left", seat: 0 }, "ada is no longer at the table; the clock plays on."],
  [{ type: "turn", seat: 0 }, "It is ada’s turn."],
]);
for (const [event, text] of BY_CLOCK)
  test(`by the clock: ${text}`, () => {
    const frame = /** @type {any} */ (entryFrame(4, { by_clock: true, events: [event] }));
    assert.deepEqual(
      entrySentences(frame, context).map((sentence) => sentence.text),
      [text],
    );
  });

test("an unknown event is told all the same", () =>
  assert.match(eventSentence({ type: "eclipse" }, context).text, /does not know/));

test("Waters Rise! is told once, and the shuffle after it says where the cards lie", () => {
  const events = [
    { type: "drew", seat: 0, card: "r" },
    { type: "rose", level: 3 },
    { type: "shuffled", deck: "flood" },
  ];
  const texts = entrySentences(/** @type {any} */ (entryFrame(4, { events })), context).map(
    (sentence) => sentence.text,
  );
  assert.deepEqual(texts, [
    "Waters Rise! The water is at mark 3: three flood cards a turn.",
    "The flood cards were shuffled and lie on top again.",
  ]);
});

const OUTCOMES = /** @type {const} */ ([
  ["water", "The island is lost: the water has reached the skull."],
  ["landing", "The island is lost: Fools’ Landing has sunk, and no helicopter can land."],
  ["treasure-w", "The island is lost: both tiles of the Statue of the Wind have sunk."],
  ["drowned-2", "The island is lost: linus could swim nowhere."],
  ["conceded", "The crew gave the island up."],
  ["abandoned", "Nobody was left at the table."],
  ["ended", "An admin ended this game before it was decided."],
  ["eclipse", "This game ended before it was decided."],
]);
for (const [outcome, text] of OUTCOMES)
  test(`${outcome}: ${text}`, () => assert.equal(outcomeText(outcome, who), text));

/** @type {Record<string, unknown>} */
const DATA = {
  outcome: "water",
  seat: 1,
  turn: 1,
  seats: [1, 2],
  phase: "flood",
  left: 2,
  tile: "K",
  tiles: ["C", "D"],
  at: "L",
  card: "f",
  treasure: "f",
  treasures: ["f", "o"],
  held: 3,
  needed: 4,
  limit: 5,
};

test("every reason of the engine has a sentence, and no other", () => {
  const codes = [...read("engine/reasons.py").matchAll(/^ {4}[A-Z_]+ = "([a-z_]+)"$/gm)].map((line) => String(line[1]));
  assert.deepEqual([...REASON_CODES].sort(), codes.sort());
});
for (const code of REASON_CODES) {
  test(`the reason ${code} is a whole sentence`, () => {
    const text = reasonText({ code, ...DATA }, who);
    assert.match(text, /^[^_{}]+\.$/);
    assert.doesNotMatch(text, /undefined|null|NaN|\bnobody must/);
  });
}

const REASONS = /** @type {const} */ ([
  [{ code: "too_few_cards", treasure: "w", held: 3, needed: 4 }, "You hold three of the four Wind cards."],
  [{ code: "too_few_cards", treasure: "f", held: 0, needed: 4 }, "You hold none of the four Fire cards."],
  [
    { code: "wrong_tile", treasure: "f", tiles: ["C", "D"] },
    "The Crystal of Fire waits at Cave of Embers or Cave of Shadows.",
  ],
  [{ code: "must_discard", seats: [2] }, "linus must put a card away first."],
  [{ code: "must_discard", seats: [0] }, "You must put a card away first."],
  [{ code: "own_tile", tile: "K", seats: [0] }, "You stand there already."],
  [{ code: "own_tile", tile: "K", seats: [1, 2] }, "grace and linus stand there already."],
  [{ code: "receiver_elsewhere", seat: 3, tile: "K" }, "mei stands at Gold Gate; only the Messenger gives from afar."],
  [{ code: "treasure_cards_drawn", left: 1 }, "Both treasure cards are drawn; one flood card is to come."],
]);
for (const [reason, text] of REASONS)
  test(text, () =>
    assert.equal(
      reasonText(reason, (seat) => (seat === 0 ? "you" : who(seat))),
      text,
    ),
  );

test("every code that a table refuses with has words of its own", () => {
  const codes = [
    "malformed_message",
    "malformed_action",
    "illegal_action",
    "stale_version",
    "not_your_seat",
    "command_reused",
    "game_not_active",
    "nothing_to_undo",
    "sign_in_first",
    "bad_line",
    "too_fast",
    "no_such_seat",
    "clock_still_runs",
    "seat_taken",
    "already_seated",
  ];
  assert.deepEqual(
    codes.filter((code) => !REFUSAL_CODES.includes(code)),
    [],
  );
});

test("the reason says more than the code, and an unknown code is answered too", () => {
  assert.equal(refusalText("illegal_action", { code: "not_adjacent" }, who), "Not next to you.");
  assert.equal(refusalText("eclipse", null, who), "The table refused that. Nothing has changed.");
  assert.equal(reasonText({ code: "eclipse" }, who), "The rules do not allow that now.");
});

test("a seat is called by its user, or by its role where one user has several", () => {
  assert.equal(seatNames(model())(1), "grace");
  const solo = model({
    seats: [
      { number: 0, user: "ada", role: "M", left: false },
      { number: 1, user: "ada", role: "E", left: false },
    ],
  });
  assert.equal(seatNames(solo)(1), "the Engineer");
  assert.equal(
    eventSentence({ type: "shored", seat: 1, tile: "M" }, { who: seatNames(solo), captured: "" }).text,
    "The Engineer shored up Iron Gate.",
  );
  assert.equal(namesForYou(model())(0), "you");
});

test("a substitute gives the seat a name from then on", () => {
  const [first, second] = model().seats;
  const log = [
    entryFrame(9, { action: "1:leave", events: [{ type: "left", seat: 1 }] }),
    entryFrame(10, { action: "1:sit", events: [{ type: "sat", seat: 1, user: "mei" }] }),
  ];
  const sat = model({ log, seats: [first, { ...second, left: true, player: "mei" }] });
  assert.equal(seatNames(sat)(1), "mei");
  assert.equal(seatNames(sat, 8)(1), "grace");
  assert.equal(seatNames(sat, 9)(1), "grace");
});

test("every pace of a table has a name, the same as on the other pages", () => {
  const paces = [...read("games/models.py").matchAll(/^ {4}(?:LIVE|DAY)_\d+ = "(\w+)", "([^"]+)"$/gm)];
  assert.equal(paces.length, 6);
  for (const [, key, name] of paces) assert.equal(paceName(String(key)), name);
  assert.equal(paceName("none"), "");
});

test("taking back is named", () => {
  const entry = (/** @type {object} */ event) =>
    /** @type {any} */ (entryFrame(4, { events: [{ type: "moved", seat: 1, from: "R", to: "J", ...event }] }));
  assert.equal(takeBackText(entry({ how: "fly" }), who), "flight to Fools’ Landing");
  assert.equal(takeBackText(entry({ how: "step" }), who), "move to Fools’ Landing");
  assert.equal(takeBackText(entry({ how: "navigate", by: 0 }), who), "grace to Fools’ Landing");
});
