/**
 * A socket that comes back: runs what reconnect.js decides, with real sockets, clocks and chance.
 *
 * @import { Frame } from "./model.js"
 * @import { Effect, Happening, Line } from "./reconnect.js"
 * @typedef {{ apply: (frame: Frame) => void, settle: (id: string, code: string | null, reason: Frame | null) => void,
 *   line: (line: Line) => void }} Listener
 */

import { IDLE, reconnect } from "./reconnect.js";

/** How long an answer, a sync and any sign of life at all may take. */
const PATIENCE_MS = { answer: 8_000, sync: 10_000, line: 25_000 };

export class Connection {
  /** @type {Line} */
  #line = IDLE;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #patience;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;

  /**
   * @param {string} path of the socket, on this host
   * @param {Listener} listener
   */
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
    addEventListener("online", () => this.#happen({ type: "retry" }));
  }

  /** As it is now. */
  get line() {
    return this.#line;
  }

  start() {
    this.#happen({ type: "start" });
  }

  /** Try again now, instead of when the wait is over. */
  hurry() {
    this.#happen({ type: "retry" });
  }

  /**
   * Ask for an action; the listener hears how it went by `settle`.
   *
   * @param {number} version the one that the player is looking at
   * @param {string} action
   * @returns {string} the command's id
   */
  act(version, action) {
    const id = newId();
    this.#happen({ type: "command", id, version, action });
    return id;
  }

  /**
   * Send a frame that may be lost: a question, a wish, a pointer, a line of chat.
   *
   * @param {Frame} frame
   * @returns {boolean} whether the line was open
   */
  send(frame) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  /** @param {Happening} event */
  #happen(event) {
    const before = this.#line;
    const [line, effects] = reconnect(before, event);
    this.#line = line;
    for (const effect of effects) this.#run(effect);
    if (line.phase !== before.phase || line.retryAt !== before.retryAt) this.#phaseChanged();
  }

  #phaseChanged() {
    clearTimeout(this.#retry);
    const { retryAt } = this.#line;
    if (retryAt !== null)
      this.#retry = setTimeout(() => this.#happen({ type: "retry" }), Math.max(0, retryAt - Date.now()));
    this.listener.line(this.#line);
  }

  /** @param {Effect} effect */
  #run(effect) {
    switch (effect.do) {
      case "connect":
        return this.#connect(effect.since);
      case "send":
        this.send(effect.frame);
        return;
      case "drop":
        return this.#drop();
      case "apply":
        return this.listener.apply(effect.frame);
      case "settle":
        return this.listener.settle(effect.id, effect.code, effect.reason);
      case "expect":
        return this.#expect(effect.what);
    }
  }

  /** @param {number | null} since */
  #connect(since) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = since === null ? "" : `?since=${since}`;
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}${query}`);
    this.#socket = socket;
    const ifCurrent = (/** @type {() => Happening} */ event) => () => socket === this.#socket && this.#happen(event());
    socket.addEventListener(
      "open",
      ifCurrent(() => ({ type: "opened" })),
    );
    socket.addEventListener("message", ({ data }) => ifCurrent(() => ({ type: "frame", frame: JSON.parse(data) }))());
    socket.addEventListener("close", ({ code }) =>
      ifCurrent(() => ({ type: "closed", code, random: Math.random(), now: Date.now() }))(),
    );
  }

  /** A dead line may take minutes to close by itself, so it is given up at once. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#happen({ type: "closed", code: 1006, random: Math.random(), now: Date.now() });
  }

  /** @param {"answer" | "sync" | "line" | null} what */
  #expect(what) {
    clearTimeout(this.#patience);
    if (what) this.#patience = setTimeout(() => this.#happen({ type: "silence", of: what }), PATIENCE_MS[what]);
  }
}

/** A random UUID; `randomUUID` is missing where the page came over plain HTTP from another machine. */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
