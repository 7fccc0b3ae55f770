/**
 * What the clocks of the seats say, made of what the server told of them. Pure: the time comes in as an argument.
 *
 * @import { Frame, Model } from "./model.js"
 * @typedef {{ pace: string, at: string, running: number[], left_ms: Record<string, number>, grace_ms: number }} Clock
 *   As in a frame: the time in each seat's bank at the moment `at`, since when the banks of `running` run.
 * @typedef {"rests" | "runs" | "minute" | "hurry" | "over" | "due"} Phase
 *   `minute`: the last one; `over`: others may skip; `due`: the grace is over too, and the clock acts.
 * @typedef {{ seat: number, runs: boolean, left: number, phase: Phase }} Reading
 *   `left` in milliseconds, below zero while the grace runs.
 * @typedef {{ figure: string, unit: string, short: string }} Face
 *   `unit` and, where there is no room for it, `short` stand behind the figure; both are empty for minutes and seconds.
 */

export const HURRY_MS = 20_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** With more time than this a table by the day says hours and days, with less it shows seconds. */
const FIGURES_MS = 10 * MINUTE;

/**
 * How far the server's clock is ahead of this one, after a frame that came at `now`. A `game` frame says the server's
 * time. An entry was made before it came, so its time can only raise what was measured too low: a wrong local clock
 * does no harm.
 *
 * @param {number} ahead as measured before, in milliseconds
 * @param {Frame} frame
 * @param {number} now of the local clock
 */
export function aheadAfter(ahead, frame, now) {
  if (frame.now) return Date.parse(frame.now) - now;
  return frame.at ? Math.max(ahead, Date.parse(frame.at) - now) : ahead;
}

/**
 * The clocks of the seats that somebody plays; none without a pace and after the end.
 *
 * @param {Pick<Model, "clock" | "ahead" | "seats">} model
 * @param {number} now of the local clock
 * @returns {Reading[]}
 */
export function readings({ clock, ahead, seats }, now) {
  if (!clock) return [];
  const since = Math.max(0, now + ahead - Date.parse(clock.at));
  const played = seats.filter((seat) => seat.player !== null);
  return played.map(({ number }) => {
    const runs = clock.running.includes(number);
    const left = (clock.left_ms[number] ?? 0) - (runs ? since : 0);
    return { seat: number, runs, left, phase: runs ? phaseOf(left, clock.grace_ms) : "rests" };
  });
}

/** @param {number} left @param {number} grace @returns {Phase} */
function phaseOf(left, grace) {
  if (left <= -grace) return "due";
  if (left <= 0) return "over";
  if (left <= HURRY_MS) return "hurry";
  return left <= MINUTE ? "minute" : "runs";
}

/** @param {Reading} reading */
export const isLate = ({ phase }) => phase === "over" || phase === "due";

/** @param {string} pace */
export const isLive = (pace) => pace.startsWith("live");

/**
 * The reading of a seat that a user of the seats `you` need not wait for any longer.
 *
 * @param {readonly Reading[]} clocks
 * @param {readonly number[]} you
 */
export function lateOther(clocks, you) {
  return you.length > 0 ? (clocks.find((one) => isLate(one) && !you.includes(one.seat)) ?? null) : null;
}

/**
 * The running clock that concerns this user first: the own one, else another's.
 *
 * @param {readonly Reading[]} clocks
 * @param {readonly number[]} you
 */
export function foremost(clocks, you) {
  const running = clocks.filter((one) => one.runs);
  return running.find((one) => you.includes(one.seat)) ?? running.find(isLate) ?? running[0] ?? null;
}

/**
 * Time as a seat shows it: "4:59", or "27 hours" at a table by the day.
 *
 * @param {number} left
 * @param {string} pace
 * @returns {Face}
 */
export function faceOf(left, pace) {
  if (showsSeconds(left, pace)) return { figure: seconds(left), unit: "", short: "" };
  if (left >= 2 * DAY) return counted(Math.floor(left / DAY), "day", "d");
  if (left > 2 * HOUR) return counted(Math.ceil(left / HOUR), "hour", "h");
  return counted(Math.ceil(left / MINUTE), "minute", "min");
}

/**
 * The same in a sentence, with a second unit by the day: "1 day 3 hours".
 *
 * @param {number} left
 * @param {string} pace
 */
export function timeText(left, pace) {
  if (showsSeconds(left, pace)) return seconds(left);
  const minutes = Math.ceil(left / MINUTE);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (days > 0) return said([counted(days, "day", ""), counted(hours, "hour", "")]);
  return said([counted(hours, "hour", ""), counted(rest, "minute", "")]);
}

/**
 * In how many milliseconds the figures of a running clock change next.
 *
 * @param {Reading} reading
 * @param {Clock} clock
 */
export function nextTick({ left }, { pace, grace_ms: grace }) {
  const shown = left > 0 ? left : left + grace;
  const step = showsSeconds(shown, pace) ? SECOND : MINUTE;
  return (((shown % step) + step) % step || step) + 1;
}

/**
 * What is said aloud, once, when a clock has come from one phase to another: of one's own in time, of another's only
 * that it is over.
 *
 * @param {readonly Reading[]} before
 * @param {readonly Reading[]} after
 * @param {Model} model
 * @param {(seat: number) => string} possessive "ada’s"
 */
export function clockNews(before, after, { you, clock }, possessive) {
  for (const reading of after) {
    const earlier = before.find((one) => one.seat === reading.seat)?.phase ?? "rests";
    if (earlier === reading.phase) continue;
    const own = you.includes(reading.seat);
    if (reading.phase === "minute" && own) return "One minute left.";
    if (reading.phase === "hurry" && own) return `Hurry: ${Math.ceil(reading.left / SECOND)} seconds left.`;
    if (reading.phase === "over")
      return `${own ? "Your" : possessive(reading.seat)} time is over. ${overText(reading, clock, you)}`;
  }
  return "";
}

/**
 * What may happen now that a seat's time is over.
 *
 * @param {Reading} reading
 * @param {Clock | null} clock
 * @param {readonly number[]} you
 */
export function overText({ seat, left, phase }, clock, you) {
  if (phase === "due" || !clock) return "The clock acts now.";
  const who = you.length > 0 && !you.includes(seat) ? "You" : "Others";
  return `${who} may skip; the clock acts in ${timeText(left + clock.grace_ms, clock.pace)}.`;
}

/** @param {number} left @param {string} pace */
function showsSeconds(left, pace) {
  return isLive(pace) || left <= FIGURES_MS;
}

/** @param {number} left */
function seconds(left) {
  const all = Math.max(0, Math.ceil(left / SECOND));
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
}

/** @param {number} count @param {string} unit @param {string} short @returns {Face} */
function counted(count, unit, short) {
  return { figure: String(count), unit: count === 1 ? unit : `${unit}s`, short };
}

/** @param {Face[]} parts */
function said(parts) {
  return parts
    .filter(({ figure }) => figure !== "0")
    .map(({ figure, unit }) => `${figure} ${unit}`)
    .join(" ");
}
