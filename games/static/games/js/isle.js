/**
 * The drawing of an island, shared by the table's board and by the small read-only islands of other pages. The latter
 * are elements
 * with data-isle="POSITION", filled when this module is loaded and after htmx has put new ones in.
 *
 * @import { Cell, Position } from "./position.js"
 */

import { drawing, el, href, svg } from "./dom.js";
import { SEAL, tileName } from "./names.js";
import { parsePosition } from "./position.js";

/**
 * Where up to four pawns stand on a tile: x of the middle, y of the foot, width; in hundredths of it.
 *
 * @type {[number, number, number][][]}
 */
const STANDS = [
  [],
  [[50, 96, 46]],
  [
    [29, 96, 42],
    [71, 96, 42],
  ],
  [
    [27, 97, 38],
    [73, 97, 38],
    [50, 60, 38],
  ],
  [
    [28, 56, 38],
    [72, 56, 38],
    [28, 99, 38],
    [72, 99, 38],
  ],
];

/**
 * How far each line of the coast lies from the tiles, in hundredths of a tile, and how it is filled.
 *
 * @type {[number, string][]}
 */
const COAST = [
  [31, "ink"],
  [29.6, "sea"],
  [20, "ink"],
  [18.4, "sea"],
  [11, "ink"],
  [9, "shoal"],
];

/**
 * The drawings of the sprite that make up a tile, lowest first.
 *
 * @param {{ tile: string, state: string }} cell
 * @returns {string[]}
 */
export function tileSymbols({ tile, state }) {
  if (state === "sunk") return ["sunk"];
  if (state === "dry") return [`tile-${tile}`];
  return [`tile-${tile}`, "flooded", ...(SEAL[tile] ? [`seal-${SEAL[tile]}`] : [])];
}

/** @param {{ tile: string, state: string }} cell */
export function tileArt(cell, className = "") {
  return drawing("0 0 100 100", tileSymbols(cell), className);
}

/**
 * The lines of an old chart round whatever still stands: ever smaller unions of rectangles.
 *
 * @param {(Cell | null)[][]} rows as they are seen
 */
export function coastOf(rows) {
  const standing = rows.flatMap((row, y) =>
    row.flatMap((cell, x) => (cell && cell.state !== "sunk" ? [{ x, y }] : [])),
  );
  const lines = COAST.map(([by, fill]) =>
    svg("g", { class: `shoreline-${fill}` }, ...standing.map(({ x, y }) => around(x, y, by))),
  );
  return svg("svg", { viewBox: boxOf(rows), class: "shoreline", "aria-hidden": "true" }, ...lines);
}

/**
 * Where each pawn stands, by seat: the attributes of its drawing.
 *
 * @param {(Cell | null)[][]} rows as they are seen
 * @param {Position} position
 */
export function pawnPlaces(rows, position) {
  return position.seats.map((seat, number) => {
    const group = position.seats.flatMap((other, index) => (other.tile === seat.tile ? [index] : []));
    const [x, y, width] = STANDS[group.length]?.[group.indexOf(number)] ?? [50, 96, 46];
    const at = placeOf(rows, seat.tile);
    const height = (width * 86) / 70;
    return {
      href: href(`pawn-${seat.role}`),
      x: at.x * 100 + x - width / 2,
      y: at.y * 100 + y - height,
      width,
      height,
    };
  });
}

/** @param {(Cell | null)[][]} rows */
export function boxOf(rows) {
  return `0 0 ${(rows[0]?.length ?? 0) * 100} ${rows.length * 100}`;
}

/**
 * The open sea: the sprite's wave marks as a pattern of this page.
 *
 * @param {string} id of the pattern
 */
export function swell(id) {
  const pattern = svg(
    "pattern",
    { id, width: 150, height: 150, patternUnits: "userSpaceOnUse" },
    svg("use", { href: href("sea"), width: 150, height: 150 }),
  );
  return svg(
    "svg",
    { class: "swell", "aria-hidden": "true" },
    pattern,
    svg("rect", { width: "100%", height: "100%", fill: `url(#${id})` }),
  );
}

/**
 * Fill an element with a read-only island.
 *
 * @param {HTMLElement} element
 * @param {Position} position
 */
export function drawIsle(element, position) {
  const { rows } = position;
  element.style.setProperty("--cols", String(rows[0]?.length ?? 0));
  element.style.setProperty("--rows", String(rows.length));
  const cells = rows
    .flat()
    .map((cell) => el("span", { class: cell ? `tile ${cell.state}` : "open" }, cell && tileArt(cell)));
  const pawns = svg(
    "svg",
    { viewBox: boxOf(rows), class: "pawns", "aria-hidden": "true" },
    ...pawnPlaces(rows, position).map((place) => svg("use", place)),
  );
  element.classList.add("isle");
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", isleLabel(position));
  element.replaceChildren(coastOf(rows), el("span", { class: "grid" }, ...cells), pawns);
}

/** @param {ParentNode} root */
export function upgrade(root) {
  for (const element of root.querySelectorAll("[data-isle]")) {
    if (element instanceof HTMLElement && element.dataset.isle && !element.firstElementChild)
      drawIsle(element, parsePosition(element.dataset.isle));
  }
}

/** @param {Position} position */
function isleLabel(position) {
  const cells = [...position.cells.values()];
  const named = (/** @type {string} */ state) =>
    cells.filter((cell) => cell.state === state).map((cell) => tileName(cell.tile));
  const part = (/** @type {string} */ state) => (named(state).length ? `; ${state}: ${named(state).join(", ")}` : "");
  return `Island, ${named("dry").length} tiles dry${part("flooded")}${part("sunk")}`;
}

/** @param {(Cell | null)[][]} rows @param {string} tile */
function placeOf(rows, tile) {
  const y = rows.findIndex((row) => row.some((cell) => cell?.tile === tile));
  return { x: rows[y]?.findIndex((cell) => cell?.tile === tile) ?? 0, y };
}

/** @param {number} x @param {number} y @param {number} by */
function around(x, y, by) {
  return svg("rect", { x: x * 100 - by, y: y * 100 - by, width: 100 + 2 * by, height: 100 + 2 * by, rx: by + 6 });
}

upgrade(document);
document.addEventListener(
  "htmx:load",
  (event) => event.target instanceof Element && upgrade(event.target.parentElement ?? document),
);
