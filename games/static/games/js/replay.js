/**
 * A game step by step on the board of the table: the page that knows the timeline, the board and the log.
 *
 * @import { Model, Ping } from "./model.js"
 * @import { Position } from "./position.js"
 * @import { Facts, Told } from "./steps.js"
 * @import { Intent, Ui, View } from "./view.js"
 */

import { Board } from "./board.js";
import { byId, set } from "./dom.js";
import { crew } from "./hand.js";
import { whenIdle, withPicture } from "./idle.js";
import { swell } from "./isle.js";
import { placeLegend } from "./legend.js";
import { capturedAt } from "./log.js";
import { logbook } from "./logbook.js";
import { entrySentences, outcomeText, seatNames, seatTitle } from "./messages.js";
import { isOver } from "./model.js";
import { moment } from "./moment.js";
import { fitted, planOf } from "./motion.js";
import { layoutName, roleName, SEAL, tileName, treasureName } from "./names.js";
import { paceOf, preferences } from "./preferences.js";
import { IDLE } from "./reconnect.js";
import { Sound } from "./sound.js";
import { Stage } from "./stage.js";
import { deckDetails, stock } from "./stock.js";
import { gameAt, lastVersionOf, marksOf, stepOf, tidesOf, turnOf, turnStarts, versionFrom, wholeGame } from "./steps.js";
import { timeline } from "./timeline.js";
import { FRESH_UI, viewOf } from "./view.js";

const PHONE = "(max-width: 40em) and (orientation: portrait)";
/** Browsers do not let a page change its address more often. */
const ADDRESS_MS = 400;
/** What the arrow keys scroll while it has the focus. */
const SCROLLS = "#log-scroll, #piles";

export class Replay {
  #at = -1;
  /** @type {Ping[]} */
  #pings = [];
  /** Hears of every step but those of `goTo`, and when playing begins. */
  onStep = () => {};
  /** Hears of a tile that is pointed at. @type {(tile: string) => void} */
  onPoint = () => {};
  #placeLegend = withPicture(() => placeLegend(byId("sea"), byId("rose"), byId("isle-name")));
  /** @type {Ui} */
  #ui = { ...FRESH_UI, ...preferences(), compact: true };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #playing;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #addressing;

