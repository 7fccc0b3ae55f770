"""Every action that can be written, and the actions that a JSON form of legality stands for."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from engine.actions import (
    Action,
    Capture,
    Discard,
    Draw,
    Escape,
    Flood,
    Give,
    Lift,
    Move,
    Navigate,
    Sandbag,
    ShoreUp,
    Swim,
)
from engine.tiles import TILE_NAMES

SEATS = range(4)
TILES = range(len(TILE_NAMES))
CARDS = range(7)


def every_action() -> list[Action]:
    """All that action_from_text can yield, some four thousand."""
    return [action for seat in SEATS for action in _every_action_of(seat)]


def _every_action_of(seat: int) -> Iterator[Action]:
    yield from (Draw(seat), Flood(seat), Escape(seat))
    for tile in TILES:
        yield from (Move(seat, tile), Swim(seat, tile), Sandbag(seat, tile), ShoreUp(seat, (tile,)))
        yield from (Navigate(seat, pawn, tile) for pawn in SEATS)
        for count in (1, 2, 3, 4):
            yield from (Lift(seat, pawns, tile) for pawns in combinations(SEATS, count))
    yield from (ShoreUp(seat, both) for both in combinations(TILES, 2))
    for card in CARDS:
        yield from (Capture(seat, card), Discard(seat, card))
        yield from (Give(seat, to, card) for to in SEATS)


def expanded(legal: dict[str, dict[str, Any]]) -> list[str]:
    """The actions, as texts, for which the live protocol's form of legality stands (docs/protocol.md)."""
    return [f"{seat}:{words}" for seat, verbs in legal.items() for words in _expanded_verbs(verbs)]


def _expanded_verbs(verbs: dict[str, Any]) -> Iterator[str]:
    for verb, allowed in verbs.items():
        yield from _EXPANSIONS[verb](allowed, verbs)


def _lifts(allowed: dict[str, Any]) -> Iterator[str]:
    for start, pawns in allowed["from"].items():
        for count in range(1, len(pawns) + 1):
            for chosen in combinations(pawns, count):
                yield from (f"lift {''.join(chosen)} {tile}" for tile in allowed["to"] if tile != start)


_EXPANSIONS = {
    "move": lambda tiles, _: [f"move {tile}" for tile in tiles],
    "fly": lambda tiles, _: [f"move {tile}" for tile in tiles],
    "navigate": lambda pawns, _: [f"navigate {pawn} {tile}" for pawn, tiles in pawns.items() for tile in tiles],
    "shore": lambda tiles, _: [f"shore {tile}" for tile in tiles],
    "shore2": lambda _, verbs: [f"shore {one} {two}" for one, two in combinations(verbs["shore"], 2)],
    "give": lambda seats, _: [f"give {to} {card}" for to, cards in seats.items() for card in cards],
    "capture": lambda card, _: [f"capture {card}"],
    "draw": lambda _, __: ["draw"],
    "flood": lambda _, __: ["flood"],
    "discard": lambda cards, _: [f"discard {card}" for card in cards],
    "swim": lambda tiles, _: [f"swim {tile}" for tile in tiles],
    "lift": lambda allowed, _: _lifts(allowed),
    "sandbag": lambda tiles, _: [f"sandbag {tile}" for tile in tiles],
    "escape": lambda _, __: ["escape"],
}
