"""The admin in a real browser, by keyboard alone, under the strict policy: what Chromium refuses fails the test."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from accounts.models import AuditEntry, User
from games.models import Game
from games.services import chat
from tests.browser.people import aside, at_table, person, signed_in, started_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def boss(transactional_db):
    return aside(User.objects.create_superuser)("boss", "boss@example.org", "high-and-dry")


def test_an_admin_signs_in_and_ends_a_game_by_keyboard(new_page, boss):
    game = started_game(person("ada"), person("grace"))
    page = new_page()
    page.goto("/admin/games/game/")
    page.locator("input[name=login]").fill("boss")
    page.locator("input[name=password]").fill("high-and-dry")
    page.keyboard.press("Enter")
    page.get_by_role("link", name=game.public_id).press("Enter")
    expect(page.get_by_role("img", name=re.compile("Island"))).to_be_visible()
    page.get_by_role("link", name="End the game").press("Enter")
    page.get_by_role("button", name="End the game").press("Enter")
    expect(page.get_by_label("Reason")).to_be_focused()
    page.keyboard.press("Space")
    page.get_by_role("button", name="End the game").press("Enter")
    expect(page.get_by_text("Say why.")).to_be_visible()
    assert aside(Game.objects.get)(pk=game.pk).status == "active"
    page.get_by_label("Reason").press_sequentially("nobody can move")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"Done: End the game: {game.public_id}")).to_be_visible()
    assert aside(AuditEntry.objects.get)().reason == "nobody can move"


def test_a_hidden_line_leaves_the_table_at_once(new_page, boss):
    ada = person("ada")
    game = started_game(ada, person("grace"))
    line = aside(chat.say)(game_id=game.pk, user=ada, text="something rude")
    table = signed_in(new_page, ada)
    at_table(table, game)
    expect(table.get_by_text("something rude")).to_be_attached()
    aside(chat.hide_line)(line_id=line.pk, by=boss, reason="rude")
    expect(table.get_by_text("something rude")).not_to_be_attached()


@pytest.mark.parametrize("width", [1440, 768])
def test_every_list_and_its_form_fit(new_page, boss, width):
    started_game(person("ada"), person("grace"))
    page = signed_in(new_page, boss, viewport={"width": width, "height": 900})
    page.goto("/admin/")
    lists = page.locator("#content-main th a").evaluate_all("links => links.map(a => a.href)")
    assert len(lists) > 10
    for address in [*lists, reverse("admin:accounts_user_deed", args=["suspend_user"]) + f"?id={boss.pk}"]:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
