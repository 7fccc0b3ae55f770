/**
 * The live table: the only module that knows all the others. What people do comes in as intents, what the server says
 * as frames;
 * each change makes one view, and every part draws itself from it.
 *
 * @import { Frame, GameEvent, Model } from "./model.js"
 * @import { Beat } from "./motion.js"
 * @import { Position } from "./position.js"
 * @import { Line } from "./reconnect.js"
 * @import { Intent, Ui, View } from "./view.js"
 */

import { announcement } from "./announce.js";
import { Board } from "./board.js";
import { chat } from "./chat.js";
import { mayDrawOn, nextStep } from "./choices.js";
import { Connection, newId } from "./connection.js";
import { dock } from "./dock.js";
import { byId } from "./dom.js";
import { end } from "./end.js";
import { faces } from "./faces.js";
import { isPromised } from "./promise.js";
import { crew, tray } from "./hand.js";
import { intentOf } from "./keys.js";
import { placeLegend } from "./legend.js";
import { log } from "./log.js";
import { lineBar } from "./line.js";
import { pointedText, whyRefused } from "./messages.js";
import { apply, expire, isOver, withOlder } from "./model.js";
import { planOf } from "./motion.js";
import { markPage } from "./page.js";
import { proposal } from "./parting.js";
import { paceOf, preferences, remember } from "./preferences.js";
import { questions } from "./questions.js";
import { IDLE } from "./reconnect.js";
import { COMPACT, IN_ROW, PHONE, tooSmall, UPRIGHT } from "./screen.js";
import { askedToConcede } from "./seats.js";
import { selected, unsettled } from "./selecting.js";
import { sheet } from "./sheet.js";
import { Sound } from "./sound.js";
import { Stage } from "./stage.js";
import { stock } from "./stock.js";
import { swell } from "./isle.js";
import { typing } from "./typing.js";
import { FRESH_UI, viewOf } from "./view.js";

/** How long a card is looked at before the next one is drawn by itself. */
const LOOK_MS = 1_100;
const TICK_MS = 500;
const REDUCED = "(prefers-reduced-motion: reduce)";

