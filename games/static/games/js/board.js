/**
 * The island as a grid of buttons. Made once for an island, then changed in place, so that focus stays and pawns walk.
 *
 * @import { Cell, Position } from "./position.js"
 * @import { Tell, View } from "./view.js"
 */

import { drawing, el, href, set, svg } from "./dom.js";
import { nextTile } from "./grid.js";
import { boxOf, coastOf, pawnPlaces, tileSymbols } from "./isle.js";
import { roleName, SEAL, tileName, treasureName } from "./names.js";
import { isDrowning } from "./model.js";
import { pointing } from "./pointing.js";
import { turnedClockwise } from "./position.js";
import { isVacant } from "./seats.js";

export class Board {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {(Cell | null)[][]} */
  #rows = [];
  #shape = "";
  #standing = "";
  #pawns = svg("svg");
  /** The tile that the tab key reaches. */
  #at = "";

  /**
   * @param {HTMLElement} root
   * @param {Tell} tell
   */
  constructor(root, tell) {
    this.root = root;
    this.tell = tell;
    pointing(root, tileOf, (tile) => this.tell({ type: "point", tile }));
    root.addEventListener("click", (event) => this.#pressed(event));
    root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {View} view */
  render(view) {
    const { position } = view.model;
    if (!position) return;
    this.#rows = view.ui.turned ? turnedClockwise(position.rows) : position.rows;
    const shape = this.#rows.map((row) => row.map((cell) => cell?.tile ?? ".").join("")).join("/");
    if (shape !== this.#shape) this.#build(shape, position);
    this.#drawCoast();
    const chosen = markedTile(view);
    this.#at = chosen || this.#at || position.seats[view.acting ?? 0]?.tile || "";
    for (const cell of this.#rows.flat()) if (cell) this.#update(cell, view, chosen);
    this.#placePawns(view, position);
  }

  /** Put the focus on the tile that the tab key reaches. */
  focus() {
    this.#buttons.get(this.#at)?.focus({ preventScroll: true });
  }

  /** @param {string} shape @param {Position} position */
  #build(shape, position) {
    this.#shape = shape;
    this.#standing = "";
    this.root.style.setProperty("--cols", String(this.#rows[0]?.length ?? 0));
    this.root.style.setProperty("--rows", String(this.#rows.length));
    this.#buttons = new Map(
      [...position.cells.keys()].map((tile) => [
        tile,
        el("button", { type: "button", "data-tile": tile, tabindex: -1 }),
      ]),
    );
    const rows = this.#rows.map((row) =>
      el("div", { role: "row", class: "row" }, ...row.map((cell) => this.#gridcell(cell))),
    );
    this.#pawns = svg("svg", { viewBox: boxOf(this.#rows), class: "pawns", "aria-hidden": "true" });
    this.root.replaceChildren(el("div", { role: "grid", class: "grid", "aria-label": "Island" }, ...rows), this.#pawns);
  }

  /** @param {Cell | null} cell */
  #gridcell(cell) {
    const button = cell ? this.#buttons.get(cell.tile) : null;
    return el("div", { role: "gridcell", class: cell ? null : "open" }, button);
  }

  #drawCoast() {
    const standing = this.#rows
      .flat()
      .map((cell) => (cell && cell.state !== "sunk" ? "#" : "."))
      .join("");
    if (standing === this.#standing) return;
    this.#standing = standing;
    this.root.querySelector(".shoreline")?.remove();
    this.root.prepend(coastOf(this.#rows));
  }

  /** @param {Cell} cell @param {View} view @param {string} chosen */
  #update(cell, view, chosen) {
    const button = this.#buttons.get(cell.tile);
    if (!button) return;
    const marks = marksOn(cell, view);
    const isChosen = cell.tile === chosen;
    const pings = view.model.pings.filter((ping) => ping.tile === cell.tile).map((ping) => ping.user);
    const lit = marks.length > 0 && cell.state !== "sunk";
    set(button, {
      class: `tile ${cell.state}${isChosen ? " is-chosen" : ""}${lit ? " is-lit" : ""}`,
      tabindex: cell.tile === this.#at ? 0 : -1,
      "aria-pressed": isChosen,
      "aria-label": labelOf(cell, view),
    });
    const face = [...tileSymbols(cell), ...marks, isChosen, ...pings].join(" ");
    if (button.dataset.face === face) return;
    button.dataset.face = face;
    button.replaceChildren(
      drawing("0 0 100 100", tileSymbols(cell)),
      ...marks.map((mark) => drawing("0 0 32 32", [mark === "mark-fly" ? "mark-move" : mark], `mark ${mark}`)),
      ...(isChosen ? [drawing("0 0 100 100", ["mark-chosen"], "ring")] : []),
      ...pings.flatMap((user) => [
        drawing("0 0 100 100", ["mark-pointer"], "ring"),
        el("span", { class: "pointed" }, user),
      ]),
    );
  }

  /** @param {View} view @param {Position} position */
  #placePawns(view, position) {
    const places = pawnPlaces(this.#rows, position);
    while (this.#pawns.childElementCount < places.length) this.#pawns.append(svg("use"));
    places.forEach((place, seat) =>
      set(/** @type {Element} */ (this.#pawns.children[seat]), {
        ...place,
        class: isVacant(view.model, seat) ? "has-left" : null,
      }),
    );
    while (this.#pawns.childElementCount > places.length) this.#pawns.lastElementChild?.remove();
    for (const { x, y, width } of places.filter((_, seat) => isDrowning(view.model, seat))) {
      this.#pawns.append(
        svg("use", { href: href("mark-drowning"), x: x + width * 0.7, y: y - 4, width: 30, height: 30 }),
      );
    }
  }

  /** @param {Event} event */
  #pressed(event) {
    const tile = tileOf(event);
    if (tile) this.tell({ type: "tile", tile });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextTile(this.#rows, tileOf(event), event.key);
    if (next === null) return;
    event.preventDefault();
    this.#buttons.get(this.#at)?.setAttribute("tabindex", "-1");
    this.#at = next;
    this.#buttons.get(next)?.setAttribute("tabindex", "0");
    this.focus();
  }
}

/** The tile that bears the ring: the chosen one, or the last one of a pick. @param {View} view */
function markedTile({ ui, model }) {
  if (ui.pick?.tiles) return ui.pick.tiles.slice(-1);
  if (ui.chosen?.kind === "tile") return ui.chosen.tile;
  return ui.chosen?.kind === "seat" ? (model.position?.seats[ui.chosen.seat]?.tile ?? "") : "";
}

/** @param {Cell} cell @param {View} view @returns {string[]} */
function marksOn(cell, { lit, ui }) {
  const marks = [];
  if (lit.move.includes(cell.tile)) marks.push("mark-move");
  else if (lit.fly.includes(cell.tile)) marks.push("mark-fly");
  if (lit.shore.includes(cell.tile) || (ui.pick?.verb === "shore2" && ui.pick.tiles.includes(cell.tile)))
    marks.push("mark-shore");
  return marks;
}

/** @param {Cell} cell @param {View} view */
function labelOf(cell, view) {
  const here = (view.model.position?.seats ?? []).flatMap((pawn, seat) =>
    pawn.tile === cell.tile ? [pawnLabel(view, pawn.role, seat)] : [],
  );
  const can = canDo(cell.tile, view);
  const seal = SEAL[cell.tile];
  return [
    tileName(cell.tile),
    cell.state,
    seal && treasureName(seal),
    here.length > 0 && `here: ${here.join("; ")}`,
    can.length > 0 && `you can ${can.join(" or ")}`,
    `row ${cell.row + 1}, column ${cell.column + 1}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** @param {View} view @param {string} role @param {number} seat */
function pawnLabel(view, role, seat) {
  const name = view.who(seat).replace(/^the /, "");
  return name === roleName(role) ? name : `${name}, ${roleName(role)}`;
}

/** @param {string} tile @param {View} view */
function canDo(tile, { lit, ui }) {
  if (ui.pick) return lit.move.includes(tile) || lit.shore.includes(tile) ? ["choose it"] : [];
  return [
    lit.move.includes(tile) && "move",
    lit.fly.includes(tile) && "fly",
    lit.shore.includes(tile) && "shore up",
  ].filter(Boolean);
}

/** @param {Event} event */
function tileOf(event) {
  const button = event.target instanceof Element ? event.target.closest("[data-tile]") : null;
  return button instanceof HTMLElement ? (button.dataset.tile ?? "") : "";
}
