/**
 * The sheet: hand, crew, decks, menu, fair play, keys, and what is asked again before it is done; from below on a phone
 * and beside the island elsewhere. It never covers the island with a veil and takes nothing from the dock.
 *
 * @import { Tell, View } from "./view.js"
 */

import { byId, el, pawnArt, redraw, sign } from "./dom.js";
import { cards } from "./hand.js";
import { KEYS } from "./keys.js";
import { leaveParts, concedeParts, mayGo, sitParts } from "./parting.js";
import { seatTitle } from "./messages.js";
import { preferenceParts, preferredBy } from "./preferences.js";
import { cardName, list, PHRASES, roleName, rolePower, tileName } from "./names.js";
import { vacantSeats } from "./seats.js";
import { deckDetails } from "./stock.js";

/** @type {Record<string, string>} */
const TITLES = {
  hand: "Your hand",
  crew: "Crew",
  decks: "Decks",
  point: "Point for the others",
  type: "Type an action",
  menu: "This table",
  fair: "Fair play",
  help: "Keys",
  leave: "Leave the table",
  concede: "Give the game up",
  sit: "Sit down",
};

/** @param {HTMLElement} root @param {Tell} tell */
export function sheet(root, tell) {
  const title = byId("sheet-title");
  const body = byId("sheet-body");
  /** @type {Element | null} */
  let opener = null;
  byId("sheet-close").addEventListener("click", () => tell({ type: "sheet", name: null }));
  root.addEventListener("click", (event) => pressed(event, tell));
  root.addEventListener("change", (event) => preferred(event, tell));
  return {
    /** @param {View} view */
    render(view) {
      const name = view.ui.sheet && TITLES[view.ui.sheet] ? view.ui.sheet : null;
      const wasHidden = root.hidden;
      root.hidden = name === null;
      if (name === null) {
        if (!wasHidden && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
        return;
      }
      title.textContent = TITLES[name] ?? "";
      const { position, seats, seed, commitment, floodLayers, present, you } = view.model;
      redraw(
        body,
        JSON.stringify([
          name,
          position?.seats,
          position?.treasure,
          position?.flood,
          floodLayers,
          seats,
          seed,
          commitment,
          present,
          you,
          view.acting,
          view.ui.verified,
          view.ui.chosen,
          name === "menu" && [view.ui.sounds, view.ui.motion],
          view.model.status,
          view.busy,
        ]),
        () => CONTENTS[name]?.(view) ?? [],
      );
      if (wasHidden) {
        opener = document.activeElement;
        title.focus({ preventScroll: true });
      }
    },
  };
}

/** @type {Record<string, (view: View) => (Node | string)[]>} */
const CONTENTS = {
  hand: (view) => {
    const hand = view.acting === null ? "" : (view.model.position?.seats[view.acting]?.hand ?? "");
    return hand
      ? [el("ul", { class: "hand is-large" }, ...cards(hand, view.acting ?? 0, true, view))]
      : [el("p", { class: "quiet" }, "You hold no card.")];
  },
  crew: (view) => [
    el("ul", { class: "crew-list" }, ...(view.model.position?.seats ?? []).map((_, seat) => crewMember(view, seat))),
  ],
  decks: (view) => deckDetails(view.model),
  point: (view) => phraseButtons(view),
  type: () => [
    el(
      "p",
      {},
      "Begin as the list does, “move to lost”, as far as only one goes on so. Or in notation: ",
      el("kbd", {}, "move N"),
      " ",
      el("kbd", {}, "shore B F"),
      " ",
      el("kbd", {}, "give 1 e"),
    ),
  ],
  leave: leaveParts,
  concede: concedeParts,
  sit: sitParts,
  menu: (view) => [
    preferenceParts(view.ui),
    opens("fair", "i-lock", "Fair play"),
    ...(view.model.you.length > 0 ? [opens("type", "i-step", "Type an action…")] : []),
    opens("help", "i-log", "Keys"),
    ...(vacantSeats(view.model).length > 0 ? [opens("sit", "i-crew", "Sit down…")] : []),
    ...(mayGo(view) ? ways() : []),
    el("p", { class: "quiet" }, watching(view)),
  ],
  fair: (view) => fairParts(view),
  help: () => [
    el(
      "dl",
      { class: "keys" },
      ...KEYS.flatMap(([key, does]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, does)]),
    ),
  ],
};

