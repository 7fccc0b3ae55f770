"""Flood cards: flooding, sinking, and the flood deck (`docs/rules.md`, Floods)."""

from engine.errors import HiddenCard
from engine.events import DeckName, Event, Flooded, Sank, Shuffled, TurnBegan
from engine.shuffles import shuffled
from engine.state import Deck, State
from engine.tiles import HIDDEN
from engine.turns import begin_turn


def turn_card(state: State) -> tuple[State, tuple[Event, ...]]:
    """The top flood card's tile floods, or sinks and leaves the game with its card [F1, F2]."""
    tile, *pile = state.flood.pile
    if tile == HIDDEN:
        raise HiddenCard("FLOOD")
    deck = state.flood._replace(pile=tuple(pile))
    if state.flooded >> tile & 1:
        after = state._replace(flooded=state.flooded ^ 1 << tile, sunk=state.sunk | 1 << tile, flood=deck)
        return after, (Sank(tile),)
    deck = deck._replace(discard=(*deck.discard, tile))
    return state._replace(flooded=state.flooded | 1 << tile, flood=deck), (Flooded(tile),)


def after_card(state: State, seed: bytes) -> tuple[State, tuple[Event, ...]]:
    """What follows a flood card's effect: an empty pile is made anew [F4]; after the last card the next seat [T4]."""
    events: tuple[Event, ...] = ()
    if not state.flood.pile:
        state = state._replace(flood=_discards_on_top(state.flood, seed))
        events = (Shuffled(DeckName.FLOOD),)
    if state.left > 1:
        return state._replace(left=state.left - 1), events
    number = (state.turn + 1) % len(state.seats)
    return begin_turn(state, number), (*events, TurnBegan(number))


def come_back(state: State, seed: bytes) -> tuple[State, tuple[Event, ...]]:
    """The flood discard pile, unless it is empty, is shuffled and laid on top of the draw pile [C1]."""
    if not state.flood.discard:
        return state, ()
    if HIDDEN in state.flood.pile:
        raise HiddenCard("FLOOD")
    return state._replace(flood=_discards_on_top(state.flood, seed)), (Shuffled(DeckName.FLOOD),)


def _discards_on_top(deck: Deck, seed: bytes) -> Deck:
    top = shuffled(seed, "flood", deck.shuffles, deck.discard)
    return Deck(top + deck.pile, (), deck.shuffles + 1)
