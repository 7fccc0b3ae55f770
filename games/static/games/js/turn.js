/**
 * Whose turn it is and what is due, in words. Pure.
 *
 * @import { View } from "./view.js"
 * @typedef {{ icon: string, name: string, main: string, more: string, count: string, small: string, action: string | null, blocked:
 *   string, sheet: string }} Go
 *   The label is `name main more count`, `small` below it; `action` null and `blocked` a sentence where it cannot be
 *   pressed; `sheet`: what it opens instead.
 */

import { nextStep, othersWithWish } from "./choices.js";
import { capital, possessive, seatTitle } from "./messages.js";
import { isDrowning, isOver } from "./model.js";
import { FLOOD_CARDS, inWords, list, tileName } from "./names.js";
import { isVacant, vacantSeats } from "./seats.js";

/** @param {View} view */
export function turnLine(view) {
  const { model, who } = view;
  const seats = model.position?.seats ?? [];
  const drowning = seats.flatMap((_, seat) => (isDrowning(model, seat) ? [seat] : []));
  const full = seats.flatMap((_, seat) => (model.legal[seat]?.discard ? [seat] : []));
  const mine = (/** @type {number[]} */ numbers) => numbers.find((seat) => model.you.includes(seat));
  const swimmer = mine(drowning);
  if (swimmer !== undefined)
    return model.legal[swimmer]?.swim
      ? `${solo(view, swimmer)}Swim: ${tileName(seats[swimmer]?.tile ?? "")} has sunk`
      : "Only a Helicopter Lift can save you";
  const over = mine(full);
  if (over !== undefined) return capital(`${solo(view, over)}you hold ${inWords(seats[over]?.hand.length ?? 0)} cards`);
  if (drowning.length) return `${capital(list(drowning.map(who)))} must swim`;
  if (full.length) return `${capital(list(full.map(who)))} must put a card away`;
  const active = model.position?.turn.seat ?? 0;
  if (isVacant(model, active)) return `The clock plays for ${who(active)}`;
  if (!model.you.includes(active)) return `${capital(possessive(who(active)))} turn`;
  return `Your turn, ${seatTitle(model, active)}`;
}

/** What is left of the turn: lit and unlit pips where it is actions, words, and fewer words. @param {View} view */
export function whatIsLeft({ model }) {
  const { phase, left } = model.position?.turn ?? { phase: "over", left: 0 };
  const cards = `card${left === 1 ? "" : "s"}`;
  if (phase === "act") return { pips: left, text: `${left} of 3 actions left`, brief: "" };
  if (phase === "draw")
    return { pips: null, text: `${inWords(left)} treasure ${cards} to draw`, brief: `${left} ${cards} to draw` };
  if (phase === "flood")
    return { pips: null, text: `${inWords(left)} flood ${cards} to come`, brief: `${left} flood ${cards}` };
  return { pips: null, text: "", brief: "" };
}

/**
 * The gold button.
 *
 * @param {View} view
 * @returns {Go}
 */
export function goOf(view) {
  const { model } = view;
  const step = nextStep(model);
  const label = {
    icon: "v-draw",
    name: "",
    main: "",
    more: "",
    count: "",
    small: "",
    action: step?.action ?? null,
    blocked: "",
    sheet: "",
  };
  if (step?.verb === "escape") return { ...label, icon: "v-lift", main: "Lift off", small: "everybody is here" };
  if (view.acting === null) return { ...label, icon: "i-crew", main: "Sit down", small: forWhom(view), sheet: "sit" };
  if (!step && view.late) return { ...label, ...skipLabel(view) };
  const due = dueLabel(view);
  if (step) return { ...label, ...due };
  const active = model.position?.turn.seat ?? 0;
  if (model.you.includes(active)) return { ...label, ...due, blocked: `${turnLine(view)} first.` };
  return {
    ...label,
    ...due,
    name: seatTitle(model, active),
    main: waitingFor(view),
    more: "",
    count: "",
    small: "",
    blocked: `It is ${possessive(view.who(active))} turn.`,
  };
}

/**
 * What a seat may do that does not wait for another whose time is over.
 *
 * @param {View} view
 */
function skipLabel({ model, late, who }) {
  const name = who(late?.seat ?? 0);
  const action = `${model.you[0]}:skip`;
  return { icon: "i-clock", main: "Skip", more: ` ${name}`, small: "the clock acts", action };
}

/** Whose seat a spectator may take. @param {View} view */
function forWhom({ model, who }) {
  return `for ${list(vacantSeats(model).map(who))}`;
}

/**
 * Who asks the others to wait, in words.
 *
 * @param {View} view
 * @returns {{ names: string, more: string } | null}
 */
export function wishOf(view) {
  const users = othersWithWish(view.model);
  if (users.length === 0) return null;
  const toMe = nextStep(view.model) !== null;
  return { names: list(users), more: `${users.length > 1 ? " ask" : " asks"}${toMe ? " you" : ""} to wait` };
}

/** @param {View} view */
function dueLabel({ model }) {
  const { phase, left } = model.position?.turn ?? { phase: "over", left: 0 };
  if (phase === "flood") {
    const all = FLOOD_CARDS[(model.position?.water ?? 1) - 1] ?? left;
    return { icon: "v-flood", main: "Flood", more: " card", count: ` ${all - left + 1} of ${all}`, small: "" };
  }
  const unused = phase === "act" && left > 0 ? `${left} action${left === 1 ? "" : "s"} unused` : "";
  return {
    icon: "v-draw",
    main: "Draw",
    more: " card",
    count: phase === "draw" ? " 2 of 2" : " 1 of 2",
    small: unused,
  };
}

/** @param {View} view */
function waitingFor({ model }) {
  if (isOver(model)) return "";
  const phase = model.position?.turn.phase;
  return phase === "act" ? "acts" : phase === "draw" ? "draws" : "floods";
}

/** In a solo game a sentence says which seat it is about. @param {View} view @param {number} seat */
function solo({ model }, seat) {
  return model.you.length > 1 ? `${seatTitle(model, seat)}: ` : "";
}
