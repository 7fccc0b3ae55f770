"""What is in the box, as the page of rules shows it in tables."""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.tiles import (
    CARD_COUNTS,
    CARD_LETTERS,
    CARD_NAMES,
    DIFFICULTIES,
    FLOOD_CARDS_AT,
    LIFT,
    ROLE_CARDS,
    SANDBAGS,
    TILE_LETTERS,
    TILE_NAMES,
    TREASURE_NAMES,
    TREASURE_TILES,
    TREASURES,
    WATERS_RISE,
    Role,
    Tile,
    each_tile,
)


class TileRow(NamedTuple):
    """A tile with its drawing."""

    name: str
    drawing: str


class TreasureRow(NamedTuple):
    """A treasure with its drawing, its seal and its two tiles."""

    name: str
    drawing: str
    seal: str
    tiles: tuple[TileRow, ...]


class CardRow(NamedTuple):
    """A kind of treasure card, how many there are, and the rule of what it is for."""

    name: str
    drawing: str
    in_deck: int
    purpose: Promise
    rule: str


class RoleRow(NamedTuple):
    """A role, where its pawn starts, and its power in a few words with the rule of it."""

    name: str
    drawing: str
    tile: TileRow
    power: Promise
    rule: str


class Mark(NamedTuple):
    """A mark of the water meter; at the skull no flood cards are drawn any more."""

    number: int
    flood_cards: int
    difficulty: str


POWERS: Final = {
    Role.DIVER: _("Goes on through flooded and sunk tiles."),
    Role.ENGINEER: _("Shores up two tiles for one action."),
    Role.MESSENGER: _("Gives cards over any distance."),
    Role.NAVIGATOR: _("Moves another pawn up to two steps."),
    Role.PILOT: _("Once a turn, flies to any tile."),
    Role.EXPLORER: _("Moves and shores up across corners too."),
}
PURPOSES: Final = {
    LIFT: (_("Brings pawns to any tile, and the team home."), "C4"),
    SANDBAGS: (_("Makes any flooded tile dry."), "C5"),
    WATERS_RISE: (_("The water rises as soon as it is drawn."), "C1"),
}


def treasures() -> list[TreasureRow]:
    return [
        TreasureRow(
            TREASURE_NAMES[treasure],
            f"treasure-{CARD_LETTERS[treasure]}",
            f"seal-{CARD_LETTERS[treasure]}",
            tuple(_tile(tile) for tile in each_tile(TREASURE_TILES[treasure])),
        )
        for treasure in TREASURES
    ]


def cards() -> list[CardRow]:
    capturing = (_("Four of them capture the treasure."), "A4")
    return [
        CardRow(CARD_NAMES[card], f"card-{letter}", CARD_COUNTS[card], *PURPOSES.get(card, capturing))
        for card, letter in enumerate(CARD_LETTERS)
    ]


def roles() -> list[RoleRow]:
    return [
        RoleRow(card.name, f"pawn-{role.value}", _tile(card.start), POWERS[role], f"R-{role.value}")
        for role, card in ROLE_CARDS.items()
    ]


def marks() -> list[Mark]:
    begins = {mark: name.title() for name, mark in DIFFICULTIES.items()}
    return [Mark(number, FLOOD_CARDS_AT[number], begins.get(number, "")) for number in range(1, len(FLOOD_CARDS_AT))]


def _tile(tile: Tile) -> TileRow:
    return TileRow(TILE_NAMES[tile], f"tile-{TILE_LETTERS[tile]}")
