/**
 * The compass and the island's name: they lie in open water, in the first corner or empty cell where they touch no
 * tile, or nowhere.
 */

const ROSE_GAP = 4;
const NAME_GAP = 30;

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

/**
 * @param {HTMLElement} sea
 * @param {HTMLElement | SVGElement} rose
 * @param {HTMLElement} name
 */
export function placeLegend(sea, rose, name) {
  const box = sea.getBoundingClientRect();
  const margin = box.width < 500 ? 6 : 14;
  /** @type {Box[]} */
  const taken = [...sea.querySelectorAll(".tile")].map((tile) => tile.getBoundingClientRect());
  put(rose, ROSE_GAP, (width, height) => [...corners(box, width, height, margin), ...openCells(sea, width, height)]);
  put(name, NAME_GAP, (width, height) => corners(box, width, height, margin).reverse());

  /**
   * @param {HTMLElement | SVGElement} element
   * @param {number} gap
   * @param {(width: number, height: number) => [number, number][]} spots
   */
  function put(element, gap, spots) {
    element.classList.remove("is-left-out");
    const { width, height } = element.getBoundingClientRect();
    if (!width) return;
    const spot = spots(width, height).find(
      ([x, y]) =>
        !taken.some((other) => touches(other, { left: x, top: y, right: x + width, bottom: y + height }, gap)),
    );
    element.classList.toggle("is-left-out", !spot);
    if (!spot) return;
    const [x, y] = spot;
    element.style.setProperty("--x", `${x - box.left}px`);
    element.style.setProperty("--y", `${y - box.top}px`);
    taken.push({ left: x, right: x + width, top: y, bottom: y + height });
  }
}

/**
 * @param {DOMRect} box
 * @param {number} width
 * @param {number} height
 * @param {number} margin
 * @returns {[number, number][]}
 */
function corners({ left, right, top, bottom }, width, height, margin) {
  const [west, east, north, south] = [left + margin, right - width - margin, top + margin, bottom - height - margin];
  return [
    [east, south],
    [west, south],
    [east, north],
    [west, north],
  ];
}

/** @param {HTMLElement} sea @param {number} width @param {number} height @returns {[number, number][]} */
function openCells(sea, width, height) {
  const cells = [...sea.querySelectorAll(".open")].reverse().map((cell) => cell.getBoundingClientRect());
  return cells.map((cell) => [cell.left + (cell.width - width) / 2, cell.top + (cell.height - height) / 2]);
}

/** @param {Box} one @param {Box} other @param {number} gap */
function touches(one, other, gap) {
  return (
    one.left < other.right + gap &&
    one.right > other.left - gap &&
    one.top < other.bottom + gap &&
    one.bottom > other.top - gap
  );
}
