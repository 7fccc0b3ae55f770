/**
 * Who plays which seat: who left, who sat down, who would give the game up. Pure.
 *
 * @import { Frame, GameEvent, Model, SeatInfo } from "./model.js"
 */

/** Entries that are about seats and not about the island; after others a wish to give the game up is forgotten. */
const SITE_WORDS = ["leave", "sit", "skip", "concede", "end"];

/**
 * Whether a seat was left and nobody has sat down there: the clock plays it.
 *
 * @param {Pick<Model, "seats">} model
 * @param {number} seat
 */
export function isVacant({ seats }, seat) {
  const info = seats.find((one) => one.number === seat);
  return info !== undefined && info.left && info.player === null;
}

/**
 * The seats of others who would give the game up, while one's own have not agreed.
 *
 * @param {Model} model
 * @returns {number[]}
 */
export function askedToConcede({ seats, you }) {
  const undecided = seats.some((seat) => you.includes(seat.number) && !seat.concedes);
  return undecided ? seats.flatMap((seat) => (seat.concedes && !you.includes(seat.number) ? [seat.number] : [])) : [];
}

/**
 * The seats where this user may sit down, because whoever left is missed. In a rated game nobody plays for two seats.
 *
 * @param {Model} model
 * @returns {number[]}
 */
export function vacantSeats({ status, rated, seats, user }) {
  const known = seats.some((seat) => seat.user === user || seat.player === user);
  if (!user || status !== "active" || (rated && known)) return [];
  return seats.map((seat) => seat.number).filter((seat) => isVacant({ seats }, seat));
}

/**
 * Who played a seat when a version was reached, as far as the log tells; null where the clock did.
 *
 * @param {Model} model
 * @param {SeatInfo} info
 * @param {number} version
 */
export function playerAt({ log }, info, version) {
  const changes = log.flatMap((entry) =>
    entry.events
      .filter(({ type, seat }) => seat === info.number && (type === "left" || type === "sat"))
      .map(({ type, user }) => ({ version: entry.version, type, user: user ?? null })),
  );
  const last = changes.findLast((change) => change.version <= version);
  if (last) return last.type === "sat" ? last.user : null;
  const [next] = changes;
  if (next) return next.type === "left" ? info.user : null;
  return info.player;
}

/** @param {Frame} info as in a frame @returns {SeatInfo} */
export function seatInfo({ number, user, player, role, left, missed, concedes }) {
  const now = player === undefined ? (left ? null : user) : player;
  return { number, user, player: now, role, left: Boolean(left), missed: missed ?? 0, concedes: Boolean(concedes) };
}

/** @param {SeatInfo[]} seats @param {string} user */
export function seatsOf(seats, user) {
  return user ? seats.filter((seat) => seat.player === user).map((seat) => seat.number) : [];
}

/**
 * The seats after an entry: as it says, else with the turns that the clock finished counted and the wishes forgotten.
 *
 * @param {Model} model
 * @param {Frame} frame
 * @returns {SeatInfo[]}
 */
export function seatsAfter({ seats, position }, { seats: told, action, events, by_clock }) {
  if (told) return told.map(seatInfo);
  const playsOn = !by_clock && !SITE_WORDS.includes(action.split(":").pop());
  const ended = events.some((/** @type {GameEvent} */ event) => event.type === "turn") ? position?.turn.seat : null;
  return seats.map((info) => ({
    ...info,
    concedes: info.concedes && !playsOn,
    missed: info.number !== ended ? info.missed : by_clock && info.player !== null ? info.missed + 1 : 0,
  }));
}
