"""What may leave the server while a game runs."""

from engine.state import Deck, State
from engine.tiles import HIDDEN


def observe(state: State) -> State:
    """The public form of a state: the same but for the faces of the cards in both draw piles [P3]."""
    return state._replace(treasure=_face_down(state.treasure), flood=_face_down(state.flood))


def _face_down(deck: Deck) -> Deck:
    return deck._replace(pile=(HIDDEN,) * len(deck.pile))
