/**
 * The public form of a position: one line of text (docs/notation.md) to a value. Knows how it is written, not what is
 * legal.
 *
 * @typedef {"dry" | "flooded" | "sunk"} TileState
 * @typedef {{ tile: string, state: TileState, row: number, column: number }} Cell
 * @typedef {{ role: string, tile: string, hand: string }} PositionSeat
 * @typedef {{ over: string | null, seat: number, phase: "act" | "draw" | "flood" | "over", left: number, flown:
 *   boolean }} Turn
 * @typedef {{ draw: number, discard: string }} Pile
 * @typedef {{
 *   rows: (Cell | null)[][], cells: Map<string, Cell>, seats: PositionSeat[], turn: Turn, water: number, captured:
 *   string,
 *   treasure: Pile, flood: Pile,
 * }} Position
 */

/**
 * The value of one line of notation; rows run from north to south, null is open sea.
 *
 * @param {string} text
 * @returns {Position}
 */
export function parsePosition(text) {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== 8) throw new Error(`a position has eight fields: ${text}`);
  const [island, seats, turn, water, captured, treasure, flood] =
    /** @type {[string, string, string, string, string, string, string]} */ (fields);
  const rows = parseIsland(island);
  return {
    rows,
    cells: new Map(rows.flat().flatMap((cell) => (cell ? [[cell.tile, cell]] : []))),
    seats: seats.split(",").map(parseSeat),
    turn: parseTurn(turn),
    water: Number(water),
    captured: unlessDash(captured),
    treasure: parsePile(treasure),
    flood: parsePile(flood),
  };
}

/**
 * The rows of an island, all of one width.
 *
 * @param {string} text
 * @returns {(Cell | null)[][]}
 */
export function parseIsland(text) {
  return text.split("/").map((row, y) => {
    /** @type {(Cell | null)[]} */
    const cells = [];
    for (const sign of row.match(/-?[A-Za-z]|\d/g) ?? []) {
      if (/\d/.test(sign)) cells.push(...Array(Number(sign)).fill(null));
      else cells.push({ tile: sign.slice(-1).toUpperCase(), state: stateOf(sign), row: y, column: cells.length });
    }
    return cells;
  });
}

/**
 * The rows as they are seen after a quarter turn clockwise: north lies to the right.
 *
 * @template T
 * @param {(T | null)[][]} rows
 * @returns {(T | null)[][]}
 */
export function turnedClockwise(rows) {
  const width = rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, x) => rows.map((row) => row[x] ?? null).reverse());
}

/** @param {string} sign @returns {TileState} */
function stateOf(sign) {
  if (sign.startsWith("-")) return "sunk";
  return sign === sign.toUpperCase() ? "dry" : "flooded";
}

/** @param {string} text @returns {PositionSeat} */
function parseSeat(text) {
  return { role: text.charAt(0), tile: text.charAt(1), hand: unlessDash(text.slice(3)) };
}

/** @param {string} text @returns {Turn} */
function parseTurn(text) {
  const match = /^(\d):(act|draw|flood)(\d)(f?)$/.exec(text);
  if (!match) return { over: text.replace(/^over:/, ""), seat: -1, phase: "over", left: 0, flown: false };
  const phase = /** @type {"act" | "draw" | "flood"} */ (match[2]);
  return { over: null, seat: Number(match[1]), phase, left: Number(match[3]), flown: match[4] === "f" };
}

/** @param {string} text @returns {Pile} */
function parsePile(text) {
  const [draw = "-", discard = "-"] = text.split("/");
  return { draw: unlessDash(draw).length, discard: unlessDash(discard) };
}

/** @param {string} text */
function unlessDash(text) {
  return text === "-" ? "" : text;
}
