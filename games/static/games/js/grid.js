/**
 * Walking over the island by keys. Pure.
 *
 * @import { Cell } from "./position.js"
 */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The tile that a key leads to: arrows jump open sea, Home and End stay in the row.
 *
 * @param {(Cell | null)[][]} rows as they are seen
 * @param {string} tile
 * @param {string} key
 * @returns {string | null} null when the key is not one of the grid's
 */
export function nextTile(rows, tile, key) {
  const y = rows.findIndex((row) => row.some((cell) => cell?.tile === tile));
  const row = rows[y];
  if (!row) return null;
  const x = row.findIndex((cell) => cell?.tile === tile);
  if (key === "Home") return row.find((cell) => cell)?.tile ?? tile;
  if (key === "End") return row.findLast((cell) => cell)?.tile ?? tile;
  const step = STEPS[key];
  if (!step) return null;
  const [dx, dy] = step;
  for (let n = 1; n < rows.length + row.length; n++) {
    const cell = rows[y + dy * n]?.[x + dx * n];
    if (cell) return cell.tile;
  }
  return nearest(rows, x, y, dx, dy) ?? tile;
}

/**
 * Where a straight line meets nothing: the tile in that half of the chart that lies least far off.
 *
 * @param {(Cell | null)[][]} rows
 * @param {number} x
 * @param {number} y
 * @param {number} dx
 * @param {number} dy
 */
function nearest(rows, x, y, dx, dy) {
  const ahead = rows.flatMap((row, v) =>
    row.flatMap((cell, u) =>
      cell && (u - x) * dx + (v - y) * dy > 0 ? [{ tile: cell.tile, far: Math.abs(u - x) + Math.abs(v - y) }] : [],
    ),
  );
  return ahead.sort((a, b) => a.far - b.far)[0]?.tile ?? null;
}
