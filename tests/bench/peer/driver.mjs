/**
 * All clients of a bench, of both systems: reads commands as lines of JSON, answers each with one.
 *
 * `connect` opens lanes of tables, `crowd` sockets that listen; both are called by a name, and `close` ends them.
 */

import { createInterface } from "node:readline";

import { ClicksMatch } from "./clicks.mjs";
import { Crowd } from "./crowd.mjs";
import { IslandTable } from "./island.mjs";
import { Lanes, each, until } from "./lanes.mjs";
import { movedOrUndone } from "./policy.mjs";

const AT_ONCE = 12;
const STORED_WITHIN_MS = 10_000;
// As many moves as a socket may send at once, in pairs.
const MOVES_A_SOCKET = 34;

const lanes = new Map();
const crowds = new Map();

const commands = {
  async connect({ name, system, places }) {
    const Table = system === "boardgame.io" ? ClicksMatch : IslandTable;
    const tables = places.map((lane) => lane.map((place) => new Table(place)));
    await each(tables.flat(), AT_ONCE, (table) => table.connect());
    lanes.set(name, new Lanes(tables));
    return { sockets: 2 * tables.flat().length };
  },

  play: ({ name, seconds }) => lanes.get(name).play(seconds),

  play_each: ({ name, moves }) => lanes.get(name).playEach(moves),

  pace: ({ name, rate, seconds }) => lanes.get(name).pace(rate, seconds),

  /** The versions at which our tables are; and whether the matches of boardgame.io hold the moves that were made. */
  async versions({ name }) {
    const tables = lanes.get(name).tables();
    return { versions: tables.map((table) => table.version) };
  },

  async matches({ name }) {
    const tables = lanes.get(name).tables();
    let differing = 0;
    for (const match of tables) {
      const end = performance.now() + STORED_WITHIN_MS;
      while ((await match.movesStored()) !== match.moves && performance.now() < end);
      if ((await match.movesStored()) !== match.moves) differing += 1;
    }
    return { moves: tables.reduce((sum, match) => sum + match.moves, 0), differing };
  },

  /** Take moves back and forth until the tables are at `version`, with new sockets whenever one has sent enough. */
  async lengthen({ places, version }) {
    await each(places, places.length, async (place) => {
      for (let reached = 0; reached < version; ) {
        const table = new IslandTable(place, movedOrUndone);
        await table.connect();
        const round = new Lanes([[table]]);
        await round.playEach(Math.min(MOVES_A_SOCKET, version - table.version));
        reached = table.version;
        table.close();
      }
    });
    return {};
  },

  async crowd({ name, places }) {
    const crowd = crowds.get(name) ?? new Crowd();
    crowds.set(name, crowd);
    await crowd.connect(places);
    return { sockets: crowd.sockets.length };
  },

  async watch({ name, crowd, moves }) {
    const [table] = lanes.get(name).tables();
    return crowds.get(crowd).watch(table, moves);
  },

  async lost({ crowd }) {
    return { lost: crowds.get(crowd).lost };
  },

  async close({ name }) {
    (lanes.get(name) ?? crowds.get(name)).close();
    lanes.delete(name);
    crowds.delete(name);
    return {};
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { command, ...given } = JSON.parse(line);
  const before = process.cpuUsage();
  const answer = await commands[command](given);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(JSON.stringify({ ...answer, cpu_seconds: (user + system) / 1e6 }) + "\n");
}
process.exit(0);
