"""A finished game of four gone through together, in four browsers."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from engine import notation, records
from games.models import Game
from games.services import lobby
from tests.browser.people import Line, act, aside, at_table, person, signed_in, started_game
from tests.browser.table import tile
from tests.games.playing import fast_forward

pytestmark = pytest.mark.django_db(transaction=True)

RECORD = Path(__file__).parents[1] / "engine" / "scenarios" / "records" / "water-gulls-4.fir"
PHONE = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark", "has_touch": True}
TOGETHER = "Go through it together"
# Whether nothing of the review reaches over its own edge.
INSIDE = "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.getElementById('review'))"


@pytest.fixture
def four(transactional_db):
    return [person(name) for name in ("ada", "grace", "linus", "mei")]


@pytest.fixture
def almost_over(four, monkeypatch):
    """A game of four before its last action, and that action."""
    record = records.replay_from_text(RECORD.read_text()).record
    *actions, last = [notation.action_to_text(action) for action in record.actions]
    monkeypatch.setattr(lobby, "new_seed", lambda: record.seed)
    game = started_game(*four, layout=record.layout, difficulty=record.difficulty)
    return aside(fast_forward)(game, four, actions), last


@pytest.fixture
def over(almost_over, four):
    game, last = almost_over
    act(game, four[int(last[0])], last)
    return Game.objects.get(pk=game.pk)


def together(page):
    return page.get_by_role("region", name="Together")


def says(page, words):
    expect(page.locator("#review-words")).to_have_text(words)


def at_step(page, step):
    expect(page.locator("#count")).to_have_text(re.compile(f"^Step {step} of "))


def join(page, game):
    page.goto(f"/games/{game.public_id}/replay/#together")
    expect(together(page)).to_be_visible()
    return page


def test_four_go_through_their_game_together(new_page, almost_over, four):
    game, last = almost_over
    ada, grace, linus, mei = pages = [signed_in(new_page, user) for user in four]
    for page in pages:
        at_table(page, game)
    act(game, four[int(last[0])], last)

    # from the table to the review in one press; who comes first leads
    ada.get_by_role("link", name=TOGETHER).click()
    says(ada, "You lead.")
    for page in (grace, linus):
        page.get_by_role("link", name="ada goes through the game: join").click()
        says(page, "ada leads, you follow.")
    expect(mei.get_by_role("link", name="ada goes through the game: join")).to_be_visible()
    mei.keyboard.press("r")
    says(mei, "ada leads, you follow.")

    # where she goes they go
    ada.keyboard.press("PageDown")
    ada.keyboard.press("ArrowRight")
    step = int(ada.locator("#count").inner_text().split()[1])
    assert step > 1
    for page in pages:
        at_step(page, step)
    ada.get_by_role("slider", name="Step of the game").focus()
    for _ in range(30):
        ada.keyboard.press("ArrowRight")
    for page in pages:
        at_step(page, step + 30)

    # one looks on her own, and comes back
    mei.keyboard.press("ArrowLeft")
    says(mei, "ada leads. You look on your own.")
    ada.keyboard.press("ArrowRight")
    at_step(grace, step + 31)
    at_step(mei, step + 29)
    mei.get_by_role("button", name="Follow ada").click()
    at_step(mei, step + 31)
    mei.get_by_role("button", name="Play", exact=True).click()
    says(mei, "ada leads. You look on your own.")
    mei.get_by_role("button", name="Pause").click()
    mei.keyboard.press("j")
    says(mei, "ada leads, you follow.")
    mei.keyboard.press("j")
    says(mei, "ada leads. You look on your own.")


@pytest.fixture
def four_pages(new_page, over, four):
    """Their pages, on which ada leads."""
    pages = [signed_in(new_page, user) for user in four]
    for page in pages:
        join(page, over)
    says(pages[0], "You lead.")
    return pages


def test_talk_and_pointing_go_on(four_pages):
    _, grace, linus, _ = pages = four_pages
    grace.keyboard.press("t")
    grace.keyboard.type("here it went wrong")
    grace.keyboard.press("Enter")
    for page in pages:
        expect(page.get_by_role("region", name="Chat")).to_contain_text("here it went wrong")
    tile(linus, "K").dblclick()
    for page in pages:
        expect(page.locator("#pointed")).to_contain_text("linus points at")
        expect(tile(page, "K").locator(".pointed")).to_contain_text("linus")
    tile(grace, "L").click()
    grace.get_by_label("What to say about the chosen tile").select_option("This may sink soon")
    grace.get_by_role("button", name="Point at the tile").click()
    expect(tile(pages[0], "L").locator(".pointed")).to_contain_text("grace This may sink soon")


def test_the_leader_leaves_and_somebody_else_leads_on(four_pages):
    ada, grace, linus, mei = four_pages
    ada.get_by_role("link", name="Back to the table").click()
    expect(ada.get_by_role("link", name=TOGETHER)).to_be_visible()
    for page in (grace, linus, mei):
        says(page, "Nobody leads.")
    linus.get_by_role("button", name="Lead").click()
    says(linus, "You lead.")
    expect(ada.get_by_role("link", name="linus goes through the game: join")).to_be_visible()
    linus.keyboard.press("Home")
    for page in (grace, mei):
        says(page, "linus leads, you follow.")
        at_step(page, 0)
    linus.get_by_role("button", name="Hand over").click()
    says(grace, "Nobody leads.")


def test_a_leader_whose_line_drops_leads_on(new_page, over, four):
    ada, grace = (signed_in(new_page, user) for user in four[:2])
    line = Line(ada)
    join(ada, over)
    join(grace, over)
    says(grace, "ada leads, you follow.")
    line.cut()
    says(grace, "Nobody leads.")
    ada.keyboard.press("ArrowRight")
    expect(ada.locator("#review-notice")).to_contain_text("Connection lost.")
    line.mend()
    says(grace, "ada leads, you follow.")
    says(ada, "You lead.")
    for page in (ada, grace):
        at_step(page, 1)


def test_who_looks_at_an_old_game_alone_finds_nothing_in_the_way(new_page, over, four):
    for page in (new_page(), signed_in(new_page, four[0]), signed_in(new_page, person("carol"))):
        page.goto(f"/games/{over.public_id}/replay/")
        expect(page.get_by_role("grid")).to_be_visible()
        page.keyboard.press("ArrowRight")
        at_step(page, 1)
        expect(together(page)).to_be_hidden()
        page.context.close()


def test_a_stranger_follows_and_may_neither_lead_nor_talk(new_page, over, four):
    ada, stranger = signed_in(new_page, four[0]), new_page()
    join(ada, over)
    says(ada, "You lead. Nobody else is here yet.")
    stranger.goto(f"/games/{over.public_id}/replay/")
    says(stranger, "ada leads, you follow.")
    expect(stranger.get_by_role("region", name="Chat")).to_contain_text("Sign in to talk.")
    expect(stranger.get_by_label("What to say about the chosen tile")).to_be_hidden()
    ada.get_by_role("button", name="Hand over").click()
    says(stranger, "Nobody leads.")
    expect(together(stranger).get_by_role("button")).to_have_count(0)


def test_a_link_to_a_moment_stays_there_while_somebody_leads(new_page, over, four):
    ada, grace = (signed_in(new_page, user) for user in four[:2])
    join(ada, over)
    grace.goto(f"/games/{over.public_id}/replay/#12")
    says(grace, "ada leads. You look on your own.")
    at_step(grace, 12)


def test_on_a_phone_talk_opens_from_the_lower_edge_and_axe_finds_nothing(new_page, over, four):
    ada, grace = signed_in(new_page, four[0]), signed_in(new_page, four[1], **PHONE)
    join(ada, over)
    join(grace, over)
    says(grace, "ada leads, you follow.")
    expect(grace.get_by_label("Message to the table")).to_be_hidden()
    ada.get_by_label("Message to the table").fill("look at the meter")
    ada.keyboard.press("Enter")
    grace.get_by_role("button", name="Talk 1").tap()
    expect(grace.get_by_role("region", name="Chat")).to_contain_text("look at the meter")
    for page in (ada, grace):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(INSIDE)
        faults = [(one["id"], one["nodes"][0]["html"]) for one in Axe().run(page).response["violations"]]
        assert not faults, faults
    heights = [
        one.bounding_box()["height"] for one in [*together(grace).get_by_role("button").all(), grace.locator("#say")]
    ]
    assert min(heights) >= 44
