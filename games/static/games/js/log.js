/**
 * What happened, in sentences, one item an entry; what was taken back stays, struck through.
 *
 * @import { Entry, Model } from "./model.js"
 * @import { Tell, View } from "./view.js"
 */

import { drawing, el, sign } from "./dom.js";
import { entrySentences, seatNames } from "./messages.js";

/** Closer to the end than this, the log follows what is new. */
const NEAR_PX = 60;

/** @param {HTMLElement} scroller @param {HTMLElement} list @param {HTMLButtonElement} earlier @param {Tell} tell */
export function log(scroller, list, earlier, tell) {
  /** @type {Map<number, HTMLLIElement>} */
  const items = new Map();
  let follows = true;
  const look = () => (follows = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_PX);
  scroller.addEventListener("scroll", look, { passive: true });
  earlier.addEventListener("click", () => tell({ type: "earlier" }));
  return {
    /** @param {View} view */
    render({ model }) {
      earlier.hidden = (model.log[0]?.version ?? 1) <= 1;
      const fresh = model.log.filter((entry) => !items.has(entry.version));
      // the newest first: so the item that comes after each one is there already
      for (const entry of [...fresh].reverse()) {
        const item = itemOf(model, entry);
        items.set(entry.version, item);
        const after = list.querySelector(`[data-version="${nextVersion(model, entry.version)}"]`);
        list.insertBefore(item, after);
      }
      for (const entry of model.log) if (entry.undone) strike(items.get(entry.version));
      if (follows && fresh.length > 0) scroller.scrollTop = scroller.scrollHeight;
    },
  };
}

/**
 * The treasures that were held when a version was reached.
 *
 * @param {Model} model
 * @param {number} version
 */
export function capturedAt(model, version) {
  const later = model.log
    .filter((entry) => entry.version > version)
    .flatMap((entry) => entry.events)
    .map((event) => (event.type === "captured" ? event.treasure : ""));
  return [...(model.position?.captured ?? "")].filter((treasure) => !later.includes(treasure)).join("");
}

/**
 * An entry in its sentences, struck through where it was taken back.
 *
 * @param {Model} model with the log that it is of
 * @param {Entry} entry
 */
export function itemOf(model, entry) {
  // as the seats were called before it: it may be the one with which somebody left or sat down
  const context = { who: seatNames(model, entry.version - 1), captured: capturedAt(model, entry.version) };
  const lines = entrySentences(entry, context).map(({ kind, text }) =>
    el("p", { class: kind || null }, kind === "bad" && drawing("0 0 60 84", ["card-r"]), el("span", {}, text)),
  );
  const marks = entry.by_clock ? [sign("i-clock", "by-clock"), el("span", { class: "vh" }, "By the clock: ")] : [];
  const item = el(
    "li",
    { "data-version": entry.version, class: entry.by_clock ? "is-by-clock" : null },
    ...marks,
    ...lines,
  );
  if (entry.undone) strike(item);
  return item;
}

/** @param {Model} model @param {number} version */
function nextVersion(model, version) {
  return model.log.find((entry) => entry.version > version)?.version ?? 0;
}

/** @param {HTMLLIElement | undefined} item */
function strike(item) {
  if (!item || item.classList.contains("is-undone")) return;
  item.classList.add("is-undone");
  for (const text of item.querySelectorAll("span"))
    text.replaceWith(el("s", {}, text.textContent, el("span", { class: "vh" }, " (taken back)")));
}
