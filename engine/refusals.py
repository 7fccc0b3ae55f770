"""Why an action that is not legal is not: the first rule in its way, from the general to the particular."""

from typing import assert_never

from engine import endings, movement, specials, treasures
from engine.actions import (
    Action,
    Capture,
    Discard,
    Draw,
    Escape,
    Flood,
    Give,
    Lift,
    Move,
    Navigate,
    Sandbag,
    ShoreUp,
    SpendingAction,
    Swim,
    seats_named,
)
from engine.reasons import Code, Reason, because
from engine.state import Phase, State
from engine.tiles import (
    CARDS_TO_CAPTURE,
    HAND_LIMIT,
    LANDING,
    LIFT,
    SANDBAGS,
    TREASURE_TILES,
    TREASURES,
    Role,
    Tile,
    each_tile,
    is_in,
)
from engine.turns import over_limit, swimmers


def refusal(state: State, action: Action) -> Reason:
    """Why this action, which is not legal in this state, is not."""
    if state.outcome is not None:
        return because("E3", Code.GAME_OVER, outcome=state.outcome.word())
    for seat in seats_named(action):
        if not 0 <= seat < len(state.seats):
            return because("P1", Code.NO_SUCH_SEAT, seat=seat)
    match action:
        case Lift():
            return _lift(state, action)
        case Sandbag():
            return _sandbag(state, action)
        case Escape():
            return _escape(state, action)
        case Discard():
            return _discard(state, action)
        case Swim():
            return _swim(state, action)
        case _:
            return _going_on(state, action)


def _lift(state: State, action: Lift) -> Reason:
    if not specials.can_lift(state, action.seat):
        return because("C4", Code.CARD_NOT_HELD, card=LIFT)
    if len({state.seats[pawn].tile for pawn in action.pawns}) != 1:
        return because("C4", Code.PAWNS_APART, seats=action.pawns)
    if is_in(action.tile, state.sunk):
        return because("C4", Code.TILE_SUNK, tile=action.tile)
    return because("C4", Code.OWN_TILE, tile=action.tile, seats=action.pawns)


def _sandbag(state: State, action: Sandbag) -> Reason:
    if SANDBAGS not in state.seats[action.seat].hand:
        return because("C5", Code.CARD_NOT_HELD, card=SANDBAGS)
    return _not_flooded(state, action.tile, "C5")


def _not_flooded(state: State, tile: Tile, rule: str) -> Reason:
    if is_in(tile, state.sunk):
        return because(rule, Code.SUNK_FOR_GOOD, tile=tile)
    return because(rule, Code.TILE_DRY, tile=tile)


def _escape(state: State, action: Escape) -> Reason:
    if not specials.can_lift(state, action.seat):
        return because("E1", Code.CARD_NOT_HELD, card=LIFT)
    if missing := tuple(treasure for treasure in TREASURES if treasure not in state.captured):
        return because("E1", Code.TREASURES_MISSING, treasures=missing)
    elsewhere = tuple(number for number, seat in enumerate(state.seats) if seat.tile != LANDING)
    return because("E1", Code.PAWNS_MISSING, seats=elsewhere)


def _discard(state: State, action: Discard) -> Reason:
    hand = state.seats[action.seat].hand
    if action.seat in over_limit(state):
        return because("H3", Code.CARD_NOT_HELD, card=action.card)
    if len(hand) > HAND_LIMIT:
        return because("H1", Code.SECOND_CARD_FIRST)
    return because("H1", Code.WITHIN_LIMIT, held=len(hand), limit=HAND_LIMIT)


def _swim(state: State, action: Swim) -> Reason:
    role, start, _ = state.seats[action.seat]
    if not is_in(start, state.sunk):
        return because("F5", Code.NOT_SWIMMING, at=start)
    if over := over_limit(state):
        return because("H3", Code.MUST_DISCARD, seats=tuple(over))
    reached = movement.swims(state, action.seat)
    if not reached:
        return because("F8", Code.NOWHERE_TO_SWIM, at=start)
    if is_in(action.tile, state.sunk):
        return because("F6", Code.TILE_SUNK, tile=action.tile)
    if role is Role.DIVER:
        return because("F6", Code.NOT_NEAREST, tile=action.tile, tiles=tuple(each_tile(reached)))
    return _too_far_for_a_step(state, start, action.tile, "F6")


def _too_far_for_a_step(state: State, start: Tile, tile: Tile, rule: str) -> Reason:
    code = Code.NOT_DIAGONAL if is_in(tile, state.island.around[start]) else Code.NOT_ADJACENT
    return because(rule, code, tile=tile, at=start)


