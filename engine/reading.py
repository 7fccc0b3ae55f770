"""Reading a position: what is malformed, what does not add up, what cannot be so (`docs/notation.md`, A position)."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from engine import endings
from engine.errors import MalformedNotation
from engine.layouts import Rows, island_of
from engine.state import NOBODY, Deck, End, Hand, Outcome, Phase, Seat, State
from engine.tiles import (
    ALL_TILES,
    CARD_COUNTS,
    CARD_LETTERS,
    HIDDEN,
    TILE_LETTERS,
    Role,
    Tile,
    Tiles,
    set_of,
)

FIELDS: Final = ("ISLAND", "SEATS", "TURN", "WATER", "CAPTURED", "TREASURE", "FLOOD", "SHUFFLES")

_CELL = re.compile(r"[1-9]|-?[A-X]|[a-x]")
_SEAT = re.compile(r"([DEMNPX])([A-X]):(-|[ewfohs]+)")
_TURN = re.compile(r"([0-3]):(act|draw|flood)([0-5])(f?)")
_OVER = re.compile(r"over:(won|water|landing|treasure-(?P<treasure>[ewfo])|drowned-(?P<seat>[0-3]))")
_WATER = re.compile(r"[1-9]|10")
_CAPTURED = re.compile(r"-|e?w?f?o?")
_TREASURE_CARDS = re.compile(r"([ewfohsr]+|\?+|-)/([ewfohsr]+|-)")
_FLOOD_CARDS = re.compile(r"([A-X]+|\?+|-)/([A-X]+|-)")
_SHUFFLES = re.compile(r"(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})")
_LEFT_IN: Final = {Phase.ACT: range(4), Phase.DRAW: range(1, 2), Phase.FLOOD: range(1, 6)}


def shown(text: str) -> str:
    """The text as an error message quotes it: in ASCII, on one line, not too long."""
    return ascii(text if len(text) <= 40 else f"{text[:37]}...")


def read_position(text: str) -> State:
    """The state that the text describes. Raises MalformedNotation, which names the field."""
    fields = text.split(" ")
    if len(fields) != len(FIELDS):
        raise MalformedNotation("position", f"{len(FIELDS)} fields with one space between them, not {len(fields)}")
    island, seats, turn, water, captured, treasure, flood, shuffles = fields
    rows, flooded, sunk = _island(island)
    seated = _seats(seats)
    flood_shuffles, treasure_shuffles = _numbers(shuffles)
    go = _over(turn, len(seated)) if turn.startswith("over:") else _go(turn, seated)
    state = State(
        island=island_of(rows),
        flooded=flooded,
        sunk=sunk,
        seats=seated,
        turn=go.seat,
        phase=go.phase,
        left=go.left,
        has_flown=go.has_flown,
        water=int(_matched("WATER", _WATER, water)[0]),
        captured=_captured(captured),
        treasure=_deck("TREASURE", _TREASURE_CARDS, CARD_LETTERS, treasure, treasure_shuffles),
        flood=_deck("FLOOD", _FLOOD_CARDS, TILE_LETTERS, flood, flood_shuffles),
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


def _island(text: str) -> tuple[Rows, Tiles, Tiles]:
    cells = [_row(row) for row in text.split("/")]
    if len({sum(int(cell) if cell.isdigit() else 1 for cell in row) for row in cells}) != 1:
        raise MalformedNotation("ISLAND", "rows of different width")
    letters = [cell for row in cells for cell in row if not cell.isdigit()]
    if sorted(cell[-1].upper() for cell in letters) != list(TILE_LETTERS):
        raise MalformedNotation("ISLAND", "not each of the 24 tiles once")
    rows = tuple(tuple(tile for cell in row for tile in _tiles(cell)) for row in cells)
    flooded = set_of("".join(cell.upper() for cell in letters if cell.islower()))
    return rows, flooded, set_of("".join(cell[1] for cell in letters if cell.startswith("-")))


def _row(text: str) -> list[str]:
    cells = _CELL.findall(text)
    if not cells or "".join(cells) != text:
        raise MalformedNotation("ISLAND", f"row {shown(text)} is malformed")
    if any(one.isdigit() and other.isdigit() for one, other in pairwise(cells)):
        raise MalformedNotation("ISLAND", f"a run of sea in row {shown(text)} is more than one digit")
    return cells


def _tiles(cell: str) -> Iterator[Tile | None]:
    if cell.isdigit():
        yield from (None,) * int(cell)
    else:
        yield TILE_LETTERS.index(cell[-1].upper())


def _seats(text: str) -> tuple[Seat, ...]:
    matches = [_matched("SEATS", _SEAT, seat) for seat in text.split(",")]
    if not 2 <= len(matches) <= 4:
        raise MalformedNotation("SEATS", f"two to four seats, not {len(matches)}")
    seats = tuple(Seat(Role(match[1]), TILE_LETTERS.index(match[2]), _hand(match[3])) for match in matches)
    if len({seat.role for seat in seats}) != len(seats):
        raise MalformedNotation("SEATS", "a role twice")
    return seats


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
    seat, phase, left, flown = _matched("TURN", _TURN, text).groups()
    go = _Go(int(seat), Phase(phase), int(left), bool(flown), None)
    if go.left not in _LEFT_IN[go.phase] or (flown and go.phase is not Phase.ACT):
        raise MalformedNotation("TURN", f"{shown(text)} is malformed")
    if go.seat >= len(seats):
        raise MalformedNotation("TURN", f"there is no seat {go.seat}")
    if flown and seats[go.seat].role is not Role.PILOT:
        raise MalformedNotation("TURN", f"seat {go.seat} is not the Pilot and cannot have flown")
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


def _captured(text: str) -> tuple[int, ...]:
    if not text:
        raise MalformedNotation("CAPTURED", "is empty; - stands for none")
    return tuple(CARD_LETTERS.index(letter) for letter in _matched("CAPTURED", _CAPTURED, text)[0] if letter != "-")


def _numbers(text: str) -> tuple[int, int]:
    flood, treasure = _matched("SHUFFLES", _SHUFFLES, text).groups()
    return int(flood), int(treasure)


def _deck(field: str, pattern: re.Pattern[str], letters: str, text: str, shuffles: int) -> Deck:
    piles = _matched(field, pattern, text).groups()
    pile, discard = (
        tuple(HIDDEN if card == "?" else letters.index(card) for card in cards if card != "-") for cards in piles
    )
    return Deck(pile, discard, shuffles)


def _check_treasure_cards(state: State) -> None:
    cards = Counter(state.treasure.pile + state.treasure.discard)
    for seat in state.seats:
        cards.update(seat.hand)
    hidden = cards.pop(HIDDEN, 0)
    for card, count in enumerate(CARD_COUNTS):
        if cards[card] > count or (cards[card] < count and not hidden):
            raise MalformedNotation("TREASURE", f"{cards[card]} cards {CARD_LETTERS[card]}, not {count}")
    if hidden + cards.total() != sum(CARD_COUNTS):
        raise MalformedNotation("TREASURE", f"{hidden + cards.total()} cards, not {sum(CARD_COUNTS)}")
    _check_pile("TREASURE", state, state.treasure)


def _check_flood_cards(state: State) -> None:
    cards = Counter(state.flood.pile + state.flood.discard)
    hidden = cards.pop(HIDDEN, 0)
    for tile, letter in enumerate(TILE_LETTERS):
        most = 0 if state.sunk >> tile & 1 else 1
        if cards[tile] > most:
            raise MalformedNotation("FLOOD", f"{cards[tile]} cards {letter}, not {most}")
    if hidden + cards.total() != (ALL_TILES & ~state.sunk).bit_count():
        raise MalformedNotation("FLOOD", "not one card for each tile that has not sunk")
    _check_pile("FLOOD", state, state.flood)


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
