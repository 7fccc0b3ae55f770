"""The page of rules: from a why-not to its rule, and positions to try it on, by mouse, touch and keyboard."""

import re

import pytest
from playwright.sync_api import expect

from games.services import lobby
from tests.browser.people import at_table, person, signed_in, started_game
from tests.browser.table import tile, verb
from tests.browser.test_accessibility import faults_of

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SMALL = """finger => [...document.querySelectorAll("main :is(.try, .reset, .go, .rule-number, .contents a)")]
  .filter((one) => one.checkVisibility()).map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && Math.min(box.width, box.height) < finger).map(([name]) => name)"""


def rule(page, number):
    return page.locator(f"#r-{number}")


def begun(page, number):
    """The rule with its first board laid out."""
    found = rule(page, number)
    found.get_by_role("button", name="Try it").first.click()
    expect(found.get_by_role("grid")).to_be_visible()
    return found


def test_a_why_not_leads_to_its_rule_and_the_table_stays(new_page, monkeypatch):
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes(32))  # deals a Messenger at Silver Gate
    ada = person("ada")
    page = signed_in(new_page, ada)
    at_table(page, started_game(ada, person("grace")))
    tile(page, "M").click()
    link = page.locator("#why").get_by_role("link", name="Rule A1")
    expect(link).to_be_visible()
    link.focus()
    with page.expect_popup() as opened:
        page.keyboard.press("Enter")
    rules = opened.value
    expect(rules).to_have_url(re.compile("/rules/#r-A1$"))
    expect(rule(rules, "A1")).to_be_in_viewport()
    expect(page.get_by_role("grid")).to_be_visible()


def test_a_typed_action_that_is_refused_leads_to_its_rule(new_page, monkeypatch):
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes(32))
    ada = person("ada")
    page = signed_in(new_page, ada)
    at_table(page, started_game(ada, person("grace")))
    tile(page, "R").focus()
    page.keyboard.press("/")
    page.keyboard.type("capture o")
    page.keyboard.press("Enter")
    link = page.locator("#why").get_by_role("link", name="Rule A4")
    expect(link).to_have_attribute("href", "/rules/#r-A4")


def test_a_position_is_tried_by_keyboard_alone(new_page):
    page = new_page()
    page.goto("/rules/#r-A1")
    found = rule(page, "A1")
    found.get_by_role("link", name="Rule A1").focus()
    page.keyboard.press("Tab")
    expect(found.get_by_role("button", name=re.compile("^Try it.*Move, A1$"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(found.locator(".tile:focus")).to_be_visible()
    to_tile(page, found, "Q")
    page.keyboard.press("Enter")
    expect(found.locator(".why")).to_contain_text("Phantom Rock has sunk")
    expect(found.locator(".why").get_by_role("link", name="Rule A1")).to_have_attribute("href", "#r-A1")
    page.keyboard.press("Escape")
    to_tile(page, found, "L")
    page.keyboard.press("Enter")
    page.keyboard.press("M")
    expect(found.get_by_role("status").filter(has_text="moved from Copper Gate to Howling Garden")).to_be_visible()
    found.get_by_role("button", name="Put away").focus()
    page.keyboard.press("Enter")
    expect(found.get_by_role("grid")).to_have_count(0)
    expect(found.get_by_role("img", name=re.compile("^Part of the island"))).to_be_visible()


def to_tile(page, found, letter):
    """Walk to a tile of the classic island by arrow keys."""
    rows = ["..SJ..", ".UQVN.", "DBFHPW", "XRLOAE", ".KGMC.", "..TI.."]
    place = {cell: (x, y) for y, row in enumerate(rows) for x, cell in enumerate(row)}
    for _ in range(12):
        here = found.locator(".tile:focus").get_attribute("data-tile")
        if here == letter:
            return
        (x, y), (to_x, to_y) = place[here], place[letter]
        across = "ArrowRight" if to_x > x else "ArrowLeft"
        page.keyboard.press(across if x != to_x and y in (2, 3) else "ArrowDown" if to_y > y else "ArrowUp")
    raise AssertionError(f"no way to {letter}")


def test_boards_by_touch_on_a_phone_keep_within_the_screen(new_page):
    page = new_page(**PHONE)
    page.goto("/rules/#r-R-D")
    assert page.evaluate(SMALL, 44) == []
    found = rule(page, "R-D")
    found.get_by_role("button", name="Try it").tap()
    expect(found.get_by_role("grid")).to_be_visible()
    tile(found, "T").tap()
    verb(found, "Move").tap()
    expect(found.get_by_role("status").filter(has_text="dived from Copper Gate to Temple of the Sun")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate(SMALL, 44) == []


def test_boards_say_why_not_and_what_is_due(new_page):
    page = new_page()
    page.goto("/rules/")
    giving = begun(page, "A3")
    giving.get_by_role("button", name="Explorer").first.click()
    expect(giving.locator(".why")).to_contain_text("The Explorer stands at Fools’ Landing")
    full = begun(page, "H1")
    full.get_by_role("button", name=re.compile("^Draw")).click()
    expect(full.locator(".why")).to_contain_text("Choose a card to put away")
    lift = begun(page, "E1")
    lift.get_by_role("button", name="Helicopter Lift", exact=True).click()
    expect(lift.locator(".why")).to_contain_text("Not yet at Fools’ Landing: you.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_while_boards_are_tried(new_page, scheme):
    page = new_page(color_scheme=scheme)
    page.goto("/rules/")
    for number in ("A4", "H1", "E2"):
        begun(page, number)
    found = rule(page, "E2")
    found.get_by_role("button", name=re.compile("^Draw")).click()
    expect(found.get_by_text("The island is lost: the water has reached the skull.").first).to_be_visible()
    assert faults_of(page, "boards") == []


def test_without_script_pictures_and_words_remain(new_page):
    page = new_page(java_script_enabled=False)
    page.goto("/rules/")
    found = rule(page, "F2")
    expect(found).to_contain_text("It sinks.")
    expect(found.get_by_role("img", name=re.compile("Phantom Rock"))).to_be_visible()
    expect(found.get_by_role("button")).to_have_count(0)


def test_nothing_moves_while_the_page_loads(new_page):
    page = new_page()
    page.add_init_script(
        "window.shifted = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) "
        "window.shifted += one.value; }).observe({ type: 'layout-shift', buffered: true });"
    )
    page.goto("/rules/#r-F6")
    page.wait_for_load_state("networkidle")
    expect(rule(page, "F6")).to_be_in_viewport()
    page.mouse.wheel(0, 1500)
    page.wait_for_timeout(300)
    assert page.evaluate("window.shifted") < 0.01
