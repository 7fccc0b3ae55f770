"""Our drawings in templates: symbols of tiles.svg, and the small maps of the layouts."""

import logging
from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import notation
from engine.errors import MalformedNotation
from engine.layouts import LAYOUTS
from engine.state import State
from engine.tiles import ALL_TILES, TILE_NAMES, Tiles, each_tile
from games import isles
from games.models import Game

logger = logging.getLogger(__name__)
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

# A position of the Island of Shadows after a long evening.
FRONT = (
    "-B-FSL-R-M/-GEPJn-X/AHKTVW/-IuqCo-D XK:e,DT:f,MH:w,PJ:o 0:act3 6 - ????????????????????????/- "
    "????????????/NUQO 3.1"
)


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
def island_chart(game: Game) -> SafeString:
    """A small drawing of where a game stands, which says how many tiles are in which state; open sea if unreadable."""
    state = _readable_state(game)
    if state is None:
        return SafeString('<span class="chart"></span>')
    dry, flooded, sunk = _tiles_by_state(state)
    label = _("%(dry)d tiles dry, %(flooded)d flooded, %(sunk)d sunk") % {
        "dry": len(dry),
        "flooded": len(flooded),
        "sunk": len(sunk),
    }
    return SafeString(isles.small_island(state, static("games/tiles.svg"), "chart", label))


@register.simple_tag
def island(game: Game) -> SafeString:
    """A drawing of where a game stands, which names the tiles that are flooded or sunk; nothing if it is unreadable."""
    state = _readable_state(game)
    if state is None:
        return SafeString("")
    dry, flooded, sunk = _tiles_by_state(state)
    parts = [_("Island, %(dry)d tiles dry") % {"dry": len(dry)}]
    parts += [_("flooded: %(tiles)s") % {"tiles": ", ".join(flooded)}] if flooded else []
    parts += [_("sunk: %(tiles)s") % {"tiles": ", ".join(sunk)}] if sunk else []
    return SafeString(isles.island(state, static("games/tiles.svg"), "chart", "; ".join(parts)))


@register.simple_tag
@cache
def front_island() -> SafeString:
    """The island of the front page."""
    return SafeString(isles.island(notation.state_from_text(FRONT), static("games/tiles.svg"), "hero-art"))


def _readable_state(game: Game) -> State | None:
    """The state of a game that has started; None, and a line in the log, where one bad row should not cost a page.

    What the row holds is not logged: it may be the draw piles of a running game.
    """
    try:
        return game.engine_state()
    except MalformedNotation:
        logger.error("the position of game %s cannot be read", game.public_id)
        return None


def _tiles_by_state(state: State) -> tuple[list[str], list[str], list[str]]:
    """The names of the dry, the flooded and the sunk tiles."""
    dry = ALL_TILES & ~state.flooded & ~state.sunk
    return _names(dry), _names(state.flooded), _names(state.sunk)


def _names(tiles: Tiles) -> list[str]:
    return [TILE_NAMES[tile] for tile in each_tile(tiles)]
