/**
 * The script of the lesson, as far as it can be read without a page. Pure.
 *
 * @import { Step } from "./lesson.js"
 */

/**
 * Whether the step is led by what the learner does on the board; else one reads and presses on.
 *
 * @param {Pick<Step, "do" | "free">} step
 */
export function isLed(step) {
  return step.do !== "" || step.free;
}

/**
 * The tile that an action or choice is about, to be pointed at: the first that is named; none for cards.
 *
 * @param {string} wanted
 */
export function pointedAt(wanted) {
  return /\b[A-X]\b/.exec(wanted)?.[0] ?? "";
}

/**
 * Where the lesson goes on: as the address says, else where it was left, else at its beginning. A lesson that was
 * finished begins anew.
 *
 * @param {string} hash @param {string | null} kept @param {number} steps
 */
export function stepAt(hash, kept, steps) {
  const asked = /^#(\d{1,3})$/.exec(hash)?.[1];
  const left = /^\d{1,3}$/.test(kept ?? "") && Number(kept) < steps ? kept : null;
  return Math.max(0, Math.min(Number(asked ?? left ?? 1), steps) - 1);
}

/**
 * The step with which a chapter begins.
 *
 * @param {readonly Pick<Step, "chapter">[]} steps @param {number} chapter
 */
export function startOf(steps, chapter) {
  return Math.max(0, steps.findIndex((step) => step.chapter === chapter));
}
