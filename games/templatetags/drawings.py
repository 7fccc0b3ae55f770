"""Our drawings in templates: symbols of tiles.svg, and the small maps of the layouts."""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.layouts import LAYOUTS
from engine.state import State
from engine.tiles import Tile, is_in

register = template.Library()

# The shape of a symbol is told by the first word of its name.
VIEW_BOXES = {
    "pawn": "-4 -3 70 86",
    "treasure": "0 0 64 64",
    "card": "0 0 60 84",
    "back": "0 0 60 84",
    "v": "0 0 24 24",
    "i": "0 0 24 24",
    "logo": "0 0 40 40",
    "mark": "0 0 32 32",
}
TILE_BOX = "0 0 100 100"


@register.simple_tag
def drawing(name: str, css_class: str = "", *over: str) -> SafeString:
    """The symbol `name` as a picture without meaning of its own, with the symbols `over` above it."""
    address = static("games/tiles.svg")
    uses = [format_html('<use href="{}#{}"/>', address, symbol) for symbol in (name, *over)]
    box = VIEW_BOXES.get(name.partition("-")[0], TILE_BOX)
    return format_html(
        '<svg viewBox="{}" class="{}" aria-hidden="true">{}</svg>', box, css_class, SafeString("".join(uses))
    )


@register.simple_tag
@cache
def island_map(layout: str) -> SafeString:
    """The outline of a layout, a square a tile."""
    rows = LAYOUTS[layout].rows
    squares = "".join(
        f"M{column} {row}h.9v.9h-.9z"
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell == "#"
    )
    return format_html(
        '<svg class="map" data-map="{}" viewBox="0 0 {} {}" aria-hidden="true"><path d="{}"/></svg>',
        layout,
        len(rows[0]),
        len(rows),
        squares,
    )


@register.simple_tag
def island_chart(state: State) -> SafeString:
    """A small drawing of a position: dry tiles are full squares, flooded ones half full, sunk ones spots; and pawns."""
    shapes: dict[str, list[str]] = {"dry": [], "flooded": [], "sunk": []}
    pawns = []
    for row, cells in enumerate(state.island.rows):
        for column, tile in enumerate(cells):
            if tile is not None:
                kind = _kind(state, tile)
                shapes[kind].append(f"M{column} {row}{SHAPES[kind]}")
                pawns += _pawns(state, tile, column, row)
    paths = [format_html('<path class="is-{}" d="{}"/>', kind, "".join(lines)) for kind, lines in shapes.items()]
    return format_html(
        '<svg class="chart" viewBox="-0.1 -0.1 {} {}" role="img" aria-label="{}">{}</svg>',
        f"{len(state.island.rows[0])}.1",
        f"{len(state.island.rows)}.1",
        _("%(dry)d tiles dry, %(flooded)d flooded, %(sunk)d sunk")
        % {kind: len(lines) for kind, lines in shapes.items()},
        SafeString("".join((*paths, *pawns))),
    )


SHAPES = {
    "dry": "h.9v.9h-.9z",
    "flooded": "m0 .45h.9v.45h-.9zm0-.45h.9v.9h-.9z",
    "sunk": "m.35 .45a.1 .1 0 1 0 .2 0a.1 .1 0 1 0-.2 0",
}


def _kind(state: State, tile: Tile) -> str:
    if is_in(tile, state.sunk):
        return "sunk"
    return "flooded" if is_in(tile, state.flooded) else "dry"


def _pawns(state: State, tile: Tile, column: int, row: int) -> list[SafeString]:
    roles = [seat.role.value for seat in state.seats if seat.tile == tile]
    places = [(0.45, 0.45)] if len(roles) == 1 else [(0.23, 0.23), (0.67, 0.67), (0.67, 0.23), (0.23, 0.67)]
    return [
        format_html('<circle class="is-{}" cx="{}" cy="{}" r=".2"/>', role, f"{column + x:.2f}", f"{row + y:.2f}")
        for role, (x, y) in zip(roles, places, strict=False)
    ]
