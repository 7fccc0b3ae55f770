/**
 * The line of a game's steps: turns, Waters Rise!, captures and sinkings above a slider. Pressing a mark, the line or
 * the keys of either leads to that step.
 *
 * @import { Mark } from "./steps.js"
 * @typedef {{ steps: number, starts: number[], marks: Mark[], go: (at: number) => void }} Timeline
 */

import { byId, drawing, el, set } from "./dom.js";
import { inWords, list } from "./names.js";
import { spread, turnOf } from "./steps.js";

/** How wide a mark is, with the room to the next. */
const MARK_PX = 28;
/** @type {Record<string, string>} */
const BOXES = { rise: "0 0 60 84", capture: "0 0 64 64", sink: "0 0 100 100" };
const LANES = [["rise", "capture"], ["sink"]];

/** @param {Timeline} timeline */
export function timeline({ steps, starts, marks, go }) {
  const scrub = /** @type {HTMLInputElement} */ (byId("scrub"));
  const moments = byId("moments");
  const last = Math.max(1, steps - 1);
  const buttons = marks.map((mark) =>
    button(mark, turnOf(starts, mark.kind === "capture" ? mark.at : mark.at - 1) + 1),
  );
  scrub.max = String(steps - 1);
  moments.replaceChildren(...marks.map((mark, number) => el("li", { class: `is-${mark.kind}` }, buttons[number])));
  byId("ticks")
    .querySelector("path")
    ?.setAttribute("d", starts.map((at) => `M${(1000 * at) / last} 0v12`).join(""));
  scrub.addEventListener("input", () => go(Number(scrub.value)));
  moments.addEventListener("click", (event) => {
    const number = buttons.findIndex((one) => event.target instanceof Node && one.contains(event.target));
    if (number >= 0) press(number);
  });
  moments.addEventListener("keydown", (event) => {
    const number = buttons.findIndex((one) => one === event.target);
    const next = { ArrowLeft: number - 1, ArrowRight: number + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (number < 0 || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    press(Math.max(0, Math.min(next, buttons.length - 1)));
  });
  new ResizeObserver(place).observe(moments);
  if (buttons[0]) buttons[0].tabIndex = 0;

  /** @param {number} number */
  function press(number) {
    const { at } = marks[number] ?? { at: 0 };
    for (const one of buttons) one.tabIndex = one === buttons[number] ? 0 : -1;
    buttons[number]?.focus({ preventScroll: true });
    go(at);
  }

  function place() {
    const gap = MARK_PX / Math.max(1, moments.clientWidth);
    for (const lane of LANES) {
      const numbers = marks.flatMap((mark, number) => (lane.includes(mark.kind) ? [number] : []));
      const places = spread(
        numbers.map((number) => (marks[number]?.at ?? 0) / last),
        gap,
      );
      const wide = Math.min(MARK_PX, moments.clientWidth / Math.max(1, numbers.length - 1)) - 2;
      numbers.forEach((number, index) => {
        const { style } = buttons[number]?.parentElement ?? moments;
        style.setProperty("--at", String(places[index]));
        style.setProperty("--wide", `${wide}px`);
      });
    }
  }

  return {
    /** @param {number} at @param {string} words what the step is, for who cannot see it */
    show(at, words) {
      scrub.value = String(at);
      set(scrub, { "aria-valuetext": words });
      scrub.style.setProperty("--at", String(at / last));
      buttons.forEach((one, number) => set(one, { "aria-current": marks[number]?.at === at ? "step" : null }));
    },
  };
}

/** @param {Mark} mark @param {number} turn */
function button({ kind, symbols, words }, turn) {
  const told = kind === "sink" ? sunkText(words) : list(words);
  const label = `Turn ${turn}: ${told}`;
  return el(
    "button",
    { type: "button", tabindex: -1, "aria-label": label, title: label },
    drawing(BOXES[kind] ?? "", symbols),
  );
}

/** @param {string[]} tiles */
function sunkText(tiles) {
  if (tiles.length > 3) return `${inWords(tiles.length)} tiles sank`;
  return `${list(tiles)} ${tiles.length === 1 ? "has" : "have"} sunk`;
}
