/** Sockets that only listen: spectators of one table, or people who sit somewhere and do nothing. */

import { each, pause, until } from "./lanes.mjs";
import { opened } from "./island.mjs";

const AT_ONCE = 24;
const PATIENCE_MS = 15_000;
const VERSION = /"version":(\d+)/;

export class Crowd {
  constructor() {
    this.sockets = [];
    this.lost = 0;
    this.version = 0; // of the entry that is waited for
    this.heard = 0; // by so many
    this.lastAt = 0;
  }

  async connect(places) {
    await each(places, AT_ONCE, (place) => this.#join(place));
  }

  close() {
    for (const socket of this.sockets) {
      socket.removeAllListeners("close");
      socket.terminate();
    }
  }

  /** Make so many moves at `table`; for each the milliseconds until the last of the crowd had its entry. */
  async watch(table, moves) {
    const milliseconds = [];
    while (milliseconds.length < moves) {
      await until(() => table.isOver || table.isReady(), PATIENCE_MS);
      if (!table.isReady() || !table.isPlayable()) break;
      [this.version, this.heard] = [table.version + 1, 0];
      const sentAt = performance.now();
      table.move(sentAt);
      if (!(await until(() => this.heard === this.sockets.length, PATIENCE_MS))) break;
      milliseconds.push(Number((this.lastAt - sentAt).toFixed(3)));
      await pause(120); // slower than a socket may send
    }
    return { milliseconds, lost: this.lost };
  }

  #join(place) {
    return new Promise((resolve, reject) => {
      const socket = opened(place);
      this.sockets.push(socket);
      socket.on("error", reject);
      socket.on("close", () => {
        this.lost += 1;
      });
      socket.on("message", (data) => {
        // Only the head is looked at: two thousand frames are parsed by nobody.
        const head = data.toString("latin1", 0, 64);
        if (head.includes('"synced"')) resolve();
        else if (head.includes('"entry"') && Number(VERSION.exec(head)?.[1]) === this.version) this.#count();
      });
    });
  }

  #count() {
    this.heard += 1;
    this.lastAt = performance.now();
  }
}
