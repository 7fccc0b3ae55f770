/** Pointing at a tile: a double click with the mouse, a long press by touch. */

const LONG_PRESS_MS = 500;
/** A finger that moves further than this means something else. */
const STILL_PX = 12;

/**
 * @param {HTMLElement} root
 * @param {(event: Event) => string} tileOf the tile under an event, or nothing
 * @param {(tile: string) => void} point
 */
export function pointing(root, tileOf, point) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let pointed = false;
  let [x, y] = [0, 0];
  const release = () => clearTimeout(timer);
  root.addEventListener("dblclick", (event) => tileOf(event) && point(tileOf(event)));
  root.addEventListener("pointerdown", (event) => {
    release();
    pointed = false;
    const tile = tileOf(event);
    if (event.pointerType === "mouse" || !tile) return;
    [x, y] = [event.clientX, event.clientY];
    timer = setTimeout(() => {
      pointed = true;
      point(tile);
    }, LONG_PRESS_MS);
  });
  root.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - x, event.clientY - y) > STILL_PX) release();
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) root.addEventListener(end, release);
  root.addEventListener("contextmenu", (event) => {
    if (timer !== undefined && pointed) event.preventDefault();
  });
  // the click that ends a long press chooses nothing
  root.addEventListener(
    "click",
    (event) => {
      if (!pointed) return;
      pointed = false;
      event.stopPropagation();
    },
    { capture: true },
  );
}
