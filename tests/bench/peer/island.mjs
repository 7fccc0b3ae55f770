/** A table of ours with its two players, each with a socket, who play by what the frames say is legal. */

import { randomUUID } from "node:crypto";
import WebSocket from "ws";

import { chosen } from "./policy.mjs";

// A little less than the site allows a socket, so that the clients' clocks need not agree with its own.
const BURST = 36;
const MESSAGES_A_SECOND = 9.5;

/** A socket as a browser would open it; `cookie` is empty for somebody without an account. */
export function opened({ url, origin, cookie }) {
  const headers = cookie ? { Cookie: cookie } : {};
  return new WebSocket(url, { origin, headers, perMessageDeflate: false });
}

export class IslandTable {
  /**
   * @param place `url` of the table's socket, `origin`, and the `cookies` of its two players by seat
   * @param choose what to play, by `legal`
   */
  constructor(place, choose = chosen) {
    this.place = place;
    this.choose = choose;
    this.version = -1;
    this.isOver = false;
    this.next = null;
    this.raw = Buffer.alloc(0);
    this.seats = [];
    /** Told of what happens: `done(milliseconds)`, `ready(table)`, `failed(why)`. Set by who plays here. */
    this.listener = null;
  }

  async connect() {
    this.seats = this.place.cookies.map(() => ({ version: -1, command: null, since: 0, credit: BURST, creditedAt: 0 }));
    await Promise.all(this.seats.map((seat, number) => this.#sit(seat, number)));
  }

  close() {
    for (const seat of this.seats) {
      seat.socket.removeAllListeners("close");
      seat.socket.terminate();
    }
  }

  /** Whether the player whose move it is knows the position, has no command on its way, and may send. */
  isReady() {
    const seat = this.seats[this.next?.seat];
    return Boolean(seat) && seat.version === this.version && seat.command === null;
  }

  /** Whether play can go on here: not once the game is over, nor while a socket has sent as much as it may. */
  isPlayable() {
    return !this.isOver && (this.next === null || this.#credit(this.seats[this.next.seat]) >= 1);
  }

  isQuiet() {
    return this.seats.every((seat) => seat.command === null);
  }

  /** Send the next move; its time counts from `since`. */
  move(since) {
    const seat = this.seats[this.next.seat];
    seat.command = randomUUID();
    seat.since = since;
    seat.credit -= 1;
    seat.socket.send(
      `{"type":"act","id":"${seat.command}","version":${this.version},"action":"${this.next.text}"}`,
    );
    this.next = null;
  }

  #sit(seat, number) {
    return new Promise((resolve, reject) => {
      seat.socket = opened({ ...this.place, cookie: this.place.cookies[number] });
      seat.synced = resolve;
      seat.creditedAt = performance.now();
      seat.socket.on("message", (data) => this.#heard(seat, data));
      seat.socket.on("error", reject);
      seat.socket.on("close", (code) => this.#fail(`closed ${code}`));
    });
  }

  #heard(seat, data) {
    // Both players get the same bytes, so the second need not be read.
    if (data.length === this.raw.length && data.equals(this.raw)) this.#enter(seat, this.version);
    else this.#read(seat, data, JSON.parse(data));
  }

  #read(seat, data, frame) {
    switch (frame.type) {
      case "entry":
        this.raw = data;
        this.#learn(frame);
        this.#enter(seat, frame.version);
        break;
      case "ok":
        this.#answered(seat, frame);
        break;
      case "refused":
        this.#fail(`refused ${frame.code}`);
        break;
      case "game":
        if (frame.version > this.version) this.#learn(frame);
        seat.version = frame.version;
        this.isOver = frame.status !== "active";
        break;
      case "synced":
        seat.synced();
        break;
    }
  }

  #learn(frame) {
    if (frame.version <= this.version) return;
    this.version = frame.version;
    this.isOver = "over" in frame;
    this.next = this.isOver ? null : this.choose(frame.legal);
  }

  #enter(seat, version) {
    if (version !== seat.version + 1) this.#fail(`entry ${version} after ${seat.version}`);
    seat.version = version;
    this.listener?.ready(this);
  }

  #answered(seat, frame) {
    if (frame.id !== seat.command) return;
    seat.command = null;
    this.listener?.done(performance.now() - seat.since);
    this.listener?.ready(this);
  }

  #credit(seat) {
    const now = performance.now();
    seat.credit = Math.min(BURST, seat.credit + ((now - seat.creditedAt) / 1000) * MESSAGES_A_SECOND);
    seat.creditedAt = now;
    return seat.credit;
  }

  #fail(why) {
    this.isOver = true;
    this.next = null;
    this.listener?.failed(why);
    if (!this.listener) throw new Error(`${this.place.url}: ${why}`);
  }
}
