/**
 * A board on which one can try things: the table's own parts on a position that the page brings along. The engine
 * judges every action (`GET /practice.json`); nothing is stored, and no rule is known here.
 *
 * A page that has one board lays its parts out itself (templates/games/lesson.html); one with several includes
 * `games/_practice.html` once and makes a board of it wherever one is wanted, when it is wanted:
 *
 *     const practice = practiceIn(place, { position: "2Sj2/… 0:act3 1 - …", you: [0, 1] });
 *     await practice.start();
 *
 * `place` loses what it showed before, such as the still picture. An element of the page carries the address of the
 * engine (`data-practice`) and that of the drawings (`data-sprite`). One's own seats are `you`, all where it is left
 * out; seats are called by their roles. `allow` may answer an action with a sentence instead of letting it be done;
 * `chose` hears of every tile that is chosen, `done` of every entry. `reset()` begins anew, `play()` acts for any seat,
 * `point()` shows a tile as a friend at the table would.
 *
 * @import { GameEvent, Entry, Frame, Model } from "./model.js"
 * @import { Position } from "./position.js"
 * @import { Line } from "./reconnect.js"
 * @import { Intent, Ui, View } from "./view.js"
 * @typedef {{ position: string, you?: number[], frame?: HTMLElement, small?: () => { compact: boolean, inRow: boolean },
 *   allow?: (action: string) => string | null, chose?: (tile: string) => void, done?: (entry: Entry) => void }} Options
 *   `frame`: what holds the board for the stylesheet; `small`: which of one's own cards are too small to press in
 *   the crew, all where it is left out
 */

import { announcement } from "./announce.js";
import { Board } from "./board.js";
import { dock } from "./dock.js";
import { el, within } from "./dom.js";
import { crew, tray } from "./hand.js";
import { swell } from "./isle.js";
import { intentOf } from "./keys.js";
import { capturedAt } from "./log.js";
import { entrySentences, outcomeText, seatNames, whyRefused } from "./messages.js";
import { apply, isOver } from "./model.js";
import { planOf } from "./motion.js";
import { markBoard } from "./page.js";
import { parsePosition } from "./position.js";
import { paceOf, preferences } from "./preferences.js";
import { questions } from "./questions.js";
import { IDLE } from "./reconnect.js";
import { selected, unsettled } from "./selecting.js";
import { Sound } from "./sound.js";
import { Stage } from "./stage.js";
import { deckDetails, stock } from "./stock.js";
import { FRESH_UI, viewOf } from "./view.js";

/** @type {Line} */
const OPEN = { ...IDLE, phase: "open", whole: true };
const UNANSWERED = "The answer did not come. Try again, please.";

let boards = 0;

/**
 * A board in place of what `place` shows.
 *
 * @param {HTMLElement} place
 * @param {Options} options
 */
export function practiceIn(place, options) {
  const template = document.getElementById("practice");
  if (!(template instanceof HTMLTemplateElement)) throw new Error("the page has no template #practice");
  const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  for (const element of copy.querySelectorAll("[id]")) element.removeAttribute("id"); // a page has each once
  place.replaceChildren(copy);
  return new Practice(place, { frame: within(place, ".practice"), ...options });
}

export class Practice {
  /** @type {Model | null} */
  #model = null;
  /** @type {Ui} */
  #ui = { ...FRESH_UI, ...preferences() };
  #line = OPEN;
  #position = "";
  /** @type {View | null} */
  #view = null;
  #due = false;
  /** @type {{ events: GameEvent[], before: Position, after: Position } | null} what the next drawing shows */
  #happened = null;
  #focusVerbs = false;
  /** Answers to what was asked before the board was set anew are dropped. */
  #round = 0;

