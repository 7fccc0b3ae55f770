/**
 * What an island looks like: tiles in their states, coast, places of pawns, the sea. `games/isles.py` draws the same for
 * pages without a table.
 *
 * @import { Cell, Position } from "./position.js"
 */

import { drawing, href, svg } from "./dom.js";
import { SEAL } from "./names.js";

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
 * The lines of the coast: how far each lies from the tiles, in hundredths of a tile, and its colour.
 *
 * @type {[number, string][]}
 */
const COAST = [
  [31, "var(--t-wave,#8fbcbf)"],
  [29.6, "var(--sea,#b9d7d6)"],
  [20, "var(--t-wave,#8fbcbf)"],
  [18.4, "var(--sea,#b9d7d6)"],
  [11, "var(--t-wave,#8fbcbf)"],
  [9, "var(--sea-shoal,#cbe3df)"],
];

/**
 * The drawings of the sprite that make up a tile, lowest first.
 *
 * @param {{ tile: string, state: string }} cell
 * @returns {string[]}
 */
export function tileSymbols({ tile, state }) {
  const scene = `tile-${tile}`;
  if (state === "sunk") return ["deep", scene, "sunk"];
  const water = state === "flooded" ? ["water-far", "water-near", "flooded"] : ["frame"];
  return [scene, ...water, ...(SEAL[tile] ? [`seal-${SEAL[tile]}`] : [])];
}

/** @param {{ tile: string, state: string }} cell */
export function tileArt(cell, className = "") {
  return drawing("0 0 100 100", tileSymbols(cell), className);
}

/**
 * The lines of an old chart round whatever still stands: one outline under strokes of falling width.
 *
 * @param {(Cell | null)[][]} rows as they are seen
 */
export function coastOf(rows) {
  const standing = rows.flatMap((row, y) =>
    row.map((cell, x) => (cell && cell.state !== "sunk" ? `M${x * 100} ${y * 100}h100v100h-100z` : "")),
  );
  const lines = COAST.map(([by, ink]) =>
    svg("path", { d: standing.join(""), fill: ink, stroke: ink, "stroke-width": by * 2, "stroke-linejoin": "round" }),
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

/** @param {(Cell | null)[][]} rows @param {string} tile */
function placeOf(rows, tile) {
  const y = rows.findIndex((row) => row.some((cell) => cell?.tile === tile));
  return { x: rows[y]?.findIndex((cell) => cell?.tile === tile) ?? 0, y };
}
