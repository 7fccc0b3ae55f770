"""A player that is bad at the game but not hopeless, so that tests see captures, long games and victories."""

from collections.abc import Sequence
from random import Random

from engine.actions import Action, Capture, Discard, Draw, Escape, Flood, Give, Lift, Move, Sandbag, ShoreUp
from engine.state import State
from engine.tiles import LANDING, TREASURE_AT, TREASURES


def choose(state: State, legal: Sequence[Action], choices: Random) -> Action:
    """One of the legal actions: the most useful by a simple measure, now and then any."""
    if choices.random() < 0.1:
        return choices.choice(legal)
    return max(legal, key=lambda action: _worth(state, action) + choices.random())


def _worth(state: State, action: Action) -> float:
    hand = state.seats[action.seat].hand
    match action:
        case Escape() | Capture():
            return 100
        case ShoreUp(_, tiles):
            return sum(6 if _matters(state, tile) else 2 for tile in tiles)
        case Sandbag(_, tile):
            return 5 if _matters(state, tile) else -5
        case Give(_, to, card):
            return 4 * (state.seats[to].hand.count(card) - hand.count(card)) + (0 if card in state.captured else 3)
        case Move(_, tile):
            return 3 if _goal(state, action.seat, tile) else 1
        case Discard(_, card):
            return -hand.count(card) if card in TREASURES and card not in state.captured else -9
        case Lift(_, _, tile):
            return 3 if len(state.captured) == len(TREASURES) and tile == LANDING else -5
        case Draw() | Flood():
            return 0.5
        case _:
            return 0


def _matters(state: State, tile: int) -> bool:
    return tile == LANDING or (tile in TREASURE_AT and TREASURE_AT[tile] not in state.captured)


def _goal(state: State, number: int, tile: int) -> bool:
    if len(state.captured) == len(TREASURES):
        return tile == LANDING
    treasure = TREASURE_AT.get(tile)
    return treasure is not None and treasure not in state.captured and state.seats[number].hand.count(treasure) >= 3
