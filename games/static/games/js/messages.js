/**
 * Events, reasons and codes to sentences. The only module that speaks.
 *
 * @import { Entry, GameEvent, Model } from "./model.js"
 * @typedef {{ who: (seat: number) => string, captured: string, byClock?: boolean }} Context
 *   `who` names a seat inside a sentence; `captured` are the treasures held when it happened; `byClock`: the clock did
 *   it for the seat.
 * @typedef {{ kind: "" | "turn" | "wet" | "lost" | "bad" | "good", text: string }} Sentence
 * @typedef {Record<string, any>} Reason
 * @typedef {{ text: string, rule?: string }} Why A sentence, and the number of the rule that it follows from.
 */

import { aCard, cardName, FLOOD_CARDS, inWords, list, PHRASES, roleName, SEAL, tileName, treasureName } from "./names.js";
import { playerAt } from "./seats.js";

/**
 * How a seat is called: by who plays it or else sat there first, or by its role where one user has several seats.
 *
 * @param {Model} model
 * @param {number} [version] then, not now
 * @returns {(seat: number) => string}
 */
export function seatNames(model, version = Infinity) {
  const users = new Map(model.seats.map((info) => [info.number, playerAt(model, info, version) ?? info.user]));
  const all = [...users.values()];
  return (seat) => {
    const user = users.get(seat) ?? null;
    const shared = all.filter((other) => other === user).length > 1;
    if (user !== null && !shared) return user;
    const role = model.position?.seats[seat]?.role ?? model.seats[seat]?.role;
    return role ? `the ${roleName(role)}` : `seat ${seat + 1}`;
  };
}

/**
 * The same, for what is said to this user alone: the own seat is "you".
 *
 * @param {Model} model
 * @returns {(seat: number) => string}
 */
export function namesForYou(model) {
  const who = seatNames(model);
  return (seat) => (model.you.length === 1 && model.you[0] === seat ? "you" : who(seat));
}

