"""Giving, capturing, treasure cards, Waters Rise! and the hand limit (`docs/rules.md`, Actions to Hand limit)."""

from functools import cache

from engine import flood
from engine.actions import Capture, Discard, Draw, Give
from engine.errors import HiddenCard
from engine.events import Captured, DeckName, Discarded, Drew, Event, Gave, Rose, Shuffled
from engine.shuffles import shuffled
from engine.state import ACT, DRAW, FLOOD, Deck, Hand, Seat, State
from engine.tiles import (
    CARDS_TO_CAPTURE,
    FLOOD_CARDS_AT,
    HIDDEN,
    MESSENGER,
    SKULL,
    TREASURE_AT,
    TREASURES,
    WATERS_RISE,
    Card,
    Treasure,
)
from engine.turns import TREASURE_CARDS_A_TURN, over_limit


@cache
def kinds(hand: Hand) -> tuple[Card, ...]:
    """The different cards of a hand."""
    return tuple(dict.fromkeys(hand))


@cache
def treasure_kinds(hand: Hand) -> tuple[Card, ...]:
    """The different treasure cards of a hand, which can be given away; special cards cannot [A3]."""
    return tuple(card for card in kinds(hand) if card in TREASURES)


def receivers(state: State, number: int) -> list[int]:
    """The seats to which the seat may give: on its tile, or for the Messenger anywhere [A3, R-M]."""
    role, tile, _ = state.seats[number]
    if role is MESSENGER:
        return [other for other in range(len(state.seats)) if other != number]
    return [other for other, seat in enumerate(state.seats) if seat.tile == tile and other != number]


def may_give(state: State, number: int, to: int, card: Card) -> bool:
    """Whether the seat may give such a card to the other seat [A3]."""
    return card in treasure_kinds(state.seats[number].hand) and to in receivers(state, number)


def capturable(state: State, number: int) -> tuple[Treasure, ...]:
    """The treasure that the seat can capture, if any: four cards, on one of its tiles, not yet the team's [A4]."""
    _, tile, hand = state.seats[number]
    treasure = TREASURE_AT.get(tile)
    if treasure is None or treasure in state.captured or hand.count(treasure) < CARDS_TO_CAPTURE:
        return ()
    return (treasure,)


def discardable(state: State, number: int) -> tuple[Card, ...]:
    """The different cards of which the seat must discard one; none if its hand is within the limit [H1, H3]."""
    return kinds(state.seats[number].hand) if number in over_limit(state) else ()


def give(state: State, action: Give) -> tuple[State, tuple[Event, ...]]:
    """The card changes hands for one action."""
    state = state._replace(seats=_without(state, action.seat, action.card), left=state.left - 1)
    return state._replace(seats=_with(state, action.to, action.card)), (Gave(action.seat, action.to, action.card),)


def capture(state: State, action: Capture) -> tuple[State, tuple[Event, ...]]:
    """Four cards are discarded for the treasure, for one action; a fifth stays."""
    number, treasure = action.seat, action.treasure
    for _ in range(CARDS_TO_CAPTURE):
        state = put_away(state, number, treasure)
    captured = tuple(sorted((*state.captured, treasure)))
    return state._replace(captured=captured, left=state.left - 1), (Captured(number, treasure),)


def discard(state: State, action: Discard) -> tuple[State, tuple[Event, ...]]:
    """A card goes for the hand limit."""
    return put_away(state, action.seat, action.card), (Discarded(action.seat, action.card),)


def put_away(state: State, number: int, card: Card) -> State:
    """The state in which a card of the seat's hand lies on the treasure discard pile [C7]."""
    island, flooded, sunk, _, turn, phase, left, has_flown, water, captured, treasure, flood, _ = state
    pile, discards, shuffles = treasure
    seats, treasure = _without(state, number, card), Deck(pile, (*discards, card), shuffles)
    return State(island, flooded, sunk, seats, turn, phase, left, has_flown, water, captured, treasure, flood)


def _without(state: State, number: int, card: Card) -> tuple[Seat, ...]:
    role, tile, hand = state.seats[number]
    at = hand.index(card)
    return state.seats_but(number, Seat(role, tile, hand[:at] + hand[at + 1 :]))


def _with(state: State, number: int, card: Card) -> tuple[Seat, ...]:
    role, tile, hand = state.seats[number]
    return state.seats_but(number, Seat(role, tile, _in_order((*hand, card))))


@cache
def _in_order(cards: Hand) -> Hand:
    return tuple(sorted(cards))


def turn_card(state: State, action: Draw, seed: bytes) -> tuple[State, tuple[Event, ...]]:
    """The top treasure card goes to the seat's hand, or is a Waters Rise! and takes effect [T2, C1]."""
    pile, discards, shuffles = state.treasure
    card = pile[0]
    if card == HIDDEN:
        raise HiddenCard("TREASURE")
    drew = Drew(action.seat, card)
    if card == WATERS_RISE:
        state, risen = _rise(state, seed)
        return _drawn(state, state.seats, Deck(pile[1:], (*discards, card), shuffles)), (drew, *risen)
    return _drawn(state, _with(state, action.seat, card), Deck(pile[1:], discards, shuffles)), (drew,)


def _rise(state: State, seed: bytes) -> tuple[State, tuple[Event, ...]]:
    level = state.water + 1
    state = state._replace(water=level)
    if level == SKULL:
        return state, (Rose(level),)
    state, shuffles = flood.come_back(state, seed)
    return state, (Rose(level), *shuffles)


def _drawn(state: State, seats: tuple[Seat, ...], treasure: Deck) -> State:
    island, flooded, sunk, _, turn, phase, _, _, water, captured, _, flood, _ = state
    phase, left = (DRAW, TREASURE_CARDS_A_TURN - 1) if phase is ACT else (FLOOD, FLOOD_CARDS_AT[water])
    return State(island, flooded, sunk, seats, turn, phase, left, False, water, captured, treasure, flood)


def make_anew(state: State, seed: bytes) -> tuple[State, tuple[Event, ...]]:
    """The treasure draw pile, if the last card was drawn, is made anew from the discard pile [C3]."""
    pile, discards, shuffles = state.treasure
    if pile:
        return state, ()
    deck = Deck(shuffled(seed, "treasure", shuffles, discards), (), shuffles + 1)
    return state._replace(treasure=deck), (Shuffled(DeckName.TREASURE),)
