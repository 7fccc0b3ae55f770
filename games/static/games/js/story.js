/**
 * The whole log of a game that is over, in the sentences of the table, on the page of its result: fills the list with data-log-url.
 *
 * @import { Model } from "./model.js"
 * @import { View } from "./view.js"
 */

import { el } from "./dom.js";
import { log } from "./log.js";
import { seatNames } from "./messages.js";
import { apply, withOlder } from "./model.js";

for (const list of document.querySelectorAll("ol[data-log-url]")) if (list instanceof HTMLOListElement) fill(list);

/** @param {HTMLOListElement} list */
async function fill(list) {
  const { logUrl = "", seats = "[]", position = null } = list.dataset;
  const model = apply(null, { type: "game", version: 0, status: "finished", seats: JSON.parse(seats), position, log: [] }, 0);
  if (!model) return;
  try {
    const told = await withWholeLog(model, logUrl);
    const drawn = log(el("div"), list, el("button"), () => {});
    drawn.render(/** @type {View} */ ({ model: told, who: seatNames(told) }));
  } catch {
    list.replaceChildren(el("li", {}, "The log could not be fetched. Load the page anew to see it told."));
  }
}

/**
 * The model with every entry of the log, asked for page by page from the end.
 *
 * @param {Model} model
 * @param {string} url
 * @returns {Promise<Model>}
 */
async function withWholeLog(model, url) {
  const first = model.log[0]?.version;
  const response = await fetch(first ? `${url}?before=${first}` : url);
  if (!response.ok) throw new Error(`log: ${response.status}`);
  const page = await response.json();
  const longer = withOlder(model, page.log);
  return page.more ? withWholeLog(longer, url) : longer;
}
