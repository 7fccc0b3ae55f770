/**
 * What can be done: the turn, the chosen thing with its verbs and its why-nots, the gold button, taking back, asking
 * to wait.
 *
 * @import { Choice, Pick } from "./choices.js"
 * @import { Why } from "./messages.js"
 * @import { Tell, View } from "./view.js"
 */

import { cardArt, drawing, el, pawnArt, redraw, set, sign, within } from "./dom.js";
import { expected, nextStep } from "./choices.js";
import { tileArt } from "./isle.js";
import { undoAction } from "./keys.js";
import { seatTitle, takeBackText } from "./messages.js";
import { isDrowning, isOver, lastStanding } from "./model.js";
import { cardName, list, roleName, rolePower, SEAL, tileName, treasureName } from "./names.js";
import { ruleLink } from "./rulelink.js";
import { vacantSeats } from "./seats.js";
import { goOf, turnLine, whatIsLeft, wishOf } from "./turn.js";

/** More verbs than this stand with their words below the signs. */
const ROOMY = 4;

/** @param {HTMLElement} root @param {Tell} tell */
export function dock(root, tell) {
  const parts = {
    who: within(root, ".who"),
    pips: within(root, ".pips"),
    chosen: within(root, ".chosen"),
    why: within(root, ".why"),
    verbs: within(root, ".verbs"),
    wish: within(root, ".wish"),
    undo: within(root, ".undo"),
    go: within(root, ".go"),
    hold: within(root, ".hold"),
  };
  /** @type {View | null} */
  let current = null;
  const ifView = (/** @type {(view: View) => void} */ act) => () => current && act(current);
  parts.undo.addEventListener(
    "click",
    ifView((view) => tellAction(tell, undoAction(view))),
  );
  parts.go.addEventListener(
    "click",
    ifView((view) => pressGo(view, tell)),
  );
  // where low space hides the sentence, the name of the chosen thing brings it back
  parts.chosen.addEventListener("click", () => tell({ type: "showWhy" }));
  parts.hold.addEventListener("click", () => tell({ type: "hold" }));
  return {
    /** @param {View} view @returns {boolean} false when the focus has lost its place */
    render(view) {
      current = view;
      root.setAttribute("aria-busy", String(view.busy));
      parts.who.textContent = turnLine(view);
      redraw(parts.pips, JSON.stringify(whatIsLeft(view)), () => pips(whatIsLeft(view)));
      redraw(parts.chosen, chosenKey(view), () => chosenParts(view));
      const sentences = whySentences(view);
      redraw(parts.why, JSON.stringify(sentences), () => whyParts(sentences));
      renderNext(view, parts);
      return redraw(parts.verbs, JSON.stringify([view.choices, view.options, view.ui.pick, view.busy, view.ui.chosen, view.ui.sheet === "point"]), () =>
        verbButtons(view, parts.verbs, tell),
      );
    },
    /**
     * After a choice by keyboard the focus is where it goes on: at what completes it, or at its first button.
     *
     * @param {View} view @returns {boolean} false where that is on the island
     */
    focus({ ui, options }) {
      const { verbs } = parts;
      const choosesPawns = verbs.querySelector(".chip") !== null && ui.pick?.seats.length === 0;
      const onIsland = ui.pick !== null && !options?.action && options?.tiles !== "" && !choosesPawns;
      const verb = verbs.querySelector(".is-confirm") ?? verbs.querySelector("button");
      if (onIsland || !(verb instanceof HTMLElement)) return false;
      verb.focus({ preventScroll: true });
      return true;
    },
  };
}

/** Whether the acting seat must put a card away and has not chosen one. @param {View} view */
export function choosesDiscard({ model, acting, ui }) {
  return acting !== null && Boolean(model.legal[acting]?.discard) && ui.chosen?.kind !== "card" && !ui.pick;
}

