/**
 * How the clients of a chaos run play: by what `legal` offers and nothing else.
 *
 * @import { Legal } from "../../games/static/games/js/model.js"
 */

/** How often a card is played, or a move taken back, where something else could be done. */
const ASIDE = 0.08;
const SPECIALS = ["lift", "sandbag", "escape"];
const ASIDES = [...SPECIALS, "undo"];

/**
 * What a seat does now, or null where it has nothing to do or would rather let the others go on.
 *
 * @param {Record<string, Legal>} legal by seat, as the table tells it
 * @param {number} seat
 * @param {() => number} chance from 0 to 1
 * @returns {string | null}
 */
export function choose(legal, seat, chance) {
  const own = legal[seat];
  if (!own) return null;
  const verbs = Object.keys(own).filter((verb) => verb !== "shore2");
  const plain = verbs.filter((verb) => !ASIDES.includes(verb));
  const aside = verbs.filter((verb) => ASIDES.includes(verb));
  const nobodyElseGoesOn = !Object.values(legal).some((other) => Object.keys(other).some((verb) => !isAside(verb)));
  const among = plain.length && !(aside.length && chance() < ASIDE) ? plain : aside;
  if (!plain.length && !nobodyElseGoesOn && chance() >= ASIDE) return null;
  const verb = one(among, chance);
  return verb === undefined ? null : `${seat}:${words(own, verb, chance)}`;
}

/** @param {string} verb */
function isAside(verb) {
  return ASIDES.includes(verb) || verb === "shore2";
}

/** @param {Legal} own @param {string} verb @param {() => number} chance @returns {string} */
function words(own, verb, chance) {
  const letter = (/** @type {string | undefined} */ letters) => one([...(letters ?? "")], chance) ?? "";
  const ofSeat = (/** @type {Record<string, string> | undefined} */ table) => {
    const [seat, letters] = one(Object.entries(table ?? {}), chance) ?? ["", ""];
    return `${seat} ${letter(letters)}`;
  };
  switch (verb) {
    case "move":
    case "fly":
      return `move ${letter(own[verb])}`;
    case "navigate":
      return `navigate ${ofSeat(own.navigate)}`;
    case "give":
      return `give ${ofSeat(own.give)}`;
    case "shore":
      return `shore ${shored(own, chance)}`;
    case "capture":
    case "discard":
    case "swim":
    case "sandbag":
      return `${verb} ${letter(own[verb])}`;
    case "lift":
      return `lift ${lifted(own, chance)}`;
    default:
      return verb; // draw, flood, escape, undo
  }
}

/** @param {Legal} own @param {() => number} chance */
function shored(own, chance) {
  const tiles = [...(own.shore ?? "")];
  const first = one(tiles, chance) ?? "";
  if (!own.shore2 || chance() < 0.5) return first;
  const second = one(
    tiles.filter((tile) => tile !== first),
    chance,
  );
  return [first, second ?? ""].sort().join(" ").trim();
}

/** @param {Legal} own @param {() => number} chance */
function lifted(own, chance) {
  const [from, seats] = one(Object.entries(own.lift?.from ?? {}), chance) ?? ["", ""];
  const to = one(
    [...(own.lift?.to ?? "")].filter((tile) => tile !== from),
    chance,
  );
  const pawns = chance() < 0.5 ? seats : (one([...seats], chance) ?? "");
  return `${pawns} ${to ?? ""}`;
}

/**
 * One of them by chance.
 *
 * @template T
 * @param {T[]} choices
 * @param {() => number} chance
 * @returns {T | undefined}
 */
function one(choices, chance) {
  return choices[Math.floor(chance() * choices.length)];
}
