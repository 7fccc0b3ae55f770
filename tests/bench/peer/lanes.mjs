/** Lanes of tables on which moves are made: one table of each lane is in play, the others are spare. */

const PATIENCE_MS = 15_000;

/** One table after another, so that somebody is always in play although games end. */
class Lane {
  constructor(tables) {
    this.tables = tables;
    this.at = 0;
    this.left = 0; // moves that may still be started
    this.due = []; // moves that wait for the table, by the time at which they should have been made
  }

  /** The table in play, or the next one where that one is over or has sent as much as it may; null: none is left. */
  table() {
    for (let tried = 0; tried < this.tables.length; tried += 1) {
      const table = this.tables[this.at];
      if (table.isPlayable() || !table.isQuiet()) return table;
      this.at = (this.at + 1) % this.tables.length;
    }
    return null;
  }
}

export class Lanes {
  /** @param lanes for each lane its tables, connected */
  constructor(lanes) {
    this.lanes = lanes.map((tables) => new Lane(tables));
    this.latencies = [];
    this.failures = {};
    this.isOpen = false;
    for (const lane of this.lanes) {
      for (const table of lane.tables) table.listener = this.#listenerFor(lane);
    }
  }

  /** Make moves in all lanes as fast as they are answered, for so many seconds. */
  async play(seconds) {
    const began = this.#open(Infinity);
    for (const lane of this.lanes) this.#go(lane);
    await pause(seconds * 1000);
    return this.#close(began);
  }

  /** Make so many moves in each lane as fast as they are answered, or as many as its games last. */
  async playEach(moves) {
    const began = this.#open(moves);
    for (const lane of this.lanes) this.#go(lane);
    const isDone = (lane) => (lane.left === 0 || lane.table() === null) && lane.tables.every((table) => table.isQuiet());
    await until(() => this.lanes.every(isDone), 4 * PATIENCE_MS);
    return this.#close(began);
  }

  /**
   * Make moves at a fixed rate, lane by lane, for so many seconds. A move that has to wait for the answer to the one
   * before it counts from when it should have been made, so that a slow server does not hide its slowness.
   */
  async pace(rate, seconds) {
    const began = this.#open(0);
    let made = 0;
    while (performance.now() - began < seconds * 1000) {
      const now = performance.now();
      for (; made < ((now - began) / 1000) * rate; made += 1) {
        const lane = this.lanes[made % this.lanes.length];
        lane.left += 1;
        lane.due.push(now);
        this.#go(lane);
      }
      await pause(1);
    }
    await until(() => this.lanes.every((lane) => lane.due.length === 0), PATIENCE_MS);
    return this.#close(began);
  }

  tables() {
    return this.lanes.flatMap((lane) => lane.tables);
  }

  close() {
    for (const table of this.tables()) table.close();
  }

  #listenerFor(lane) {
    return {
      done: (milliseconds) => this.latencies.push(milliseconds),
      ready: (table) => {
        if (this.isOpen && table === lane.tables[lane.at]) this.#go(lane);
      },
      failed: (why) => {
        this.failures[why] = (this.failures[why] ?? 0) + 1;
      },
    };
  }

  #open(movesEach) {
    this.latencies = [];
    this.failures = {};
    for (const lane of this.lanes) Object.assign(lane, { left: movesEach, due: [] });
    this.isOpen = true;
    return performance.now();
  }

  #go(lane) {
    if (lane.left === 0) return;
    const table = lane.table();
    if (!table?.isPlayable() || !table.isReady()) return;
    lane.left -= 1;
    table.move(lane.due.shift() ?? performance.now());
  }

  /** What was done until now; then wait for what is still on its way. */
  async #close(began) {
    const seconds = (performance.now() - began) / 1000;
    const moves = this.latencies.length;
    this.isOpen = false;
    const isQuiet = await until(() => this.tables().every((table) => table.isQuiet()), PATIENCE_MS);
    return {
      moves,
      seconds,
      moves_with_late_ones: this.latencies.length,
      milliseconds: this.latencies.map((latency) => Number(latency.toFixed(3))),
      failures: isQuiet ? this.failures : { ...this.failures, unanswered: 1 },
      lanes: this.lanes.length,
      lanes_that_ran_dry: this.lanes.filter((lane) => lane.table() === null).length,
    };
  }
}

/** Whether `isDone` came true in so many milliseconds. */
export async function until(isDone, milliseconds) {
  const end = performance.now() + milliseconds;
  while (!isDone()) {
    if (performance.now() > end) return false;
    await pause(5);
  }
  return true;
}

export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Do `job` with each of `things`, at most so many at once. */
export async function each(things, atOnce, job) {
  const left = [...things];
  const one = async () => {
    for (let thing = left.shift(); thing !== undefined; thing = left.shift()) await job(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