/** @param {View} view @param {Record<"wish" | "undo" | "go" | "hold", HTMLElement>} parts */
function renderNext(view, { wish, undo, go, hold }) {
  const watching = view.acting === null || isOver(view.model);
  const mayDo = !isOver(view.model) && (view.acting !== null || vacantSeats(view.model).length > 0);
  const asked = wishOf(view);
  wish.hidden = asked === null;
  redraw(wish, JSON.stringify(asked), () =>
    asked ? [sign("i-hold"), el("span", {}, asked.names, el("span", { class: "roomy" }, asked.more))] : [],
  );
  const entry = undoAction(view) ? lastStanding(view.model) : null;
  undo.hidden = entry === null;
  const back = entry ? takeBackText(entry, view.who) : "";
  set(undo, { "aria-label": `Take back: ${back}`, "aria-disabled": view.busy });
  redraw(undo, back, () => [sign("v-undo"), el("span", { class: "undo-text" }, el("small", {}, "Take back"), back)]);
  const label = goOf(view);
  const sent = view.busy && view.line.pending?.action === label.action;
  go.hidden = !mayDo;
  const open = label.action !== null || label.sheet !== "";
  set(go, { "aria-disabled": !open || view.busy, class: `go${sent ? " is-sent" : ""}` });
  redraw(go, JSON.stringify([label, sent]), () => [
    sign(label.icon),
    el(
      "span",
      {},
      label.name && el("span", { class: "go-name" }, label.name),
      label.main,
      el("span", { class: "roomy" }, label.more),
      el("span", { class: "nb" }, label.count, sent ? " …" : ""),
      label.small && el("small", {}, label.small),
    ),
  ]);
  hold.hidden = watching || nextStep(view.model) !== null; // nobody else draws: there is nobody to ask
  set(hold, { "aria-pressed": view.ui.asking });
}

/** @param {{ pips: number | null, text: string, brief: string }} left */
function pips({ pips: lit, text, brief }) {
  const dots = lit === null ? [] : [1, 2, 3].map((number) => el("i", { class: number <= lit ? "on" : null }));
  const words = brief ? [el("span", { class: "roomy" }, text), el("span", { class: "brief" }, brief)] : [text];
  return [...dots, el("span", { class: lit === null ? "is-words" : null }, ...words)];
}

/** @param {View} view */
function chosenParts(view) {
  const { model, ui, options } = view;
  if (ui.pick)
    return about(pickArt(view, ui.pick), pickTitle(view, ui.pick), options?.action ? "" : pickPrompt(ui.pick));
  const { chosen } = ui;
  if (chosen?.kind === "tile") return aboutTile(view, chosen.tile);
  if (chosen?.kind === "seat") {
    const pawn = model.position?.seats[chosen.seat];
    const [title, role] = [seatTitle(model, chosen.seat), roleName(pawn?.role ?? "")];
    return about(
      pawnArt(pawn?.role ?? "", "thumb"),
      title,
      `${title === role ? "" : `${role} `}at ${tileName(pawn?.tile ?? "")} · ${rolePower(pawn?.role ?? "")}`,
    );
  }
  if (chosen?.kind === "card") {
    const whose = model.you.length > 1 ? `in the hand of ${view.who(chosen.seat)}` : "in your hand";
    return about(drawing("0 0 60 84", [`card-${chosen.card}`], "thumb"), cardName(chosen.card), whose);
  }
  const hint =
    view.acting === null ? "You are watching this game." : "or a pawn or a card, to see what can be done.";
  return about(drawing("0 0 60 60", ["rose"], "thumb"), "Choose a tile", hint);
}

/** @param {View} view @param {string} tile */
function aboutTile({ model, who }, tile) {
  const cell = model.position?.cells.get(tile);
  const here = (model.position?.seats ?? []).flatMap((pawn, seat) => (pawn.tile === tile ? [who(seat)] : []));
  const seal = SEAL[tile];
  const words = [cell?.state, seal && treasureName(seal), here.length > 0 && `here: ${list(here)}`].filter(Boolean);
  return about(tileArt(cell ?? { tile, state: "dry" }, "thumb"), tileName(tile), words.join(" · "));
}

/** @param {Element} art @param {string} title @param {string} text */
function about(art, title, text) {
  return [art, el("div", { class: "about" }, el("h2", {}, title), el("p", {}, text))];
}

/** @param {View} view @param {Pick} pick */
function pickArt(view, pick) {
  const tile = pick.tiles.slice(-1);
  const cell = view.model.position?.cells.get(tile);
  if (cell) return tileArt(cell, "thumb");
  const [seat] = pick.seats;
  const role = seat === undefined ? undefined : view.model.position?.seats[seat]?.role;
  return role ? pawnArt(role, "thumb") : sign(pick.verb === "shore2" ? "v-shore" : `v-${pick.verb}`, "thumb");
}