class Table {
  /** @type {Model | null} */
  #model = null;
  /** @type {Ui} */
  #ui = { ...FRESH_UI, ...preferences() };
  /** @type {Line} */
  #line = IDLE;
  /** @type {View | null} */
  #view = null;
  /** @type {"now" | "frame" | null} when the page is drawn next */
  #due = null;
  /** @type {{ events: GameEvent[], before: Position, after: Position } | "several" | null} what the next drawing shows */
  #happened = null;
  /** What the compass and the name of the island lie beside. */
  #legend = "";
  #sound = new Sound();
  /** @type {Map<string, string>} lines of chat in the air: id to text */
  #said = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #drawing;
  #focusVerbs = false;
  /** @type {string[]} actions that follow once the one in the air has been carried out */
  #queue = [];
  /** @type {(() => Intent | null) | null} what was asked for last by keys while an action was in the air */
  #kept = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    const tell = (/** @type {Intent} */ intent) => this.#intend(intent);
    const form = byId("say-form");
    this.board = new Board(byId("isle"), tell);
    this.stage = new Stage(this.board, (beat) => this.#hear(beat));
    this.crew = crew(byId("crew"), tell);
    this.tray = tray(byId("tray"), tell);
    this.stock = stock({ tide: byId("tide"), treasures: byId("treasures"), decks: byId("decks") }, tell);
    this.dock = dock(byId("dock"), tell);
    this.end = end(byId("end"));
    this.faces = faces({ dock: byId("clock"), news: byId("clock-news") }, () => this.#soon());
    this.proposal = proposal(byId("give-up"), tell);
    this.log = log(byId("log-scroll"), byId("log"), /** @type {HTMLButtonElement} */ (byId("log-earlier")), tell);
    this.chat = chat(byId("chat"), form instanceof HTMLFormElement && !form.hidden ? form : null, tell);
    this.sheet = sheet(byId("sheet"), tell);
    this.typing = typing(/** @type {HTMLFormElement} */ (byId("type-form")), byId("type-offers"), tell);
    this.bar = lineBar(
      {
        line: byId("line"),
        text: byId("line-text"),
        bar: byId("line-bar"),
        words: byId("line-words"),
        again: byId("line-again"),
      },
      tell,
    );
    this.questions = questions((frame) => this.connection.send(frame));
    this.connection = new Connection(root.dataset.socket ?? "", {
      apply: (frame) => this.#apply(frame),
      settle: (_, code, reason) => this.#settle(code, reason),
      line: (line) => this.#lineChanged(line),
    });
  }

  start() {
    document.querySelector(".sea")?.prepend(swell("swell"));
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("click", (event) => this.#opensSheet(event));
    addEventListener("resize", () => this.#inFrame());
    new ResizeObserver(() => this.#placeLegend()).observe(byId("sea"));
    for (const query of [PHONE, UPRIGHT, IN_ROW, COMPACT]) matchMedia(query).addEventListener("change", () => this.#soon());
    matchMedia(REDUCED).addEventListener("change", () => this.#prefer());
    document.addEventListener("visibilitychange", () => this.#soon());
    this.#prefer();
    setInterval(() => this.#tick(), TICK_MS);
    this.connection.start();
  }

  /** @param {Frame} frame */
  #apply(frame) {
    if (frame.type === "because") return this.#because(frame);
    if (frame.type === "lobby" && this.#model?.status !== "active") return location.reload();
    if (frame.type === "ok" || frame.type === "refused") return this.#saidOr(frame);
    const before = this.#model;
    this.#model = apply(before, frame, Date.now(), this.root.dataset.user);
    if (!this.#model || this.#model === before) return;
    if (frame.type === "entry" || frame.type === "game") this.#moved(before, this.#model);
    if (frame.type === "entry") this.#willShow(before, this.#model, frame.events);
    if (frame.type === "chat" && document.body.dataset.sheet !== "chat" && matchMedia(PHONE).matches)
      this.#ui = { ...this.#ui, unread: this.#ui.unread + 1 };
    if (frame.type === "ping") byId("pointed").textContent = pointedText(/** @type {any} */ (frame));
    if (frame.type === "hold" && frame.on && frame.user !== this.root.dataset.user) this.#sound.play("hold");
    this.#inFrame();
  }

  /**
   * What an entry did is seen as it happens. Whoever only catches up, after a lost line, in a hidden tab or because
   * several entries waited, finds it done.
   *
   * @param {Model | null} before @param {Model} after @param {GameEvent[]} events
   */
  #willShow(before, after, events) {
    if (!before?.position || !after.position) return;
    const behind = this.#happened !== null || !this.connection.line.whole || document.hidden;
    this.#happened = behind ? "several" : { events, before: before.position, after: after.position };
    const begins = events.find((event) => event.type === "turn");
    if (behind && begins) this.#hear({ kind: "begin", seat: begins.seat ?? -1, at: 0, ms: 0 });
  }

  /** Only one's own turn rings. @param {Beat} beat */
  #hear(beat) {
    if (beat.kind !== "begin" || this.#model?.you.includes(beat.seat)) this.#sound.play(beat.kind);
  }

  /** @param {Model | null} before @param {Model} after */
  #moved(before, after) {
    this.#ui = {
      ...unsettled(this.#ui, before, after),
      playsOn: askedToConcede(after).length > 0 ? this.#ui.playsOn : "",
    };
    const words = announcement(before, after);
    if (words) byId("alert").textContent = words;
    if (after.seed && this.#ui.verified === null)
      void isPromised(after.seed, after.commitment).then((verified) => this.#change({ verified }));
    this.#drawOn();
  }

  /** @param {string | null} code @param {Frame | null} reason */
  #settle(code, reason) {
    this.#line = this.connection.line;
    if (code) this.#queue = [];
    if (code && this.#model) this.#ui = { ...this.#ui, notice: whyRefused(code, reason, this.#model) };
    this.#inFrame();
    const next = this.#queue.shift();
    if (next && this.#model) return queueMicrotask(() => this.#model && this.#act(this.#model, next));
    this.#drawOn();
    if (code) this.#kept = null;
    else queueMicrotask(() => this.#catchUp());
  }

  /** @param {Line} line */
  #lineChanged(line) {
    if (line.phase !== "open") {
      this.questions.forget();
      this.#kept = null;
    }
    this.#line = line;
    this.#soon();
  }

  /** @param {Intent} intent */
  #intend(intent) {
    const model = this.#model;
    if (!model) return;
    if (intent.type === "back" && this.#ui.sheet) return this.#openSheet(null);
    if (intent.type === "choose" || (intent.type === "tile" && !this.#ui.pick)) this.#sheetFor(intent);
    const next = selected(model, this.#ui, intent);
    if (next) return this.#selected(model, next);
    switch (intent.type) {
      case "act":
        if (intent.waits && this.#line.pending) return void (this.#kept = () => intent);
        return this.#actOrAsk(model, intent.action);
      case "actAll":
        return this.#actAll(model, intent.actions);
      case "playOn":
        return this.#change({ playsOn: askedToConcede(model).join() });
      case "sheet":
        return this.#openSheet(intent.name);
      case "prefer":
        remember(intent.preferred);
        this.#change({ [intent.preferred.name]: intent.preferred.value });
        this.#prefer();
        return this.#drawOn();
      default:
        return this.#sendIntent(model, intent);
    }
  }

  /** Intents that only tell the others something. @param {Model} model @param {Intent} intent */
  #sendIntent(model, intent) {
    const seat = this.#view?.acting ?? null;
    switch (intent.type) {
      case "say":
        return this.#say(intent.text);
      case "hold":
        if (seat === null) return;
        this.connection.send({ type: "hold", seat, on: !this.#ui.asking });
        return;
      case "point":
        if (seat !== null) this.connection.send({ type: "ping", seat, tile: intent.tile, phrase: intent.phrase });
        return this.#ui.sheet === "point" ? this.#openSheet(null) : undefined;
      case "earlier":
        return void this.#earlier(model);
      case "hurry":
        return this.connection.hurry();
      case "review":
        return location.assign(`${byId("end").dataset.replayUrl}#together`);
    }
  }

  /** Choosing one's own pawn again shows its hand where it is too small to press; else what lies over the island makes way. @param {Intent} intent */
  #sheetFor(intent) {
    const chosen = intent.type === "choose" ? intent.chosen : null;
    const again = chosen?.kind === "seat" && chosen.seat === this.#view?.acting; // another seat of one's own is only chosen
    if (again && matchMedia(COMPACT).matches && this.#ui.sheet === null) this.#openSheet("hand");
    else if (this.#ui.sheet && ["hand", "crew"].includes(this.#ui.sheet)) this.#openSheet(null);
  }

  /** @param {Model} model @param {import("./selecting.js").Selected} selected */
  #selected(model, { ui, action, focus }) {
    this.#focusVerbs ||= focus === "verbs";
    this.#change(ui);
    if (action) this.#actOrAsk(model, action);
    if (focus === "island") this.board.focus();
  }

  /** Who likes it so presses twice for what cannot be taken back. @param {Model} model @param {string} action */
  #actOrAsk(model, action) {
    const verb = action.split(/[: ]/)[1] ?? "";
    const isFinal = !["undo", ...(this.root.dataset.undoable ?? "").split(" ")].includes(verb);
    if (!this.#ui.asksAgain || !isFinal || this.#ui.asked === action) return this.#act(model, action);
    this.#change({ asked: action, notice: { text: "This cannot be taken back. Press again to do it." } });
  }

  /** @param {Model} model @param {string} action */
  #act(model, action) {
    if (isOver(model)) return;
    clearTimeout(this.#drawing);
    if (this.#line.pending) return;
    this.connection.act(model.version, action);
    this.#line = this.connection.line;
    this.#change({ notice: null });
  }

  /** One after another, each after the answer to the one before. @param {Model} model @param {string[]} actions */
  #actAll(model, [first, ...rest]) {
    if (!first || this.#line.pending) return;
    this.#openSheet(null);
    this.#queue = rest;
    this.#act(model, first);
  }

  /** Draw the next card by itself, if the player likes that and nobody could want to stop it. */
  #drawOn() {
    clearTimeout(this.#drawing);
    if (!this.#ui.drawsOn || !this.#model || !mayDrawOn(this.#model)) return;
    this.#drawing = setTimeout(() => {
      const model = this.#model;
      const step = model && mayDrawOn(model) ? nextStep(model) : null;
      if (model && step && this.#line.phase === "open") this.#act(model, step.action);
    }, LOOK_MS);
  }

  /** @param {string} text */
  #say(text) {
    const id = newId();
    if (!this.connection.send({ type: "chat", id, text }))
      return this.#change({ notice: { text: "The line is down; that was not said." } });
    this.#said.set(id, text);
    this.chat.clear();
  }

  /** @param {Frame} frame the answer to a line of chat, a question, a wish */
  #saidOr(frame) {
    const text = this.#said.get(frame.id);
    this.#said.delete(frame.id);
    if (frame.type !== "refused" || !this.#model) return;
    if (text) this.chat.restore(text);
    if (text) this.#change({ notice: whyRefused(frame.code, frame.reason, this.#model) });
  }

  /** @param {Frame} frame */
  #because(frame) {
    if (this.#model) this.#change({ whys: { ...this.#ui.whys, ...this.questions.answered(this.#model, frame) } });
  }

  /** @param {Model} model */
  async #earlier(model) {
    const response = await fetch(`${this.root.dataset.logUrl}?before=${model.log[0]?.version ?? 1}`, {
      headers: { Accept: "application/json" },
    });
    if (!response.ok || !this.#model)
      return this.#change({ notice: { text: "The earlier entries did not come. Try again, please." } });
    const { log: older } = await response.json();
    this.#model = withOlder(this.#model, older);
    this.#soon();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof HTMLElement ? event.target : null;
    const typing = target?.matches("input:not([type=checkbox]), textarea, select") ?? false;
    if (!this.#view || event.ctrlKey || event.metaKey || event.altKey || (typing && event.key !== "Escape")) return;
    const tile = target?.dataset.tile;
    const intent = intentOf(event.key, this.#view, tile);
    if (!intent) return;
    event.preventDefault();
    if (intent.type !== "focus") {
      const plays = intent.type === "act" || intent.type === "pick";
      if (plays && event.repeat) return; // a finger that rests on a key plays once
      if (!plays || !this.#line.pending) return this.#intend(intent);
      return void (this.#kept = () => this.#still(event.key, tile, intent));
    }
    if (matchMedia(PHONE).matches) this.#openSheet(intent.on);
    if (intent.on === "chat") this.chat.focus();
    else byId("log-scroll").focus();
  }

  /** What keys asked for while an action was in the air is done now. */
  #catchUp() {
    const intent = this.#kept?.() ?? null;
    this.#kept = null;
    if (intent) this.#intend(intent);
  }

  /** What a key meant, unless it now means something else. @param {string} key @param {string | undefined} tile @param {Intent} meant */
  #still(key, tile, meant) {
    if (!this.#model) return null;
    const view = viewOf(this.#model, this.#ui, this.connection.line, Date.now());
    return JSON.stringify(intentOf(key, view, tile)) === JSON.stringify(meant) ? meant : null;
  }

  /** @param {MouseEvent} event */
  #opensSheet(event) {
    const button = event.target instanceof Element ? event.target.closest("[data-opens]") : null;
    if (!(button instanceof HTMLElement)) return;
    const name = button.dataset.opens ?? null;
    this.#openSheet(this.#ui.sheet === name ? null : name);
  }

  /** @param {string | null} name */
  #openSheet(name) {
    this.#change({ sheet: name, unread: name === "chat" ? 0 : this.#ui.unread });
  }

  /** @param {Partial<Ui>} part */
  #change(part) {
    this.#ui = { ...this.#ui, ...part };
    this.#soon();
  }

  #tick() {
    if (this.#model) {
      const model = expire(this.#model, Date.now());
      if (model !== this.#model) {
        this.#model = model;
        this.#drawOn();
        this.#soon();
      }
    }
    this.bar.tick(this.#line, Date.now());
  }

  /** What somebody likes holds at once. */
  #prefer() {
    const pace = paceOf(this.#ui);
    document.documentElement.dataset.motion = pace;
    if (pace === "off") this.stage.finish();
    this.#sound.set(this.#ui.sounds, this.#ui.volume);
  }

  /** Draw once for all that changes now. */
  #soon() {
    if (this.#due === "now") return;
    this.#due = "now";
    queueMicrotask(() => this.#render());
  }

  /** Draw once for all that the server says until the next picture; a hidden page has none. */
  #inFrame() {
    if (document.hidden) return this.#soon();
    if (this.#due) return;
    this.#due = "frame";
    requestAnimationFrame(() => this.#due === "frame" && this.#render());
  }

  #render() {
    this.#due = null;
    this.#line = this.connection.line;
    this.bar.tick(this.#line, Date.now());
    const model = this.#model;
    if (!model?.position) return;
    const columns = model.position.rows[0]?.length ?? 0;
    const turned = matchMedia(UPRIGHT).matches && columns > model.position.rows.length;
    const asking = model.holds.some((hold) => hold.user === this.root.dataset.user);
    this.#ui = { ...this.#ui, turned, asking, ...tooSmall() };
    const view = viewOf(model, this.#ui, this.#line, Date.now());
    this.#view = view;
    markPage(view, turned ? columns : model.position.rows.length);
    const keyboard =
      document.activeElement?.matches(":is(.isle, .crew, .tray, .sheet, .verbs) :focus-visible") ?? false;
    const { board, crew, tray, stock, end, log, chat, sheet, typing, proposal } = this;
    for (const part of [board, crew, tray, stock, end, chat, sheet, typing, proposal]) part.render(view);
    const kept = this.dock.render(view);
    this.faces.render(view);
    log.render(view); // last: to scroll, it asks the browser for the layout of all that was drawn before
    this.#show();
    if (keyboard && this.#focusVerbs ? !this.dock.focus(view) : !kept) this.board.focus();
    this.#focusVerbs = false;
    const legend = `${model.layout} ${turned}`;
    if (legend !== this.#legend) this.#placeLegend();
    this.#legend = legend;
    this.questions.ask(view);
  }

  /** What has happened since the last drawing is seen. */
  #show() {
    const happened = this.#happened;
    this.#happened = null;
    if (happened === "several") return this.stage.finish();
    if (!happened) return;
    const { events, before, after } = happened;
    this.stage.play(planOf(events, before, after, paceOf(this.#ui)), before, after);
  }

  #placeLegend() {
    if (this.#view) placeLegend(byId("sea"), byId("rose"), byId("isle-name"));
  }
}

const root = document.querySelector("[data-socket]");
if (root instanceof HTMLElement) new Table(root).start();
