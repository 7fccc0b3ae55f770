/**
 * The crew: who sits where, whose turn it is, and every hand; and the tray of one's own cards.
 *
 * @import { SeatInfo } from "./model.js"
 * @import { PositionSeat } from "./position.js"
 * @import { Tell, View } from "./view.js"
 */

import { cardArt, drawing, el, pawnArt, renew, sign } from "./dom.js";
import { cardName, inWords, roleName, rolePower } from "./names.js";
import { isDrowning, isOver } from "./model.js";
import { seatTitle } from "./messages.js";
import { isVacant } from "./seats.js";

const LIMIT_SIGN = "mark-drowning";

/** @param {HTMLElement} root @param {Tell} tell */
export function crew(root, tell) {
  listen(root, tell);
  return {
    /** @param {View} view */
    render(view) {
      const seats = view.model.position?.seats ?? [];
      while (root.childElementCount > seats.length) root.lastElementChild?.remove();
      seats.forEach((seat, number) => {
        const article = root.children[number] ?? root.appendChild(el("article"));
        const state = seatState(view, number);
        article.className = ["seat", ...state.classes].join(" ");
        article.setAttribute("aria-label", `${state.title}, ${roleName(seat.role)}`);
        renew(article, JSON.stringify([seat, state, chosenKey(view)]), () => seatParts(view, seat, number, state));
      });
    },
  };
}

/** @param {HTMLElement} root @param {Tell} tell */
export function tray(root, tell) {
  listen(root, tell);
  return {
    /** @param {View} view */
    render(view) {
      const hand = view.acting === null ? "" : (view.model.position?.seats[view.acting]?.hand ?? "");
      const key = `${view.acting} ${hand} ${chosenKey(view)} ${playable(view, view.acting ?? 0)}`;
      renew(root, key, () => cards(hand, view.acting ?? 0, true, view));
    },
  };
}

/**
 * The items of a hand.
 *
 * @param {string} hand
 * @param {number} seat
 * @param {boolean} own whether they may be chosen
 * @param {View} view
 */
export function cards(hand, seat, own, view) {
  return [...hand].map((card, index) => {
    const { chosen } = view.ui;
    const live = playable(view, seat).includes(card);
    const title = live ? `${cardName(card)}: can be played now` : cardName(card);
    const pressed =
      own && chosen?.kind === "card" && chosen.seat === seat && chosen.card === card && hand.indexOf(card) === index;
    if (!own)
      return el(
        "li",
        { class: live ? "card is-live" : "card" },
        el("span", { role: "img", "aria-label": title, title }, cardArt(card)),
      );
    const button = el(
      "button",
      {
        type: "button",
        "data-card": card,
        "data-seat": seat,
        "data-key": `card-${seat}-${index}`,
        "aria-pressed": pressed,
        "aria-label": cardName(card),
        title,
      },
      cardArt(card),
    );
    return el("li", { class: ["card", live && "is-live", pressed && "is-chosen"].filter(Boolean).join(" ") }, button);
  });
}

/** The special cards that a seat could play now, in whoever's turn. @param {View} view @param {number} seat */
function playable({ model }, seat) {
  const legal = model.legal[seat];
  return `${legal?.lift || legal?.escape ? "h" : ""}${legal?.sandbag ? "s" : ""}`;
}

