/**
 * The field in which an action is typed, in words or in notation, with what is possible now to choose from.
 *
 * @import { Tell, View } from "./view.js"
 */

import { el, redraw } from "./dom.js";
import { actionFrom, offers } from "./typed.js";

/** @param {HTMLFormElement} form @param {HTMLElement} options @param {Tell} tell */
export function typing(form, options, tell) {
  /** @type {View | null} */
  let current = null;
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("action"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!current) return;
    const action = actionFrom(field.value, current);
    if (!action) return tell({ type: "notice", text: "No action is called so. Choose one of the list." });
    field.value = "";
    tell({ type: "act", action, waits: true });
  });
  return {
    /** @param {View} view */
    render(view) {
      const opens = view.ui.sheet === "type" && current?.ui.sheet !== "type";
      current = view;
      form.hidden = view.ui.sheet !== "type";
      if (form.hidden) return;
      const all = offers(view);
      redraw(options, JSON.stringify(all), () => all.map(({ text }) => el("option", { value: text })));
      if (!opens) return;
      field.focus({ preventScroll: true });
      field.select(); // what was not understood is typed over, or mended
    },
  };
}
