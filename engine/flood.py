"""Flood cards: flooding, sinking, and the flood deck (`docs/rules.md`, Floods)."""

from engine.errors import HiddenCard
from engine.events import DeckName, Event, Flooded, Sank, Shuffled, TurnBegan
from engine.shuffles import shuffled
from engine.state import Deck, State
from engine.tiles import HIDDEN, is_in
from engine.turns import begin_turn


def turn_card(state: State) -> tuple[State, tuple[Event, ...]]:
    """The top flood card's tile floods, or sinks and leaves the game with its card [F1, F2]."""
    island, flooded, sunk, seats, turn, phase, left, has_flown, water, captured, treasure, deck, _ = state
    pile, discard, shuffles = deck
    tile = pile[0]
    if tile == HIDDEN:
        raise HiddenCard("FLOOD")
    event: Event
    if is_in(tile, flooded):
        flooded, sunk, event = flooded ^ 1 << tile, sunk | 1 << tile, Sank(tile)
    else:
        flooded, discard, event = flooded | 1 << tile, (*discard, tile), Flooded(tile)
    deck = Deck(pile[1:], discard, shuffles)
    after = State(island, flooded, sunk, seats, turn, phase, left - 1, has_flown, water, captured, treasure, deck)
    return after, (event,)


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
