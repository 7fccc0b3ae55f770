"""Clocks, leaving, sitting down and giving up, as people at the table see them."""

from datetime import timedelta

import pytest
from django.db.models import F
from playwright.sync_api import expect

from games.models import Game
from games.services import lobby
from tests.browser import table
from tests.browser.people import at_table, person, signed_in, started_game
from tests.browser.scripted_game import SEED

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people(monkeypatch):
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)
    return person("ada"), person("grace"), person("linus")


def pass_time(game, seconds):
    """As if the latest entry had been made that much earlier."""
    earlier = timedelta(seconds=seconds)
    Game.objects.filter(pk=game.pk).update(moved_at=F("moved_at") - earlier, deadline_at=F("deadline_at") - earlier)


def in_order_of_play(game):
    """Who has the first turn, who the second."""
    return [seat.user for seat in game.seats.select_related("user").order_by("number")]


def test_whose_time_is_over_is_skipped_by_the_gold_button(new_page, people):
    game = started_game(*people[:2], pace="live2")
    first, second = in_order_of_play(game)
    page, other = signed_in(new_page, first), signed_in(new_page, second)
    pass_time(game, 100)
    at_table(page, game)
    expect(page.locator("#clock")).to_contain_text("hurry")
    pass_time(game, 20)
    at_table(other, game)
    expect(other.locator("#clock-news")).to_contain_text(f"{first.username}’s time is over. You may skip")
    other.get_by_role("button", name=f"Skip {first.username}").click()
    expect(page.locator("#log")).to_contain_text(f"The clock drew a Fire card for {first.username}.")
    expect(other.locator("#who")).to_contain_text("Your turn")


def test_a_spectator_sits_down_where_somebody_left(new_page, people):
    game = started_game(*people[:2], rated=True)
    first, second = in_order_of_play(game)
    page, other, watcher = (signed_in(new_page, user) for user in (first, second, people[2]))
    for one in (page, other, watcher):
        at_table(one, game)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.locator("#sheet-body")).to_contain_text("this game brings you no rating")
    page.get_by_role("button", name="Leave for good").click()
    expect(page.locator("#go")).to_be_hidden()
    expect(other.get_by_role("article", name=first.username)).to_contain_text("the clock plays")
    watcher.locator("#go").click()
    watcher.locator("#sheet-body").get_by_role("button", name=f"Sit down for {first.username}").click()
    for one in (page, other, watcher):
        expect(one.get_by_role("article", name="linus")).to_contain_text(f"for {first.username}")
    expect(watcher.get_by_role("article", name="linus")).to_contain_text("you")
    assert game.seats.get(number=0).substitute == people[2]


def test_the_crew_agrees_to_give_up(new_page, people):
    game = started_game(*people)
    pages = [signed_in(new_page, user) for user in in_order_of_play(game)]
    for page in pages:
        at_table(page, game)
    pages[0].get_by_role("button", name="Menu").click()
    pages[0].get_by_role("button", name="Give the game up…").click()
    pages[0].get_by_role("button", name="Give the game up", exact=True).click()
    for page in pages[1:]:
        expect(page.locator("#give-up")).to_contain_text("would give the game up")
    pages[1].get_by_role("button", name="Play on").click()
    expect(pages[1].locator("#give-up")).to_be_hidden()
    pages[2].get_by_role("button", name="Agree").click()
    wishes = pages[1].get_by_role("article").filter(has_text="would give the game up")
    expect(wishes).to_have_count(2)
    table.play(pages[0], "0:draw")  # whoever plays on has changed their mind
    expect(wishes).to_have_count(0)
    for page in pages:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Give the game up…").click()
        page.locator("#sheet-body [data-act]").click()
        expect(page.locator("#sheet")).to_be_hidden()
    for page in pages:
        expect(page.get_by_role("heading", name="The crew gave the island up.")).to_be_visible()
