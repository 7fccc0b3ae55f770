"""The end of a game, in the rule book's order (`docs/rules.md`, The end)."""

from engine import movement
from engine.actions import Action, Escape
from engine.specials import is_ready
from engine.state import NOBODY, End, Outcome, Phase, State
from engine.tiles import LANDING, LIFT, SKULL, TREASURE_TILES, is_in
from engine.turns import swimmers

WON = Outcome(End.WON)


def outcome(state: State, played: Action) -> Outcome | None:
    """How the game ended by the action that led to this state; None while it goes on [E1, E2]."""
    return WON if type(played) is Escape else loss(state)


def loss(state: State) -> Outcome | None:
    """How the game is lost in this state: the meter, Fools' Landing, a treasure, a drowned pawn, in this order [E2]."""
    sunk = state.sunk
    if state.water >= SKULL:
        return Outcome(End.WATER)
    if not sunk:
        return None
    if is_in(LANDING, sunk):
        return Outcome(End.LANDING)
    for treasure, tiles in enumerate(TREASURE_TILES):
        if tiles & sunk == tiles and treasure not in state.captured:
            return Outcome(End.TREASURE, treasure)
    if (drowning := stuck(state)) and not _is_lift_in_hand(state):
        return Outcome(End.DROWNED, drowning[0])
    return None


def stuck(state: State) -> list[int]:
    """The seats whose pawns have lost their tile and can swim nowhere [F8]."""
    return [number for number in swimmers(state) if not movement.swims(state, number)]


def _is_lift_in_hand(state: State) -> bool:
    return any(LIFT in seat.hand for seat in state.seats)


def is_won(state: State) -> bool:
    """Whether an escape led to this state: all is ready, nothing is lost, and the Lift lies on top of the discards."""
    return is_ready(state) and state.treasure.discard[-1:] == (LIFT,) and loss(state) is None


def finish(state: State, ended: Outcome) -> State:
    """The state in which the game is over; the other fields stay as the last step left them [E3]."""
    return state._replace(turn=NOBODY, phase=Phase.OVER, left=0, has_flown=False, outcome=ended)
