/** A match of boardgame.io with its two players, who speak socket.io as its own client does, over a bare WebSocket. */

import WebSocket from "ws";

const GAME = "clicks";
const CONNECTED = `40/${GAME},`;
const EVENT = `42/${GAME},`;

export class ClicksMatch {
  /** @param place `url` of the server's socket and the match's `id` */
  constructor(place) {
    this.place = place;
    this.stateId = -1;
    this.player = 0;
    this.moves = 0;
    this.isOver = false;
    this.raw = Buffer.alloc(0);
    this.seats = [];
    /** As of an IslandTable. */
    this.listener = null;
  }

  /** One after the other, for the first one's `sync` makes the match. */
  async connect() {
    for (const number of [0, 1]) {
      const seat = { number, stateId: -1, isWaiting: false, since: 0 };
      this.seats.push(seat);
      await this.#sit(seat);
    }
  }

  close() {
    for (const seat of this.seats) {
      seat.socket.removeAllListeners("close");
      seat.socket.terminate();
    }
  }

  isReady() {
    const seat = this.seats[this.player];
    return seat.stateId === this.stateId && !seat.isWaiting;
  }

  isPlayable() {
    return !this.isOver;
  }

  isQuiet() {
    return this.seats.every((seat) => !seat.isWaiting);
  }

  move(since) {
    const seat = this.seats[this.player];
    seat.isWaiting = true;
    seat.since = since;
    const playerID = String(seat.number);
    const action = { type: "MAKE_MOVE", payload: { type: "click", args: [], playerID } };
    this.#emit(seat, "update", action, this.stateId, this.place.id, playerID);
  }

  /** How many moves the server has, asked anew. */
  async movesStored() {
    const seat = this.seats[0];
    const state = await new Promise((resolve) => {
      seat.synced = resolve;
      this.#emit(seat, "sync", this.place.id, "0", null, 2);
    });
    return state.ctx.turn === state.G.clicks + 1 ? state.G.clicks : -1;
  }

  #sit(seat) {
    return new Promise((resolve, reject) => {
      seat.socket = new WebSocket(this.place.url, { perMessageDeflate: false });
      seat.synced = resolve;
      seat.socket.on("message", (data) => this.#heard(seat, data));
      seat.socket.on("error", reject);
      seat.socket.on("close", (code) => this.#fail(`closed ${code}`));
    });
  }

  #heard(seat, data) {
    if (data.length === this.raw.length && data.equals(this.raw)) this.#enter(seat, this.stateId);
    else this.#read(seat, data, data.toString());
  }

  #read(seat, data, text) {
    if (text.startsWith(EVENT)) this.#event(seat, data, JSON.parse(text.slice(EVENT.length)));
    else if (text.startsWith(CONNECTED)) this.#emit(seat, "sync", this.place.id, String(seat.number), null, 2);
    else if (text.startsWith("0")) seat.socket.send(CONNECTED);
    else if (text === "2") seat.socket.send("3");
  }

  #event(seat, data, [type, , body]) {
    if (type === "update") {
      this.raw = data;
      this.#learn(body);
      this.#enter(seat, body._stateID);
    } else if (type === "sync") {
      this.#learn(body.state);
      seat.stateId = body.state._stateID;
      seat.synced(body.state);
    }
  }

  #learn(state) {
    if (state._stateID <= this.stateId) return;
    this.stateId = state._stateID;
    this.player = Number(state.ctx.currentPlayer);
  }

  /** An update is the only answer to a move. */
  #enter(seat, stateId) {
    if (stateId !== seat.stateId + 1) this.#fail(`state ${stateId} after ${seat.stateId}`);
    seat.stateId = stateId;
    if (seat.isWaiting) {
      seat.isWaiting = false;
      this.moves += 1;
      this.listener?.done(performance.now() - seat.since);
    }
    this.listener?.ready(this);
  }

  #emit(seat, ...parts) {
    seat.socket.send(EVENT + JSON.stringify(parts));
  }

  #fail(why) {
    this.isOver = true;
    this.listener?.failed(why);
    if (!this.listener) throw new Error(`${this.place.id}: ${why}`);
  }
}
