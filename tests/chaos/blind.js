/**
 * For the control: `node --import ./blind.js crowd.js …` makes clients that take whatever comes for the next entry. One
 * function of model.js is another one then, and nothing in the site's modules allows for it.
 */

import { readFileSync } from "node:fs";
import * as modules from "node:module";

const SEEING = "export function gate(";
const BLIND = 'export const gate = () => "apply";\nfunction seeing(';

// The pinned types are of an older Node.
const { registerHooks } = /** @type {any} */ (modules);

registerHooks({
  load(/** @type {string} */ url, /** @type {object} */ context, /** @type {Function} */ next) {
    if (!url.endsWith("/games/static/games/js/model.js")) return next(url, context);
    const source = readFileSync(new URL(url), "utf8");
    if (!source.includes(SEEING)) throw new Error(`no ${SEEING} in ${url}`);
    return { format: "module", source: source.replace(SEEING, BLIND), shortCircuit: true };
  },
});
