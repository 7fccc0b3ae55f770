/** From a sentence that says why not to the rule that forbids it. */

import { el } from "./dom.js";

/**
 * A link to the rule on the page of rules, whose address an element of the page carries; nothing where none does. It
 * opens in a tab of its own, so that nobody loses the table; on the page of rules itself, whose address is empty, it
 * goes there.
 *
 * @param {string | undefined} rule its number
 */
export function ruleLink(rule) {
  const carrier = rule ? document.querySelector("[data-rules]") : null;
  if (!(carrier instanceof HTMLElement)) return null;
  const away = carrier.dataset.rules !== "";
  return el(
    "a",
    {
      class: "rule-link",
      href: `${carrier.dataset.rules}#r-${rule}`,
      target: away ? "_blank" : null,
      "data-key": `rule-${rule}`,
    },
    `Rule ${rule}`,
    away && el("span", { class: "vh" }, " in a new tab"),
  );
}
