/**
 * The talk at the table; lines of people who only watch are marked.
 *
 * @import { Tell, View } from "./view.js"
 */

import { el } from "./dom.js";

/** @param {HTMLElement} list @param {HTMLFormElement | null} form @param {Tell} tell */
export function chat(list, form, tell) {
  let last = 0;
  const field = form?.querySelector("input") ?? null;
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field?.value.trim() ?? "";
    if (text) tell({ type: "say", text });
  });
  return {
    /** @param {View} view */
    render({ model }) {
      takeAway(list, model.chat);
      const fresh = model.chat.filter((line) => line.id > last);
      if (fresh.length === 0) return;
      list.append(
        ...fresh.map((line) =>
          el(
            "li",
            { class: line.seated ? null : "is-watching", "data-line": line.id },
            el("b", {}, line.user),
            line.seated ? null : el("small", {}, " watching"),
            " ",
            line.text,
          ),
        ),
      );
      last = fresh.at(-1)?.id ?? last;
      list.scrollTop = list.scrollHeight;
    },
    /** The line is on its way; a refused one is given back by `restore`. */
    clear() {
      if (field) field.value = "";
    },
    /** @param {string} text */
    restore(text) {
      if (field && !field.value) field.value = text;
    },
    focus() {
      field?.focus();
    },
  };
}

/**
 * Take the lines away that an admin has hidden. Earlier ones than the model holds stay.
 *
 * @param {HTMLElement} list
 * @param {{ id: number }[]} lines
 */
function takeAway(list, lines) {
  const first = lines[0]?.id ?? 0;
  const held = new Set(lines.map((line) => line.id));
  for (const item of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-line]"))) {
    const id = Number(item.dataset.line);
    if (id >= first && !held.has(id)) item.remove();
  }
}
