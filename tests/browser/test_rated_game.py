"""The whole main job: two strangers sign up, meet, win a rated game, and move on the ladder."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Game
from tests.browser import scripted_game, table
from tests.games.playing import actions_of

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "a-lot-of-water-77"


def sign_up(page, name):
    page.goto("/")
    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("E-mail").fill(f"{name}@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("banner").get_by_role("link", name=name)).to_be_visible()


def open_table(page, **choices):
    page.goto("/")
    form = page.get_by_role("form", name="Open a table")
    for name in choices.values():
        form.get_by_role("radio", name=name, exact=True).check()
    form.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("button", name="Copy")).to_be_visible()


def test_two_strangers_win_a_rated_game_and_stand_on_the_ladder(new_page):
    host, guest = new_page(), new_page(viewport={"width": 768, "height": 1024})
    sign_up(host, "hypatia")
    sign_up(guest, "noether")
    guest.goto("/")
    open_table(host, difficulty="Novice", seats="2")
    guest.get_by_role("link", name=re.compile("Sit down")).first.click()  # the list has heard of the table by itself
    guest.get_by_role("button", name=re.compile("^Sit")).click()
    host.get_by_role("button", name="Start the game").click()
    for page in (host, guest):
        expect(page.get_by_role("grid")).to_be_visible()
    played(host, guest)


def played(host, guest):
    """Play the scripted game to its end and see what it brought."""
    game = Game.objects.get()
    seats = {seat.number: seat.user.username for seat in game.seats.select_related("user")}
    pages = {number: host if name == "hypatia" else guest for number, name in seats.items()}
    for version, action in enumerate(actions_of(scripted_game.ACTIONS), 1):
        table.play(pages[int(action[0])], action)
        for page in pages.values():
            expect(table.entry(page, version)).to_be_attached()
    for page in pages.values():
        expect(page.get_by_role("heading", name="You made it off the island")).to_be_visible()
        gains = page.get_by_role("list", name="Ratings")
        expect(gains).to_contain_text("hypatia +34, now 1334")
        expect(gains).to_contain_text("noether +34, now 1334")
    host.get_by_role("link", name="The whole game").click()
    expect(host.get_by_text(scripted_game.SEED.hex())).to_be_visible()
    host.get_by_role("link", name="Ladder").click()
    expect(host.get_by_role("row", name=re.compile("hypatia.*1,334"))).to_be_visible()