/** @param {View} view @param {PositionSeat} seat @param {number} number @param {ReturnType<typeof seatState>} state */
function seatParts(view, seat, number, state) {
  const choose = el(
    "button",
    {
      type: "button",
      class: "seat-name",
      "data-choose": number,
      "data-key": `seat-${number}`,
      "aria-pressed": state.chosen,
    },
    el("span", { class: "nm" }, state.title),
  );
  const dot = el("span", {
    class: `dot ${state.away ? "is-away" : "is-on"}`,
    role: "img",
    "aria-label": state.away ? "away" : "here",
  });
  return [
    pawnArt(seat.role),
    el(
      "h2",
      {},
      choose,
      el("span", { class: "you" }, state.word),
      !state.mine && !state.gone && dot,
    ),
    el("p", { class: "role" }, ...roleWords(seat.role, state)),
    state.timed && el("p", { class: "clock", role: "timer", "data-clock": number }),
    state.gone && el("p", { class: "clock is-gone", "aria-hidden": "true" }, "left"),
    el(
      "p",
      { class: "power" },
      state.title !== roleName(seat.role) && el("b", {}, `${roleName(seat.role)} `),
      rolePower(seat.role),
    ),
    el(
      "ul",
      { class: "hand", "aria-label": `${inWords(seat.hand.length)} card${seat.hand.length === 1 ? "" : "s"}` },
      ...(seat.hand
        ? cards(seat.hand, number, state.mine && !state.compact, view)
        : [el("li", { class: "none" }, "no cards")]),
    ),
    state.must && el("p", { class: "over" }, drawing("0 0 32 32", [LIMIT_SIGN], "sign"), state.must),
    !state.must && state.note && noteParts(state.note),
  ];
}

/**
 * What else is to be known of who sits there.
 *
 * @param {SeatInfo | undefined} info
 * @param {boolean} over
 * @returns {{ sign: string, text: string } | null}
 */
function noteOf(info, over) {
  if (!info) return null;
  if (info.left && info.player === null) return { sign: "i-clock", text: over ? "the clock played" : "the clock plays" };
  if (info.concedes && !over) return { sign: "i-flag", text: "would give the game up" };
  if (info.missed > 0 && !over) return { sign: "i-clock", text: "missed a turn" };
  return info.left ? { sign: "i-crew", text: `for ${info.user}` } : null;
}

/** @param {{ sign: string, text: string }} note */
function noteParts(note) {
  return el("p", { class: `over is-note of-${note.sign}` }, sign(note.sign, "sign"), note.text);
}

/** @param {string} role @param {{ title: string, turn: boolean, hold: boolean }} state */
function roleWords(role, state) {
  return [
    state.title !== roleName(role) && el("span", { class: "role-name" }, roleName(role)),
    state.turn && el("span", { class: "tag" }, "turn"),
    state.hold && el("span", { class: "tag hold-tag" }, "hold"),
  ].filter((part) => part !== false);
}

/** @param {View} view @param {number} number */
function seatState(view, number) {
  const { model, ui } = view;
  const info = model.seats.find((seat) => seat.number === number);
  const over = (model.position?.seats[number]?.hand.length ?? 0) > 5 && Boolean(model.legal[number]?.discard);
  const turn = !isOver(model) && model.position?.turn.seat === number;
  const mine = model.you.includes(number);
  const away = !mine && !model.present.includes(info?.player ?? "");
  const phase = view.clocks.find((one) => one.seat === number)?.phase ?? null;
  const gone = isVacant(model, number);
  const state = {
    title: seatTitle(model, number),
    mine,
    turn,
    compact: ui.compact || (ui.inRow && view.acting !== number),
    playable: playable(view, number),
    hold: model.holds.some((hold) => hold.seat === number),
    gone,
    away,
    word: gone ? "left" : mine ? "you" : away ? "away" : "",
    timed: phase !== null,
    note: noteOf(info, isOver(model)),
    chosen: ui.chosen?.kind === "seat" && ui.chosen.seat === number,
    must: isDrowning(model, number) ? "must swim" : over ? "must put one card away" : "",
  };
  const classes = [
    turn && "is-active",
    view.acting === number && "is-me",
    state.chosen && "is-chosen",
    gone && "has-left",
    phase !== null && "has-clock",
  ];
  return { ...state, classes: classes.filter((name) => name !== false) };
}

/** @param {View} view */
function chosenKey({ ui }) {
  return ui.chosen?.kind === "card" ? `${ui.chosen.seat}${ui.chosen.card}` : "";
}

/** @param {HTMLElement} root @param {Tell} tell */
function listen(root, tell) {
  root.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.card)
      tell({ type: "choose", chosen: { kind: "card", seat: Number(button.dataset.seat), card: button.dataset.card } });
    else if (button?.dataset.choose)
      tell({ type: "choose", chosen: { kind: "seat", seat: Number(button.dataset.choose) } });
  });
}
