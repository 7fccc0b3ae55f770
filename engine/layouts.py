"""The twelve layouts, and an island of 24 tiles with who neighbours whom (`docs/rules.md`, Layouts)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.tiles import TILE_NAMES, Tile, Tiles

# North to south, then west to east; None is open sea that never held a tile.
Rows: TypeAlias = tuple[tuple[Tile | None, ...], ...]


class Layout(NamedTuple):
    """The shape of an island: a display name, and `#` for a tile in rows from north to south."""

    name: str
    rows: tuple[str, ...]


def _layout(name: str, drawing: str) -> Layout:
    return Layout(name, tuple(drawing.split()))


LAYOUTS: Final = {
    "classic": _layout("Forbidden Island", "..##.. .####. ###### ###### .####. ..##.."),
    "treasure": _layout("Treasure Island", "##...## .#####. ..###.. ..###.. .#####. ##...##"),
    "shadows": _layout("Island of Shadows", "###### ###### ###### ######"),
    "volcano": _layout("Volcano Island", "##### ##### ##.## ##### #####"),
    "death": _layout("Island of Death", "..###.. ####### .#####. ..###.. ..###.. ..###.."),
    "gulls": _layout("Bay of Gulls", "...##... ...##... #..##..# ######## .######. ...##..."),
    "bone": _layout("Bone Island", ".##..##. ######## ######## .##..##."),
    "coral": _layout("Coral Reef", ".##.... ####... ######. .###### ...#### ....##."),
    "skull": _layout("Skull Island", "###### #.##.# ###### .####. .####."),
    "bridge": _layout("Bridge of Horrors", "###...#### ########## ####...###"),
    "atoll": _layout("Atoll of Decisions", "..###.. .##.##. ##...## #.....# ##...## .##.##. ..###.."),
    "arch": _layout("Arch of Fate", "...###... ..#####.. .###.###. ###...### ##.....##"),
}


@dataclass(frozen=True, slots=True)
class Island:
    """Where each of the 24 tiles lies, or lay before it sank; built by `island_of` and `lay_tiles` only.

    `near[tile]` is the set of the orthogonally adjacent tiles, `around[tile]` that with the diagonal ones.
    """

    rows: Rows
    near: tuple[Tiles, ...] = field(compare=False, repr=False)
    around: tuple[Tiles, ...] = field(compare=False, repr=False)


@lru_cache(maxsize=4096)
def island_of(rows: Rows) -> Island:
    """The island with these rows, which are of equal width and hold every tile once."""
    places = {
        tile: (row, column) for row, tiles in enumerate(rows) for column, tile in enumerate(tiles) if tile is not None
    }
    at = {place: tile for tile, place in places.items()}
    near, around = [], []
    for tile in range(len(TILE_NAMES)):
        row, column = places[tile]
        sides = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        corners = [(row + down, column + right) for down in (-1, 1) for right in (-1, 1)]
        near.append(sum(1 << at[place] for place in sides if place in at))
        around.append(sum(1 << at[place] for place in sides + corners if place in at))
    return Island(rows, tuple(near), tuple(around))


def lay_tiles(layout: Layout, tiles: Iterable[Tile]) -> Island:
    """The island made by laying 24 tiles on the layout in reading order [U1]."""
    next_tile: Iterator[Tile] = iter(tiles)
    return island_of(tuple(tuple(next(next_tile) if cell == "#" else None for cell in row) for row in layout.rows))
