/**
 * The whole log of a game in which somebody steps about: what is near is told at once, the rest when the page has
 * nothing else to do.
 *
 * @import { Model } from "./model.js"
 */

import { el, set } from "./dom.js";
import { whenIdle, withPicture } from "./idle.js";
import { itemOf } from "./log.js";

/** So many entries are told at a time. */
const PIECE = 24;

/** @param {HTMLElement} scroller @param {HTMLElement} list @param {Model} whole */
export function logbook(scroller, list, whole) {
  const items = whole.log.map(({ version }) => el("li", { "data-version": version }));
  const untold = new Set(whole.log.keys());
  let [at, until] = [0, -1];
  list.replaceChildren(...items);

  /** Those nearest to what is looked at first. */
  function tell() {
    const nearest = [...untold].sort((one, other) => Math.abs(one - at) - Math.abs(other - at)).slice(0, PIECE);
    for (const index of nearest) {
      const [entry, item] = [whole.log[index], items[index]];
      untold.delete(index);
      if (!entry || !item) continue;
      const told = itemOf(whole, entry);
      item.append(...told.childNodes);
      item.classList.add(...told.classList);
    }
  }

  function tellRest() {
    if (untold.size === 0) return;
    tell();
    if (!scroller.matches(":hover, :focus-within")) center();
    whenIdle(tellRest);
  }

  const center = withPicture(() => {
    const item = items[at];
    if (item) scroller.scrollTop = item.offsetTop - (scroller.clientHeight - item.offsetHeight) / 2;
  });

  return {
    /** @param {number} own the version that is shown @param {number} last the latest that belongs to its step */
    show(own, last) {
      set(items[at] ?? list, { "aria-current": null });
      for (let index = Math.min(last, until) + 1; index <= Math.max(last, until); index++)
        items[index]?.classList.toggle("is-to-come", index > last);
      const begins = until < 0;
      if (begins) for (const item of items.slice(last + 1)) item.classList.add("is-to-come");
      [at, until] = [own, last];
      set(items[at] ?? list, { "aria-current": "step" });
      if (begins) whenIdle(tellRest);
      center();
    },
  };
}
