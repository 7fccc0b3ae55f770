/**
 * Leaving, giving up and sitting down: what is said before somebody does it, and the question that a wish to give up
 * puts to the others.
 *
 * @import { Tell, View } from "./view.js"
 */

import { byId, el, pawnArt, redraw, sign } from "./dom.js";
import { seatTitle } from "./messages.js";
import { isOver } from "./model.js";
import { list, roleName, tileName } from "./names.js";
import { askedToConcede, vacantSeats } from "./seats.js";

/** Whether there is a game that this user could leave or give up. @param {View} view */
export function mayGo({ model }) {
  return model.you.length > 0 && !isOver(model);
}

/** @param {View} view */
export function leaveParts({ model, busy }) {
  if (model.you.length === 0) return [quiet("You sit at no seat of this table.")];
  const others = model.seats.filter((seat) => seat.player !== null && !model.you.includes(seat.number));
  const rating = model.rated
    ? "Leaving is for good: this game brings you no rating, even if it is won. " +
      "Nothing is subtracted, and the others keep what they gain."
    : "Nothing hangs on it for the ladder: this game is casual.";
  const after =
    others.length > 0
      ? "The clock plays your seat until somebody sits down there."
      : "Nobody else is left at the table, so the game ends here.";
  const label = model.rated ? "Leave for good" : "Leave";
  return [el("p", {}, rating), el("p", {}, after), ...decide("i-leave", label, of(model.you, "leave"), busy)];
}

/** @param {View} view */
export function concedeParts({ model, who, busy }) {
  const undecided = model.seats.filter((seat) => model.you.includes(seat.number) && !seat.concedes);
  const agreed = model.seats.filter((seat) => seat.concedes && !model.you.includes(seat.number));
  const missing = model.seats.filter(
    (seat) => seat.player !== null && !seat.concedes && !model.you.includes(seat.number),
  );
  if (model.you.length === 0) return [quiet("You sit at no seat of this table.")];
  const names = (/** @type {{ number: number }[]} */ seats) => list(seats.map((seat) => who(seat.number)));
  const agree = `agree${missing.length > 1 ? "" : "s"}`;
  if (undecided.length === 0)
    return [
      el("p", {}, `You would give the game up. It goes on until ${names(missing)} ${agree}.`),
      quiet("As soon as anybody plays on, the wish is forgotten."),
    ];
  return [
    el("p", {}, "When all who still play agree, the game is over and counts as not won. No rating is subtracted."),
    agreed.length > 0 && el("p", {}, `${names(agreed)} would give it up.`),
    missing.length > 0 && quiet(`${names(missing)} will be asked. Whoever plays on answers no.`),
    ...decide("i-flag", agreed.length > 0 ? "Agree" : "Give the game up", of(numbers(undecided), "concede"), busy),
  ].filter((part) => part !== false);
}

/** @param {View} view */
export function sitParts({ model, who, busy }) {
  const seats = vacantSeats(model);
  if (seats.length === 0) return [quiet("Every seat is taken.")];
  return [
    el("p", {}, `You play on for ${list(seats.map(who))}. It brings you no rating; the others keep theirs.`),
    el("ul", { class: "crew-list" }, ...seats.map((seat) => vacancy(model, seat, busy))),
  ];
}

/**
 * The bar over the dock that asks whether to give the game up with those who would.
 *
 * @param {HTMLElement} root
 * @param {Tell} tell
 */
export function proposal(root, tell) {
  const words = byId("give-up-words");
  const agree = byId("give-up-agree");
  agree.addEventListener("click", () => tell({ type: "actAll", actions: agree.dataset.act?.split(" ") ?? [] }));
  byId("give-up-not").addEventListener("click", () => tell({ type: "playOn" }));
  return {
    /** @param {View} view */
    render({ model, ui, who, busy }) {
      const asking = isOver(model) ? [] : askedToConcede(model);
      root.hidden = asking.length === 0 || ui.playsOn === asking.join();
      const text = root.hidden ? "" : `${list(asking.map(who))} would give the game up.`;
      redraw(words, text, () => [text]);
      const mine = model.seats.filter((seat) => model.you.includes(seat.number) && !seat.concedes);
      agree.dataset.act = of(numbers(mine), "concede");
      agree.setAttribute("aria-disabled", String(busy));
    },
  };
}

/** @param {View["model"]} model @param {number} seat @param {boolean} busy */
function vacancy(model, seat, busy) {
  const pawn = model.position?.seats[seat];
  const where = pawn ? `${roleName(pawn.role)} at ${tileName(pawn.tile)}` : "";
  const name = seatTitle(model, seat);
  const sit = el(
    "button",
    { type: "button", class: "btn gold", "data-act": `${seat}:sit`, "data-key": `sit-${seat}`, "aria-disabled": busy },
    "Sit down",
    el("span", { class: "vh" }, ` for ${name}`),
  );
  const about = el("div", {}, el("h3", {}, name), el("p", { class: "quiet" }, where));
  return el("li", {}, pawnArt(pawn?.role ?? ""), about, sit);
}

/** @param {string} icon @param {string} label @param {string} actions @param {boolean} busy */
function decide(icon, label, actions, busy) {
  return [
    el(
      "button",
      { type: "button", class: "btn", "data-act": actions, "data-key": "decide", "aria-disabled": busy },
      sign(icon),
      label,
    ),
    el("button", { type: "button", class: "btn", "data-sheet": "", "data-key": "stay" }, "Play on"),
  ];
}

/** One command a seat. @param {readonly number[]} seats @param {string} word */
function of(seats, word) {
  return seats.map((seat) => `${seat}:${word}`).join(" ");
}

/** @param {readonly { number: number }[]} seats */
function numbers(seats) {
  return seats.map((seat) => seat.number);
}

/** @param {string} text */
function quiet(text) {
  return el("p", { class: "quiet" }, text);
}