def _going_on(state: State, action: Draw | Flood | SpendingAction) -> Reason:
    if action.seat != state.turn:
        return because("T4", Code.NOT_YOUR_TURN, turn=state.turn)
    if unsettled := _unsettled(state):
        return unsettled
    match action:
        case Draw():
            return because("T2", Code.TREASURE_CARDS_DRAWN, left=state.left)
        case Flood():
            return because("T3", Code.TREASURE_CARDS_FIRST)
        case _:
            return _no_action_to_spend(state) or _spending_an_action(state, action)


def _unsettled(state: State) -> Reason | None:
    if over := over_limit(state):
        return because("H3", Code.MUST_DISCARD, seats=tuple(over))
    if stuck := endings.stuck(state):
        return because("F8", Code.MUST_BE_LIFTED, seats=tuple(stuck))
    if swimming := swimmers(state):
        return because("F5", Code.MUST_SWIM, seats=tuple(swimming))
    return None


def _no_action_to_spend(state: State) -> Reason | None:
    if state.phase is not Phase.ACT:
        return because("T2", Code.ACTIONS_OVER, phase=state.phase.value)
    return None if state.left else because("T1", Code.NO_ACTIONS_LEFT)


def _spending_an_action(state: State, action: SpendingAction) -> Reason:
    match action:
        case Move():
            return _move(state, action)
        case ShoreUp():
            return _shore_up(state, action)
        case Give():
            return _give(state, action)
        case Capture():
            return _capture(state, action)
        case Navigate():
            return _navigate(state, action)
        case _:
            assert_never(action)


def _move(state: State, action: Move) -> Reason:
    role, start, _ = state.seats[action.seat]
    if action.tile == start:
        return because("A1", Code.OWN_TILE, tile=start, seats=(action.seat,))
    if is_in(action.tile, state.sunk):
        return because("A1", Code.TILE_SUNK, tile=action.tile)
    if role is Role.DIVER:
        return because("R-D", Code.DIVE_BLOCKED, tile=action.tile, at=start)
    if role is Role.PILOT:
        return because("R-P", Code.ALREADY_FLOWN, tile=action.tile, at=start)
    return _too_far_for_a_step(state, start, action.tile, "A1")


def _shore_up(state: State, action: ShoreUp) -> Reason:
    start = state.seats[action.seat].tile
    for tile in action.tiles:
        if not is_in(tile, state.flooded):
            return _not_flooded(state, tile, "A2")
        if not is_in(tile, movement.reach(state, action.seat)):
            return _too_far_for_a_step(state, start, tile, "A2")
    return because("R-E", Code.ONE_TILE_ONLY)


def _give(state: State, action: Give) -> Reason:
    if action.to == action.seat:
        return because("A3", Code.GIVE_TO_SELF)
    if action.card not in TREASURES:
        return because("A3", Code.SPECIAL_CARD, card=action.card)
    if action.card not in treasures.treasure_kinds(state.seats[action.seat].hand):
        return because("A3", Code.CARD_NOT_HELD, card=action.card)
    return because("A3", Code.RECEIVER_ELSEWHERE, seat=action.to, tile=state.seats[action.to].tile)


def _capture(state: State, action: Capture) -> Reason:
    treasure = action.treasure
    if treasure not in TREASURES:
        return because("A4", Code.NOT_A_TREASURE, card=treasure)
    if treasure in state.captured:
        return because("A4", Code.ALREADY_CAPTURED, treasure=treasure)
    held = state.seats[action.seat].hand.count(treasure)
    if held < CARDS_TO_CAPTURE:
        return because("A4", Code.TOO_FEW_CARDS, treasure=treasure, held=held, needed=CARDS_TO_CAPTURE)
    return because("A4", Code.WRONG_TILE, treasure=treasure, tiles=tuple(each_tile(TREASURE_TILES[treasure])))


def _navigate(state: State, action: Navigate) -> Reason:
    if state.seats[action.seat].role is not Role.NAVIGATOR:
        return because("R-N", Code.NOT_NAVIGATOR)
    if action.pawn == action.seat:
        return because("R-N", Code.OWN_PAWN)
    start = state.seats[action.pawn].tile
    if action.tile == start:
        return because("R-N", Code.OWN_TILE, tile=start, seats=(action.pawn,))
    if is_in(action.tile, state.sunk):
        return because("R-N", Code.TILE_SUNK, tile=action.tile)
    return because("R-N", Code.TOO_FAR, seat=action.pawn, tile=action.tile, at=start)
