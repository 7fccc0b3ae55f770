/**
 * The replay that a whole table looks at: one leads, the others follow or look on their own; talk and pointing go on.
 *
 * @import { Frame, Model } from "./model.js"
 * @import { Line } from "./reconnect.js"
 * @import { Replay } from "./replay.js"
 * @import { Intent, View } from "./view.js"
 */

import { chat } from "./chat.js";
import { Connection, newId } from "./connection.js";
import { byId, redraw } from "./dom.js";
import { lostText } from "./line.js";
import { namesForYou, pointedText, refusalText } from "./messages.js";
import { apply, expire } from "./model.js";
import { PHRASES } from "./names.js";
import { gathered } from "./part.js";
import { preferences } from "./preferences.js";
import { versionFrom } from "./steps.js";
import { hereText, isTogether, leadAction, leadText, partOf } from "./together.js";

/** Who steps fast is followed at this pace. */
const STEP_MS = 250;
/** A third of the time after which a lead is over. */
const AGAIN_MS = 5_000;
const TICK_MS = 500;

export class Review {
  /** @type {Model | null} */
  #model = null;
  #page = { id: newId(), follows: false };
  /** Whether this page leads or tries to. */
  #wantsLead = false;
  #hasArrived = false;
  #address = location.hash;
  #notice = "";
  #unread = 0;
  /** @type {Map<string, string>} lines of chat in the air: id to text */
  #said = new Map();

