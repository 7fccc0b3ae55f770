/**
 * boardgame.io with a game of one move: `node server.mjs PORT [DATABASE_URL]`.
 *
 * Matches are kept in memory, or by its own package for PostgreSQL. Players need no credentials, which spares it a
 * check that ours is not spared.
 */

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");
const { PostgresStore } = require("bgio-postgres");

// As many as the processes of ours have; its own default is 5.
const CONNECTIONS = 10;

const [port, databaseUrl] = process.argv.slice(2);

const clicks = {
  name: "clicks",
  setup: () => ({ clicks: 0 }),
  moves: {
    click: ({ G }) => {
      G.clicks += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

const db = databaseUrl
  ? new PostgresStore(databaseUrl, { logging: false, pool: { max: CONNECTIONS } })
  : undefined;
const server = Server({ games: [clicks], origins: [/127\.0\.0\.1/], ...(db && { db }) });
await server.run(Number(port), () => console.log("ready"));
