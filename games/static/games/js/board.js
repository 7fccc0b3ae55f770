/**
 * The island as a grid of buttons. Made once for an island, then changed in place: focus stays, and only what is
 * different is touched. What an animation needs to know of it can be asked.
 *
 * @import { Ping } from "./model.js"
 * @import { Cell, Position } from "./position.js"
 * @import { Tell, View } from "./view.js"
 * @typedef {{ x: number, y: number, width: number, height: number }} Place of a pawn, in hundredths of a tile
 */

import { drawing, el, href, pawnArt, set, sign, svg } from "./dom.js";
import { nextTile } from "./grid.js";
import { boxOf, coastOf, pawnPlaces, tileSymbols } from "./isle.js";
import { PHRASES, roleName, SEAL, tileName, treasureName } from "./names.js";
import { isDrowning } from "./model.js";
import { pointing } from "./pointing.js";
import { turnedClockwise } from "./position.js";
import { isVacant } from "./seats.js";

export class Board {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {(Cell | null)[][]} */
  #rows = [];
  /** @type {Map<string, string>} all that a tile's button depends on, as text */
  #drawn = new Map();
  #shape = "";
  #standing = "";
  /** @type {Place[]} where the pawns stand, by seat */
  #places = [];
  /** The tile that the tab key reaches. */
  #at = "";

  /** What the pawns are drawn on. */
  sheet = svg("svg");
  /** @type {SVGElement[]} by seat */
  pawns = [];
  /** @type {{ seat: number, pawn: SVGElement, from: Place, to: Place }[]} since the drawing before */
  movedPawns = [];
  /** @type {SVGElement | null} */
  coast = null;
  /** @type {SVGElement | null} the one before the latest change */
  formerCoast = null;

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

  /** @param {string} tile */
  tile(tile) {
    return this.#buttons.get(tile);
  }

  /** Where a pawn of that size stands alone on a tile. @param {string} tile @param {Place} size @returns {Place} */
  standOn(tile, { width, height }) {
    const y = this.#rows.findIndex((row) => row.some((cell) => cell?.tile === tile));
    const x = this.#rows[y]?.findIndex((cell) => cell?.tile === tile) ?? 0;
    return { x: x * 100 + 50 - width / 2, y: y * 100 + 96 - height, width, height };
  }

  /** Put the focus on the tile that the tab key reaches. */
  focus() {
    this.#buttons.get(this.#at)?.focus({ preventScroll: true });
  }

  /** @param {string} shape @param {Position} position */
  #build(shape, position) {
    this.#shape = shape;
    this.#standing = "";
    this.#drawn.clear();
    this.#places = [];
    this.coast = null;
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
    this.sheet = svg("svg", { viewBox: boxOf(this.#rows), class: "pawns", "aria-hidden": "true" });
    this.root.replaceChildren(el("div", { role: "grid", class: "grid", "aria-label": "Island" }, ...rows), this.sheet);
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
    this.formerCoast = this.coast;
    this.coast?.remove();
    this.coast = coastOf(this.#rows);
    this.root.prepend(this.coast);
  }

  /** @param {Cell} cell @param {View} view @param {string} chosen */
  #update(cell, view, chosen) {
    const button = this.#buttons.get(cell.tile);
    if (!button) return;
    const marks = marksOn(cell, view);
    const isChosen = cell.tile === chosen;
    const pings = view.model.pings.filter((ping) => ping.tile === cell.tile);
    const isOnTop = view.onTop.includes(cell.tile);
    const lit = marks.length > 0 && cell.state !== "sunk";
    const at = cell.tile === this.#at;
    const label = labelOf(cell, view);
    const symbols = tileSymbols(cell);
    const pointed = pings.map(({ user, phrase }) => `${user}:${phrase}`);
    const over = [...marks, isOnTop, isChosen, ...pointed].join(" ");
    const all = `${label} ${symbols.length} ${over} ${at}`;
    if (this.#drawn.get(cell.tile) === all) return;
    this.#drawn.set(cell.tile, all);
    set(button, {
      class: `tile ${cell.state}${isChosen ? " is-chosen" : ""}${lit ? " is-lit" : ""}`,
      tabindex: at ? 0 : -1,
      "aria-pressed": isChosen,
      "aria-label": label,
    });
    if (button.dataset.face !== symbols.join(" ")) {
      button.dataset.face = symbols.join(" ");
      const face = drawing("0 0 100 100", symbols);
      if (button.firstElementChild) button.firstElementChild.replaceWith(face);
      else button.append(face);
    }
    if (button.dataset.over === over) return;
    button.dataset.over = over;
    while (button.childElementCount > 1) button.lastElementChild?.remove();
    button.append(
      ...marks.map((mark) => drawing("0 0 32 32", [mark === "mark-fly" ? "mark-move" : mark], `mark ${mark}`)),
      ...(isOnTop ? [sign("v-flood", "on-top")] : []),
      ...(isChosen ? [drawing("0 0 100 100", ["mark-chosen"], "ring")] : []),
      ...pings.flatMap((ping) => pointer(ping, view.model.position?.seats[ping.seat]?.role ?? "")),
    );
  }

  /** @param {View} view @param {Position} position */
  #placePawns(view, position) {
    const places = pawnPlaces(this.#rows, position);
    const former = this.#places;
    if (this.pawns.length !== places.length || !former.length) {
      this.pawns = places.map(() => svg("use"));
      this.sheet.replaceChildren(...this.pawns);
    }
    const hasFlown = position.turn.over === "won";
    this.pawns.forEach((pawn, seat) => {
      const gone = isVacant(view.model, seat);
      set(pawn, { ...places[seat], class: hasFlown ? "has-flown" : gone ? "has-left" : null });
    });
    this.#places = places;
    this.movedPawns = this.pawns.flatMap((pawn, seat) => {
      const [from, to] = [former[seat], places[seat]];
      return from && to && (from.x !== to.x || from.y !== to.y) ? [{ seat, pawn, from, to }] : [];
    });
    this.#markDrowning(places.filter((_, seat) => isDrowning(view.model, seat)));
  }

  /** @param {Place[]} places */
  #markDrowning(places) {
    while (this.sheet.childElementCount > this.pawns.length) this.sheet.lastElementChild?.remove();
    for (const { x, y, width } of places)
      this.sheet.append(
        svg("use", { href: href("mark-drowning"), x: x + width * 0.7, y: y - 4, width: 30, height: 30 }),
      );
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
    this.#drawn.delete(this.#at);
    this.#drawn.delete(next);
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

/** Rings, and whose finger it is: by pawn, name and what is said. @param {Ping} ping @param {string} role */
function pointer({ user, phrase }, role) {
  const said = PHRASES[phrase ?? ""];
  return [
    drawing("0 0 100 100", ["mark-pointer"], "ring"),
    el("span", { class: "pointed" }, pawnArt(role), el("span", {}, el("b", {}, user), said && ` ${said}`)),
  ];
}

/** @param {Cell} cell @param {View} view @returns {string[]} */
function marksOn(cell, { lit, ui }) {
  const marks = [];
  if (lit.move.includes(cell.tile) || lit.swim.includes(cell.tile)) marks.push("mark-move");
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
    view.onTop.includes(cell.tile) && "its flood card lies on top",
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
    lit.swim.includes(tile) && "swim",
    lit.shore.includes(tile) && "shore up",
  ].filter(Boolean);
}

/** @param {Event} event */
function tileOf(event) {
  const button = event.target instanceof Element ? event.target.closest("[data-tile]") : null;
  return button instanceof HTMLElement ? (button.dataset.tile ?? "") : "";
}
