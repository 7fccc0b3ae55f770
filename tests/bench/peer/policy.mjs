/** What the clients of a table play: no good play, but one that makes games last. */

// Fools' Landing, then the tiles of the treasures: the game is lost with them.
const VITAL = "JSTLXCDGU";

/**
 * The next action of a table by what its last frame said is legal, or null where nobody can do anything.
 *
 * Whoever owes something goes first, then the seat whose turn it is: it shores up, else wanders, and draws when its
 * actions are used up.
 */
export function chosen(legal) {
  return owed(legal) ?? ofTheTurn(legal) ?? lifted(legal);
}

function owed(legal) {
  for (const [seat, can] of Object.entries(legal)) {
    if (can.discard) return action(seat, `discard ${anyOf(can.discard)}`);
    if (can.swim) return action(seat, `swim ${anyOf(can.swim)}`);
  }
  return null;
}

function ofTheTurn(legal) {
  for (const [seat, can] of Object.entries(legal)) {
    if (can.capture) return action(seat, `capture ${can.capture[0]}`);
    if (can.shore) return action(seat, `shore ${mostVital(can.shore)}`);
    if (can.move) return action(seat, `move ${anyOf(can.move)}`);
    if (can.flood) return action(seat, "flood");
    if (can.draw) return action(seat, "draw");
  }
  return null;
}

/** A pawn that can swim nowhere is saved by whoever holds a Helicopter Lift. */
function lifted(legal) {
  for (const [seat, can] of Object.entries(legal)) {
    if (!can.lift) continue;
    const [from, pawns] = Object.entries(can.lift.from)[0];
    return action(seat, `lift ${pawns} ${[...can.lift.to].find((tile) => tile !== from)}`);
  }
  return null;
}

/** A move that can be taken back, for games that are to become long without going on. */
export function movedOrUndone(legal) {
  for (const [seat, can] of Object.entries(legal)) {
    if (can.undo) return action(seat, "undo");
    if (can.move) return action(seat, `move ${can.move[0]}`);
  }
  return null;
}

function action(seat, words) {
  return { seat: Number(seat), text: `${seat}:${words}` };
}

function anyOf(letters) {
  return letters[Math.floor(Math.random() * letters.length)];
}

function mostVital(tiles) {
  return [...VITAL].find((tile) => tiles.includes(tile)) ?? tiles[0];
}