  /** @param {Told} told @param {Facts} facts */
  constructor(told, facts) {
    const tell = (/** @type {Intent} */ intent) => this.#intend(intent);
    this.told = told;
    this.whole = wholeGame(told, facts);
    this.gameAt = gameAt(told, facts);
    this.starts = turnStarts(told);
    this.board = new Board(byId("isle"), tell);
    const sound = new Sound();
    sound.set(this.#ui.sounds, this.#ui.volume);
    this.stage = new Stage(this.board, (beat) => sound.play(beat.kind));
    /** What draws a position. @type {{ render: (view: View) => void }[]} */
    this.parts = [this.board];
    /** What joins them once the island is there, one after the other. */
    this.later = [
      () => stock({ tide: byId("tide"), treasures: byId("treasures"), decks: byId("decks") }, tell),
      () => crew(byId("crew"), tell),
    ];
    this.line = timeline({
      steps: told.steps.length,
      starts: this.starts,
      marks: marksOf(told),
      tides: tidesOf(told),
      go: (at) => this.#goByHand(at),
    });
    this.logbook = logbook(byId("log-scroll"), byId("log"), this.whole);
    this.moment = moment();
  }

  start() {
    byId("player").hidden = false;
    document.querySelector(".sea")?.prepend(swell("swell"));
    this.#listen();
    const asked = versionFrom(location.hash);
    this.#go(asked === null ? (isOver(this.whole) ? 0 : this.#last) : stepOf(this.told, asked));
    whenIdle(() => this.#bringNext());
  }

  #bringNext() {
    const part = this.later.shift()?.();
    if (!part) return;
    this.parts.push(part);
    if (this.#model) part.render(this.#viewOf(this.#model));
    whenIdle(() => this.#bringNext());
  }

  /** Go where somebody else leads. @param {number} version */
  goTo(version) {
    this.#pause();
    this.#go(stepOf(this.told, version), false);
  }

  /** @param {Ping[]} pings the only ones on the board */
  showPings(pings) {
    this.#pings = pings;
    if (this.#model) this.board.render(this.#viewOf(this.#model));
  }

  get version() {
    return this.told.steps[this.#at] ?? 0;
  }

  /** The tile that has the ring, or nothing. */
  get chosenTile() {
    return this.#ui.chosen?.kind === "tile" ? this.#ui.chosen.tile : "";
  }

  get #last() {
    return this.told.steps.length - 1;
  }

  #listen() {
    const goTo = { first: () => 0, back: () => this.#at - 1, on: () => this.#at + 1, last: () => this.#last };
    for (const [id, where] of Object.entries(goTo)) byId(id).addEventListener("click", () => this.#goByHand(where()));
    byId("play").addEventListener("click", () => this.#toggle());
    byId("keys-open").addEventListener("click", () => this.#showKeys());
    byId("log").addEventListener("click", (event) => this.#pressedLog(event));
    byId("sea").addEventListener("mousedown", (event) => event.preventDefault()); // so that the arrows go on stepping
    document.addEventListener("keydown", (event) => this.#key(event));
    addEventListener("hashchange", () => this.#goToAddress());
    matchMedia(PHONE).addEventListener("change", () => this.#render());
    addEventListener("resize", () => this.#placeLegend());
  }

  /** @param {Intent} intent */
  #intend(intent) {
    if (intent.type === "sheet") return this.#togglePiles();
    if (intent.type === "tile") this.#choose({ kind: "tile", tile: intent.tile });
    if (intent.type === "choose") this.#choose(intent.chosen);
    if (intent.type === "point") this.onPoint(intent.tile);
  }

  /** @param {Ui["chosen"]} chosen the same one again takes the ring away */
  #choose(chosen) {
    const same = JSON.stringify(chosen) === JSON.stringify(this.#ui.chosen);
    this.#ui = { ...this.#ui, chosen: same ? null : chosen };
    this.#render();
  }

  /** Whoever steps by hand has stopped the playing. @param {number} at */
  #goByHand(at) {
    this.#pause();
    this.#go(at);
    this.#tellAddress();
  }

  /** @param {number} at @param {boolean} own whether it is a step of one's own */
  #go(at, own = true) {
    const step = Math.max(0, Math.min(at, this.#last));
    if (step === this.#at) return;
    const isNext = step === this.#at + 1;
    const before = this.#model?.position;
    this.#at = step;
    this.#render();
    const after = this.#model?.position;
    if (isNext && before && after && !document.hidden) this.#show(before, after);
    else this.stage.finish();
    if (own) this.onStep();
  }

  /** One step on is seen as it happened, in less time than the next one takes to come. @param {Position} before @param {Position} after */
  #show(before, after) {
    const events = this.told.entries[this.version]?.events ?? [];
    const plan = planOf(events, before, after, paceOf(this.#ui));
    this.stage.play(this.#playing === undefined ? plan : fitted(plan, this.#pace), before, after);
  }

  get #model() {
    return this.gameAt(lastVersionOf(this.told, this.#at));
  }

  #goToAddress() {
    const asked = versionFrom(location.hash);
    if (asked === null) return;
    this.#pause();
    this.#go(stepOf(this.told, asked));
  }

  #tellAddress() {
    if (!document.getElementById("moment-link")) return; // nobody else has this record
    clearTimeout(this.#addressing);
    this.#addressing = setTimeout(() => history.replaceState(null, "", addressOf(this.version)), ADDRESS_MS);
  }

  #toggle() {
    if (this.#playing !== undefined) return this.#pause();
    if (this.#at === this.#last) this.#go(0);
    this.#playing = setTimeout(() => this.#playOn(), this.#pace);
    this.#markPlaying();
    this.onStep(); // the first one is on its way
  }

  get #pace() {
    return Number(/** @type {HTMLSelectElement} */ (byId("speed")).value);
  }

  #playOn() {
    this.#go(this.#at + 1);
    if (this.#at === this.#last) return this.#pause();
    this.#playing = setTimeout(() => this.#playOn(), this.#pace);
  }

  #pause() {
    if (this.#playing === undefined) return;
    clearTimeout(this.#playing);
    this.#playing = undefined;
    this.#markPlaying();
    this.#tellAddress();
  }

  #markPlaying() {
    const plays = this.#playing !== undefined;
    byId("play-word").textContent = plays ? "Pause" : "Play";
    byId("play").classList.toggle("is-playing", plays);
    // nobody could listen to every step as it passes
    set(byId("said"), { "aria-live": plays ? "off" : "polite" });
  }

  /** @param {MouseEvent} event */
  #pressedLog(event) {
    const item = event.target instanceof Element ? event.target.closest("[data-version]") : null;
    if (item instanceof HTMLElement) this.#goByHand(stepOf(this.told, Number(item.dataset.version)));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches("input:not([type=range]), select, textarea") || target.closest("dialog")) return;
    if (event.key === " " && target.closest("button, a, [role=button], summary")) return;
    if (target.matches(SCROLLS) && /^(Arrow(Up|Down)|Page|Home|End)/.test(event.key)) return;
    const done = this.#keys[event.shiftKey && event.key !== "?" ? `Shift+${event.key}` : event.key];
    if (!done) return;
    event.preventDefault();
    done();
  }

  /** @type {Record<string, () => void>} */
  #keys = {
    ArrowLeft: () => this.#goByHand(this.#at - 1),
    ArrowRight: () => this.#goByHand(this.#at + 1),
    "Shift+ArrowLeft": () => this.#goByHand(this.line.beside(this.#at, -1)),
    "Shift+ArrowRight": () => this.#goByHand(this.line.beside(this.#at, 1)),
    PageUp: () => this.#goByHand(this.starts[turnOf(this.starts, this.#at - 1)] ?? 0),
    PageDown: () => this.#goByHand(this.starts[turnOf(this.starts, this.#at) + 1] ?? this.#last),
    ArrowUp: () => this.#goByHand(0),
    ArrowDown: () => this.#goByHand(this.#last),
    Home: () => this.#goByHand(0),
    End: () => this.#goByHand(this.#last),
    " ": () => this.#toggle(),
    "?": () => this.#showKeys(),
  };

  #showKeys() {
    /** @type {HTMLDialogElement} */ (byId("keys")).showModal();
  }

  #togglePiles() {
    const piles = byId("piles");
    piles.hidden = !piles.hidden;
    this.#render();
  }

  #render() {
    const version = lastVersionOf(this.told, this.#at);
    const model = this.gameAt(version);
    const rows = model.position?.rows;
    if (!rows) return;
    this.#ui = { ...this.#ui, turned: matchMedia(PHONE).matches && (rows[0]?.length ?? 0) > rows.length };
    document.body.classList.toggle("is-turned", this.#ui.turned);
    const view = this.#viewOf(model);
    for (const part of this.parts) part.render(view);
    const piles = byId("piles");
    if (!piles.hidden) piles.replaceChildren(...deckDetails(model));
    byId("about-tile").textContent = aboutTile(model, this.#ui) || "Press a tile to read its name.";
    this.#say(model);
    this.logbook.show(this.version, version);
    this.#placeLegend();
  }

  /** @param {Model} model */
  #viewOf(model) {
    return viewOf({ ...model, pings: this.#pings }, this.#ui, IDLE, 0);
  }

  /** @param {Model} model */
  #say(model) {
    const turn = turnOf(this.starts, this.#at);
    const words = this.#at === 0 ? this.#startWords() : this.#sentences();
    const over = isOver(model);
    const count = `Step ${this.#at} of ${this.#last}`;
    byId("turn-title").textContent = over
      ? "The end"
      : `Turn ${turn + 1}, ${seatTitle(model, model.position?.turn.seat ?? 0)}`;
    byId("count").textContent = count;
    this.line.show(this.#at, `${count}, turn ${turn + 1}: ${words}`);
    // the slider says it by itself while it has the focus
    set(byId("said"), { "aria-hidden": document.activeElement === byId("scrub") ? "true" : null });
    byId("said").textContent = over ? `${words} ${this.#endWords(model)}`.trim() : words;
    this.moment.show({
      version: this.version,
      position: this.told.entries[this.version]?.position ?? "",
      isEnd: Boolean(model.position?.turn.over),
    });
    this.#markEnds();
  }

  #markEnds() {
    for (const [end, ids] of /** @type {[number, string[]][]} */ ([
      [0, ["first", "back"]],
      [this.#last, ["on", "last"]],
    ]))
      for (const id of ids) set(byId(id), { "aria-disabled": this.#at === end ? "true" : null });
  }

  #startWords() {
    const isDealt = this.told.entries[0]?.events.length;
    if (isDealt) return "The island is laid and the cards are dealt.";
    return "The game is played on from here, with the cards of both draw piles shuffled anew.";
  }

  #sentences() {
    const entry = this.whole.log[this.version];
    if (!entry) return "";
    const context = { who: seatNames(this.whole, entry.version - 1), captured: capturedAt(this.whole, entry.version) };
    return entrySentences(entry, context)
      .map((sentence) => sentence.text)
      .join(" ");
  }

  /** How the game ended, unless the step itself says so. @param {Model} model */
  #endWords(model) {
    const says = this.told.entries[this.version]?.events.some((event) => event.type === "ended");
    return says ? "" : outcomeText(model.outcome ?? model.status, seatNames(model));
  }
}

/** The address of a moment while one steps about: what stood in the link before it counts no more. @param {number | string} version */
const addressOf = (version) => `${location.pathname}#${version}`;

/** What a tile is called and who stands there. @param {Model} model @param {Ui} ui */
function aboutTile(model, { chosen }) {
  const seats = model.position?.seats ?? [];
  const tile = chosen?.kind === "tile" ? chosen.tile : chosen?.kind === "seat" ? (seats[chosen.seat]?.tile ?? "") : "";
  const cell = model.position?.cells.get(tile);
  if (!cell) return "";
  const here = seats.flatMap((pawn, seat) =>
    pawn.tile === tile ? [`${seatTitle(model, seat)}, ${roleName(pawn.role)}`] : [],
  );
  const seal = SEAL[tile];
  return [tileName(tile), cell.state, seal && treasureName(seal), here.length > 0 && `here: ${here.join("; ")}`]
    .filter(Boolean)
    .join(", ");
}

/** @param {string} id @returns {any} */
function dataOf(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/** @param {HTMLElement} root @returns {Promise<Told>} */
async function toldOf(root) {
  const url = root.dataset.stepsUrl;
  if (!url) return dataOf("replay-steps");
  const response = await fetch(url, { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`steps: ${response.status}`);
  return response.json();
}

/** @param {HTMLElement} root */
async function show(root) {
  try {
    const told = await toldOf(root);
    const facts = dataOf("replay-facts");
    if (root.dataset.at && !location.hash) history.replaceState(null, "", addressOf(root.dataset.at));
    if (!root.dataset.stepsUrl) byId("replay-title").textContent = layoutName(facts.layout);
    byId("isle-name").textContent = layoutName(facts.layout);
    const replay = new Replay(told, facts);
    replay.start();
    const review = document.getElementById("review");
    if (review) whenIdle(() => void goTogether(review, replay));
  } catch (error) {
    byId("replay-failed").hidden = false;
    throw error;
  }
}

/** Who is here besides comes after the game itself. @param {HTMLElement} root @param {Replay} replay */
async function goTogether(root, replay) {
  const { Review } = await import("./review.js");
  new Review(root, replay).start();
}

void show(byId("replay"));
