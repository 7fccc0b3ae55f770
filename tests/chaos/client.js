/**
 * One player or spectator at one game: the project's own connection and model, and somebody who plays without a pause.
 *
 * @import { Frame, Model } from "../../games/static/games/js/model.js"
 * @typedef {{ version: number, action: string, sent_at: number, ok: number | null, ms: number | null, code: string |
 *   null, settled: boolean }} Command
 *   `ok`: the version that the server's answer named, `ms` after it was first sent; `code`: of a refusal.
 * @typedef {{ code: number, at: number, back_ms: number | null }} Break
 *   The line closed at this time; it was back, and known to be whole, after `back_ms`.
 */

import { leave, owners } from "./sockets.js";
import { choose } from "./policy.js";
import { Connection } from "../../games/static/games/js/connection.js";
import { apply } from "../../games/static/games/js/model.js";

/** What the run's site allows a socket a second (`site.py`), four times as many at once: nobody waits to think. */
const MESSAGES_A_SECOND = 100;
const BURST = 4 * MESSAGES_A_SECOND;
/** Kept for the line's own questions. */
const RESERVE = 4;
/** Who was refused looks again after this long. */
const SECOND_THOUGHT_MS = 200;

let crowd = 0;

export class Client {
  /** @type {Model | null} */
  #model = null;
  /** The text of the position that is held. @type {string | null} */
  #position = null;
  /** What the board has shown: versions and positions. @type {[number, string | null][]} */
  #shown = [];
  /** Entries that were applied although the one before them was not held. */
  #gaps = 0;
  /** @type {Map<string, Command>} */
  #commands = new Map();
  /** @type {Break[]} */
  #breaks = [];
  #credit = BURST;
  #creditedAt = 0;
  #thinks = false;
  #stopped = false;
  hasLeft = false;

  /**
   * @param {{ game: string, client: string, name: string, cookie: string | null, script: string[] | null }} seat a spectator has no name
   * @param {() => number} chance from 0 to 1
   * @param {() => void} over called when the game is
   */
  constructor({ game, client, name, cookie, script }, chance, over) {
    this.game = game;
    this.client = client;
    this.name = name;
    this.cookie = cookie;
    this.script = script;
    this.chance = chance;
    this.over = over;
    const key = `${++crowd}`;
    owners.set(key, this);
    this.connection = new Connection(`/${key}/ws/games/${game}/`, {
      apply: (frame) => this.#apply(frame),
      settle: (id, code) => this.#settle(id, code),
      line: () => this.#soon(),
    });
    this.connection.start();
  }

  /** Play no more; what is in the air is waited for. */
  stop() {
    this.#stopped = true;
  }

  /** Where it stands, in short. */
  held() {
    return { game: this.game, version: this.#model?.version ?? null, waits: this.connection.line.pending !== null };
  }

  /** All that it was told and has done. */
  story() {
    const model = this.#model;
    return {
      game: this.game,
      client: this.client,
      version: model?.version ?? null,
      status: model?.status ?? null,
      outcome: model?.outcome ?? null,
      position: this.#position,
      log: (model?.log ?? []).map(({ version, seat, action, events }) => ({ version, seat, action, events })),
      shown: this.#shown,
      gaps: this.#gaps,
      commands: Object.fromEntries(this.#commands),
      breaks: this.#breaks,
    };
  }

  opened() {
    this.#credit = BURST;
    this.#creditedAt = performance.now();
  }

  said() {
    this.#credit = this.#available() - 1;
    this.#creditedAt = performance.now();
  }

  /** @param {number} code */
  closed(code) {
    if (!this.hasLeft) this.#breaks.push({ code, at: Date.now(), back_ms: null });
  }

  /** What comes over the wire, before the connection hears it. @param {string} text */
  heard(text) {
    const frame = JSON.parse(text);
    if (frame.type === "ok") this.#acknowledged(frame);
    if (frame.type === "synced")
      for (const broken of this.#breaks) broken.back_ms ??= Date.now() - broken.at;
  }

  /** @param {Frame} frame */
  #acknowledged({ id, version }) {
    const command = this.#commands.get(id);
    if (!command || command.ok !== null) return;
    command.ok = version;
    command.ms = performance.now() - command.sent_at;
  }

  /** @param {Frame} frame */
  #apply(frame) {
    const before = this.#model;
    this.#model = apply(before, frame, Date.now(), this.name);
    if (this.#model === before || !("position" in frame)) return;
    if (frame.type === "entry" && before && frame.version !== before.version + 1) this.#gaps++;
    this.#position = frame.position;
    this.#shown.push([frame.version, frame.position]);
    this.#soon();
  }

  /** @param {string} id @param {string | null} code */
  #settle(id, code) {
    const command = this.#commands.get(id);
    if (command) Object.assign(command, { settled: true, code });
    if (code === null) this.#soon();
    else setTimeout(() => this.#soon(), SECOND_THOUGHT_MS);
  }

  /** Not at once, for the connection is in the middle of something when it calls. */
  #soon() {
    if (this.#thinks) return;
    this.#thinks = true;
    setImmediate(() => {
      this.#thinks = false;
      this.#think();
    });
  }

  #think() {
    const { line } = this.connection;
    if (!this.#model || this.hasLeft || line.pending || line.phase !== "open") return;
    if (this.#model.status !== "active") return this.#leave();
    if (this.#stopped) return;
    const action = this.#choice(this.#model);
    if (!action) return;
    const short = 1 + RESERVE - this.#available();
    if (short > 0) setTimeout(() => this.#soon(), (1000 * short) / MESSAGES_A_SECOND);
    else this.#act(this.#model.version, action);
  }

  /** @param {Model} model @returns {string | null} */
  #choice({ you, legal, version }) {
    if (this.script) {
      const next = this.script[version] ?? "";
      return you.includes(parseInt(next)) ? next : null;
    }
    for (const seat of you) {
      const action = choose(legal, seat, this.chance);
      if (action) return action;
    }
    return null;
  }

  /** @param {number} version @param {string} action */
  #act(version, action) {
    const sent_at = performance.now();
    const id = this.connection.act(version, action);
    this.#commands.set(id, { version, action, sent_at, ok: null, ms: null, code: null, settled: false });
  }

  #leave() {
    leave(this);
    this.over();
  }

  #available() {
    const earned = ((performance.now() - this.#creditedAt) * MESSAGES_A_SECOND) / 1000;
    return Math.min(BURST, this.#credit + earned);
  }
}
