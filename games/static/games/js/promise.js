/** Whether the secret that opens at the end is the one that was promised at the start. */

/**
 * @param {string} seed in hexadecimal digits
 * @param {string} commitment its SHA-256
 * @returns {Promise<boolean | null>} null where the browser cannot tell, as over plain HTTP
 */
export async function isPromised(seed, commitment) {
  if (!crypto.subtle) return null;
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (hex) => parseInt(hex, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
}
