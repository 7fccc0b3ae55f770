"""The twelve layouts, and an island of 24 tiles with who neighbours whom (`docs/rules.md`, Layouts)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from engine.tiles import TILE_LETTERS, Tile, Tiles

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

    `near[tile]` is the set of the orthogonally adjacent tiles, `around[tile]` that with the diagonal ones. `dry` is the
    island as a position writes it while no tile is flooded or sunk.
    """

    rows: Rows
    dry: str = field(compare=False, repr=False)
    near: tuple[Tiles, ...] = field(compare=False, repr=False)
    around: tuple[Tiles, ...] = field(compare=False, repr=False)


@lru_cache(maxsize=4096)
def island_of(rows: Rows) -> Island:
    """The island with these rows, which are of equal width and hold every tile once."""
    tiles = [tile for row in rows for tile in row if tile is not None]
    near, around = [0] * len(tiles), [0] * len(tiles)
    for tile, (beside, diagonal) in zip(tiles, _neighbours(_shape(rows)), strict=True):
        near[tile] = sum(1 << tiles[other] for other in beside)
        around[tile] = near[tile] | sum(1 << tiles[other] for other in diagonal)
    return Island(rows, "/".join(map(_drawn, rows)), tuple(near), tuple(around))


def _drawn(row: tuple[Tile | None, ...]) -> str:
    cells = "".join(" " if tile is None else TILE_LETTERS[tile] for tile in row)
    return "".join(str(len([*run])) if cell == " " else cell for cell, run in groupby(cells))


def _shape(rows: Rows) -> tuple[tuple[bool, ...], ...]:
    return tuple(tuple(tile is not None for tile in row) for row in rows)


@lru_cache(maxsize=64)
def _neighbours(shape: tuple[tuple[bool, ...], ...]) -> tuple[tuple[list[int], list[int]], ...]:
    """For each space in reading order the numbers of the spaces beside it, and of those diagonally from it."""
    places = [(row, column) for row, cells in enumerate(shape) for column, cell in enumerate(cells) if cell]
    numbers = {place: number for number, place in enumerate(places)}

    def found(row: int, column: int, ways: list[tuple[int, int]]) -> list[int]:
        there = [(row + down, column + right) for down, right in ways]
        return [numbers[place] for place in there if place in numbers]

    sides = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    return tuple((found(*place, sides), found(*place, corners)) for place in places)


def lay_tiles(layout: Layout, tiles: Iterable[Tile]) -> Island:
    """The island made by laying 24 tiles on the layout in reading order [U1]."""
    next_tile: Iterator[Tile] = iter(tiles)
    return island_of(tuple(tuple(next(next_tile) if cell == "#" else None for cell in row) for row in layout.rows))
