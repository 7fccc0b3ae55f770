/**
 * What belongs to the whole crew: water, treasures, both decks.
 *
 * @import { Model } from "./model.js"
 * @import { Position } from "./position.js"
 * @import { Tell, View } from "./view.js"
 */

import { cardArt, drawing, el, renew, sign } from "./dom.js";
import { tileArt } from "./isle.js";
import { cardName, FLOOD_CARDS, SEAL, tileName, treasureName } from "./names.js";
import { leftInTreasurePile } from "./model.js";

const TREASURE_CARDS = "ewfohsr";

/** @param {{ tide: HTMLElement, treasures: HTMLElement, decks: HTMLElement }} roots @param {Tell} tell */
export function stock({ tide, treasures, decks }, tell) {
  decks.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("button")) tell({ type: "sheet", name: "decks" });
  });
  return {
    /** @param {View} view */
    render({ model }) {
      const { position } = model;
      if (!position) return;
      renew(tide, String(position.water), () =>
        Array.from({ length: 10 }, (_, index) => mark(index + 1, position.water)),
      );
      renew(treasures, position.captured + [...position.cells.values()].map((cell) => cell.state).join(""), () =>
        [..."ewfo"].map((letter) => treasure(letter, position)),
      );
      renew(
        decks,
        JSON.stringify([position.treasure, position.flood, position.seats.map((seat) => seat.hand)]),
        () => [
          deck("Treasure deck", "back-treasure", position.treasure, cardArt, cardName, leftByKind(position)),
          deck(
            "Flood deck",
            "back-flood",
            position.flood,
            (tile) => tileArt({ tile, state: "dry" }, "as-card"),
            tileName,
          ),
        ],
      );
    },
  };
}

/**
 * Both decks in full, for the sheet: what was put away in order, and what is left by kind.
 *
 * @param {Model} model
 */
export function deckDetails(model) {
  const { position } = model;
  if (!position) return [];
  const { treasure: cards, flood } = position;
  return [
    el("h3", {}, `Treasure cards to draw: ${cards.draw}`),
    leftByKind(position),
    el("h3", {}, `Treasure cards put away: ${cards.discard.length}`),
    pile(cards.discard, cardArt, cardName),
    el("h3", {}, `Flood cards to draw: ${flood.draw}`),
    ...floodLayers(model),
    el("h3", {}, `Flood cards put away: ${flood.discard.length}`),
    pile(flood.discard, (tile) => tileArt({ tile, state: "dry" }), tileName, true),
  ];
}

/** @param {number} at @param {number} water */
function mark(at, water) {
  const here = at === water;
  const label =
    at === 10 ? "mark 10, the skull: the island is lost" : `mark ${at}: ${FLOOD_CARDS[at - 1]} flood cards a turn`;
  return el(
    "li",
    {
      class: `${at <= water ? "wet" : "air"}${here ? " here" : ""}${at === 10 && water >= 8 ? " is-near" : ""}`,
      "aria-current": here ? "step" : null,
      "aria-label": here ? `the water stands at ${label}` : label,
    },
    here && drawing("0 0 24 24", ["meter-mark"], "needle"),
    at === 10 ? drawing("0 0 32 32", ["skull"]) : el("span", { "aria-hidden": "true" }, String(FLOOD_CARDS[at - 1])),
  );
}

/** @param {string} letter @param {Position} position */
function treasure(letter, position) {
  const got = position.captured.includes(letter);
  const lost =
    !got && Object.entries(SEAL).every(([tile, seal]) => seal !== letter || position.cells.get(tile)?.state === "sunk");
  const state = got ? "ours" : lost ? "lost, its tiles are gone" : "not yet ours";
  const places = [...position.cells.values()].filter(({ tile }) => SEAL[tile] === letter);
  const inDanger = !got && !lost && places.every((cell) => cell.state !== "dry");
  const where = places.map((cell) => `${tileName(cell.tile)} ${cell.state}`).join(", ");
  const words = `${treasureName(letter)}: ${state}${got || lost ? "" : `${inDanger ? ", in danger" : ""}; ${where}`}`;
  return el(
    "li",
    {
      class: got ? "got" : lost ? "gone" : inDanger ? "out is-danger" : "out",
      "aria-label": words,
      title: words,
    },
    drawing("0 0 64 64", [`treasure-${letter}`]),
    got && sign("i-check", "tick"),
    !got && el("span", { class: "places" }, ...places.map((cell) => el("i", { class: cell.state }))),
  );
}

/**
 * @param {string} title @param {string} back @param {{ draw: number, discard: string }} cards
 * @param {(letter: string) => SVGElement} art @param {(letter: string) => string} name @param {Element} [left]
 */
function deck(title, back, cards, art, name, left) {
  const top = cards.discard.slice(-1);
  const gone = `${title}, ${cards.discard.length} put away${top ? `, on top: ${name(top)}` : ""}. Show all`;
  return el(
    "article",
    { class: "deck", "aria-label": title },
    el("h3", {}, title),
    el(
      "span",
      { class: "stack", role: "img", "aria-label": `${cards.draw} to draw` },
      drawing("0 0 60 84", [back]),
      el("b", {}, String(cards.draw)),
    ),
    el(
      "button",
      { type: "button", class: "stack gone", "data-key": title, "aria-label": gone },
      top ? art(top) : drawing("0 0 60 84", [], "nil"),
      el("b", {}, String(cards.discard.length)),
    ),
    left,
  );
}

/** @param {Position} position */
function leftByKind(position) {
  const left = leftInTreasurePile(position);
  return el(
    "ul",
    { class: "left", "aria-label": "Left in the treasure draw pile" },
    ...[...TREASURE_CARDS].map((card) =>
      el(
        "li",
        {
          class: left[card] ? null : "none-left",
          "aria-label": `${cardName(card)}: ${left[card]}`,
          title: cardName(card),
        },
        cardArt(card),
        el("b", { "aria-hidden": "true" }, String(left[card])),
      ),
    ),
  );
}

/**
 * @param {string} letters last one put away last
 * @param {(letter: string) => SVGElement} art
 * @param {(letter: string) => string} name
 * @param {boolean} [named]
 */
function pile(letters, art, name, named = false) {
  if (!letters) return el("p", { class: "quiet" }, "Nothing yet.");
  return el(
    "ol",
    { class: named ? "pile is-named" : "pile" },
    ...[...letters]
      .reverse()
      .map((letter) => el("li", {}, art(letter), el("span", { class: named ? null : "vh" }, name(letter)))),
  );
}

/** @param {Model} model */
function floodLayers({ floodLayers: layers, position }) {
  if (layers.length === 0) return [el("p", { class: "quiet" }, "The pile is empty.")];
  return layers.flatMap((layer, index) =>
    [
      layers.length > 1 &&
        el(
          "p",
          { class: "quiet" },
          index === 0
            ? `On top since Waters Rise!, in an order that nobody knows (${layer.length}):`
            : index === layers.length - 1
              ? `At the bottom (${layer.length}):`
              : `Below these (${layer.length}):`,
        ),
      el(
        "ul",
        { class: "pile is-named" },
        ...[...layer].map((tile) =>
          el("li", {}, tileArt({ tile, state: position?.cells.get(tile)?.state ?? "dry" }), tileName(tile)),
        ),
      ),
    ].filter((part) => part !== false),
  );
}
