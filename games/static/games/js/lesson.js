/**
 * The first lesson: a coach beside a board on which one can act. What is said, what is wanted and on which position each
 * step begins is the script of the server (`games/lesson.py`); here is only how it is gone through.
 *
 * @import { Entry } from "./model.js"
 * @typedef {{ chapter: number, words: string, rule: string, do: string, plays: string[], free: boolean, position:
 *   string, own: number[], layers: string[] }} Step
 *   `do`: the action or choice that leads on, empty where one reads; `plays`: what others play on the way on; `free`:
 *   everything is allowed until the turn ends
 */

import { byId, el, set } from "./dom.js";
import { Practice } from "./practice.js";
import { ruleLink } from "./rulelink.js";
import { tooSmall } from "./screen.js";
import { isLed, pointedAt, startOf, stepAt } from "./script.js";

const KEPT = "tidewatch:lesson";
/** What others play is seen before the next thing happens. */
const LOOK_MS = 900;

class Lesson {
  #at = 0;
  /** Whether others are playing. */
  #plays = false;
  /** Until the position of the step lies on the board: whether it does. */
  #laid = Promise.resolve(true);

  /** @param {HTMLElement} root @param {Step[]} steps */
  constructor(root, steps) {
    this.root = root;
    this.steps = steps;
    this.next = /** @type {HTMLButtonElement} */ (byId("next"));
    this.chapter = /** @type {HTMLSelectElement} */ (byId("chapter"));
    this.practice = new Practice(root, {
      position: "",
      frame: document.body,
      small: tooSmall,
      allow: (action) => this.#objection(action),
      chose: (tile) => this.#step.do === `choose ${tile}` && void this.#go(this.#at + 1),
      done: (entry) => this.#done(entry),
    });
  }

  async start() {
    this.next.addEventListener("click", () => void this.#onward());
    byId("back").addEventListener("click", () => void this.#go(this.#at - 1));
    byId("again").addEventListener("click", () => void this.#go(0));
    this.chapter.addEventListener("change", () => void this.#go(startOf(this.steps, Number(this.chapter.value))));
    addEventListener("hashchange", () => void this.#go(stepAt(location.hash, null, this.steps.length)));
    await this.#go(stepAt(location.hash, kept(), this.steps.length));
  }

  get #step() {
    return /** @type {Step} */ (this.steps[this.#at]);
  }

  get #isLast() {
    return this.#at === this.steps.length - 1;
  }

  /** @param {number} at */
  async #go(at) {
    this.#at = Math.max(0, Math.min(at, this.steps.length - 1));
    remember(this.#at);
    history.replaceState(null, "", `#${this.#at + 1}`);
    this.#plays = false;
    const step = this.#step;
    this.#show();
    set(this.root, { "aria-busy": "true" });
    this.#laid = this.#lay(step);
    const laid = await this.#laid;
    if (step !== this.#step) return; // somebody has gone on meanwhile
    set(this.root, { "aria-busy": null });
    if (laid) this.practice.point(pointedAt(step.do));
    else byId("words").textContent = this.root.dataset.failed ?? "";
  }

  /** @param {Step} step */
  async #lay({ position, own, layers }) {
    if (this.practice.position === position && String(this.practice.model?.you) === String(own)) return true;
    try {
      await this.practice.set(position, own, layers);
      return true;
    } catch {
      return false;
    }
  }

  #show() {
    const step = this.#step;
    const rule = ruleLink(step.rule);
    this.chapter.value = String(step.chapter);
    byId("chapter-name").textContent = this.chapter.selectedOptions[0]?.textContent ?? "";
    byId("count").textContent = `${this.#at + 1}/${this.steps.length}`;
    /** @type {HTMLProgressElement} */ (byId("progress")).value = this.#at + 1;
    byId("words").replaceChildren(el("span", {}, step.words), ...(rule ? [" ", rule] : []));
    set(byId("back"), { "aria-disabled": this.#at === 0 ? "true" : null });
    this.#showNext();
  }

  /** The button is there where one reads; whoever uses the keyboard finds the focus where it goes on. */
  #showNext() {
    const wasNext = document.activeElement === this.next;
    const reads = !isLed(this.#step) && !this.#isLast;
    const byKeyboard = document.activeElement?.matches(":is(.stage, .crew, .dock) :focus-visible") ?? false;
    this.next.hidden = !reads;
    set(this.next, { "aria-disabled": this.#plays ? "true" : null });
    if (reads && byKeyboard) this.next.focus({ preventScroll: true });
    if (!reads && wasNext) this.practice.board.focus();
  }

  /** What others play is played, then the next step begins. */
  async #onward() {
    if (this.#plays) return;
    const at = this.#at;
    const { plays } = this.#step;
    this.#plays = true;
    this.#showNext();
    if (!(await this.#laid) || at !== this.#at) return;
    for (const action of plays) {
      await this.practice.play(action);
      if (at !== this.#at) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      if (at !== this.#at) return;
    }
    await this.#go(at + 1);
  }

  /** What is said to an action that the rules may allow and the lesson does not want now. @param {string} action */
  #objection(action) {
    const { free, do: wanted } = this.#step;
    return free || action === wanted ? null : (this.root.dataset.notNow ?? "");
  }

  /** @param {Entry} entry */
  #done({ action, events }) {
    const { free, do: wanted } = this.#step;
    const ended = free && events.some(({ type }) => type === "turn");
    if (ended || action === wanted) void this.#go(this.#at + 1);
  }
}

/** @returns {string | null} */
function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // private windows of some browsers forbid storage
  }
}

/** @param {number} at */
function remember(at) {
  try {
    localStorage.setItem(KEPT, String(at + 1));
  } catch {
    // then it begins anew next time
  }
}

/** @type {Step[]} */
const steps = JSON.parse(byId("lesson-steps").textContent ?? "[]");
void new Lesson(byId("lesson"), steps).start();
