"""A whole game for one, won by touch on a phone held upright."""

import re

import pytest
from playwright.sync_api import expect

from engine.tiles import CARD_LETTERS, CARD_NAMES
from games.services import lobby
from tests.browser import scripted_game, table
from tests.browser.people import at_table, person, signed_in, started_game
from tests.games.playing import actions_of

pytestmark = pytest.mark.django_db(transaction=True)

VERBS = {"move": ("Move", "Fly", "Dive"), "shore": ("Shore up",), "swim": ("Swim",)}
ROLES = ("Engineer", "Pilot")
# Where the treasures are captured in the scripted game.
STANDS_AT = {"e": "S", "o": "G", "f": "D", "w": "L"}


def tap(page, action):
    """Carry out `SEAT:…` of the notation with a finger."""
    words = action.partition(":")[2]
    match words.split():
        case ["draw" | "flood" | "escape"]:
            page.locator("#go").tap()
        case ["shore", first, second]:
            table.tile(page, first).tap()
            table.verb(page, "Two").tap()
            table.tile(page, second).tap()
            table.verb(page, "Shore up both").tap()
        case ["move" | "shore" | "swim" as word, letter]:
            table.tile(page, letter).tap()
            table.verb(page, *VERBS[word]).tap()
        case ["give", receiver, card]:
            seat_button(page, receiver).tap()
            table.verb(page, rf"Give\s{CARD_NAMES[CARD_LETTERS.index(card)]}").tap()
        case ["discard", card]:
            page.get_by_role("list", name="Your cards").get_by_role("button", name=card_name(card)).first.tap()
            table.verb(page, "Put away").tap()
        case ["capture", treasure]:
            table.tile(page, STANDS_AT[treasure]).tap()
            table.verb(page, "Capture").tap()


def seat_button(page, seat):
    crew = page.get_by_role("region", name="Crew")
    return crew.get_by_role("button", name=ROLES[int(seat)])


def card_name(letter):
    return re.compile(f"^{CARD_NAMES[CARD_LETTERS.index(letter)]}")


def test_a_whole_game_is_won_by_touch_on_a_phone(new_page, monkeypatch):
    monkeypatch.setattr(lobby, "new_seed", lambda: scripted_game.SEED)
    ada = person("ada")
    page = signed_in(new_page, ada, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    at_table(page, started_game(ada))
    for version, action in enumerate(actions_of(scripted_game.ACTIONS), 1):
        tap(page, action)
        expect(table.entry(page, version)).to_be_attached()
    expect(page.get_by_role("heading", name="You made it off the island")).to_be_visible()
