"""A game stepped through in a browser: by keys, slider, marks, log and links; the lists and a record beside it."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games import boards
from games.models import Game
from games.services import lobby
from tests.browser.people import act, aside, person, started_game
from tests.games.playing import actions_of, fast_forward
from tests.games.test_whole_game import SEED, WON

pytestmark = pytest.mark.django_db(transaction=True)

SCREENS = [
    {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"},
    {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"},
]


@pytest.fixture
def won(monkeypatch):
    """A game that ada and grace have won."""
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)
    ada, grace = person("ada"), person("grace")
    game = aside(fast_forward)(started_game(ada, grace), [ada, grace], actions_of(WON)[:-1])
    act(game, ada, "0:escape")
    return Game.objects.get(pk=game.pk)


def step_through(page, address):
    page.goto(address)
    expect(page.get_by_role("grid")).to_be_visible()
    return page.locator("#count")


def test_a_game_is_stepped_through_by_keys(new_page, won):
    page = new_page()
    count = step_through(page, f"/games/{won.public_id}/replay/")
    said = page.get_by_role("status")
    expect(count).to_have_text(f"Step 0 of {won.version}")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("moved from")
    page.keyboard.press("End")
    expect(said).to_contain_text("You made it off the island.")
    expect(page.get_by_role("heading", name="The end")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text(f"Step {won.version - 1} of {won.version}")
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", name="Turn 2, grace")).to_be_visible()
    page.keyboard.press("PageUp")
    expect(count).to_have_text(f"Step 0 of {won.version}")


def test_a_game_plays_by_itself_until_somebody_stops_it(new_page, won):
    page = new_page()
    count = step_through(page, f"/games/{won.public_id}/replay/")
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Space")
    expect(count).to_have_text(f"Step 3 of {won.version}")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_a_link_leads_to_its_moment(new_page, won):
    page = new_page()
    count = step_through(page, f"/games/{won.public_id}/replay/#57")
    expect(count).to_have_text(f"Step 57 of {won.version}")
    expect(page.get_by_role("link", name="Link to this moment")).to_have_attribute("href", "#57")
    page.get_by_role("slider", name="Step of the game").press("ArrowRight")
    expect(page).to_have_url(re.compile("#58$"))
    page.locator("#log [data-version='12']").click()
    expect(count).to_have_text(f"Step 12 of {won.version}")
    page.get_by_role("button", name="Waters Rise!").first.click()
    expect(page.get_by_role("status")).to_contain_text("Waters Rise!")


def test_what_was_taken_back_is_struck_through_and_no_step(new_page, won):
    ada, grace = (seat.user for seat in won.seats.select_related("user").order_by("number"))
    game = started_game(ada, grace)
    for action in ("0:move Q", "0:undo", "0:move Q"):
        act(game, ada, action)
    page = new_page()
    count = step_through(page, f"/games/{game.public_id}/replay/")
    expect(count).to_have_text("Step 1 of 1")  # a running game is seen as it is now
    expect(page.locator("#log [data-version='1'] s")).to_contain_text("taken back")
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(re.compile(f"/games/{game.public_id}/$"))


def test_a_record_is_shown_or_its_wrong_line(new_page, won):
    record = aside(boards.record_text)(won)
    page = new_page()
    page.goto("/import/")
    page.get_by_label("Or its text").fill(record)
    page.get_by_role("button", name="Show the game").click()
    expect(page.locator("#count")).to_have_text(f"Step 0 of {won.version}")
    expect(page.get_by_role("link", name="Link to this moment")).to_have_count(0)


@pytest.mark.parametrize("screen", SCREENS, ids=["phone at night", "desk by day"])
def test_axe_finds_nothing_and_nothing_overflows(new_page, won, screen):
    page, found = new_page(**screen), []
    for path in ("/games/", "/games/?player=ada&layout=classic", f"/games/{won.public_id}/replay/#57", "/import/"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        found += [(path, fault["id"], fault["nodes"][0]["html"]) for fault in Axe().run(page).response["violations"]]
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            found.append((path, "wider than the screen", ""))
    assert not found, found
