/**
 * All clients of a chaos run, in one process: `node crowd.js PROXY ORIGIN PORT SEED`. Orders come as lines of JSON from
 * that port of loopback, and answers go there; when it closes, all is over.
 *
 * @typedef {{ do: "play", table: number, game: string, script: string[] | null, users: { client: string, name: string,
 *   cookie: string | null }[] } | { do: "stop" } | { do: "tell", what: "held" | "story" }} Order
 */

import { connect } from "node:net";
import { createInterface } from "node:readline";

import "./sockets.js";
import { Client } from "./client.js";

const [port = "", seed = ""] = process.argv.slice(4);
const harness = connect(Number(port), "127.0.0.1");
const chance = seeded(Number(seed));
/** @type {Client[]} */
const clients = [];
/** @type {Set<string>} */
const over = new Set();

createInterface(harness)
  .on("line", (line) => obey(JSON.parse(line)))
  .on("close", () => process.exit());

/** @param {Order} order */
function obey(order) {
  switch (order.do) {
    case "play":
      return play(order);
    case "stop":
      return clients.forEach((client) => client.stop());
    case "tell":
      return answer(clients.map((client) => (order.what === "held" ? client.held() : client.story())));
  }
}

/** @param {Extract<Order, { do: "play" }>} order */
function play({ table, game, script, users }) {
  for (const user of users) clients.push(new Client({ ...user, game, script }, chance, ended));

  function ended() {
    if (!over.has(game)) answer({ over: table });
    over.add(game);
  }
}

/** @param {object} told */
function answer(told) {
  harness.write(`${JSON.stringify(told)}\n`);
}

/**
 * Chance from a seed (mulberry32), so that a run's choices do not depend on more than its timing.
 *
 * @param {number} state
 */
function seeded(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
