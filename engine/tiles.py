"""What is in the box: tiles, treasures, cards, roles, the water meter and the difficulties, as data.

Tiles, cards and treasures are small integers in canonical order, so that a set of tiles is a 24-bit integer. The first
four cards are the treasures'. The letters are those of `docs/notation.md`.
"""

from collections.abc import Iterable
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

Tile: TypeAlias = int
Card: TypeAlias = int
Treasure: TypeAlias = int
Tiles: TypeAlias = int

TILE_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWX"
CARD_LETTERS: Final = "ewfohsr"

TILE_NAMES: Final = (
    "Breakers Bridge",
    "Bronze Gate",
    "Cave of Embers",
    "Cave of Shadows",
    "Cliffs of Abandon",
    "Copper Gate",
    "Coral Palace",
    "Crimson Forest",
    "Dunes of Deception",
    "Fools' Landing",
    "Gold Gate",
    "Howling Garden",
    "Iron Gate",
    "Lost Lagoon",
    "Misty Marsh",
    "Observatory",
    "Phantom Rock",
    "Silver Gate",
    "Temple of the Moon",
    "Temple of the Sun",
    "Tidal Palace",
    "Twilight Hollow",
    "Watchtower",
    "Whispering Garden",
)
ALL_TILES: Final[Tiles] = (1 << len(TILE_NAMES)) - 1
LANDING: Final[Tile] = TILE_LETTERS.index("J")

EARTH, WIND, FIRE, OCEAN, LIFT, SANDBAGS, WATERS_RISE = range(7)
TREASURES: Final = (EARTH, WIND, FIRE, OCEAN)
TREASURE_NAMES: Final = ("the Earth Stone", "the Statue of the Wind", "the Crystal of Fire", "the Ocean's Chalice")
CARD_NAMES: Final = ("Earth", "Wind", "Fire", "Ocean", "Helicopter Lift", "Sandbags", "Waters Rise!")
CARD_COUNTS: Final = (5, 5, 5, 5, 3, 2, 3)
CARDS_TO_CAPTURE: Final = 4
HAND_LIMIT: Final = 5

# A card whose face the reader may not know. It equals no card and no tile.
HIDDEN: Final = -1


class Role(Enum):
    """The six roles in canonical order; the value is the letter."""

    DIVER = "D"
    ENGINEER = "E"
    MESSENGER = "M"
    NAVIGATOR = "N"
    PILOT = "P"
    EXPLORER = "X"


# To look a member up in its Enum costs four times as much as a name of the module, and legality asks all the time.
DIVER, ENGINEER, MESSENGER, NAVIGATOR, PILOT, EXPLORER = Role


class RoleCard(NamedTuple):
    """What the rule book prints on a role's card."""

    name: str
    start: Tile
    pawn: str


ROLE_CARDS: Final = {
    Role.DIVER: RoleCard("Diver", TILE_LETTERS.index("M"), "black"),
    Role.ENGINEER: RoleCard("Engineer", TILE_LETTERS.index("B"), "red"),
    Role.MESSENGER: RoleCard("Messenger", TILE_LETTERS.index("R"), "white"),
    Role.NAVIGATOR: RoleCard("Navigator", TILE_LETTERS.index("K"), "yellow"),
    Role.PILOT: RoleCard("Pilot", LANDING, "blue"),
    Role.EXPLORER: RoleCard("Explorer", TILE_LETTERS.index("F"), "green"),
}

SKULL: Final = 10
FLOOD_CARDS_AT: Final = (0, 2, 2, 3, 3, 3, 4, 4, 5, 5, 0)  # by mark of the water meter; 0 is no mark, 10 the skull
DIFFICULTIES: Final = {"novice": 1, "normal": 2, "elite": 3, "legendary": 4}  # the mark at which a game starts


_ALONE: Final[dict[str, Tiles]] = {letter: 1 << tile for tile, letter in enumerate(TILE_LETTERS)}


def set_of(letters: Iterable[str]) -> Tiles:
    """The set of the tiles with these letters, each given once."""
    return sum([_ALONE[letter] for letter in letters])


TREASURE_TILES: Final[tuple[Tiles, ...]] = (set_of("ST"), set_of("LX"), set_of("CD"), set_of("GU"))


TREASURE_AT: Final[dict[Tile, Treasure]] = {
    tile: treasure for treasure, tiles in enumerate(TREASURE_TILES) for tile in range(24) if tiles >> tile & 1
}


def is_in(tile: Tile, tiles: Tiles) -> bool:
    """Whether the tile belongs to the set."""
    return bool(tiles >> tile & 1)


def _half_sets(first: Tile) -> tuple[tuple[Tile, ...], ...]:
    numbers = range(len(TILE_NAMES) // 2)
    return tuple(tuple(first + number for number in numbers if half >> number & 1) for half in range(1 << len(numbers)))


# Legality is asked thousands of times a second, so a set is taken apart by two look-ups, twelve tiles each.
_FIRST_HALF = _half_sets(0)
_SECOND_HALF = _half_sets(12)


def each_tile(tiles: Tiles) -> tuple[Tile, ...]:
    """The tiles of a set in canonical order."""
    return _FIRST_HALF[tiles & 0xFFF] + _SECOND_HALF[tiles >> 12]


_FIRST_LETTERS = tuple("".join(TILE_LETTERS[tile] for tile in half) for half in _FIRST_HALF)
_SECOND_LETTERS = tuple("".join(TILE_LETTERS[tile] for tile in half) for half in _SECOND_HALF)


def tile_letters(tiles: Tiles) -> str:
    """The letters of a set of tiles in canonical order."""
    return _FIRST_LETTERS[tiles & 0xFFF] + _SECOND_LETTERS[tiles >> 12]
