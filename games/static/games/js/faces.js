/**
 * The faces of the clocks, on the seats and in the dock: only figures change between two drawings of the page, and only
 * while a clock runs is there a timer.
 *
 * @import { Reading } from "./clock.js"
 * @import { View } from "./view.js"
 */

import { clockNews, faceOf, foremost, isLate, nextTick, overText, readings, timeText } from "./clock.js";
import { el, redraw } from "./dom.js";
import { possessive } from "./messages.js";

/**
 * @param {{ dock: HTMLElement, news: HTMLElement }} parts
 * @param {() => void} changed another phase has begun: the whole page must be drawn
 */
export function faces({ dock, news }, changed) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {readonly Reading[]} */
  let last = [];
  const tick = (/** @type {View} */ view) => {
    const clocks = readings(view.model, Date.now());
    if (phases(clocks) === phases(last)) show({ ...view, clocks });
    else changed();
  };
  const show = (/** @type {View} */ view) => {
    clearTimeout(timer);
    const { model, clocks } = view;
    const { clock } = model;
    const words = clockNews(last, clocks, model, (seat) => possessive(view.who(seat)));
    if (words) news.textContent = words;
    last = clocks;
    drawDock(dock, view);
    if (!clock) return;
    for (const reading of clocks) drawSeat(reading, clock.pace);
    const ticking = clocks.filter((one) => one.runs && one.phase !== "due").map((one) => nextTick(one, clock));
    if (ticking.length > 0) timer = setTimeout(() => tick(view), Math.min(...ticking));
  };
  return { render: show };
}

/** @param {readonly Reading[]} clocks */
function phases(clocks) {
  return clocks.map(({ seat, phase }) => `${seat} ${phase}`).join();
}

/** @param {Reading} reading @param {string} pace */
function drawSeat({ seat, left, phase }, pace) {
  for (const element of document.querySelectorAll(`[data-clock="${seat}"]`)) {
    const face = faceOf(left, pace);
    element.className = `clock is-${phase}`;
    redraw(element, JSON.stringify([face, phase]), () => seatFace(face, phase));
  }
}

/** @param {import("./clock.js").Face} face @param {import("./clock.js").Phase} phase */
function seatFace({ figure, unit, short }, phase) {
  const late = phase === "over" || phase === "due";
  return [
    el("span", { class: "vh" }, "time left "),
    el("b", {}, figure),
    unit && el("span", { class: "long" }, ` ${unit}`),
    unit && el("span", { class: "short", "aria-hidden": "true" }, ` ${short}`),
    (late || phase === "hurry") && el("span", { class: "hurry" }, late ? " over" : " hurry"),
  ];
}

/** @param {HTMLElement} dock @param {View} view */
function drawDock(dock, { model, clocks }) {
  const { clock, you } = model;
  const reading = foremost(clocks, you);
  dock.hidden = !clock || !reading;
  if (!clock || !reading) return;
  dock.className = `clock is-${reading.phase}`;
  const words = isLate(reading) ? overText(reading, clock, you) : timeText(reading.left, clock.pace);
  const parts = () => (isLate(reading) ? late(reading, clock, words) : running(reading, words));
  redraw(dock, `${words} ${reading.phase}`, parts);
}

/** @param {Reading} reading @param {string} time */
function running({ phase }, time) {
  return [
    el("b", {}, time),
    phase === "hurry" ? el("span", { class: "hurry" }, " hurry") : el("span", { class: "roomy" }, " left"),
  ];
}

/** @param {Reading} reading @param {import("./clock.js").Clock} clock @param {string} words */
function late({ left, phase }, { pace, grace_ms: grace }, words) {
  const { figure, short } = faceOf(left + grace, pace);
  const brief = phase === "due" ? "the clock acts" : `over; clock acts in ${figure} ${short}`;
  return [el("span", { class: "roomy" }, "Time is over. ", words), el("span", { class: "brief" }, brief)];
}
