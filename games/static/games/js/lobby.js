/** The lists of the lobby, fetched again when the lobby's socket rings. */

import { gathered, keepFresh, refresh } from "./part.js";
import { backoffMs } from "./reconnect.js";

const part = document.querySelector("#tables");
if (part instanceof HTMLElement) {
  keepFresh(part);
  listen(part, 0);
}

/**
 * @param {HTMLElement} tables
 * @param {number} attempt how often in a row the line has failed
 */
function listen(tables, attempt) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}${tables.dataset.socket}`);
  const ring = gathered(() => refresh(tables));
  let failures = attempt;
  socket.addEventListener("open", () => {
    if (attempt > 0) ring(); // it may have rung while nobody listened
    failures = 0;
  });
  socket.addEventListener("message", ring);
  socket.addEventListener("close", () => {
    failures += 1;
    setTimeout(() => listen(tables, failures), backoffMs(failures, Math.random()));
  });
}
