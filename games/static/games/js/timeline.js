/**
 * The line of a game's steps: a slider under the chart, and what mattered as a strip of marks. Pressing a mark, the
 * chart, or the keys of any of them leads to that step.
 *
 * @import { Kind, Mark, Tide } from "./steps.js"
 * @typedef {{ steps: number, starts: number[], marks: Mark[], tides: Tide[], go: (at: number) => void }} Timeline
 */

import { chart } from "./chart.js";
import { byId, drawing, el, set } from "./dom.js";
import { withPicture } from "./idle.js";
import { inWords, list } from "./names.js";
import { turnOf } from "./steps.js";

/** What the kinds are called, in the order of their buttons. @type {[Kind, string, string, string][]} */
const KINDS = [
  ["rise", "Waters Rise!", "0 0 60 84", "card-r"],
  ["sink", "sunk", "0 0 100 100", "sunk"],
  ["flood", "flooded", "0 0 24 24", "v-flood"],
  ["capture", "captured", "0 0 64 64", "treasure-e"],
  ["special", "special cards", "0 0 60 84", "card-h"],
];
const BOXES = Object.fromEntries(KINDS.map(([kind, , box]) => [kind, box]));

/** @param {Timeline} timeline */
export function timeline({ steps, starts, marks, tides, go }) {
  const scrub = /** @type {HTMLInputElement} */ (byId("scrub"));
  const moments = byId("moments");
  const buttons = marks.map((mark) => button(mark, turnOfMark(starts, mark)));
  const items = buttons.map((one, number) => el("li", { class: `is-${marks[number]?.kind}` }, one));
  const curves = chart(byId("chart"), { tides, marks, go });
  let shownAt = 0;
  scrub.max = String(steps - 1);
  moments.replaceChildren(...items);
  byId("kinds").replaceChildren(...KINDS.filter(([kind]) => marks.some((mark) => mark.kind === kind)).map(filter));
  scrub.addEventListener("input", () => go(Number(scrub.value)));
  moments.addEventListener("click", (event) => {
    const number = buttons.findIndex((one) => event.target instanceof Node && one.contains(event.target));
    if (number >= 0) press(number);
  });
  moments.addEventListener("keydown", (event) => {
    const shown = buttons.filter((_, number) => !items[number]?.hidden);
    const place = shown.findIndex((one) => one === event.target);
    const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: shown.length - 1 }[event.key];
    if (place < 0 || next === undefined || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const one = shown[Math.max(0, Math.min(next, shown.length - 1))];
    press(buttons.findIndex((other) => other === one));
  });
  makeReachable();
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) draw(target);
    },
    { root: moments, rootMargin: "0px 200px" },
  );
  for (const one of buttons) seen.observe(one);

  /** A mark is drawn when it comes into sight: there are many, and drawings are what costs. @param {Element} target */
  function draw(target) {
    const { kind, symbols } = marks[buttons.findIndex((one) => one === target)] ?? { kind: "", symbols: [] };
    target.prepend(drawing(BOXES[kind] ?? "", symbols));
    seen.unobserve(target);
  }

  /** @param {(typeof KINDS)[number]} kind */
  function filter([kind, name, box, symbol]) {
    const count = marks.filter((mark) => mark.kind === kind).length;
    const one = el(
      "button",
      { type: "button", class: "kind", "aria-pressed": true, title: name },
      drawing(box, [symbol]),
      el("span", {}, el("span", { class: "kind-name" }, name), el("span", { class: "num" }, ` ${count}`)),
    );
    one.addEventListener("click", () => {
      const shows = one.getAttribute("aria-pressed") !== "true";
      set(one, { "aria-pressed": shows });
      marks.forEach((mark, number) => mark.kind === kind && (/** @type {any} */ (items[number]).hidden = !shows));
      makeReachable();
    });
    return one;
  }

  /** One of the marks that are shown is a stop of the Tab key. */
  function makeReachable() {
    const shown = buttons.filter((_, number) => !items[number]?.hidden);
    const stop = shown.find((one) => one.tabIndex === 0) ?? shown[0];
    for (const one of buttons) one.tabIndex = one === stop ? 0 : -1;
  }

  /** @param {number} number */
  function press(number) {
    for (const one of buttons) one.tabIndex = one === buttons[number] ? 0 : -1;
    buttons[number]?.focus({ preventScroll: true });
    go(marks[number]?.at ?? 0);
  }

  /** The last mark up to here is kept in sight. */
  const follow = withPicture(() => {
    const number = marks.findLastIndex((mark, index) => mark.at <= shownAt && !items[index]?.hidden);
    const item = items[Math.max(0, number)];
    if (item) moments.scrollLeft = item.offsetLeft - (moments.clientWidth - item.offsetWidth) / 2;
  });

  return {
    /** The step of the next mark that is shown, or of the one before. @param {number} at @param {1 | -1} way */
    beside(at, way) {
      const shown = marks.filter((_, number) => !items[number]?.hidden);
      const found = way > 0 ? shown.find((mark) => mark.at > at) : shown.findLast((mark) => mark.at < at);
      return found?.at ?? (way > 0 ? steps - 1 : 0);
    },
    /** @param {number} at @param {string} words what the step is, for who cannot see it */
    show(at, words) {
      scrub.value = String(at);
      set(scrub, { "aria-valuetext": words });
      buttons.forEach((one, number) => set(one, { "aria-current": marks[number]?.at === at ? "step" : null }));
      curves.show(at);
      shownAt = at;
      follow();
    },
  };
}

/** What is drawn in a turn belongs to it, though the step may show the next one already. @param {number[]} starts @param {Mark} mark */
function turnOfMark(starts, { kind, at }) {
  return turnOf(starts, kind === "capture" || kind === "special" ? at : at - 1) + 1;
}

/** @param {Mark} mark @param {number} turn */
function button({ kind, words }, turn) {
  const label = `Turn ${turn}: ${wordsOf(kind, words)}`;
  return el(
    "button",
    { type: "button", tabindex: -1, "aria-label": label, title: label },
    el("span", { class: "num", "aria-hidden": true }, words.length > 1 ? `×${words.length}` : ""),
  );
}

/** @param {Kind} kind @param {string[]} words */
function wordsOf(kind, words) {
  if (kind === "flood") return words.length > 3 ? `${inWords(words.length)} tiles flooded` : `${list(words)} flooded`;
  if (kind !== "sink") return list(words);
  if (words.length > 3) return `${inWords(words.length)} tiles sank`;
  return `${list(words)} ${words.length === 1 ? "has" : "have"} sunk`;
}
