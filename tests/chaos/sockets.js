/**
 * The browser as the client's modules know it, for many clients in one process of Node: `location`, and sockets that
 * carry the cookie of whose they are. To be imported before them.
 *
 * @typedef {{ cookie: string | null, hasLeft: boolean, opened: () => void, heard: (text: string) => void, said: () =>
 *   void, closed: (code: number) => void }} Owner
 */

/** Whose socket it is stands before its path, because `connection.js` knows one user only. @type {Map<string, Owner>} */
export const owners = new Map();

/** Of those that have not been closed. @type {Map<Owner, OwnedSocket>} */
const sockets = new Map();

class OwnedSocket extends globalThis.WebSocket {
  /** @param {string} url */
  constructor(url) {
    const { host, pathname, search } = new URL(url);
    const [, key = "", ...path] = pathname.split("/");
    const owner = owners.get(key);
    if (!owner) throw new Error(`no owner ${key}`);
    const headers = { origin: process.argv[3], ...(owner.cookie ? { cookie: owner.cookie } : {}) };
    super(`ws://${host}/${path.join("/")}${search}`, /** @type {any} */ ({ headers }));
    this.owner = owner;
    sockets.set(owner, this);
    this.addEventListener("open", () => (owner.hasLeft ? leave(owner) : owner.opened()));
    this.addEventListener("message", ({ data }) => owner.heard(data));
    this.addEventListener("close", ({ code }) => owner.closed(code));
  }

  /** @param {string} text @override */
  send(text) {
    this.owner.said();
    super.send(text);
  }
}

/** Close an owner's socket for good: nobody comes back to a table that does not exist. @param {Owner} owner */
export function leave(owner) {
  const socket = sockets.get(owner);
  sockets.delete(owner);
  owner.hasLeft = true;
  socket?.dispatchEvent(Object.assign(new Event("close"), { code: 4404 }));
  socket?.close();
}

Object.assign(globalThis, {
  WebSocket: OwnedSocket,
  location: { protocol: "http:", host: process.argv[2] },
  addEventListener: () => {},
});
