/**
 * The state of the line, in the bar and, when it is down, over the dock.
 *
 * @import { Line } from "./reconnect.js"
 * @import { Tell } from "./view.js"
 */

/** @type {Record<number, string>} */
const ENDED = {
  4400: "The table did not understand this page. Load it anew, please.",
  4401: "You are signed out. Load the page anew to sign in.",
  4403: "This table is not open to you.",
  4404: "This table is gone.",
};

/**
 * @param {{ line: HTMLElement, text: HTMLElement, bar: HTMLElement, words: HTMLElement, again: HTMLElement }} parts
 * @param {Tell} tell
 */
export function lineBar({ line, text, bar, words, again }, tell) {
  let lost = false;
  again.addEventListener("click", () => tell({ type: "hurry" }));
  return {
    /** @param {Line} state @param {number} now */
    tick(state, now) {
      if (state.phase === "open") lost = false;
      if (state.phase === "waiting" || state.phase === "ended") lost = true;
      const [kind, word] = wordOf(state);
      line.className = `line ${kind}`;
      if (text.textContent !== word) text.textContent = word;
      bar.hidden = !lost;
      again.hidden = state.phase !== "waiting";
      const sentence = lostText(state, now);
      if (words.textContent !== sentence) words.textContent = sentence;
    },
  };
}

/** @param {Line} state @returns {[string, string]} */
function wordOf({ phase }) {
  if (phase === "open") return ["is-on", "Connected"];
  if (phase === "waiting" || phase === "ended") return ["is-off", "Not connected"];
  return ["is-away", "Connecting…"];
}

/** @param {Line} state @param {number} now */
export function lostText({ phase, retryAt, endCode }, now) {
  if (phase === "ended") return ENDED[endCode ?? 0] ?? "The line has ended. Load the page anew, please.";
  const seconds = Math.max(0, Math.ceil(((retryAt ?? now) - now) / 1000));
  if (phase !== "waiting" || seconds === 0) return "Connection lost. Trying again. Nothing you did is lost.";
  return `Connection lost. Trying again in ${seconds} second${seconds === 1 ? "" : "s"}. Nothing you did is lost.`;
}