  /** @param {HTMLElement} root @param {Options} options */
  constructor(root, options) {
    const tell = (/** @type {Intent} */ intent) => this.#intend(intent);
    // what a board does not show is drawn where nobody sees it
    const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (root.querySelector(selector) ?? el("div"));
    this.root = root;
    this.options = options;
    this.board = new Board(within(root, ".isle"), tell);
    const sound = new Sound();
    sound.set(this.#ui.sounds, this.#ui.volume);
    this.stage = new Stage(this.board, (beat) => sound.play(beat.kind), root);
    this.dock = dock(within(root, ".dock"), tell);
    this.parts = [
      this.board,
      crew(part(".crew"), tell),
      tray(part(".tray"), tell),
      stock({ tide: part(".tide"), treasures: part(".treasures"), decks: part(".decks") }, tell),
    ];
    this.told = part(".told");
    this.alert = part(".alert");
    this.end = within(root, ".end");
    this.hold = within(root, ".hold");
    this.piles = part(".piles");
    this.questions = questions((frame) => {
      void this.#askWhy(frame);
      return true;
    });
    boards += 1;
    root.querySelector(".sea")?.prepend(swell(`swell-${boards}`));
    root.querySelector(".reset")?.addEventListener("click", () => void this.reset());
    root.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("resize", () => this.#soon());
    document.documentElement.dataset.motion = paceOf(this.#ui);
  }

  /** The game as it stands; null until the board has been drawn. */
  get model() {
    return this.#model;
  }

  /** The position with the order of its draw piles, as text. */
  get position() {
    return this.#position;
  }

  start() {
    return this.set(this.options.position, this.options.you);
  }

  /** Begin anew from where the board began. */
  async reset() {
    await this.start();
    this.board.focus();
  }

  /**
   * Lay another position on the board, at once.
   *
   * @param {string} position
   * @param {number[]} [you] one's own seats, all where it is left out
   * @param {string[]} [layers] what is known of the flood pile beyond its cards, as in a `game` frame
   */
  async set(position, you, layers) {
    const round = ++this.#round;
    this.#line = awaiting(0, "");
    const frame = await this.#ask({ position });
    if (round !== this.#round) return;
    this.#line = OPEN;
    if (frame?.type !== "game") throw new Error(`practice: ${frame?.problem ?? frame?.code ?? "no answer"}`);
    this.stage.finish();
    this.#position = position;
    this.#happened = null;
    this.#model = gameOf({ ...frame, flood_layers: layers }, you);
    this.#ui = { ...FRESH_UI, ...preferences() };
    this.told.textContent = "";
    this.#render();
  }

  /**
   * Carry out an action, for whichever seat.
   *
   * @param {string} action
   * @returns {Promise<Entry | null>} null where it was refused or superseded
   */
  async play(action) {
    const before = this.#model;
    if (!before || this.#line.pending) return null;
    const round = this.#round;
    this.#line = awaiting(before.version, action);
    this.#change({ notice: null });
    const frame = await this.#ask({ position: this.#position, action });
    if (round !== this.#round) return null;
    this.#line = OPEN;
    if (frame?.type !== "entry") {
      const why = frame ? whyRefused(frame.code, frame.reason, before) : { text: UNANSWERED };
      this.#change({ notice: why });
      return null;
    }
    return this.#entered(before, frame);
  }

  /** Show a tile as a friend at the table would; no letter: none. @param {string} tile @param {string} [word] */
  point(tile, word = "Here") {
    if (!this.#model) return;
    const seat = this.#model.position?.turn.seat ?? 0;
    const pings = tile ? [{ user: word, seat, tile, phrase: null, until: Infinity }] : [];
    this.#model = { ...this.#model, pings };
    this.#soon();
  }

  /** @param {Model} before @param {Frame} frame @returns {Entry} */
  #entered(before, frame) {
    const entry = /** @type {Entry} */ ({ ...frame, version: before.version + 1, at: "", by_clock: false });
    const after = /** @type {Model} */ (apply(before, entry, Date.now()));
    this.#position = frame.position;
    this.#model = after;
    this.#ui = unsettled(this.#ui, before, after);
    if (before.position && after.position)
      this.#happened = { events: entry.events, before: before.position, after: after.position };
    const context = { who: seatNames(after), captured: capturedAt(after, entry.version) };
    this.told.textContent = entrySentences(entry, context)
      .map(({ text }) => text)
      .join(" ");
    this.alert.textContent = announcement(before, after);
    this.#render();
    this.options.done?.(entry);
    return entry;
  }

  /** @param {Record<string, string>} question @returns {Promise<Frame | null>} null where no answer came */
  async #ask(question) {
    const carrier = document.querySelector("[data-practice]");
    const url = carrier instanceof HTMLElement ? carrier.dataset.practice : "";
    try {
      const response = await fetch(`${url}?${new URLSearchParams(question)}`, { headers: { Accept: "application/json" } });
      return await response.json();
    } catch {
      return null;
    }
  }

  /** @param {Frame} question of questions.js */
  async #askWhy({ id, action }) {
    const round = this.#round;
    const answer = await this.#ask({ position: this.#position, why: action });
    if (!answer || !this.#model || round !== this.#round) return;
    this.#change({ whys: { ...this.#ui.whys, ...this.questions.answered(this.#model, { ...answer, id }) } });
  }

  /** @param {Intent} intent */
  #intend(intent) {
    const model = this.#model;
    if (!model) return;
    if (intent.type === "act") return void this.#act(intent.action);
    if (intent.type === "sheet") return this.#showPiles(intent.name);
    const next = selected(model, this.#ui, intent);
    if (!next) return; // what is for others at a table
    this.#focusVerbs ||= next.focus === "verbs";
    this.#change(next.ui);
    if (next.action) void this.#act(next.action);
    if (next.focus === "island") this.board.focus();
    if (intent.type === "tile" && next.ui.chosen?.kind === "tile") this.options.chose?.(next.ui.chosen.tile);
  }

  /** @param {string} action */
  async #act(action) {
    const objection = this.options.allow?.(action) ?? null;
    if (objection) return this.#change({ notice: { text: objection } });
    await this.play(action);
  }

  /** @param {string | null} name */
  #showPiles(name) {
    if (name !== "decks") return;
    this.piles.hidden = !this.piles.hidden;
    this.#soon();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (!this.#view || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const intent = intentOf(event.key, this.#view, target?.dataset.tile);
    if (!intent || intent.type === "focus" || intent.type === "sheet") return;
    event.preventDefault();
    this.#intend(intent);
  }

  /** @param {Partial<Ui>} part */
  #change(part) {
    this.#ui = { ...this.#ui, ...part };
    this.#soon();
  }

  /** Draw once for all that changes now. */
  #soon() {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => this.#due && this.#render());
  }

  #render() {
    this.#due = false;
    const model = this.#model;
    if (!model?.position) return;
    this.#ui = { ...this.#ui, compact: true, ...this.options.small?.() };
    const view = viewOf(model, this.#ui, this.#line, Date.now());
    this.#view = view;
    markBoard(this.options.frame ?? this.root, view, model.position.rows.length);
    const active = document.activeElement;
    const keyboard = this.root.contains(active) && (active?.matches(":is(.isle, .crew, .tray, .verbs) :focus-visible") ?? false);
    for (const part of this.parts) part.render(view);
    if (!this.piles.hidden) this.piles.replaceChildren(...deckDetails(model));
    const kept = this.dock.render(view);
    this.hold.hidden = true; // there is nobody to ask
    this.end.hidden = !isOver(model);
    within(this.end, "h2").textContent = isOver(model) ? outcomeText(model.outcome ?? "", seatNames(model)) : "";
    this.#show();
    if (keyboard && this.#focusVerbs ? !this.dock.focus(view) : !kept) this.board.focus();
    this.#focusVerbs = false;
    this.questions.ask(view);
  }

  /** What has happened since the last drawing is seen. */
  #show() {
    const happened = this.#happened;
    this.#happened = null;
    if (!happened || document.hidden) return;
    const { events, before, after } = happened;
    this.stage.play(planOf(events, before, after, paceOf(this.#ui)), before, after);
  }
}

/** Nothing else is asked for while an answer is awaited. @param {number} version @param {string} action @returns {Line} */
function awaiting(version, action) {
  return { ...OPEN, pending: { id: "", version, action, answered: null, resent: false } };
}

/** A model of the answer to a position alone. @param {Frame} frame @param {number[]} [you] */
function gameOf(frame, you) {
  const { seats } = parsePosition(frame.position);
  const game = {
    ...frame,
    version: 0,
    layout: "",
    difficulty: "",
    rated: false,
    seats: seats.map(({ role }, number) => ({ number, user: null, player: null, role, left: false })),
    you: you ?? seats.map((_, number) => number),
    present: [""], // nobody is away
    log: [],
  };
  return apply(null, game, Date.now());
}
