/**
 * What is said aloud at once, and once: one's turn, a hand over the limit, a drowning pawn, the end. Pure.
 *
 * @import { Model } from "./model.js"
 */

import { outcomeText, seatNames } from "./messages.js";
import { isDrowning, isOver } from "./model.js";
import { inWords, tileName } from "./names.js";

/**
 * @param {Model | null} before
 * @param {Model} after
 * @returns {string} empty when nothing calls for it
 */
export function announcement(before, after) {
  if (isOver(after))
    return before && !isOver(before) ? outcomeText(after.outcome ?? after.status, seatNames(after)) : "";
  for (const seat of after.you) {
    if (isDrowning(after, seat) && !(before && isDrowning(before, seat)))
      return `${tileName(after.position?.seats[seat]?.tile ?? "")} has sunk under you. Choose where to swim.`;
    if (after.legal[seat]?.discard && !before?.legal[seat]?.discard)
      return `You hold ${inWords(after.position?.seats[seat]?.hand.length ?? 0)} cards. Put one away.`;
  }
  const active = after.position?.turn.seat ?? -1;
  const begins = after.you.includes(active) && (!before || before.position?.turn.seat !== active);
  return begins ? "It is your turn." : "";
}
