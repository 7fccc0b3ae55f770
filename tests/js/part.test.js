import assert from "node:assert/strict";
import { test } from "node:test";

import { GATHER_MS, gathered } from "../../games/static/games/js/part.js";

test("calls that come together are answered once at once, and once more", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  let fetched = 0;
  const ring = gathered(() => (fetched += 1));
  ring();
  t.mock.timers.tick(1);
  assert.equal(fetched, 1);
  for (let n = 0; n < 50; n++) ring();
  t.mock.timers.tick(GATHER_MS - 2);
  assert.equal(fetched, 1);
  t.mock.timers.tick(2);
  assert.equal(fetched, 2);
  t.mock.timers.tick(10 * GATHER_MS);
  assert.equal(fetched, 2);
  ring();
  t.mock.timers.tick(1);
  assert.equal(fetched, 3);
});
