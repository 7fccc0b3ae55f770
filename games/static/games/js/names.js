/** Display texts for the letters of docs/notation.md. No rule hangs on any of them. */

const TILES = [
  "Breakers Bridge",
  "Bronze Gate",
  "Cave of Embers",
  "Cave of Shadows",
  "Cliffs of Abandon",
  "Copper Gate",
  "Coral Palace",
  "Crimson Forest",
  "Dunes of Deception",
  "Fools’ Landing",
  "Gold Gate",
  "Howling Garden",
  "Iron Gate",
  "Lost Lagoon",
  "Misty Marsh",
  "Observatory",
  "Phantom Rock",
  "Silver Gate",
  "Temple of the Moon",
  "Temple of the Sun",
  "Tidal Palace",
  "Twilight Hollow",
  "Watchtower",
  "Whispering Garden",
];

/** @type {Record<string, { name: string, power: string }>} */
const ROLES = {
  D: { name: "Diver", power: "Swims on through flooded and sunk tiles." },
  E: { name: "Engineer", power: "Shores up two tiles for one action." },
  M: { name: "Messenger", power: "Gives cards over any distance." },
  N: { name: "Navigator", power: "Moves another pawn up to two steps." },
  P: { name: "Pilot", power: "Once a turn, flies to any tile." },
  X: { name: "Explorer", power: "Moves and shores up diagonally too." },
};

/** @type {Record<string, string>} */
const CARDS = { e: "Earth", w: "Wind", f: "Fire", o: "Ocean", h: "Helicopter Lift", s: "Sandbags", r: "Waters Rise!" };

/** @type {Record<string, string>} */
const TREASURES = { e: "Earth Stone", w: "Statue of the Wind", f: "Crystal of Fire", o: "Ocean’s Chalice" };

/** @type {Record<string, string>} */
const LAYOUTS = {
  classic: "Forbidden Island",
  treasure: "Treasure Island",
  shadows: "Island of Shadows",
  volcano: "Volcano Island",
  death: "Island of Death",
  gulls: "Bay of Gulls",
  bone: "Bone Island",
  coral: "Coral Reef",
  skull: "Skull Island",
  bridge: "Bridge of Horrors",
  atoll: "Atoll of Decisions",
  arch: "Arch of Fate",
};

/** @type {Record<string, string>} */
const DIFFICULTIES = { novice: "Novice", normal: "Normal", elite: "Elite", legendary: "Legendary" };

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** The treasure that the drawing of a tile carries as its seal. @type {Record<string, string>} */
export const SEAL = { S: "e", T: "e", L: "w", X: "w", C: "f", D: "f", G: "o", U: "o" };

/** @type {Record<string, string>} */
const PACES = {
  live2: "2 minutes a turn",
  live5: "5 minutes a turn",
  live10: "10 minutes a turn",
  day1: "1 day a turn",
  day2: "2 days a turn",
  day3: "3 days a turn",
};

/** What can be said with a finger, by the key that the protocol has for it. @type {Record<string, string>} */
export const PHRASES = {
  meet: "Meet me here",
  shore: "Shore this up",
  treasure: "Here for the treasure",
  danger: "This may sink soon",
  leave: "Let this one go",
  thanks: "Thank you",
};

/** What the box holds of each kind of treasure card. @type {Record<string, number>} */
export const CARD_COUNTS = { e: 5, w: 5, f: 5, o: 5, h: 3, s: 2, r: 3 };

/** What stands on the staff of the water meter, mark 1 to 9; above it is the skull. */
export const FLOOD_CARDS = [2, 2, 3, 3, 3, 4, 4, 5, 5];

/** @param {string} letter */
export const tileName = (letter) => TILES[letter.toUpperCase().charCodeAt(0) - 65] ?? letter;

/** @param {string} letter */
export const roleName = (letter) => ROLES[letter]?.name ?? "no role yet";

/** @param {string} letter */
export const rolePower = (letter) => ROLES[letter]?.power ?? "";

/** @param {string} letter */
export const cardName = (letter) => CARDS[letter] ?? letter;

/** @param {string} letter */
export const treasureName = (letter) => TREASURES[letter] ?? letter;

/** @param {string} key */
export const layoutName = (key) => LAYOUTS[key] ?? key;

/** @param {string} key */
export const difficultyName = (key) => DIFFICULTIES[key] ?? key;

/** @param {string} key "" without a clock */
export const paceName = (key) => PACES[key] ?? "";

/** A small number as a word. @param {number} count */
export const inWords = (count) => NUMBERS[count] ?? String(count);

/** @param {string} letter "a Fire card", "an Earth card", "Sandbags" */
export function aCard(letter) {
  if (letter === "h") return "a Helicopter Lift";
  if (letter === "s") return "Sandbags";
  if (letter === "r") return "Waters Rise!";
  return `${/^[aeiou]/i.test(cardName(letter)) ? "an" : "a"} ${cardName(letter)} card`;
}

/**
 * "ada, grace and linus".
 *
 * @param {readonly string[]} names
 */
export function list(names) {
  if (names.length < 2) return names[0] ?? "";
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
