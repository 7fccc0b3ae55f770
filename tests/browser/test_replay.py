"""A game stepped through in a browser: by keys, slider, marks, log and links; the lists and a record beside it."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games import boards
from games.models import Game
from games.services import lobby
from tests.browser.people import act, aside, person, signed_in, started_game
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
    said = page.locator("#said")
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
    page.keyboard.press("ArrowDown")
    expect(count).to_have_text(f"Step {won.version} of {won.version}")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#moments [aria-current=step]").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("from turn to turn")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_what_mattered_is_reached_by_keys_and_shown_by_kind(new_page, won):
    page = new_page()
    step_through(page, f"/games/{won.public_id}/replay/")
    marks = page.locator("#moments button:visible")
    page.get_by_role("group", name="What is shown below").get_by_role("button", name="flooded").click()
    expect(page.locator("#moments .is-flood:visible")).to_have_count(0)
    marks.first.focus()
    page.keyboard.press("End")
    expect(marks.last).to_be_focused()
    expect(marks.last).to_have_attribute("aria-current", "step")
    expect(page.locator("#said")).to_contain_text("made it off the island")
    page.keyboard.press("ArrowLeft")
    expect(marks.last).not_to_have_attribute("aria-current", "step")


def test_the_chart_leads_to_its_steps_and_tells_figures(new_page, won):
    page = new_page(has_touch=True)
    count = step_through(page, f"/games/{won.public_id}/replay/")
    expect(page.get_by_role("img", name=re.compile("At the start 18 tiles dry, 6 flooded, 0 sunk"))).to_be_visible()
    expect(page.get_by_role("list", name="At this step")).to_contain_text("18 dry")
    box = page.locator("#chart").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] - 1, box["y"] + 20)
    expect(count).to_have_text(f"Step {won.version} of {won.version}")
    expect(page.get_by_role("list", name="At this step")).to_contain_text("4 of 4 treasures")


def test_the_position_is_there_to_copy(new_page, won):
    page = new_page()
    step_through(page, f"/games/{won.public_id}/replay/#57")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy position").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    position = aside(lambda: won.actions.get(version=57).position)()
    assert page.evaluate("navigator.clipboard.readText()") == position


def test_a_stranger_plays_on_alone_from_a_moment(new_page, won):
    page = new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    step_through(page, f"/games/{won.public_id}/replay/#57")
    expect(page.get_by_role("link", name="Sign in to play on with friends")).to_be_visible()
    page.get_by_role("button", name="Play on alone").tap()
    expect(page.get_by_role("grid")).to_be_visible()
    new = aside(lambda: Game.objects.exclude(pk=won.pk).get())()
    expect(page).to_have_url(re.compile(f"/games/{new.public_id}/$"))
    then = aside(lambda: won.actions.get(version=57).position)().split(" ")
    assert new.position.split(" ")[:5] == then[:5]
    assert new.position.split(" ")[5:7] != then[5:7]
    expect(page.get_by_role("button", name=re.compile("Draw|Flood card")).first).to_be_visible()


def test_friends_play_on_together_and_the_new_game_is_stepped_through(new_page, won):
    ada, grace = (seat.user for seat in won.seats.select_related("user").order_by("number"))
    page = signed_in(new_page, ada)
    step_through(page, f"/games/{won.public_id}/replay/#{won.version}")
    expect(page.get_by_role("button", name="Play on alone")).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_text("Step back to play on")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Play on with friends").click()
    expect(page.get_by_text("roles as they were")).to_be_visible()
    friend = signed_in(new_page, grace)
    friend.goto(page.url)
    friend.get_by_role("button", name="Sit here").first.click()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("grid")).to_be_visible()
    expect(friend.get_by_role("grid")).to_be_visible()
    new = aside(lambda: Game.objects.exclude(pk=won.pk).get())()
    act(new, ada, "0:escape")
    step_through(page, f"/games/{new.public_id}/replay/")
    expect(page.get_by_text("Played on from a moment of another game.")).to_be_visible()
    expect(page.get_by_role("link", name="See that moment")).to_have_attribute(
        "href", f"/games/{won.public_id}/replay/#{won.version - 1}"
    )
    expect(page.locator("#said")).to_contain_text("played on from here")


def test_a_game_plays_by_itself_until_somebody_stops_it(new_page, won):
    page = new_page()
    count = step_through(page, f"/games/{won.public_id}/replay/")
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("Space")
    expect(count).to_have_text(f"Step 3 of {won.version}")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_leads_to_its_moment(new_page, won):
    page = new_page()
    count = step_through(page, f"/games/{won.public_id}/replay/#57")
    expect(count).to_have_text(f"Step 57 of {won.version}")
    expect(page.get_by_role("link", name="Link to this moment")).to_have_attribute("href", "?at=57")
    page.get_by_role("slider", name="Step of the game").press("ArrowRight")
    expect(page).to_have_url(re.compile("/#58$"))
    page.goto(f"/games/{won.public_id}/replay/?at=30")
    expect(count).to_have_text(f"Step 30 of {won.version}")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("/replay/#31$"))
    page.locator("#log [data-version='12']").click()
    expect(count).to_have_text(f"Step 12 of {won.version}")
    page.get_by_role("button", name=re.compile(r"^Turn \d+: Waters Rise!")).first.click()
    expect(page.locator("#said")).to_contain_text("Waters Rise!")


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
