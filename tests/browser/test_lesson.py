"""The first lesson: from the front page to a game alone, by touch on a phone and by keyboard alone."""

import re
from functools import partial

import pytest
from playwright.sync_api import expect

from engine.tiles import CARD_LETTERS, CARD_NAMES
from games import lesson
from tests.browser import table
from tests.browser.test_keyboard import Keys

pytestmark = pytest.mark.django_db(transaction=True)

STEPS = [moment.step for moment in lesson.moments()]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
VERBS = {"move": "Move|Fly", "shore": "Shore up", "swim": "Swim", "sandbag": "Sand", "capture": "Capture"}
# Where the treasures are captured, and where both pawns stand when a card is given.
STANDS_AT = {"f": "C", "o": "G", "give": "B"}


def at_step(page, number):
    """The step is told, and its position lies on the board."""
    expect(page.locator("#count")).to_have_text(f"{number}/{len(STEPS)}")
    expect(page.locator("#lesson:not([aria-busy])")).to_be_attached()


def verb(page, name):
    return table.verb(page, name)


def tap(page, action):
    """Carry out an action with a finger."""
    match action.partition(":")[2].split():
        case ["draw" | "flood" | "escape"]:
            page.locator("#go").tap()
        case ["shore", first, second]:
            table.tile(page, first).tap()
            verb(page, "Two").tap()
            table.tile(page, second).tap()
            verb(page, "Shore up both").tap()
        case ["give", _, card]:
            table.tile(page, STANDS_AT["give"]).tap()
            verb(page, "Give").tap()
            verb(page, CARD_NAMES[CARD_LETTERS.index(card)]).tap()
        case ["discard", card]:
            page.get_by_role("list", name="Your cards").locator(f"[data-card={card}]").tap()
            verb(page, "Put away").tap()
        case ["lift", _, tile]:
            table.tile(page, "G").tap()
            verb(page, "Lift").tap()
            table.tile(page, tile).tap()
            page.locator("#verbs .is-confirm").tap()
        case [word, tile]:
            table.tile(page, STANDS_AT.get(tile, tile)).tap()
            verb(page, VERBS[word]).tap()


def free_turn(page, play, press):
    """An action as one likes, two treasure cards and three flood cards, each when the one before is there."""
    play("0:move K")
    expect(page.get_by_text("2 of 3 actions left")).to_be_attached()
    for label in (
        "Draw card 1 of 2",
        "Draw card 2 of 2",
        "Flood card 1 of 3",
        "Flood card 2 of 3",
        "Flood card 3 of 3",
    ):
        words = re.compile(re.sub(r" card ", r"(\\s*card)?\\s*", label))
        expect(page.locator("#go[aria-disabled=false]")).to_have_text(words)
        press()


def test_a_stranger_comes_from_the_front_page_through_the_lesson_to_a_game_alone(new_page):
    page = new_page(**PHONE)
    page.goto("/")
    page.get_by_role("link", name="Learn by playing").tap()
    for number, step in enumerate(STEPS, 1):
        at_step(page, number)
        if step.do.startswith("choose "):
            table.tile(page, step.do[-1]).tap()
        elif step.do:
            tap(page, step.do)
        elif step.free:
            free_turn(page, partial(tap, page), page.locator("#go").tap)
        elif number < len(STEPS):
            page.get_by_role("button", name="Next").tap()
    expect(page.get_by_role("heading", name="You made it off the island")).to_be_visible()
    page.get_by_role("button", name="Play alone").tap()
    expect(page).to_have_url(re.compile(r"/games/\w{8}/$"))
    expect(page.get_by_role("grid")).to_be_visible()


class LessonKeys(Keys):
    """What somebody without a mouse presses in the lesson."""

    def play(self, action):
        match action.partition(":")[2].split():
            case ["sandbag", letter]:
                self.choose(letter)
                self.verb("b")
            case ["discard", card]:
                self.tab_to_card(card)
                self.press("Enter")
                self.verb("p")
            case ["lift", _, letter]:
                self.choose("G")
                self.verb("h")
                self.walk(letter)
                self.press("Enter")
                expect(self.page.locator("#verbs .is-confirm")).to_be_focused()
                self.press("Enter")
            case _:
                super().play(action)

    def tab_to_card(self, card):
        self.press("Escape")
        self.tab_until(f".tray [data-card={card}]:focus")

    def tab_until(self, selector):
        for _ in range(30):
            if self.page.locator(selector).count():
                return
            self.press("Tab")
        raise AssertionError(f"the tab key does not come to {selector}")


def test_the_whole_lesson_by_keyboard_alone(new_page):
    page = new_page()
    page.goto("/learn/")
    at_step(page, 1)
    keys = LessonKeys(page)
    for number, step in enumerate(STEPS[:-1], 1):
        at_step(page, number)
        expect(page.locator("#dock[aria-busy=false]")).to_be_attached()
        if step.do.startswith("choose "):
            keys.choose(step.do[-1])
        elif step.do:
            keys.play(step.do)
        elif step.free:
            free_turn(page, keys.play, partial(keys.press, "d"))
        else:
            keys.tab_until("#next:focus")
            keys.press("Enter")
    expect(page.get_by_role("heading", name="You made it off the island")).to_be_visible()


def test_the_lesson_goes_on_where_it_was_left_and_begins_anew_on_request(new_page):
    page = new_page()
    page.goto("/learn/")
    page.get_by_role("combobox", name="Chapter").select_option(label="4. The Pilot’s turn")
    at_step(page, 11)
    page.get_by_role("button", name="Next").click()
    at_step(page, 12)
    page.goto("/rules/")
    page.goto("/learn/")
    at_step(page, 12)
    expect(table.tile(page, "H")).to_have_accessible_name(re.compile("Pilot"))
    page.get_by_role("button", name="Back one step").click()
    at_step(page, 11)
    expect(table.tile(page, "J")).to_have_accessible_name(re.compile("Pilot"))
    page.get_by_role("button", name="Start again").click()
    at_step(page, 1)
    page.goto("/learn/#15")
    at_step(page, 15)
    expect(table.tile(page, "S")).to_have_accessible_name(re.compile("its flood card lies on top"))


def test_what_the_lesson_does_not_want_now_is_answered_kindly(new_page):
    page = new_page()
    page.goto("/learn/#4")
    at_step(page, 4)
    table.tile(page, "G").click()
    verb(page, "Move").click()
    expect(page.locator("#why")).to_contain_text("That is allowed, too.")
    table.tile(page, "W").click()
    expect(page.locator("#why")).to_contain_text("Not next to you.")
    expect(page.locator("#why").get_by_role("link", name="Rule A1")).to_be_visible()
    at_step(page, 4)


def unanswered(page):
    page.route("**/practice.json*", lambda route: route.fulfill(status=200, body="", content_type="application/json"))


def test_a_lesson_whose_board_does_not_come_says_so(new_page):
    page = new_page()
    unanswered(page)
    page.goto("/learn/")
    expect(page.get_by_text("The board did not come.")).to_be_visible()


def test_a_board_whose_answer_does_not_come_says_so_and_goes_on_later(new_page):
    page = new_page()
    page.goto("/learn/#4")
    at_step(page, 4)
    unanswered(page)
    table.tile(page, "H").click()
    verb(page, "Move").click()
    expect(page.locator("#why")).to_contain_text("The answer did not come.")
    page.unroute("**/practice.json*")
    verb(page, "Move").click()
    at_step(page, 5)