/** What has been picked so far, as the beginning of the sentence. @param {View} view @param {Pick} pick */
function pickTitle({ who }, pick) {
  const tiles = [...pick.tiles].map(tileName);
  const seats = list(pick.seats.map(who));
  switch (pick.verb) {
    case "shore2":
      return `Shore up ${tiles[0]} and ${tiles[1] ?? "…"}`;
    case "navigate":
      return `Steer ${seats || "…"} to ${tiles[0] ?? "…"}`;
    case "give":
      return `Give ${seats || "…"} ${pick.cards ? cardName(pick.cards) : "…"}`;
    case "lift":
      return `Lift ${seats || "…"} to ${tiles[0] ?? "…"}`;
    case "sandbag":
      return `Sandbags at ${tiles[0] ?? "…"}`;
  }
}

/** @param {Pick} pick */
function pickPrompt(pick) {
  switch (pick.verb) {
    case "shore2":
      return "Choose the second tile on the island.";
    case "navigate":
      return pick.seats.length ? "Choose a marked tile on the island." : "Choose whose pawn.";
    case "give":
      return pick.seats.length ? "Choose the card." : "Choose who gets it.";
    case "lift":
      if (pick.seats.length === 0) return "Choose the pawns; they stand on one tile.";
      return "Choose a marked tile on the island; more pawns may come along.";
    case "sandbag":
      return "Choose a flooded tile on the island.";
  }
}

/**
 * What is due, or why not: each sentence with the words that it begins with.
 *
 * @param {View} view @returns {(Why & { label: string })[]}
 */
function whySentences(view) {
  const { model, ui, acting } = view;
  if (ui.notice) return [{ ...ui.notice, label: ui.notice.text, text: "" }];
  if (choosesDiscard(view))
    return [
      {
        label: "Choose a card to put away",
        text: ", or play a special one: a hand holds five. Everyone waits.",
      },
    ];
  const told = whyNots(view);
  if (told.length === 0 && acting !== null && isDrowning(model, acting))
    return [{ label: "", text: "Choose a marked tile to swim to; everyone waits." }];
  return told;
}

/** @param {View} view @returns {(Why & { label: string })[]} */
function whyNots({ model, ui }) {
  if (ui.pick || model.you.length === 0) return [];
  const told = expected(model, ui.chosen, ui.preferred).map(({ label, action }) => ({
    ...(ui.whys[`${model.version} ${action}`] ?? { text: "" }),
    label: `${label}: `,
  }));
  return told.filter((one, index) => one.text !== "" && told.findIndex((other) => other.text === one.text) === index);
}

/** @param {(Why & { label: string })[]} sentences */
function whyParts(sentences) {
  return sentences.flatMap(({ label, text, rule }) => [label && el("b", {}, label), text, ruleLink(rule), " "]);
}

/** @param {View} view @param {HTMLElement} root @param {Tell} tell */
function verbButtons(view, root, tell) {
  const { choices, ui, options } = view;
  const buttons =
    ui.pick && options
      ? pickButtons(view, ui.pick, tell)
      : [...choices.map((choice) => verbButton(view, choice, tell)), ...pointButton(view, tell)];
  root.classList.toggle("is-many", buttons.length > ROOMY);
  return buttons;
}

/** For whoever plays with others: what one would say about the chosen tile. @param {View} view @param {Tell} tell */
function pointButton({ model, ui, acting }, tell) {
  const alone = model.seats.every((seat) => seat.player === null || model.you.includes(seat.number));
  if (ui.chosen?.kind !== "tile" || acting === null || alone || isOver(model)) return [];
  const button = el(
    "button",
    { type: "button", class: "verb is-aside", "data-key": "point", "aria-expanded": ui.sheet === "point" },
    drawing("0 0 100 100", ["mark-pointer"]),
    el("span", {}, "Point"),
  );
  button.addEventListener("click", () => tell({ type: "sheet", name: ui.sheet === "point" ? null : "point" }));
  return [button];
}

