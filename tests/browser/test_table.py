"""The table in real browsers: what each sees, what a lost line does, keys, touch, reasons."""

import re

import pytest
from playwright.sync_api import expect

from engine import notation, rules
from engine.tiles import TILE_LETTERS
from games.services import lobby
from tests.browser import table
from tests.browser.people import Line, act, aside, at_table, person, signed_in, started_game
from tests.browser.scripted_game import SEED
from tests.games import test_whole_game as whole_game
from tests.games.playing import actions_of, fast_forward

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def dealt(monkeypatch):
    """Games started here are Engineer and Pilot on the scripted game's island."""
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)


def test_spectators_and_every_tab_see_the_same(new_page, dealt):
    ada, grace = person("ada"), person("grace")
    game = started_game(ada, grace)
    pages = [signed_in(new_page, ada), signed_in(new_page, grace), new_page()]
    pages.append(pages[0].context.new_page())
    for page in pages:
        at_table(page, game)
    table.play(pages[0], "0:shore B F")
    for page in pages:
        expect(table.entry(page, 1)).to_have_text(re.compile("ada shored up Bronze Gate"))
        expect(table.tile(page, "B")).to_have_accessible_name(re.compile("dry"))
    stranger = pages[2]
    table.tile(stranger, "B").click()
    expect(stranger.locator("#go")).to_be_hidden()
    expect(stranger.get_by_role("group", name="What you can do here").get_by_role("button")).to_have_count(0)


def test_a_lost_line_catches_up_without_a_reload(new_page, dealt):
    ada, grace = person("ada"), person("grace")
    game = started_game(ada, grace)
    page = signed_in(new_page, grace)
    line = Line(page)
    at_table(page, game)
    page.evaluate("window.stayed = true")
    ada_page = signed_in(new_page, ada)
    at_table(ada_page, game)
    line.cut()
    expect(page.get_by_role("status").filter(has_text="Not connected")).to_be_attached()
    for version, action in enumerate(("0:shore B F", "0:draw"), 1):
        act(game, ada, action)
        expect(table.entry(ada_page, version)).to_be_attached()
    line.mend()
    expect(table.entry(page, 2)).to_be_attached()
    assert page.evaluate("window.stayed")


def test_a_move_is_taken_back_for_everyone(new_page, dealt):
    ada, grace = person("ada"), person("grace")
    game = started_game(ada, grace)
    page, other = signed_in(new_page, ada), signed_in(new_page, grace)
    for one in (page, other):
        at_table(one, game)
    tile = next(letter for letter in TILE_LETTERS if f"0:move {letter}" in moves_of(game))
    table.play(page, f"0:move {tile}")
    page.get_by_role("button", name=re.compile("^Take back")).click()
    for one in (page, other):
        expect(table.entry(one, 2)).to_have_text(re.compile("took back"))
        expect(table.entry(one, 1).locator("s")).to_have_count(1)


def moves_of(game):
    return {notation.action_to_text(action) for action in rules.legal_actions(game.engine_state())}


def test_what_is_not_allowed_is_explained(new_page, dealt):
    ada = person("ada")
    game = started_game(ada)
    page = signed_in(new_page, ada)
    at_table(page, game)
    far = next(letter for letter in TILE_LETTERS if f"0:move {letter}" not in moves_of(game) and letter != "B")
    table.tile(page, far).click()
    expect(page.locator("#why")).to_contain_text("No move")


def test_a_turn_is_played_by_keyboard_alone(new_page, dealt):
    ada = person("ada")
    game = started_game(ada)
    page = signed_in(new_page, ada)
    at_table(page, game)
    table.tile(page, "B").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("s")
    expect(table.entry(page, 1)).to_have_text(re.compile("shored up Bronze Gate"))
    for version in (2, 3, 4, 5):
        page.keyboard.press("Escape")
        page.keyboard.press("d")
        expect(table.entry(page, version)).to_be_attached()


def test_a_turn_is_played_by_touch_on_a_phone(new_page, dealt):
    ada = person("ada")
    game = started_game(ada)
    page = signed_in(new_page, ada, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    at_table(page, game)
    table.tile(page, "B").tap()
    table.verb(page, "Shore up").tap()
    expect(table.entry(page, 1)).to_be_attached()
    for version in (2, 3, 4, 5):
        page.locator("#go").tap()
        expect(table.entry(page, version)).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_log_goes_back_to_the_beginning_in_order(new_page, monkeypatch):
    monkeypatch.setattr(lobby, "new_seed", lambda: whole_game.SEED)
    ada, grace = person("ada"), person("grace")
    game = aside(fast_forward)(started_game(ada, grace), [ada, grace], actions_of(whole_game.WON)[:100])
    page = new_page()
    at_table(page, game)
    while page.get_by_role("button", name="Earlier").is_visible():
        before = versions(page)
        page.get_by_role("button", name="Earlier").click()
        expect(table.entry(page, before[0] - 1)).to_be_attached()
    assert versions(page) == list(range(1, 101))
    for path in ("replay/", ""):
        page.goto(f"/games/{game.public_id}/{path}")
        expect(table.entry(page, 100)).to_be_attached()
        assert versions(page) == sorted(versions(page))


def versions(page):
    """The versions of the log's items, from top to bottom."""
    return page.locator("[data-version]").evaluate_all("items => items.map((item) => Number(item.dataset.version))")


def test_people_talk_at_the_table(new_page, dealt):
    ada, grace = person("ada"), person("grace")
    game = started_game(ada, grace)
    page, other = signed_in(new_page, ada), signed_in(new_page, grace)
    for one in (page, other):
        at_table(one, game)
    page.get_by_label("Message to the table").fill("<b>hello</b>")
    page.get_by_role("button", name="Send").click()
    expect(other.get_by_role("list", name="Messages")).to_contain_text("<b>hello</b>")
