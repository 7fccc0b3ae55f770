/**
 * Actions in words: what this user may do now as short sentences, and what somebody has typed as an action. Pure.
 *
 * @import { Legal } from "./model.js"
 * @import { View } from "./view.js"
 * @typedef {{ text: string, action: string }} Offer
 */

import { seatTitle } from "./messages.js";
import { cardName, list, tileName, treasureName } from "./names.js";

/** The verbs of docs/notation.md; whether the rest makes sense is for the server to say. */
const NOTATION =
  /^(?:([0-3]):)?((?:move|navigate|shore|give|capture|draw|flood|discard|swim|lift|sandbag|escape|undo|skip)(?: (?:[A-X]|[ewfohs]|[0-3]{1,4}))*)$/;

/**
 * All that this user's seats may do now; of the lifts those of one pawn and of all that stand together.
 *
 * @param {View} view
 * @returns {Offer[]}
 */
export function offers({ model, acting, who }) {
  return model.you.flatMap((seat) => {
    const whose = seat === acting ? "" : `${seatTitle(model, seat)}: `;
    return wordsOf(model.legal[seat] ?? {}, who).map(([text, words]) => ({
      text: whose + text,
      action: `${seat}:${words}`,
    }));
  });
}

/**
 * The action that a text means: the words of an offer or their beginning, where only one begins so, or the notation.
 * The seat may be left out: then it is the acting one.
 *
 * @param {string} text
 * @param {View} view
 * @returns {string | null}
 */
export function actionFrom(text, view) {
  const typed = plain(text);
  if (typed === "") return null;
  const all = offers(view);
  const whole = all.find((offer) => plain(offer.text) === typed);
  const begun = all.filter((offer) => plain(offer.text).startsWith(typed));
  const [only] = whole ? [whole] : begun.length === 1 ? begun : [];
  if (only) return only.action;
  const [, seat, words] = NOTATION.exec(text.trim().replace(/\s+/g, " ")) ?? [];
  const acting = seat ?? view.acting;
  return words && acting !== null ? `${acting}:${words}` : null;
}

/** Without regard to case, kind of apostrophe and width of spaces. @param {string} text */
function plain(text) {
  return text.trim().toLowerCase().replaceAll("’", "'").replace(/\s+/g, " ");
}

/**
 * In words, and in notation without the seat.
 *
 * @param {Legal} legal @param {(seat: number) => string} who
 * @returns {[string, string][]}
 */
function wordsOf(legal, who) {
  const tiles = (/** @type {string | undefined} */ letters) => [...(letters ?? "")];
  return [
    ...tiles(legal.move).map((tile) => pair(`move to ${tileName(tile)}`, `move ${tile}`)),
    ...tiles(legal.fly).map((tile) => pair(`fly to ${tileName(tile)}`, `move ${tile}`)),
    ...tiles(legal.swim).map((tile) => pair(`swim to ${tileName(tile)}`, `swim ${tile}`)),
    ...tiles(legal.shore).map((tile) => pair(`shore up ${tileName(tile)}`, `shore ${tile}`)),
    ...(legal.shore2 ? pairsOf(tiles(legal.shore)) : []).map(([one, other]) =>
      pair(`shore up ${tileName(one)} and ${tileName(other)}`, `shore ${one} ${other}`),
    ),
    ...Object.entries(legal.give ?? {}).flatMap(([seat, cards]) =>
      [...new Set(cards)].map((card) => pair(`give ${who(Number(seat))} ${cardName(card)}`, `give ${seat} ${card}`)),
    ),
    ...tiles(legal.capture).map((treasure) => pair(`capture the ${treasureName(treasure)}`, `capture ${treasure}`)),
    ...Object.entries(legal.navigate ?? {}).flatMap(([seat, to]) =>
      tiles(to).map((tile) => pair(`steer ${who(Number(seat))} to ${tileName(tile)}`, `navigate ${seat} ${tile}`)),
    ),
    ...(legal.draw ? [pair("draw", "draw")] : []),
    ...(legal.flood ? [pair("flood", "flood")] : []),
    ...[...new Set(legal.discard ?? "")].map((card) => pair(`put away ${cardName(card)}`, `discard ${card}`)),
    ...tiles(legal.sandbag).map((tile) => pair(`sandbags at ${tileName(tile)}`, `sandbag ${tile}`)),
    ...(legal.escape ? [pair("lift off", "escape")] : []),
    ...(legal.undo ? [pair("take back", "undo")] : []),
    ...lifts(legal.lift, who),
  ];
}

/** @param {Legal["lift"]} lift @param {(seat: number) => string} who @returns {[string, string][]} */
function lifts(lift, who) {
  return Object.entries(lift?.from ?? {}).flatMap(([from, seats]) =>
    [...new Set([...seats, seats])].flatMap((group) =>
      [...(lift?.to ?? "")]
        .filter((to) => to !== from)
        .map((to) => pair(`lift ${list([...group].map((seat) => who(Number(seat))))} to ${tileName(to)}`, `lift ${group} ${to}`)),
    ),
  );
}

/** @param {string[]} letters @returns {[string, string][]} every two of them, in order */
function pairsOf(letters) {
  return letters.flatMap((one, index) => letters.slice(index + 1).map((other) => pair(one, other)));
}

/** @param {string} one @param {string} other @returns {[string, string]} */
function pair(one, other) {
  return [one, other];
}
