/** The page of rules: positions become boards when they are asked for, and the contents say where one is. */

import { within } from "./dom.js";

for (const trial of document.querySelectorAll(".trial")) {
  if (trial instanceof HTMLElement) within(trial, ".try").addEventListener("click", () => void turn(trial));
}
followContents();

/**
 * Lay a board in the place of the still picture, or put it away again. Boards are loaded with the first of them.
 *
 * @param {HTMLElement} trial
 */
async function turn(trial) {
  const [button, still, place] = [within(trial, ".try"), within(trial, ".still"), within(trial, ".board")];
  const opens = button.getAttribute("aria-expanded") !== "true";
  button.setAttribute("aria-expanded", String(opens));
  if (opens) {
    const { practiceIn } = await import("./practice.js");
    if (button.getAttribute("aria-expanded") !== "true" || place.childElementCount > 0) return; // pressed twice meanwhile
    const { position = "", seats = "" } = trial.dataset;
    const practice = practiceIn(place, { position, you: [...seats].map(Number) });
    await practice.start();
    show(true);
    trial.scrollIntoView({ block: "nearest" });
    practice.board.focus();
  } else {
    show(false);
    place.replaceChildren();
  }

  /** @param {boolean} board */
  function show(board) {
    trial.classList.toggle("is-open", board);
    still.hidden = board;
    place.hidden = !board;
  }
}

/** The highest chapter in sight is where one is. */
function followContents() {
  const links = [...document.querySelectorAll(".contents a")];
  const chapters = [...document.querySelectorAll(".chapter")];
  /** @type {Set<Element>} */
  const seen = new Set();
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      const here = chapters.find((chapter) => seen.has(chapter))?.getAttribute("aria-labelledby");
      for (const link of links) {
        if (link.getAttribute("href") === `#${here}`) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-25% 0px -50%" },
  );
  for (const chapter of chapters) watcher.observe(chapter);
}