/** What can be said about the chosen tile. @param {View} view */
function phraseButtons({ ui }) {
  if (ui.chosen?.kind !== "tile") return [el("p", { class: "quiet" }, "Choose a tile first.")];
  const { tile } = ui.chosen;
  const say = (/** @type {string} */ phrase, /** @type {string} */ words) =>
    el("button", { type: "button", class: "btn", "data-point": tile, "data-phrase": phrase || null }, words);
  return [
    el("h3", {}, tileName(tile)),
    el("div", { class: "phrases" }, say("", "Just point"), ...Object.entries(PHRASES).map(([key, words]) => say(key, words))),
  ];
}

/** @param {View} view @param {number} seat */
function crewMember(view, seat) {
  const pawn = view.model.position?.seats[seat];
  if (!pawn) return el("li");
  const hand = pawn.hand ? list([...pawn.hand].map(cardName)) : "no cards";
  const choose = el(
    "button",
    { type: "button", class: "btn", "data-choose": seat, "data-key": `crew-${seat}` },
    "Choose",
  );
  return el(
    "li",
    {},
    pawnArt(pawn.role),
    el(
      "div",
      {},
      el("h3", {}, seatTitle(view.model, seat)),
      el("p", {}, `${roleName(pawn.role)} at ${tileName(pawn.tile)}. ${rolePower(pawn.role)}`),
      el("p", { class: "quiet" }, hand),
    ),
    choose,
  );
}

/** @param {View} view */
function fairParts({ model, ui }) {
  const parts = [
    el(
      "p",
      {},
      "Before the first card was dealt, one secret of 32 random bytes fixed every shuffle of this game. This is its SHA-256; it was shown before anybody could know a card:",
    ),
    el("p", { class: "hash" }, model.commitment || "not known yet"),
  ];
  if (!model.seed)
    return [
      ...parts,
      el(
        "p",
        {},
        "When the game is over the secret itself stands here, so that anybody can check that no card was moved.",
      ),
    ];
  const verdict =
    ui.verified === null
      ? ""
      : ui.verified
        ? "Your browser has checked it: the SHA-256 of the secret is the one above."
        : "The SHA-256 of the secret is not the one above. Please tell us.";
  return [
    ...parts,
    el("p", {}, "The game is over. This is the secret:"),
    el("p", { class: "hash" }, model.seed),
    el("p", {}, verdict),
    el("p", {}, "To check every card, download the record on the game’s page and run:"),
    el("p", { class: "hash" }, "python -m engine verify FILE"),
  ];
}

/** The ways out of a game. */
function ways() {
  return [opens("concede", "i-flag", "Give the game up…"), opens("leave", "i-leave", "Leave the table…")];
}

/** @param {View} view */
function watching({ model }) {
  const others = model.present.filter((user) => !model.seats.some((seat) => seat.player === user));
  if (model.spectators === 0 && others.length === 0) return "Nobody is watching.";
  return `Watching: ${model.spectators || others.length}`;
}

/** @param {string} name @param {string} icon @param {string} label */
function opens(name, icon, label) {
  return el(
    "button",
    { type: "button", class: "btn", "data-sheet": name, "data-key": `open-${name}` },
    sign(icon),
    label,
  );
}

/** @param {Event} event @param {Tell} tell */
function pressed(event, tell) {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  const { card, seat, choose, sheet: name, act, point, phrase } = button?.dataset ?? {};
  if (card) tell({ type: "choose", chosen: { kind: "card", seat: Number(seat), card } });
  else if (choose) tell({ type: "choose", chosen: { kind: "seat", seat: Number(choose) } });
  else if (point) tell({ type: "point", tile: point, phrase });
  else if (act) tell({ type: "actAll", actions: act.split(" ") });
  else if (name !== undefined) tell({ type: "sheet", name: name || null });
}

/** @param {Event} event @param {Tell} tell */
function preferred(event, tell) {
  const preferred = preferredBy(event);
  if (preferred) tell({ type: "prefer", preferred });
}
