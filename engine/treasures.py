"""Giving, capturing, treasure cards, Waters Rise! and the hand limit (`docs/rules.md`, Actions to Hand limit)."""

from engine import flood
from engine.actions import Capture, Discard, Draw, Give
from engine.errors import HiddenCard
from engine.events import Captured, DeckName, Discarded, Drew, Event, Gave, Rose, Shuffled
from engine.shuffles import shuffled
from engine.state import Deck, Hand, Phase, State
from engine.tiles import (
    CARDS_TO_CAPTURE,
    FLOOD_CARDS_AT,
    HIDDEN,
    SKULL,
    TREASURE_TILES,
    TREASURES,
    WATERS_RISE,
    Card,
    Role,
    Treasure,
)
from engine.turns import TREASURE_CARDS_A_TURN, over_limit


def kinds(hand: Hand) -> tuple[Card, ...]:
    """The different cards of a hand."""
    return tuple(dict.fromkeys(hand))


def givable(state: State, number: int) -> tuple[Card, ...]:
    """The different cards that the seat may give: treasure cards only [A3]."""
    return tuple(card for card in kinds(state.seats[number].hand) if card in TREASURES)


def receivers(state: State, number: int) -> list[int]:
    """The seats to which the seat may give: on its tile, or for the Messenger anywhere [A3, R-M]."""
    giver = state.seats[number]
    return [
        other
        for other, seat in enumerate(state.seats)
        if other != number and (seat.tile == giver.tile or giver.role is Role.MESSENGER)
    ]


def capturable(state: State, number: int) -> tuple[Treasure, ...]:
    """The treasure that the seat can capture, if any: four cards, on one of its tiles, not yet the team's [A4]."""
    _, tile, hand = state.seats[number]
    return tuple(
        treasure
        for treasure in TREASURES
        if hand.count(treasure) >= CARDS_TO_CAPTURE
        and TREASURE_TILES[treasure] >> tile & 1
        and treasure not in state.captured
    )


def discardable(state: State, number: int) -> tuple[Card, ...]:
    """The different cards of which the seat must discard one; none if its hand is within the limit [H1, H3]."""
    return kinds(state.seats[number].hand) if number in over_limit(state) else ()


def give(state: State, action: Give) -> tuple[State, tuple[Event, ...]]:
    """The card changes hands for one action."""
    after = take_from_hand(state, action.seat, action.card)
    after = _add_to_hand(after, action.to, action.card)._replace(left=state.left - 1)
    return after, (Gave(action.seat, action.to, action.card),)


def capture(state: State, action: Capture) -> tuple[State, tuple[Event, ...]]:
    """Four cards are discarded for the treasure, for one action; a fifth stays."""
    after = put_away(state, action.seat, (action.treasure,) * CARDS_TO_CAPTURE)
    captured = tuple(sorted((*state.captured, action.treasure)))
    return after._replace(captured=captured, left=state.left - 1), (Captured(action.seat, action.treasure),)


def discard(state: State, action: Discard) -> tuple[State, tuple[Event, ...]]:
    """A card goes for the hand limit."""
    return put_away(state, action.seat, (action.card,)), (Discarded(action.seat, action.card),)


def put_away(state: State, number: int, cards: tuple[Card, ...]) -> State:
    """The state in which these cards of the seat lie on the treasure discard pile [C7]."""
    for card in cards:
        state = take_from_hand(state, number, card)
    return _onto_discards(state, cards)


def take_from_hand(state: State, number: int, card: Card) -> State:
    """The state without one such card in the seat's hand."""
    seat = state.seats[number]
    at = seat.hand.index(card)
    return state.with_seat(number, seat._replace(hand=seat.hand[:at] + seat.hand[at + 1 :]))


def _add_to_hand(state: State, number: int, card: Card) -> State:
    seat = state.seats[number]
    return state.with_seat(number, seat._replace(hand=tuple(sorted((*seat.hand, card)))))


def _onto_discards(state: State, cards: tuple[Card, ...]) -> State:
    return state._replace(treasure=state.treasure._replace(discard=state.treasure.discard + cards))


def turn_card(state: State, action: Draw, seed: bytes) -> tuple[State, tuple[Event, ...]]:
    """The top treasure card goes to the seat's hand, or is a Waters Rise! and takes effect [T2, C1]."""
    card, *pile = state.treasure.pile
    if card == HIDDEN:
        raise HiddenCard("TREASURE")
    drew = Drew(action.seat, card)
    state = state._replace(treasure=state.treasure._replace(pile=tuple(pile)))
    if card != WATERS_RISE:
        return _add_to_hand(state, action.seat, card), (drew,)
    state, events = _rise(state, seed)
    return _onto_discards(state, (card,)), (drew, *events)


def _rise(state: State, seed: bytes) -> tuple[State, tuple[Event, ...]]:
    level = state.water + 1
    state = state._replace(water=level)
    if level == SKULL:
        return state, (Rose(level),)
    state, shuffles = flood.come_back(state, seed)
    return state, (Rose(level), *shuffles)


def after_card(state: State, seed: bytes) -> tuple[State, tuple[Event, ...]]:
    """What follows a treasure card: an empty pile is made anew [C3]; after the second card the floods [T3]."""
    events: tuple[Event, ...] = ()
    if not state.treasure.pile:
        deck = state.treasure
        pile = shuffled(seed, "treasure", deck.shuffles, deck.discard)
        state = state._replace(treasure=Deck(pile, (), deck.shuffles + 1))
        events = (Shuffled(DeckName.TREASURE),)
    if state.phase is Phase.ACT:
        return state._replace(phase=Phase.DRAW, left=TREASURE_CARDS_A_TURN - 1, has_flown=False), events
    return state._replace(phase=Phase.FLOOD, left=FLOOD_CARDS_AT[state.water]), events
