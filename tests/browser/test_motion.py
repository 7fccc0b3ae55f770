"""What happens is seen: as it happens, never in anybody's way, and not at all by who wants no motion."""

import re

import pytest
from playwright.sync_api import expect

from games.services import lobby
from tests.browser import table
from tests.browser.people import Line, act, aside, at_table, person, signed_in, started_game
from tests.browser.scripted_game import SEED
from tests.games import test_whole_game as whole_game
from tests.games.playing import actions_of, fast_forward

pytestmark = pytest.mark.django_db(transaction=True)

COUNT = """
window.animated = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
  window.animated += 1;
  return animate.apply(this, given);
};
"""

TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...given) {
  window.tones += 1;
  return start.apply(this, given);
};
"""


@pytest.fixture
def game(monkeypatch):
    """Ada's turn, at the island of the scripted game."""
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)
    return started_game(person("ada"), person("grace"))


def watching(new_page, game, motion="fast", **options):
    """The table as grace sees it."""
    page = signed_in(new_page, game.seats.get(number=1).user, **options)
    page.add_init_script(COUNT)
    page.add_init_script(f"localStorage.setItem('tidewatch:motion', '{motion}')")
    at_table(page, game)
    return page


def ada(game):
    return game.seats.get(number=0).user


def animated(page):
    return page.evaluate("window.animated")


def moving(page):
    """How many of the animations of events have not ended; the style sheets have others, for waves and pointers."""
    return page.evaluate("document.getAnimations().filter((one) => one.constructor === Animation).length")


def test_what_others_do_is_seen_as_it_happens(new_page, game):
    page = watching(new_page, game)
    act(game, ada(game), "0:shore B F")
    expect(table.entry(page, 1)).to_be_attached()
    assert animated(page) > 0
    act(game, ada(game), "0:draw")
    expect(page.locator(".ghost-card").first).to_be_attached()
    expect(page.locator(".ghost-card")).to_have_count(0)


def test_nothing_moves_for_who_wants_less_motion(new_page, game):
    page = watching(new_page, game, reduced_motion="reduce")
    act(game, ada(game), "0:shore B F")
    expect(table.tile(page, "B").locator(".ghost-outline")).to_be_visible()
    expect(table.tile(page, "F").locator(".ghost-outline")).to_be_visible()
    expect(page.locator(".ghost-outline")).to_have_count(0)
    assert animated(page) == 0


def test_motion_is_switched_off_in_the_menu_and_stays_off(new_page, game):
    page = signed_in(new_page, ada(game))
    page.add_init_script(COUNT)
    at_table(page, game)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Motion").select_option("off")
    page.reload()
    expect(page.get_by_role("grid")).to_be_visible()
    table.play(page, "0:shore B F")
    expect(table.entry(page, 1)).to_be_attached()
    assert animated(page) == 0


def test_sounds_are_off_until_asked_for(new_page, game):
    page = signed_in(new_page, game.seats.get(number=1).user)
    page.add_init_script(TONES)
    at_table(page, game)
    act(game, ada(game), "0:shore B F")
    expect(table.entry(page, 1)).to_be_attached()
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Sounds").check()
    page.get_by_label("Volume").fill("20")
    assert page.evaluate("window.tones") == 0
    act(game, ada(game), "0:draw")
    expect(table.entry(page, 2)).to_be_attached()
    page.wait_for_timeout(1500)
    assert page.evaluate("window.tones") > 0
    page.reload()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_label("Volume")).to_have_value("20")


def test_a_click_ends_what_moves_and_does_what_it_does(new_page, game):
    page = watching(new_page, game, motion="slow")
    act(game, ada(game), "0:draw")
    expect(page.locator(".ghost-card").first).to_be_attached()
    assert moving(page) > 0
    table.tile(page, "B").click()
    expect(page.locator(".ghost-card")).to_have_count(0)
    expect(table.tile(page, "B")).to_have_attribute("aria-pressed", "true")
    assert moving(page) == 0


def test_a_lost_line_catches_up_without_motion(new_page, game):
    page = signed_in(new_page, game.seats.get(number=1).user)
    line = Line(page)
    page.add_init_script(COUNT)
    at_table(page, game)
    line.cut()
    for action in ("0:shore B F", "0:draw"):
        act(game, ada(game), action)
    line.mend()
    expect(table.entry(page, 2)).to_be_attached()
    assert animated(page) == 0
    act(game, ada(game), "0:draw")
    expect(table.entry(page, 3)).to_be_attached()
    assert animated(page) > 0


def test_a_hidden_page_is_up_to_date_without_motion(new_page, game):
    page = watching(new_page, game)
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    act(game, ada(game), "0:shore B F")
    expect(table.entry(page, 1)).to_be_attached()
    expect(table.tile(page, "B")).to_have_accessible_name(re.compile("dry"))
    assert animated(page) == 0


def test_who_likes_it_is_asked_again_before_what_cannot_be_taken_back(new_page, game):
    page = signed_in(new_page, ada(game))
    at_table(page, game)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Ask again").check()
    page.get_by_role("button", name="Close").click()
    page.locator("#go").click()
    expect(page.locator("#why")).to_have_text("This cannot be taken back. Press again to do it.")
    table.tile(page, "B").click()
    page.locator("#go").click()
    assert game.actions.count() == 1
    page.locator("#go").click()
    expect(table.entry(page, 1)).to_have_text(re.compile("Waters Rise!"))


def test_a_step_on_is_seen_in_a_replay_and_a_step_back_is_not(new_page, monkeypatch):
    monkeypatch.setattr(lobby, "new_seed", lambda: whole_game.SEED)
    people = [person("ada"), person("grace")]
    game = aside(fast_forward)(started_game(*people), people, actions_of(whole_game.WON)[:10])
    page = new_page()
    page.add_init_script(COUNT)
    page.goto(f"/games/{game.public_id}/replay/#0")
    expect(page.locator("#count")).to_have_text("Step 0 of 10")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#count")).to_have_text("Step 1 of 10")
    seen = animated(page)
    assert seen > 0
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#count")).to_have_text("Step 0 of 10")
    assert (animated(page), moving(page)) == (seen, 0)
