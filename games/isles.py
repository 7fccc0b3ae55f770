"""Positions drawn on the server: small islands on pages without a table, and a picture that needs no other file.

On the table `isle.js` draws the same from the same symbols of tiles.svg; a test compares the two. All lengths are
hundredths of a tile.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from engine.state import State
from engine.tiles import CARD_LETTERS, TILE_LETTERS, TREASURE_AT, TREASURES, Tile, Tiles, is_in

SHEET: Final = Path(__file__).parent / "static" / "games" / "tiles.svg"

# How far the lines of the coast lie from the tiles, and their colours.
WAVE, SEA, SHOAL = "var(--t-wave,#8fbcbf)", "var(--sea,#b9d7d6)", "var(--sea-shoal,#cbe3df)"
COAST: Final = ((31, WAVE), (29.6, SEA), (20, WAVE), (18.4, SEA), (11, WAVE), (9, SHOAL))
MARGIN: Final = 36

# Where one to four pawns stand on a tile: x of the middle, y of the foot, width.
STANDS: Final = (
    ((50, 96, 46),),
    ((29, 96, 42), (71, 96, 42)),
    ((27, 97, 38), (73, 97, 38), (50, 60, 38)),
    ((28, 56, 38), (72, 56, 38), (28, 99, 38), (72, 99, 38)),
)
GAP: Final = 2.8

# What stands beside the island in a picture: the meter with its ten marks, the treasures below each other.
METER: Final = (60, 306)
MARK: Final = 30
TREASURE: Final = 64
BESIDE: Final = METER[0] + TREASURE + 24


class Piece(NamedTuple):
    """A symbol of the sheet, and where it is drawn."""

    symbol: str
    x: float
    y: float
    width: float
    height: float
    is_faint: bool = False


def island(state: State, sheet: str, css_class: str, label: str = "") -> str:
    """The island as an element of a page, with symbols taken from the sheet at that address; decoration if unnamed."""
    return _element(state, pieces(state), sheet, css_class, label)


def small_island(state: State, sheet: str, css_class: str, label: str) -> str:
    """The same for lists: without what lies below the waves, which nobody could see and every row would cost."""
    seen = [piece for piece in pieces(state) if not piece.is_faint and piece.symbol != "deep"]
    return _element(state, seen, sheet, css_class, label)


def detail(state: State, around: Tiles, sheet: str, css_class: str) -> str:
    """The part of the island that holds these tiles, four wide and three high, cut off by its edge like a chart."""
    left, top, width, height = _window(state, around)
    seen = [
        piece
        for piece in pieces(state)
        if left < piece.x + piece.width and piece.x < left + width
        if top < piece.y + piece.height and piece.y < top + height
    ]
    box = f"{left:g} {top:g} {width:g} {height:g}"
    return f'<svg class="{css_class}" viewBox="{box}" aria-hidden="true">{coast(state)}{_uses(seen, sheet)}</svg>'


def _window(state: State, around: Tiles) -> tuple[float, float, float, float]:
    """Left, top, width and height of the smallest part of four by three tiles, or larger, round these tiles."""
    corners = [(x, y) for tile, x, y in _places(state) if is_in(tile, around)]
    (first_x, last_x), (first_y, last_y) = ((min(of), max(of)) for of in zip(*corners, strict=True))
    width = max(last_x - first_x + 100, (last_y - first_y + 100) / 3 * 4, 400) + 2 * MARGIN
    height = width / 4 * 3
    columns, rows = _size(state)
    return (
        _within((first_x + last_x + 100 - width) / 2, width, columns * 100),
        _within((first_y + last_y + 100 - height) / 2, height, rows * 100),
        width,
        height,
    )


def _within(start: float, length: float, whole: int) -> float:
    """The start of a stretch moved so that it lies over the island, in its middle if it is the longer one."""
    most = whole + MARGIN - length
    return min(max(start, -MARGIN), most) if most > -MARGIN else (most - MARGIN) / 2


def _element(state: State, drawn: list[Piece], sheet: str, css_class: str, label: str) -> str:
    columns, rows = _size(state)
    name = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    box = f"{-MARGIN} {-MARGIN} {columns * 100 + 2 * MARGIN} {rows * 100 + 2 * MARGIN}"
    return f'<svg class="{css_class}" viewBox="{box}" {name}>{coast(state)}{_uses(drawn, sheet)}</svg>'


def picture(state: State, label: str, size: tuple[int, int] | None = None) -> str:
    """Island, water and treasures as one SVG file by day, which asks for nothing else; in a size with sea around."""
    columns, rows = _size(state)
    height = max(rows * 100, METER[1])
    down = (height - rows * 100) / 2
    drawn = [piece._replace(y=piece.y + down) for piece in pieces(state)]
    drawn += _beside(state, columns * 100 + 2 * MARGIN, (height - METER[1]) / 2)
    wide, high = columns * 100 + 3 * MARGIN + BESIDE, height + 2 * MARGIN
    ratio = size[0] / size[1] if size else wide / high
    shown_wide, shown_high = max(wide, high * ratio), max(high, wide / ratio)
    in_size = f' width="{size[0]}" height="{size[1]}"' if size else ""
    left, top = -MARGIN - (shown_wide - wide) / 2, -MARGIN - (shown_high - high) / 2
    return in_plain_colours(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {shown_wide:g} {shown_high:g}"{in_size}>'
        f"<title>{escape(label)}</title><defs>{_symbols(piece.symbol for piece in drawn)}</defs>"
        f'<rect x="{left:g}" y="{top:g}" width="100%" height="100%" fill="{SEA}"/>'
        f'<g transform="translate(0 {down:g})">{coast(state)}</g>{_uses(drawn)}</svg>'
    )


def in_plain_colours(text: str) -> str:
    """The same with each custom property replaced by its fall-back, because not every program that draws knows them."""
    return re.sub(r"var\(--[\w-]+,\s*(#\w+)\)", r"\1", text)


def coast(state: State) -> str:
    """The lines of an old chart round what still stands: one outline under strokes of falling width."""
    outline = "".join(f"M{x} {y}h100v100h-100z" for tile, x, y in _places(state) if not is_in(tile, state.sunk))
    return "".join(
        f'<path d="{outline}" fill="{ink}" stroke="{ink}" stroke-width="{by * 2:g}" stroke-linejoin="round"/>'
        for by, ink in COAST
    )


def pieces(state: State) -> list[Piece]:
    """Tiles in their states, row by row, then pawns by seat, lowest first."""
    tiles = [
        Piece(symbol, x + GAP, y + GAP, 100 - 2 * GAP, 100 - 2 * GAP, _is_ghost(state, tile, symbol))
        for tile, x, y in _places(state)
        for symbol in tile_symbols(state, tile)
    ]
    return [*tiles, *_pawns(state)]


def tile_symbols(state: State, tile: Tile) -> list[str]:
    """The symbols that make up a tile, lowest first."""
    scene = f"tile-{TILE_LETTERS[tile]}"
    if is_in(tile, state.sunk):
        return ["deep", scene, "sunk"]
    water = ["water-far", "water-near", "flooded"] if is_in(tile, state.flooded) else ["frame"]
    return [scene, *water, *_seal(tile)]


def _is_ghost(state: State, tile: Tile, symbol: str) -> bool:
    return is_in(tile, state.sunk) and symbol.startswith("tile-")


def _seal(tile: Tile) -> list[str]:
    return [f"seal-{CARD_LETTERS[TREASURE_AT[tile]]}"] if tile in TREASURE_AT else []


def _places(state: State) -> Iterator[tuple[Tile, int, int]]:
    for row, cells in enumerate(state.island.rows):
        for column, tile in enumerate(cells):
            if tile is not None:
                yield tile, column * 100, row * 100


def _pawns(state: State) -> Iterator[Piece]:
    corner = {tile: (x, y) for tile, x, y in _places(state)}
    for number, seat in enumerate(state.seats):
        group = [other for other, pawn in enumerate(state.seats) if pawn.tile == seat.tile]
        x, foot, width = STANDS[len(group) - 1][group.index(number)]
        left, top = corner[seat.tile]
        height = width * 86 / 70
        pawn = Piece(f"pawn-{seat.role.value}", left + x - width / 2, top + foot - height, width, height)
        yield pawn
        if is_in(seat.tile, state.sunk) and state.outcome is None:
            yield Piece("mark-drowning", pawn.x + width * 0.7, pawn.y - 4, 30, 30)


def _beside(state: State, left: float, top: float) -> Iterator[Piece]:
    yield Piece("meter", left, top, *METER)
    yield Piece("meter-mark", left - 18, top + METER[1] - MARK * state.water - 3, 24, 24)
    for treasure in TREASURES:
        yield Piece(
            f"treasure-{CARD_LETTERS[treasure]}",
            left + METER[0] + 12,
            top + 10 + treasure * 75,
            TREASURE,
            TREASURE,
            is_faint=treasure not in state.captured,
        )


def _size(state: State) -> tuple[int, int]:
    return len(state.island.rows[0]), len(state.island.rows)


def _uses(drawn: Iterable[Piece], sheet: str = "") -> str:
    return "".join(_use(piece, sheet) for piece in drawn)


def _use(piece: Piece, sheet: str) -> str:
    place = f'x="{piece.x:g}" y="{piece.y:g}" width="{piece.width:g}" height="{piece.height:g}"'
    strength = ' opacity=".24"' if piece.is_faint else ""
    return f'<use href="{sheet}#{piece.symbol}" {place}{strength}/>'


def _symbols(names: Iterable[str]) -> str:
    return "".join(_sheet()[name] for name in sorted(set(names)))


@cache
def _sheet() -> dict[str, str]:
    """The symbols of the sheet by name."""
    found = re.finditer(r'<symbol id="([\w-]+)".*?</symbol>', SHEET.read_text(), re.DOTALL)
    return {match[1]: match[0] for match in found}