/** @param {View} view @param {Choice} choice @param {Tell} tell */
function verbButton(view, choice, tell) {
  const other = choice.seat !== view.acting && el("small", {}, ` ${seatTitle(view.model, choice.seat)}`);
  const more = choice.more.replace(/seat:(\d)/, (_, seat) => view.who(Number(seat))).replace(/^ (?=.)/, " ");
  const wording = choice.verb === "give" && choice.more.startsWith(" seat:") ? ` to${more}` : more;
  const needed = choice.verb === "give" && choice.action !== null;
  const button = el(
    "button",
    {
      type: "button",
      class: "verb",
      "data-key": `verb-${choice.verb}-${choice.action ?? "pick"}`,
      "aria-keyshortcuts": choice.key || null,
      "aria-disabled": view.busy,
    },
    sign(`v-${choice.icon}`),
    el("span", {}, ...breakable(choice.label), el("span", { class: needed ? null : "roomy" }, wording), other),
    choice.key && el("kbd", {}, choice.key),
  );
  button.addEventListener("click", () => {
    if (choice.pick) tell({ type: "pick", pick: choice.pick });
    else if (!view.busy) tellAction(tell, choice.action ?? undefined);
  });
  return button;
}

/** A long word, and where it may be broken. @param {string} label */
function breakable(label) {
  return label === "Sandbags" ? ["Sand", el("wbr"), "bags"] : [label];
}

/** @param {View} view @param {Pick} pick @param {Tell} tell */
function pickButtons(view, pick, tell) {
  const { options, model } = view;
  const action = options?.action ?? null;
  const asksSeat =
    pick.verb === "lift" || ((pick.verb === "give" || pick.verb === "navigate") && pick.seats.length === 0);
  const asksCard = pick.verb === "give" && pick.seats.length > 0;
  const seats = asksSeat
    ? (options?.seats ?? []).map((seat) =>
        chip(
          pawnArt(model.position?.seats[seat]?.role ?? ""),
          seatTitle(model, seat),
          pick.seats.includes(seat),
          `pick-seat-${seat}`,
          () => tell({ type: "pickSeat", seat }),
        ),
      )
    : [];
  const cards = asksCard
    ? [...(options?.cards ?? "")].map((card) =>
        chip(cardArt(card), cardName(card), pick.cards === card, `pick-card-${card}`, () =>
          tell({ type: "pickCard", card }),
        ),
      )
    : [];
  const confirm =
    action &&
    !asksCard &&
    el(
      "button",
      { type: "button", class: "verb is-confirm", "data-key": "confirm", "aria-disabled": view.busy },
      sign("i-check"),
      el("span", {}, confirmLabel(pick)),
    );
  if (confirm) confirm.addEventListener("click", () => !view.busy && tellAction(tell, action));
  const back = el("button", { type: "button", class: "verb is-back", "data-key": "back" }, el("span", {}, "Back"));
  back.addEventListener("click", () => tell({ type: "back" }));
  return [...seats, ...cards, confirm || null, back];
}

/** @param {Pick} pick */
function confirmLabel(pick) {
  const labels = { shore2: "Shore up both", navigate: "Steer", give: "Give", lift: "Lift", sandbag: "Lay them" };
  return labels[pick.verb];
}

/**
 * @param {SVGElement} art
 * @param {string} name
 * @param {boolean} pressed
 * @param {string} key
 * @param {() => void} press
 */
function chip(art, name, pressed, key, press) {
  const button = el(
    "button",
    { type: "button", class: "verb chip", "data-key": key, "aria-pressed": pressed, "aria-label": name },
    art,
    el("span", {}, name),
  );
  button.addEventListener("click", press);
  return button;
}

/** @param {View} view @param {Tell} tell */
function pressGo(view, tell) {
  const label = goOf(view);
  if (label.sheet) tell({ type: "sheet", name: label.sheet });
  else if (label.action && !view.busy) tell({ type: "act", action: label.action });
  else if (label.blocked) tell({ type: "notice", text: label.blocked });
}

/** @param {Tell} tell @param {string | undefined} action */
function tellAction(tell, action) {
  if (action) tell({ type: "act", action });
}

/** All that the chosen thing's words depend on. @param {View} view */
function chosenKey({ model, ui, acting }) {
  const { position } = model;
  const tile = ui.chosen?.kind === "tile" ? position?.cells.get(ui.chosen.tile) : null;
  return JSON.stringify([
    ui.chosen,
    ui.pick,
    tile,
    acting === null,
    position?.seats.map((seat) => seat.tile + seat.role),
  ]);
}
