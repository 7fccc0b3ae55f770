/**
 * What concerns the page as a whole: what the stylesheet must know, the bar, the title.
 *
 * @import { Model } from "./model.js"
 * @import { View } from "./view.js"
 */

import { nextStep } from "./choices.js";
import { choosesDiscard } from "./dock.js";
import { byId, el, redraw } from "./dom.js";
import { isOver, owes } from "./model.js";
import { difficultyName, layoutName, paceName } from "./names.js";
import { vacantSeats } from "./seats.js";

/**
 * @param {View} view
 * @param {number} rows of the island as they are seen
 */
export function markPage(view, rows) {
  const { model, ui } = view;
  markBoard(document.body, view, rows);
  document.body.dataset.sheet = ui.sheet ?? "";
  for (const button of document.querySelectorAll("[data-opens]")) {
    button.setAttribute("aria-expanded", String(button.getAttribute("data-opens") === ui.sheet));
  }
  const [island, ...more] = factsOf(model);
  redraw(byId("facts"), more.join(), () => [island, el("span", { class: "roomy" }, ` · ${more.join(" · ")}`)]);
  byId("isle-name").textContent = layoutName(model.layout);
  document.title = `${nextStep(model) && !isOver(model) ? "Your turn" : layoutName(model.layout)} · Tidewatch`;
  const unread = byId("unread");
  unread.hidden = ui.unread === 0;
  unread.textContent = String(ui.unread);
}

/**
 * What the stylesheet must know of a board.
 *
 * @param {HTMLElement} frame what holds the board @param {View} view @param {number} rows of the island as they are seen
 */
export function markBoard(frame, view, rows) {
  frame.dataset.rows = String(rows);
  for (const [name, on] of Object.entries(marks(view))) frame.classList.toggle(name, on);
}

/** @param {View} view @returns {Record<string, boolean>} */
function marks(view) {
  const { model, ui, acting } = view;
  return {
    "is-turned": ui.turned,
    "is-limit": choosesDiscard(view),
    "is-forced": (model.position?.seats ?? []).some((_, seat) => owes(model, seat)),
    "is-picking": ui.pick !== null,
    "is-watching": acting === null,
    "can-sit": acting === null && vacantSeats(model).length > 0,
    "has-clock": view.clocks.length > 0,
    "is-over": isOver(model),
    "shows-why": ui.showsWhy || ui.notice !== null,
  };
}

/** The island and its water first; the rest where there is room. @param {Model} model */
function factsOf({ layout, difficulty, rated, seats, pace }) {
  const counts = rated ? "rated" : "casual";
  const island = `${layoutName(layout)} · ${difficultyName(difficulty)}`;
  return [island, counts, `${seats.length} seats`, paceName(pace)].filter(Boolean);
}
