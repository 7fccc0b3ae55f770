/** The part of a page that follows the server: fetched again by htmx when something has changed. */

const TAIL_CHECK_MS = 20_000;
/** Where something changes all the time, a part is fetched no more often than this. */
export const GATHER_MS = 1_500;

/**
 * Have `part` fetched again: now and then while the page is looked at, and whenever somebody comes back to it.
 *
 * @param {HTMLElement} part an element that htmx fetches on `refresh`
 */
export function keepFresh(part) {
  const look = () => {
    if (document.visibilityState === "visible") refresh(part);
  };
  setInterval(look, TAIL_CHECK_MS);
  addEventListener("focus", look);
  document.addEventListener("visibilitychange", look);
  part.addEventListener("htmx:beforeSwap", guard);
}

/**
 * At once, and for all calls that come soon after it once more.
 *
 * @param {() => void} act
 * @param {number} [ms] how soon
 * @returns {() => void}
 */
export function gathered(act, ms = GATHER_MS) {
  let last = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  return () => {
    waiting ??= setTimeout(
      () => {
        waiting = undefined;
        last = Date.now();
        act();
      },
      Math.max(0, last + ms - Date.now()),
    );
  };
}

/** @param {HTMLElement} part */
export function refresh(part) {
  part.dispatchEvent(new CustomEvent("refresh"));
}

/**
 * A refusal is shown as a part like any other. A whole page in its place (the sign-in, an error) means that this one is
 * out of date.
 *
 * @param {Event} event
 */
function guard(event) {
  const { detail } = /** @type {CustomEvent<{ serverResponse: string, xhr: XMLHttpRequest, shouldSwap: boolean, isError: boolean }>} */ (event);
  if (/^\s*<!doctype/i.test(detail.serverResponse)) {
    detail.shouldSwap = false;
    if (detail.xhr.status < 500) location.reload();
    return;
  }
  if (detail.xhr.status >= 400 && detail.xhr.status < 500) {
    detail.shouldSwap = true;
    detail.isError = false;
  }
}