/** A sentence begins with a capital, but a user's name stays as they write it. @param {string} text */
export const capital = (text) => (/^(the|you|seat) /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

/**
 * The name of a seat where it stands alone, as on its card.
 *
 * @param {Model} model
 * @param {number} seat
 */
export function seatTitle(model, seat) {
  return seatNames(model)(seat)
    .replace(/^the /, "")
    .replace(/^seat /, "Seat ");
}

/**
 * What happened in an entry, oldest first.
 *
 * @param {Entry} entry
 * @param {Context} context
 * @returns {Sentence[]}
 */
export function entrySentences(entry, context) {
  const rises = entry.events.some((event) => event.type === "rose");
  const told = entry.events.filter((event) => !(rises && event.type === "drew" && event.card === "r"));
  const sentences = told.map((event) => eventSentence(event, { ...context, byClock: entry.by_clock }, rises));
  return sentences.filter((sentence) => sentence.text !== "");
}

/**
 * One event as a sentence; an unknown one gets a general sentence.
 *
 * @param {GameEvent} event
 * @param {Context} context
 * @param {boolean} [rises] whether Waters Rise! was turned in the same step
 * @returns {Sentence}
 */
export function eventSentence(event, context, rises = false) {
  const byClock = context.byClock ? clockText(event, context.who) : "";
  if (byClock) return { kind: event.type === "escaped" ? "good" : "", text: byClock };
  const who = (/** @type {unknown} */ seat) => context.who(Number(seat));
  const from = tileName(event.from ?? "");
  const to = tileName(String(event.to ?? ""));
  const tile = tileName(event.tile ?? "");
  switch (event.type) {
    case "moved":
      return plain(movedText(event, who, from, to));
    case "shored":
      return plain(`${who(event.seat)} shored up ${tile}.`);
    case "gave":
      return plain(`${who(event.seat)} gave ${who(event.to)} ${aCard(event.card ?? "")}.`);
    case "captured":
      return {
        kind: "good",
        text: `The ${treasureName(event.treasure ?? "")} is ours: ${who(event.seat)} captured it.`,
      };
    case "drew":
      return plain(`${who(event.seat)} drew ${aCard(event.card ?? "")}.`);
    case "rose":
      return { kind: "bad", text: `Waters Rise! ${levelText(event.level ?? 0)}` };
    case "shuffled":
      return plain(shuffledText(event, rises));
    case "flooded":
      return { kind: "wet", text: `${tile} is flooded.` };
    case "sank":
      return { kind: "lost", text: `${tile} has sunk.${sealText(event.tile ?? "", context.captured)}` };
    case "swam":
      return plain(`${who(event.seat)} swam from ${from} to ${to}.`);
    case "lifted":
      return plain(
        `${who(event.seat)} played a Helicopter Lift: ${flown(event, who)} flew from ${from} to ${to}.`,
      );
    case "sandbagged":
      return plain(`${who(event.seat)} laid Sandbags at ${tile}.`);
    case "discarded":
      return plain(`${who(event.seat)} put away ${aCard(event.card ?? "")}.`);
    case "escaped":
      return { kind: "good", text: `Everybody lifted off: ${who(event.seat)} played a Helicopter Lift.` };
    case "turn":
      return { kind: "turn", text: `It is ${possessive(who(event.seat))} turn.` };
    case "ended":
      return { kind: event.outcome === "won" ? "good" : "lost", text: outcomeText(event.outcome ?? "", context.who) };
    case "undone":
      return plain(`${who(event.seat)} took back a move.`);
    case "left":
      return plain(`${who(event.seat)} left the table.`);
    case "sat":
      return plain(`${event.user ?? "Somebody"} took the seat of ${who(event.seat)}.`);
    case "conceded":
      return plain(`${who(event.seat)} would give the game up.`);
    case "skipped":
      return plain(`${possessive(who(event.seat))} time is over; the clock goes on.`);
    default:
      return plain("Something happened that this page does not know. Load it anew to see it told.");
  }
}

/**
 * How a game ended, as one sentence; `*` and the like for an end that the rules do not know.
 *
 * @param {string} outcome as in a position
 * @param {(seat: number) => string} who
 */
export function outcomeText(outcome, who) {
  if (outcome === "won") return "You made it off the island.";
  if (outcome === "water") return "The island is lost: the water has reached the skull.";
  if (outcome === "landing") return `The island is lost: ${tileName("J")} has sunk, and no helicopter can land.`;
  if (outcome.startsWith("treasure-"))
    return `The island is lost: both tiles of the ${treasureName(outcome.slice(-1))} have sunk.`;
  if (outcome.startsWith("drowned-"))
    return `The island is lost: ${who(Number(outcome.slice(-1)))} could swim nowhere.`;
  if (outcome === "conceded") return "The crew gave the island up.";
  if (outcome === "abandoned") return "Nobody was left at the table.";
  if (outcome === "ended") return "An admin ended this game before it was decided.";
  return "This game ended before it was decided.";
}

/**
 * What a move that may be taken back did, for the button that takes it back.
 *
 * @param {Entry} entry
 * @param {(seat: number) => string} who
 */
export function takeBackText(entry, who) {
  const event = entry.events.find((one) => one.type === "moved");
  if (!event) return "the last move";
  const to = tileName(String(event.to));
  if (event.how === "fly") return `flight to ${to}`;
  if (event.how === "dive") return `dive to ${to}`;
  if (event.how === "navigate") return `${who(Number(event.seat))} to ${to}`;
  return `move to ${to}`;
}

/** @type {Record<string, (reason: Reason, who: (seat: number) => string) => string>} */
const REASONS = {
  game_over: () => "The game is over.",
  no_such_seat: () => "Nobody sits there.",
  not_your_turn: ({ turn }, who) => `It is ${possessive(who(turn))} turn.`,
  must_discard: ({ seats }, who) => `${list(seats.map(who))} must put a card away first.`,
  must_swim: ({ seats }, who) => `${list(seats.map(who))} must swim first.`,
  must_be_lifted: ({ seats }, who) => `Only a Helicopter Lift can save ${list(seats.map(who))} now.`,
  no_actions_left: () => "No action is left in this turn.",
  actions_over: ({ phase }) =>
    phase === "flood" ? "The flood cards are being drawn." : "The treasure cards are being drawn.",
  treasure_cards_first: () => "The treasure cards come first.",
  treasure_cards_drawn: ({ left }) =>
    `Both treasure cards are drawn; ${inWords(left)} flood card${left === 1 ? " is" : "s are"} to come.`,
  own_tile: ({ seats }, who) =>
    `${list(seats.map(who))} ${seats.length === 1 && who(seats[0]) !== "you" ? "stands" : "stand"} there already.`,
  tile_sunk: ({ tile }) => `${tileName(tile)} has sunk.`,
  not_adjacent: () => "Not next to you.",
  not_diagonal: () => "Only the Explorer goes across corners.",
  dive_blocked: () => "The Diver may only pass flooded or sunk tiles on the way.",
  already_flown: () => "You have flown this turn.",
  not_navigator: () => "Only the Navigator moves other pawns.",
  own_pawn: () => "The Navigator moves other pawns, not the own one this way.",
  too_far: ({ seat }, who) => `More than two steps for ${who(seat)}.`,
  tile_dry: ({ tile }) => `${tileName(tile)} is dry.`,
  sunk_for_good: () => "It has sunk; nothing brings it back.",
  one_tile_only: () => "Only the Engineer shores up two tiles at once.",
  give_to_self: () => "That card is yours already.",
  special_card: ({ card }) => `${cardName(card)} cannot be given away.`,
  card_not_held: ({ card }) => `No ${cardName(card)} ${"hs".includes(card) ? "" : "card "}in your hand.`,
  receiver_elsewhere: ({ seat, tile }, who) =>
    `${who(seat)} ${who(seat) === "you" ? "stand" : "stands"} at ${tileName(tile)}; only the Messenger gives from afar.`,
  not_a_treasure: ({ card }) => `${cardName(card)} is not a treasure.`,
  already_captured: ({ treasure }) => `The ${treasureName(treasure)} is ours already.`,
  wrong_tile: ({ treasure, tiles }) => `The ${treasureName(treasure)} waits at ${tiles.map(tileName).join(" or ")}.`,
  too_few_cards: ({ treasure, held, needed }) =>
    `You hold ${held === 0 ? "none" : inWords(held)} of the ${inWords(needed)} ${cardName(treasure)} cards.`,
  within_limit: ({ limit }) => `A hand is put right only when it holds more than ${inWords(limit)} cards.`,
  second_card_first: () => "The second card is drawn before a card is put away.",
  not_swimming: ({ at }) => `${tileName(at)} still stands; nobody has to swim.`,
  nowhere_to_swim: () => "There is nowhere to swim to.",
  not_nearest: ({ tiles }) => `Nearer is ${tiles.map(tileName).join(" or ")}.`,
  pawns_apart: ({ seats }, who) => `${list(seats.map(who))} do not stand on one tile.`,
  treasures_missing: ({ treasures }) => `Still missing: the ${list(treasures.map(treasureName))}.`,
  pawns_missing: ({ seats }, who) => `Not yet at ${tileName("J")}: ${list(seats.map(who))}.`,
};

/** @type {Record<string, string>} */
const REFUSALS = {
  malformed_message: "The table did not understand that. Load the page anew, please.",
  malformed_action: "The table did not understand that. Load the page anew, please.",
  illegal_action: "The rules do not allow that now.",
  stale_version: "Somebody was quicker. Look again, please.",
  not_your_seat: "That is not your seat.",
  no_such_seat: "There is no such seat at this table.",
  command_reused: "That was sent before. Load the page anew, please.",
  game_not_active: "The game has not begun, or is over.",
  game_not_over: "The game still runs. You can go through it together when it is over.",
  somebody_leads: "Somebody else leads already.",
  nothing_to_undo: "There is nothing to take back.",
  clock_still_runs: "There is still time on the clock.",
  seat_taken: "Somebody was quicker: the seat is taken.",
  already_seated: "In a rated game nobody plays two seats, and who has left does not come back.",
  sign_in_first: "Sign in first, please.",
  not_for_guests: "Guests play alone, without chat. Make an account to play with others.",
  account_not_active: "This account is suspended or closed.",
  bad_line: "A line has between 1 and 300 characters.",
  too_fast: "That was a little fast. Wait a moment, please.",
  not_allowed: "The line to this table has ended; that was not carried out.",
  unanswered: "The table has moved on while the line was down. Look again, please.",
};

export const REASON_CODES = Object.keys(REASONS);
export const REFUSAL_CODES = Object.keys(REFUSALS);

/**
 * Why an action is not possible; an unknown reason gets a general sentence.
 *
 * @param {Reason} reason
 * @param {(seat: number) => string} who
 */
export function reasonText(reason, who) {
  const say = REASONS[reason.code];
  return say ? capital(say(reason, who)) : "The rules do not allow that now.";
}

/**
 * What to tell the one whose command was refused.
 *
 * @param {string} code
 * @param {Reason | null} reason
 * @param {(seat: number) => string} who
 */
export function refusalText(code, reason, who) {
  if (reason?.code) return reasonText(reason, who);
  return REFUSALS[code] ?? "The table refused that. Nothing has changed.";
}

/**
 * The same for the one who plays here, with the rule.
 *
 * @param {string} code
 * @param {Reason | null} reason
 * @param {Model} model
 * @returns {Why}
 */
export function whyRefused(code, reason, model) {
  return { text: refusalText(code, reason, namesForYou(model)), rule: reason?.rule };
}

/**
 * Who points where, and what they say with it.
 *
 * @param {{ user: string, tile: string, phrase?: string | null }} ping
 */
export function pointedText({ user, tile, phrase }) {
  const said = PHRASES[phrase ?? ""];
  return `${user} points at ${tileName(tile)}${said ? `: ${said}` : ""}.`;
}

/** @param {string} name */
export function possessive(name) {
  if (name === "you") return "your";
  return `${name}’s`;
}

/**
 * What the clock did for a seat; empty for what is told the same whoever did it.
 *
 * @param {GameEvent} event
 * @param {(seat: number) => string} who
 */
function clockText(event, who) {
  const name = who(Number(event.seat));
  const [from, to] = [tileName(event.from ?? ""), tileName(String(event.to ?? ""))];
  switch (event.type) {
    case "drew":
      return `The clock drew ${aCard(event.card ?? "")} for ${name}.`;
    case "discarded":
      return `The clock put away ${aCard(event.card ?? "")} for ${name}.`;
    case "swam":
      return `The clock had ${name} swim from ${from} to ${to}.`;
    case "lifted":
      return `The clock played ${possessive(name)} Helicopter Lift: ${flown(event, who)} flew from ${from} to ${to}.`;
    case "sandbagged":
      return `The clock laid ${possessive(name)} Sandbags at ${tileName(event.tile ?? "")}.`;
    case "escaped":
      return `Everybody lifted off: the clock played ${possessive(name)} Helicopter Lift.`;
    case "left":
      return capital(`${name} is no longer at the table; the clock plays on.`);
    default:
      return "";
  }
}

/** @param {GameEvent} event @param {(seat: unknown) => string} who @param {string} from @param {string} to */
function movedText(event, who, from, to) {
  if (event.how === "navigate") return `${who(event.by)} moved ${who(event.seat)} from ${from} to ${to}.`;
  const verb = event.how === "fly" ? "flew" : event.how === "dive" ? "dived" : "moved";
  return `${who(event.seat)} ${verb} from ${from} to ${to}.`;
}

/** @param {GameEvent} event @param {(seat: number) => string} who */
function flown({ seats }, who) {
  return list((seats ?? []).map(who));
}

/** @param {number} level */
function levelText(level) {
  const cards = FLOOD_CARDS[level - 1];
  return cards
    ? `The water is at mark ${level}: ${inWords(cards)} flood cards a turn.`
    : "The water has reached the skull.";
}

/** @param {GameEvent} event @param {boolean} rises */
function shuffledText(event, rises) {
  if (event.deck === "treasure") return "The treasure cards were shuffled anew.";
  return rises ? "The flood cards were shuffled and lie on top again." : "The flood cards were shuffled anew.";
}

/** @param {string} tile @param {string} captured */
function sealText(tile, captured) {
  const seal = SEAL[tile];
  return seal && captured.includes(seal) ? ` The ${treasureName(seal)} is already ours.` : "";
}

/** @param {string} text @returns {Sentence} */
function plain(text) {
  return { kind: "", text: capital(text) };
}
