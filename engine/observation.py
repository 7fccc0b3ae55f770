"""What may leave the server while a game runs."""

from engine.state import Deck, State
from engine.tiles import HIDDEN


def observe(state: State) -> State:
    """The public form of a state: the same but for the faces of the cards in both draw piles [P3]."""
    island, flooded, sunk, seats, turn, phase, left, has_flown, water, captured, treasure, flood, outcome = state
    treasure, flood = _face_down(treasure), _face_down(flood)
    return State(island, flooded, sunk, seats, turn, phase, left, has_flown, water, captured, treasure, flood, outcome)


def _face_down(deck: Deck) -> Deck:
    pile, discard, shuffles = deck
    return Deck((HIDDEN,) * len(pile), discard, shuffles)


def observe_text(position: str) -> str:
    """The public form of a position: that of what `observe` shows of its state, without reading it."""
    *before, treasure, flood, shuffles = position.split(" ")
    return " ".join((*before, _hidden(treasure), _hidden(flood), shuffles))


def _hidden(deck: str) -> str:
    pile, _, discard = deck.partition("/")
    return deck if pile == "-" else f"{'?' * len(pile)}/{discard}"
