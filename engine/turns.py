"""What the game waits for, and how a turn goes on (`docs/rules.md`, A turn and Hand limit)."""

from enum import Enum

from engine.state import ACT, DRAW, FLOOD, State
from engine.tiles import HAND_LIMIT

ACTIONS_A_TURN = 3
TREASURE_CARDS_A_TURN = 2


class Awaited(Enum):
    """What has to be decided next. Special cards can be played whatever it is, unless it is NOTHING [C6]."""

    NOTHING = "nothing"
    DISCARD = "discard"
    SWIM = "swim"
    ACTION = "action"
    TREASURE_CARD = "treasure card"
    FLOOD_CARD = "flood card"


NOTHING, DISCARD, SWIM, ACTION, TREASURE_CARD, FLOOD_CARD = Awaited


def awaited(state: State) -> Awaited:
    """What has to be decided next: hands come down to the limit [H3], then pawns swim [F5], then the turn goes on.

    ACTION is awaited while actions are left; the treasure card may be drawn instead [T1].
    """
    if state.outcome is not None:
        return NOTHING
    sunk = state.sunk
    for _, tile, hand in state.seats:
        if len(hand) > HAND_LIMIT or sunk >> tile & 1:
            if over_limit(state):
                return DISCARD
            if swimmers(state):
                return SWIM
            break
    if state.phase is FLOOD:
        return FLOOD_CARD
    return ACTION if state.phase is ACT and state.left else TREASURE_CARD


def over_limit(state: State) -> list[int]:
    """The seats that must discard; a drawing seat may hold six before its second card [H1]."""
    return [
        number
        for number, (_, _, hand) in enumerate(state.seats)
        if len(hand) > HAND_LIMIT and _is_limited(state, number)
    ]


def _is_limited(state: State, number: int) -> bool:
    return state.phase is not DRAW or number != state.turn


def swimmers(state: State) -> list[int]:
    """The seats whose tile has sunk [F5]."""
    sunk = state.sunk
    return [number for number, (_, tile, _) in enumerate(state.seats) if sunk >> tile & 1]


def begin_turn(state: State, number: int) -> State:
    """The state in which the seat has all its actions before it [T1, T4]."""
    island, flooded, sunk, seats, _, _, _, _, water, captured, treasure, flood, _ = state
    return State(island, flooded, sunk, seats, number, ACT, ACTIONS_A_TURN, False, water, captured, treasure, flood)
