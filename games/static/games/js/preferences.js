/**
 * What somebody likes at the table: kept in this browser, which without storage forgets it; and the panel to change it.
 *
 * @import { Pace } from "./motion.js"
 * @typedef {{ motion: Pace, sounds: boolean, volume: number, asksAgain: boolean, drawsOn: boolean, singleKeys: boolean }}
 *   Preferences
 *   `volume` in hundredths; `asksAgain`: before what cannot be taken back; `drawsOn`: the next card is drawn by itself
 * @typedef {{ [Name in keyof Preferences]: { name: Name, value: Preferences[Name] } }[keyof Preferences]} Preferred
 */

import { el } from "./dom.js";

/** @type {Preferences} */
export const FRESH_PREFERENCES = {
  motion: "fast",
  sounds: false,
  volume: 50,
  asksAgain: false,
  drawsOn: false,
  singleKeys: true,
};

/** @type {[Pace, string][]} */
const PACES = [
  ["slow", "slow"],
  ["fast", "fast"],
  ["off", "off"],
];

/** @type {[keyof Preferences, string][]} */
const CHECKS = [
  ["asksAgain", "Ask again before what cannot be taken back"],
  ["drawsOn", "Draw on by itself when nobody else holds a special card"],
  ["singleKeys", "Single letters as shortcuts"],
  ["sounds", "Sounds"],
];

/** @returns {Preferences} */
export function preferences() {
  const kept = Object.keys(FRESH_PREFERENCES).map((name) => [name, read(keyOf(name))]);
  return preferencesFrom(Object.fromEntries(kept));
}

/** @param {Preferred} preferred */
export function remember({ name, value }) {
  try {
    localStorage.setItem(keyOf(name), String(value));
  } catch {
    // private windows of some browsers forbid storage
  }
}

/**
 * Pure: what is missing or makes no sense is as at first.
 *
 * @param {Record<string, string | null>} kept
 * @returns {Preferences}
 */
export function preferencesFrom(kept) {
  const fresh = FRESH_PREFERENCES;
  const motion = PACES.map(([pace]) => pace).find((pace) => pace === kept.motion) ?? fresh.motion;
  const volume = Number(kept.volume || fresh.volume);
  const is = (/** @type {"sounds" | "asksAgain" | "drawsOn" | "singleKeys"} */ name) =>
    (kept[name] ?? String(fresh[name])) === "true";
  return {
    motion,
    sounds: is("sounds"),
    volume: volume >= 0 && volume <= 100 ? volume : fresh.volume,
    asksAgain: is("asksAgain"),
    drawsOn: is("drawsOn"),
    singleKeys: is("singleKeys"),
  };
}

/** How things move here and now: somebody whose system asks for less motion sees none. @param {Preferences} kept @returns {Pace} */
export function paceOf({ motion }) {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : motion;
}

/** The panel. @param {Preferences} kept */
export function preferenceParts(kept) {
  return el(
    "div",
    { class: "settings", role: "group", "aria-label": "What you like" },
    ...CHECKS.map(([name, label]) => check(name, Boolean(kept[name]), label)),
    kept.sounds && el("label", { class: "setting" }, "Volume", range("volume", kept.volume)),
    el(
      "label",
      { class: "setting" },
      "Motion",
      el(
        "select",
        { name: "motion", "data-key": "motion" },
        ...PACES.map(([pace, word]) => el("option", { value: pace, selected: pace === kept.motion }, word)),
      ),
    ),
  );
}

/** What was changed in the panel. @param {Event} event @returns {Preferred | null} */
export function preferredBy({ target }) {
  if (target instanceof HTMLSelectElement && target.name === "motion")
    return { name: "motion", value: PACES.find(([pace]) => pace === target.value)?.[0] ?? "fast" };
  if (!(target instanceof HTMLInputElement)) return null;
  switch (target.name) {
    case "volume":
      return { name: "volume", value: target.valueAsNumber };
    case "sounds":
    case "asksAgain":
    case "drawsOn":
    case "singleKeys":
      return { name: target.name, value: target.checked };
    default:
      return null;
  }
}

/** @param {string} name @param {boolean} on @param {string} label */
function check(name, on, label) {
  return el(
    "label",
    { class: "setting" },
    el("input", { type: "checkbox", name, checked: on, "data-key": name }),
    label,
  );
}

/** @param {string} name @param {number} value in hundredths */
function range(name, value) {
  return el("input", { type: "range", name, min: 0, max: 100, step: 5, value, "data-key": name });
}

/** `drawsOn` is kept as draws-on. @param {string} name */
function keyOf(name) {
  return `tidewatch:${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
