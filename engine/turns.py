"""What the game waits for, and how a turn goes on (`docs/rules.md`, A turn and Hand limit)."""

from enum import Enum

from engine.state import Phase, State
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


def awaited(state: State) -> Awaited:
    """What has to be decided next: hands come down to the limit [H3], then pawns swim [F5], then the turn goes on.

    ACTION is awaited while actions are left; the treasure card may be drawn instead [T1].
    """
    if state.outcome is not None:
        return Awaited.NOTHING
    sunk = state.sunk
    for _, tile, hand in state.seats:
        if len(hand) > HAND_LIMIT or sunk >> tile & 1:
            return _owed(state) or _due(state)
    return _due(state)


def _owed(state: State) -> Awaited | None:
    if over_limit(state):
        return Awaited.DISCARD
    return Awaited.SWIM if swimmers(state) else None


def _due(state: State) -> Awaited:
    if state.phase is Phase.FLOOD:
        return Awaited.FLOOD_CARD
    return Awaited.ACTION if state.phase is Phase.ACT and state.left else Awaited.TREASURE_CARD


def over_limit(state: State) -> list[int]:
    """The seats that must discard; a drawing seat may hold six before its second card [H1]."""
    return [
        number for number, seat in enumerate(state.seats) if len(seat.hand) > HAND_LIMIT and _is_limited(state, number)
    ]


def _is_limited(state: State, number: int) -> bool:
    return state.phase is not Phase.DRAW or number != state.turn


def swimmers(state: State) -> list[int]:
    """The seats whose tile has sunk [F5]."""
    return [number for number, seat in enumerate(state.seats) if state.sunk >> seat.tile & 1]


def begin_turn(state: State, number: int) -> State:
    """The state in which the seat has all its actions before it [T1, T4]."""
    return state._replace(turn=number, phase=Phase.ACT, left=ACTIONS_A_TURN, has_flown=False)
