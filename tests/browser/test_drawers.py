"""The two drawers of an island, the page's module and the server's, draw the same."""

import xml.etree.ElementTree as ElementTree

import pytest
from django.templatetags.static import static

from engine import notation
from engine.deal import new_game
from engine.layouts import LAYOUTS
from engine.tiles import set_of
from games import isles

pytestmark = pytest.mark.django_db(transaction=True)

DRAWN_BY_THE_PAGE = """async ([isle, position, texts]) => {
  const { boxOf, coastOf, pawnPlaces, tileSymbols } = await import(isle);
  const { parsePosition } = await import(position);
  return texts.map((text) => {
    const position = parsePosition(text);
    const { rows } = position;
    return {
      box: boxOf(rows),
      tiles: rows.flatMap((row, y) => row.flatMap((cell, x) => cell ? [[x, y, tileSymbols(cell)]] : [])),
      coast: [...coastOf(rows).children].map((line) =>
        Object.fromEntries(line.getAttributeNames().map((name) => [name, line.getAttribute(name)]))),
      pawns: pawnPlaces(rows, position).map(({ href, ...place }) => [href.split("#")[1], place]),
    };
  });
}"""

PLACE = ("x", "y", "width", "height")

# Which tiles are flooded and which have sunk; between them every tile is in every state.
STATES = [("", ""), ("ABCDEFGHIKLM", "NOPQRSTUVWX"), ("NOPQRSTUVWX", "ABCDEFGHIKLM"), ("JKLMNOPQRSTUVWX", "ABC")]


def positions(layout):
    for seats in (2, 3, 4):
        fresh = new_game(bytes(32), layout, "elite", seats)
        gathered = tuple(seat._replace(tile=fresh.seats[0].tile) for seat in fresh.seats)
        for flooded, sunk in STATES:
            yield fresh._replace(flooded=set_of(flooded), sunk=set_of(sunk))
            yield fresh._replace(flooded=set_of(flooded), sunk=set_of(sunk), seats=gathered)


def drawn_by_the_server(state):
    """The same picked out of the server's SVG."""
    drawn = ElementTree.fromstring(isles.island(state, "", "chart"))
    uses = [use for use in drawn.iter("use") if use.attrib["href"] != "#mark-drowning"]
    pawns = [use for use in uses if use.attrib["href"].startswith("#pawn-")]
    tiles: dict[tuple[float, float], list[str]] = {}
    for use in uses[: len(uses) - len(pawns)]:
        corner = (float(use.attrib["x"]) - isles.GAP) / 100, (float(use.attrib["y"]) - isles.GAP) / 100
        tiles.setdefault(corner, []).append(use.attrib["href"][1:])
    left, top, width, height = map(int, drawn.attrib["viewBox"].split())
    return {
        "box": f"0 0 {width + 2 * left} {height + 2 * top}",
        "tiles": [[x, y, symbols] for (x, y), symbols in tiles.items()],
        "coast": [dict(line.attrib) for line in drawn.iter("path")],
        "pawns": [
            [
                use.attrib["href"][1:],
                {name: pytest.approx(float(use.attrib[name]), abs=0.01) for name in PLACE},
            ]
            for use in pawns
        ],
    }


def test_both_drawers_draw_every_layout_in_every_state_alike(new_page):
    page = new_page()
    page.goto("/accounts/login/")
    modules = [static("games/js/isle.js"), static("games/js/position.js")]
    for layout in LAYOUTS:
        states = list(positions(layout))
        drawn = page.evaluate(DRAWN_BY_THE_PAGE, [*modules, [notation.state_to_text(state) for state in states]])
        for state, by_the_page in zip(states, drawn, strict=True):
            assert by_the_page == drawn_by_the_server(state), layout


MOVING = """([sheet, motion]) => {
  document.documentElement.dataset.motion = motion;
  document.body.innerHTML = `<div class="isle"><b class="tile"><svg><use href="${sheet}#water-near"/></svg></b></div>`;
  return document.getAnimations().length;
}"""


@pytest.mark.parametrize(
    ("asked", "motion", "moving"), [("no-preference", "fast", 1), ("no-preference", "off", 0), ("reduce", "fast", 0)]
)
def test_water_moves_where_motion_is_wanted(new_page, asked, motion, moving):
    page = new_page(reduced_motion=asked)
    page.goto("/accounts/login/")
    assert page.evaluate(MOVING, [static("games/tiles.svg"), motion]) == moving
