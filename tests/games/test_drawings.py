"""The sheet of drawings: complete, plain enough for every browser, light, and told apart without colour vision."""

import gzip
import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pytest

from engine.deal import new_game
from engine.tiles import CARD_LETTERS, TILE_LETTERS, TREASURES, Role, set_of
from games import isles

SHEET = isles.SHEET.read_text()
ISLAND_CSS = (isles.SHEET.parent / "css" / "island.css").read_text()
ICON = isles.SHEET.parent / "favicon.svg"
SVG = "{http://www.w3.org/2000/svg}"
SYMBOLS = {symbol.attrib["id"]: symbol for symbol in ElementTree.fromstring(SHEET)}

# What each kind of colour blindness makes of linear red, green and blue (Machado, Oliveira and Fernandes 2009).
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(colour, blindness):
    seen = [min(max(sum(k * part for k, part in zip(row, linear(colour), strict=True)), 0), 1) for row in blindness]
    x, y, z = (
        sum(k * part for k, part in zip(row, seen, strict=True)) / white
        for row, white in (
            ((0.4124, 0.3576, 0.1805), 0.9505),
            ((0.2126, 0.7152, 0.0722), 1),
            ((0.0193, 0.1192, 0.9505), 1.089),
        )
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def least_distance(colours, blindness):
    seen = [lab(colour, BLINDNESS[blindness]) for colour in colours]
    return min(
        sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 for one, other in combinations(seen, 2)
    )


def fallbacks() -> dict[str, set[str]]:
    """The colours of each custom property, wherever the sheet names one."""
    colours: dict[str, set[str]] = {}
    for name, colour in re.findall(r"var\((--[\w-]+),\s*(#\w+)\)", SHEET):
        colours.setdefault(name, set()).add(colour)
    return colours


def test_everything_on_the_table_has_a_drawing():
    wanted = [f"tile-{letter}" for letter in TILE_LETTERS]
    wanted += [f"pawn-{role.value}" for role in Role]
    wanted += [f"card-{letter}" for letter in CARD_LETTERS] + ["back-treasure", "back-flood"]
    wanted += [f"{kind}-{CARD_LETTERS[treasure]}" for treasure in TREASURES for kind in ("treasure", "seal")]
    wanted += ["sea", "frame", "water-far", "water-near", "flooded", "deep", "sunk", "meter", "meter-mark", "skull"]
    assert set(wanted) - SYMBOLS.keys() == set()


def test_symbols_are_made_of_what_every_browser_draws_from_another_file():
    tags = {element.tag.removeprefix(SVG) for symbol in SYMBOLS.values() for element in symbol.iter()}
    assert tags <= {"symbol", "g", "path", "circle", "ellipse", "rect"}
    attributes = [item for symbol in SYMBOLS.values() for element in symbol.iter() for item in element.items()]
    assert {name for name, _ in attributes}.isdisjoint({"style", "class", "filter", "clip-path", "mask", "href"})
    assert [value for _, value in attributes if "url(" in value] == []


def test_every_ink_has_one_colour_to_fall_back_on():
    assert "var(" not in re.sub(r"var\(--[\w-]+,\s*#\w{6}\)", "", SHEET)
    assert {name for name, colours in fallbacks().items() if len(colours) > 1} == set()


def test_the_sheet_is_light():
    assert len(gzip.compress(SHEET.encode())) < 40_000


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_pawns_and_states_stay_apart_for_every_eye(blindness):
    colours = {name: colour for name, (colour,) in fallbacks().items()}
    pawns = [colours[f"--p-{role.value.lower()}"] for role in Role]
    assert least_distance(pawns, blindness) > 12
    assert least_distance([colours["--t-pap"], colours["--t-flx"], colours["--sea"]], blindness) > 12


def test_no_two_pawns_or_treasures_share_an_outline():
    names = [f"pawn-{role.value}" for role in Role] + [f"treasure-{CARD_LETTERS[treasure]}" for treasure in TREASURES]
    outlines = [next(SYMBOLS[name].iter(f"{SVG}path")).attrib["d"] for name in names]
    assert len(set(outlines)) == len(names)


def test_the_icon_is_the_house_mark():
    mark = [
        (part.tag, {name: isles.in_plain_colours(value) for name, value in part.items()}) for part in SYMBOLS["logo"]
    ]
    assert [(part.tag, part.attrib) for part in ElementTree.parse(ICON).getroot()] == mark


def test_a_picture_needs_no_other_file():
    drawn = ElementTree.fromstring(isles.picture(some_state(), "Island & sea"))
    named = {symbol.get("id") for symbol in drawn.iter(f"{SVG}symbol")}
    asked = {use.get("href") for use in drawn.iter(f"{SVG}use")}
    assert asked == {f"#{name}" for name in named}
    assert drawn.findtext(f"{SVG}title") == "Island & sea"
    assert not re.search(r"var\(|url\(|currentColor", ElementTree.tostring(drawn, encoding="unicode"))


def test_a_picture_shows_water_treasures_and_who_must_swim():
    state = some_state()
    state = state._replace(water=6, captured=(0, 2), sunk=state.sunk | 1 << state.seats[1].tile)
    uses = uses_of(isles.picture(state, "Island"))
    marks_from_below = (place(uses["#meter"]) + isles.METER[1] - place(uses["#meter-mark"])) / isles.MARK
    assert 6 < marks_from_below < 6.5
    assert [uses[f"#treasure-{letter}"].get("opacity") for letter in "ewfo"] == [None, ".24", None, ".24"]
    assert "#mark-drowning" in uses


def test_a_ghost_is_as_faint_in_pages_as_in_pictures():
    uses = uses_of(isles.picture(some_state(), "Island"))
    assert f'use[href$="#deep"] + use {{ opacity: {uses["#tile-Q"].get("opacity")}; }}' in ISLAND_CSS


def test_an_island_takes_its_symbols_from_the_sheet():
    text = isles.island(some_state(), "/static/tiles.1234.svg", "chart", 'the "island"')
    drawn = ElementTree.fromstring(text)
    assert drawn.get("aria-label") == 'the "island"'
    assert {use.attrib["href"].partition("#")[0] for use in drawn.iter("use")} == {"/static/tiles.1234.svg"}


def some_state():
    state = new_game(bytes(32), "classic", "novice", 4)
    return state._replace(flooded=set_of("AGH"), sunk=set_of("QX"))


def test_a_small_island_leaves_out_what_lies_below_the_waves():
    drawn = ElementTree.fromstring(isles.small_island(some_state(), "", "chart", "Island"))
    symbols = [use.attrib["href"] for use in drawn.iter("use")]
    assert symbols.count("#sunk") == 2
    assert {"#deep", "#tile-Q", "#tile-X"}.isdisjoint(symbols)
    assert len([symbol for symbol in symbols if symbol.startswith("#tile-")]) == 22


def uses_of(text):
    return {use.attrib["href"]: use for use in ElementTree.fromstring(text).iter(f"{SVG}use")}


def place(use):
    return float(use.attrib["y"])
