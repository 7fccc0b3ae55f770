"""What the game waits for, and how a turn goes on (`docs/rules.md`, A turn and Hand limit)."""

from enum import Enum

from engine.state import Phase, Seat, State
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
    if over_limit(state):
        return Awaited.DISCARD
    if state.sunk and swimmers(state):
        return Awaited.SWIM
    if state.phase is Phase.ACT and state.left:
        return Awaited.ACTION
    return Awaited.FLOOD_CARD if state.phase is Phase.FLOOD else Awaited.TREASURE_CARD


def over_limit(state: State) -> list[int]:
    """The seats that must discard; a drawing seat may hold six before its second card [H1]."""
    return [
        number
        for number, seat in enumerate(state.seats)
        if len(seat.hand) > HAND_LIMIT and not (state.phase is Phase.DRAW and number == state.turn)
    ]


def swimmers(state: State) -> list[int]:
    """The seats whose tile has sunk [F5]."""
    return [number for number, seat in enumerate(state.seats) if state.sunk >> seat.tile & 1]


def spend_action(state: State, number: int, seat: Seat) -> State:
    """The state with one action less and `seat` in place `number`."""
    return state.with_seat(number, seat)._replace(left=state.left - 1)


def begin_turn(state: State, number: int) -> State:
    """The state in which the seat has all its actions before it [T1, T4]."""
    return state._replace(turn=number, phase=Phase.ACT, left=ACTIONS_A_TURN, has_flown=False)