  /** @param {HTMLElement} root @param {Replay} replay that has started */
  constructor(root, replay) {
    this.root = root;
    this.replay = replay;
    const form = byId("say-form");
    this.chat = chat(byId("chat"), form instanceof HTMLFormElement && !form.hidden ? form : null, (intent) =>
      this.#intend(intent),
    );
    this.connection = new Connection(root.dataset.socket ?? "", {
      apply: (frame) => this.#apply(frame),
      settle: () => {},
      line: (line) => this.#lineChanged(line),
    });
    this.tellStep = gathered(() => this.#tell(), STEP_MS);
  }

  start() {
    this.replay.onStep = () => this.#stepped();
    this.replay.onPoint = (tile) => this.#point(tile, null);
    byId("review-go").addEventListener("click", () => this.#press());
    byId("review-opens").addEventListener("click", () => this.#open(!this.#isOpen));
    byId("point-form").addEventListener("submit", (event) => this.#pointByForm(event));
    document.addEventListener("keydown", (event) => this.#key(event));
    setInterval(() => this.#tell(), AGAIN_MS);
    setInterval(() => this.#tick(), TICK_MS);
    this.connection.start();
  }

  /** @param {Frame} frame */
  #apply(frame) {
    if (frame.type === "ok" || frame.type === "refused") return this.#answered(frame);
    const before = this.#model;
    this.#model = apply(before, frame, Date.now(), this.root.dataset.user);
    if (!this.#model || this.#model === before) return;
    if (frame.type === "lead") this.#heardLead(this.#model);
    if (frame.type === "ping") byId("pointed").textContent = pointedText(/** @type {any} */ (frame));
    if (before && this.#model.pings !== before.pings) this.replay.showPings(this.#model.pings);
    if (frame.type === "chat" && !this.#isOpen) this.#unread += 1;
    this.#render();
  }

  /** The first word about the lead comes with the game. @param {Model} model */
  #heardLead({ lead }) {
    if (!this.#hasArrived) this.#arrive();
    else if (!lead && this.#wantsLead) this.#tell(); // what ended it was a former line of this page
    else if (lead && lead.id !== this.#page.id) this.#wantsLead = false;
    this.#follow();
  }

  /** Whoever comes to join is led, or leads if nobody does; who comes to a moment stays there. */
  #arrive() {
    this.#hasArrived = true;
    const joins = this.#address === "#together";
    this.#page.follows = joins || (this.#part === "own" && versionFrom(this.#address) === null);
    if (joins && this.#part === "free") this.#lead();
  }

  #follow() {
    const { lead } = this.#model ?? {};
    if (lead && this.#part === "follows") this.replay.goTo(lead.version);
  }

  get #part() {
    return this.#model ? partOf(this.#model, this.#page) : "nobody";
  }

  #stepped() {
    if (this.#part === "leads") return this.tellStep();
    if (this.#part === "follows") this.#page.follows = false;
    this.#render();
  }

  /** What the button says. */
  #press() {
    this.#notice = "";
    switch (this.#part) {
      case "leads":
        this.#wantsLead = false;
        this.connection.send({ type: "lead", id: this.#page.id, version: null });
        break;
      case "free":
        this.#lead();
        break;
      case "follows":
      case "own":
        this.#page.follows = !this.#page.follows;
        this.#follow();
    }
    this.#render();
  }

  #lead() {
    this.#wantsLead = true;
    this.#page.follows = true; // whoever leads later
    if (!this.#tell()) this.#notice = "The line is down; you lead when it is back.";
  }

  /** Where this page leads, if it does. */
  #tell() {
    if (!this.#wantsLead) return true;
    return this.connection.send({ type: "lead", id: this.#page.id, version: this.replay.version });
  }

  /** @param {Line} line */
  #lineChanged(line) {
    if (line.phase === "open") this.#tell();
    this.#render();
  }

  /** @param {Intent} intent */
  #intend(intent) {
    if (intent.type !== "say") return;
    const id = newId();
    this.#notice = "";
    if (this.connection.send({ type: "chat", id, text: intent.text })) {
      this.#said.set(id, intent.text);
      this.chat.clear();
    } else this.#notice = "The line is down; that was not said.";
    this.#render();
  }

  /** @param {Frame} frame */
  #answered({ type, id, code, reason }) {
    const text = this.#said.get(id);
    this.#said.delete(id);
    if (type === "ok") return;
    if (text) this.chat.restore(text);
    if (id === this.#page.id) this.#wantsLead = false;
    // who was a little later than somebody else sees who leads
    if (code !== "somebody_leads" && this.#model) this.#notice = refusalText(code, reason, namesForYou(this.#model));
    this.#render();
  }

  /** @param {Event} event */
  #pointByForm(event) {
    event.preventDefault();
    const phrase = /** @type {HTMLSelectElement} */ (byId("phrase")).value;
    this.#point(this.replay.chosenTile, phrase || null);
  }

  /** @param {string} tile @param {string | null} phrase */
  #point(tile, phrase) {
    const seat = this.#model?.you[0];
    if (seat === undefined) return;
    this.#notice = tile ? "" : "Choose a tile first.";
    if (tile) this.connection.send({ type: "ping", seat, tile, phrase });
    this.#render();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.key === "Escape" && this.root.contains(target)) return this.#open(false);
    if (this.root.hidden || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches("input:not([type=range]), select, textarea") || target.closest("dialog")) return;
    if (!preferences().singleKeys) return;
    const done = this.#keys[event.key.toUpperCase()];
    if (!done) return;
    event.preventDefault();
    done(target);
  }

  /** @type {Record<string, (target: HTMLElement) => void>} */
  #keys = {
    J: () => this.#press(),
    F: (target) => this.#point(target.dataset.tile ?? this.replay.chosenTile, null),
    T: () => {
      this.#open(true);
      this.chat.focus();
    },
  };

  /** On a phone talk lies below the edge until it is opened. */
  get #isOpen() {
    return this.root.classList.contains("is-open") || getComputedStyle(byId("review-opens")).display === "none";
  }

  /** @param {boolean} open */
  #open(open) {
    this.root.classList.toggle("is-open", open);
    byId("review-opens").setAttribute("aria-expanded", String(open));
    if (open) this.#unread = 0;
    this.#render();
  }

  #tick() {
    const model = this.#model && expire(this.#model, Date.now());
    if (!model || model === this.#model) return;
    const { pings } = /** @type {Model} */ (this.#model);
    this.#model = model;
    if (model.pings !== pings) this.replay.showPings(model.pings);
    this.#render();
  }

  #render() {
    const model = this.#model;
    const { line } = this.connection;
    if (!model) return;
    this.root.hidden = !isTogether(model) && !this.#wantsLead;
    const part = this.#part;
    write("review-words", leadText(model, part));
    write("review-here", hereText(model));
    const isDown = line.phase === "waiting" || line.phase === "ended";
    write("review-notice", isDown ? lostText({ ...line, retryAt: null }, 0) : this.#notice);
    const action = leadAction(model, part);
    const button = byId("review-go");
    button.hidden = action === null;
    button.classList.toggle("gold", part === "own" || part === "free");
    write("review-go", action ?? "");
    byId("point-form").hidden = model.you.length === 0;
    redraw(byId("phrase"), "phrases", () => [new Option("Just point", ""), ...phraseOptions()]);
    const unread = byId("unread");
    unread.hidden = this.#unread === 0;
    unread.textContent = String(this.#unread);
    this.chat.render(/** @type {View} */ ({ model }));
  }
}

function phraseOptions() {
  return Object.entries(PHRASES).map(([phrase, words]) => new Option(words, phrase));
}

/** @param {string} id @param {string} text */
function write(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}
