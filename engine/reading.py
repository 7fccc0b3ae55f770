"""Reading a position: what is malformed, what does not add up, what cannot be so (`docs/notation.md`, A position)."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from engine import endings
from engine.errors import MalformedNotation
from engine.layouts import Island, island_of
from engine.state import NOBODY, Deck, End, Hand, Outcome, Phase, Seat, State
from engine.tiles import (
    ALL_TILES,
    CARD_COUNTS,
    CARD_LETTERS,
    HIDDEN,
    TILE_LETTERS,
    Card,
    Role,
    Tile,
    Tiles,
    each_tile,
    set_of,
)

FIELDS: Final = ("ISLAND", "SEATS", "TURN", "WATER", "CAPTURED", "TREASURE", "FLOOD", "SHUFFLES")

_ROW = re.compile(r"(?:-?[A-X]|[a-x]|[1-9](?![1-9]))+")
_ISLAND = re.compile(f"{_ROW.pattern}(?:/{_ROW.pattern})*")
_FLOODED = re.compile(r"[a-x]")
_SUNK = re.compile(r"-([A-X])")
_SEAT = re.compile(r"([DEMNPX])([A-X]):(-|[ewfohs]+)")
_TURN = re.compile(r"([0-3]):(act|draw|flood)([0-5])(f?)")
_OVER = re.compile(r"over:(won|water|landing|treasure-(?P<treasure>[ewfo])|drowned-(?P<seat>[0-3]))")
_WATER = re.compile(r"[1-9]|10")
_CAPTURED = re.compile(r"-|e?w?f?o?")
_TREASURE_CARDS = re.compile(r"([ewfohsr]+|\?+|-)/([ewfohsr]+|-)")
_FLOOD_CARDS = re.compile(r"([A-X]+|\?+|-)/([A-X]+|-)")
_SHUFFLES = re.compile(r"(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})")
_LEFT_IN: Final = {Phase.ACT: range(4), Phase.DRAW: range(1, 2), Phase.FLOOD: range(1, 6)}

_CARD_OF: Final = bytes.maketrans(CARD_LETTERS.encode(), bytes(range(len(CARD_LETTERS))))
_TILE_OF: Final = bytes.maketrans(TILE_LETTERS.encode(), bytes(range(len(TILE_LETTERS))))
_ALL_CARDS: Final = [card for card, count in enumerate(CARD_COUNTS) for _ in range(count)]


def shown(text: str) -> str:
    """The text as an error message quotes it: in ASCII, on one line, not too long."""
    return ascii(text if len(text) <= 40 else f"{text[:37]}...")


def read_position(text: str) -> State:
    """The state that the text describes. Raises MalformedNotation, which names the field.

    What games share and a move leaves as it was, the island, seats and turns, is kept from one reading to the next.
    """
    fields = text.split(" ")
    if len(fields) != len(FIELDS):
        raise MalformedNotation("position", f"{len(FIELDS)} fields with one space between them, not {len(fields)}")
    island, seats, turn, water, captured, treasure, flood, shuffles = fields
    land = _island(island)
    seated = _seats(seats)
    flood_shuffles, treasure_shuffles = _numbers(shuffles)
    go = _over(turn, len(seated)) if turn.startswith("over:") else _go(turn, seated)
    state = State(
        island=land,
        flooded=set_of("".join(_FLOODED.findall(island)).upper()),
        sunk=set_of(_SUNK.findall(island)),
        seats=seated,
        turn=go.seat,
        phase=go.phase,
        left=go.left,
        has_flown=go.has_flown,
        water=_water(water),
        captured=_captured(captured),
        treasure=_deck("TREASURE", _TREASURE_CARDS, _CARD_OF, treasure, treasure_shuffles),
        flood=_deck("FLOOD", _FLOOD_CARDS, _TILE_OF, flood, flood_shuffles),
        outcome=go.outcome,
    )
    _check_treasure_cards(state)
    _check_flood_cards(state)
    _check_outcome(state)
    return state


def _matched(field: str, pattern: re.Pattern[str], text: str) -> re.Match[str]:
    if match := pattern.fullmatch(text):
        return match
    raise MalformedNotation(field, f"{shown(text)} is malformed")


def _island(text: str) -> Island:
    if not _ISLAND.fullmatch(text):
        row = next(row for row in text.split("/") if not _ROW.fullmatch(row))
        raise MalformedNotation("ISLAND", f"row {shown(row)} is malformed")
    return _island_when_dry(text.replace("-", "").upper())


@lru_cache(maxsize=4096)
def _island_when_dry(text: str) -> Island:
    rows = tuple(tuple(tile for cell in row for tile in _tiles(cell)) for row in text.split("/"))
    if len({len(row) for row in rows}) != 1:
        raise MalformedNotation("ISLAND", "rows of different width")
    if sorted(tile for row in rows for tile in row if tile is not None) != [*each_tile(ALL_TILES)]:
        raise MalformedNotation("ISLAND", "not each of the 24 tiles once")
    return island_of(rows)


def _tiles(cell: str) -> Iterator[Tile | None]:
    if cell.isdigit():
        yield from (None,) * int(cell)
    else:
        yield TILE_LETTERS.index(cell)


def _seats(text: str) -> tuple[Seat, ...]:
    seats = tuple(map(_seat, text.split(",")))
    if not 2 <= len(seats) <= 4:
        raise MalformedNotation("SEATS", f"two to four seats, not {len(seats)}")
    if len({role for role, _, _ in seats}) != len(seats):
        raise MalformedNotation("SEATS", "a role twice")
    return seats


@lru_cache(maxsize=4096)
def _seat(text: str) -> Seat:
    role, tile, hand = _matched("SEATS", _SEAT, text).groups()
    return Seat(Role(role), TILE_LETTERS.index(tile), _hand(hand))


def _hand(text: str) -> Hand:
    hand = tuple(CARD_LETTERS.index(letter) for letter in text if letter != "-")
    if list(hand) != sorted(hand):
        raise MalformedNotation("SEATS", f"the hand {shown(text)} is not in canonical order")
    return hand


class _Go(NamedTuple):
    seat: int
    phase: Phase
    left: int
    has_flown: bool
    outcome: Outcome | None


def _go(text: str, seats: tuple[Seat, ...]) -> _Go:
    go = _turn(text)
    if go.seat >= len(seats):
        raise MalformedNotation("TURN", f"there is no seat {go.seat}")
    if go.has_flown and seats[go.seat].role is not Role.PILOT:
        raise MalformedNotation("TURN", f"seat {go.seat} is not the Pilot and cannot have flown")
    return go


@cache
def _turn(text: str) -> _Go:
    seat, phase, left, flown = _matched("TURN", _TURN, text).groups()
    go = _Go(int(seat), Phase(phase), int(left), bool(flown), None)
    if go.left not in _LEFT_IN[go.phase] or (flown and go.phase is not Phase.ACT):
        raise MalformedNotation("TURN", f"{shown(text)} is malformed")
    return go


def _over(text: str, seats: int) -> _Go:
    outcome = _outcome_of(_matched("TURN", _OVER, text))
    if outcome.end is End.DROWNED and outcome.subject not in range(seats):
        raise MalformedNotation("TURN", f"there is no seat {outcome.subject}")
    return _Go(NOBODY, Phase.OVER, 0, False, outcome)


def read_outcome(text: str) -> Outcome | None:
    """The outcome that the word stands for; None if it is no such word."""
    match = _OVER.fullmatch(f"over:{text}")
    return _outcome_of(match) if match else None


def _outcome_of(match: re.Match[str]) -> Outcome:
    if match["treasure"]:
        return Outcome(End.TREASURE, CARD_LETTERS.index(match["treasure"]))
    if match["seat"]:
        return Outcome(End.DROWNED, int(match["seat"]))
    return Outcome(End(match[1]))


@cache
def _water(text: str) -> int:
    return int(_matched("WATER", _WATER, text)[0])


@cache
def _captured(text: str) -> tuple[int, ...]:
    if not text:
        raise MalformedNotation("CAPTURED", "is empty; - stands for none")
    return tuple(CARD_LETTERS.index(letter) for letter in _matched("CAPTURED", _CAPTURED, text)[0] if letter != "-")


def _numbers(text: str) -> tuple[int, int]:
    flood, treasure = _matched("SHUFFLES", _SHUFFLES, text).groups()
    return int(flood), int(treasure)


def _deck(field: str, pattern: re.Pattern[str], card_of: bytes, text: str, shuffles: int) -> Deck:
    pile, discard = _matched(field, pattern, text).groups()
    hidden = pile.startswith("?")
    return Deck((HIDDEN,) * len(pile) if hidden else _pile(pile, card_of), _pile(discard, card_of), shuffles)


def _pile(text: str, card_of: bytes) -> tuple[int, ...]:
    return () if text == "-" else tuple(text.encode().translate(card_of))


def _check_treasure_cards(state: State) -> None:
    everywhere = [*state.treasure.pile, *state.treasure.discard]
    for seat in state.seats:
        everywhere += seat.hand
    if sorted(everywhere) != _ALL_CARDS:
        _count_treasure_cards(everywhere)
    _check_pile("TREASURE", state, state.treasure)


def _count_treasure_cards(everywhere: list[Card]) -> None:
    cards = Counter(everywhere)
    hidden = cards.pop(HIDDEN, 0)
    for card, count in enumerate(CARD_COUNTS):
        if cards[card] > count or (cards[card] < count and not hidden):
            raise MalformedNotation("TREASURE", f"{cards[card]} cards {CARD_LETTERS[card]}, not {count}")
    if hidden + cards.total() != sum(CARD_COUNTS):
        raise MalformedNotation("TREASURE", f"{hidden + cards.total()} cards, not {sum(CARD_COUNTS)}")


def _check_flood_cards(state: State) -> None:
    everywhere = [*state.flood.pile, *state.flood.discard]
    land = ALL_TILES & ~state.sunk
    if sorted(everywhere) != [*each_tile(land)]:
        _count_flood_cards(everywhere, land)
    _check_pile("FLOOD", state, state.flood)


def _count_flood_cards(everywhere: list[Tile], land: Tiles) -> None:
    cards = Counter(everywhere)
    hidden = cards.pop(HIDDEN, 0)
    for tile, letter in enumerate(TILE_LETTERS):
        most = land >> tile & 1
        if cards[tile] > most:
            raise MalformedNotation("FLOOD", f"{cards[tile]} cards {letter}, not {most}")
    if hidden + cards.total() != land.bit_count():
        raise MalformedNotation("FLOOD", "not one card for each tile that has not sunk")


def _check_pile(field: str, state: State, deck: Deck) -> None:
    if not deck.pile and state.outcome is None:
        raise MalformedNotation(field, "the draw pile is empty; it is made anew as soon as it is")


def _check_outcome(state: State) -> None:
    if state.outcome == endings.WON:
        if not endings.is_won(state):
            raise MalformedNotation("TURN", "the game is not won")
        return
    lost = endings.loss(state)
    if state.outcome != lost:
        raise MalformedNotation("TURN", f"by the rules the game is over:{lost.word()}" if lost else "the game goes on")
