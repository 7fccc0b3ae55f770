/** What this browser remembers; without storage it forgets. */

/**
 * @param {string} name
 * @param {boolean} otherwise
 */
export function remembered(name, otherwise) {
  try {
    return (localStorage.getItem(`tidewatch:${name}`) ?? String(otherwise)) === "true";
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {boolean} on */
export function remember(name, on) {
  try {
    localStorage.setItem(`tidewatch:${name}`, String(on));
  } catch {
    // private windows of some browsers forbid storage
  }
}
