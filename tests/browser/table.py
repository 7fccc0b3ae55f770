"""Playing at a table as a person does: by what is seen and said on the page."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from engine.tiles import CARD_LETTERS, CARD_NAMES, TILE_LETTERS, TILE_NAMES


def tile(page, letter):
    """The button of a tile on the island."""
    name = TILE_NAMES[TILE_LETTERS.index(letter)].replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")
    return page.get_by_role("grid").get_by_role("button", name=re.compile(f"^{name},"))


def card(page, letter):
    """The first card of that kind among one's own."""
    name = CARD_NAMES[CARD_LETTERS.index(letter)]
    return page.get_by_role("button", name=name, exact=True).first


def verb(page, *names):
    """The button for what can be done with the chosen thing, by the beginning of its name."""
    choices = page.get_by_role("group", name="What you can do here")
    return choices.get_by_role("button", name=re.compile(f"^({'|'.join(names)})")).first


def entry(page, version):
    """The log's item of that version."""
    return page.locator(f'#log [data-version="{version}"]')


def play(page, action):
    """Carry out `SEAT:…` of the notation with the mouse."""
    word, *arguments = action.partition(":")[2].split()
    _PLAYS[word](page, *arguments)


def _go(page):
    dock = page.get_by_role("region", name="Your move")
    dock.get_by_role("button", name=re.compile("^(Draw|Flood|Lift off)")).click()


def _move(page, letter):
    tile(page, letter).click()
    verb(page, "Move", "Fly", "Dive").click()


def _shore(page, letter, second=None):
    tile(page, letter).click()
    if second is None:
        verb(page, "Shore up").click()
        return
    verb(page, "Two").click()
    tile(page, second).click()
    verb(page, "Shore up both").click()


def _swim(page, letter):
    expect(tile(page, letter)).to_have_accessible_name(re.compile("you can swim"))
    tile(page, letter).click()
    verb(page, "Swim").click()


def _sandbag(page, letter):
    tile(page, letter).click()
    verb(page, "Sandbags").click()


def _give(page, seat, letter):
    card(page, letter).click()
    verb(page, "Give").click()


def _discard(page, letter):
    card(page, letter).click()
    verb(page, "Put away").click()


def _capture(page, treasure):
    card(page, treasure).click()
    verb(page, "Capture").click()


_PLAYS: dict[str, Callable[..., None]] = {
    "draw": _go,
    "flood": _go,
    "escape": _go,
    "move": _move,
    "shore": _shore,
    "swim": _swim,
    "sandbag": _sandbag,
    "give": _give,
    "discard": _discard,
    "capture": _capture,
}
