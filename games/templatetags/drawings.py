"""Our drawings in templates: symbols of tiles.svg, and the small maps of the layouts."""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.layouts import LAYOUTS

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
