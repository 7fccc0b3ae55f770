/** Work that can wait until the page has nothing else to do. */

/** Not longer, even where there is always something else. */
const PATIENCE_MS = 500;
const SOON_MS = 50;

/** @param {() => void} act */
export function whenIdle(act) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: PATIENCE_MS });
  else setTimeout(act, SOON_MS);
}

/**
 * An act that measures the page, done with its next picture, in which everything is laid out anyway: once, however
 * often it is asked for.
 *
 * @param {() => void} act
 * @returns {() => void}
 */
export function withPicture(act) {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => {
      waits = false;
      act();
    });
  };
}
