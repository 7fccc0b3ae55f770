"""Flood cards: flooding, sinking, and the flood deck (`docs/rules.md`, Floods)."""

from engine.errors import HiddenCard
from engine.events import DeckName, Event, Flooded, Sank, Shuffled, TurnBegan
from engine.shuffles import shuffled
from engine.state import Deck, State
from engine.tiles import HIDDEN, is_in
from engine.turns import begin_turn


def turn_card(state: State) -> tuple[State, tuple[Event, ...]]:
    """The top flood card's tile floods, or sinks and leaves the game with its card [F1, F2]."""
    pile, discard, shuffles = state.flood
    tile = pile[0]
    left = state.left - 1
    if tile == HIDDEN:
        raise HiddenCard("FLOOD")
    if is_in(tile, state.flooded):
        deck = Deck(pile[1:], discard, shuffles)
        flooded, sunk = state.flooded ^ 1 << tile, state.sunk | 1 << tile
        return state._replace(flooded=flooded, sunk=sunk, flood=deck, left=left), (Sank(tile),)
    deck = Deck(pile[1:], (*discard, tile), shuffles)
    return state._replace(flooded=state.flooded | 1 << tile, flood=deck, left=left), (Flooded(tile),)


def go_on(state: State, seed: bytes) -> tuple[State, tuple[Event, ...]]:
    """What follows a flood card's effect: an empty pile is made anew [F4]; after the last card the next seat [T4]."""
    events: tuple[Event, ...] = ()
    if not state.flood.pile:
        state = state._replace(flood=_discards_on_top(state.flood, seed))
        events = (Shuffled(DeckName.FLOOD),)
    if state.left:
        return state, events
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
