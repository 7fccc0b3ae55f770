"""The pages about programs: the description of the API under the strict policy, and one's tokens."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.people import person, signed_in

# The green of the page behind the description, and that of its title.
COLOURS = """() => {
  const green = (element, name) => Number(getComputedStyle(element)[name].match(/\\d+/g)[1]);
  const pages = document.querySelector(".api-pages");
  return [green(pages, "backgroundColor"), green(pages.querySelector(".info .title"), "color")];
}"""

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_api_is_read_and_tried_in_a_browser(new_page):
    page = new_page()
    page.goto("/api/")
    operation = page.locator("#operations-rating-rating_rules")
    operation.get_by_role("button").first.click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table tbody .response-col_status").first).to_contain_text("200")


def test_the_api_is_dark_when_the_site_is(new_page):
    page = new_page(color_scheme="dark")
    page.goto("/api/")
    title = page.get_by_role("heading", name="Tidewatch").first
    expect(title).to_be_visible()
    paper, ink = page.evaluate(COLOURS)
    assert paper < 60 < 180 < ink
    page.get_by_label("Colours").select_option("light")
    paper, ink = page.evaluate(COLOURS)
    assert ink < 90 < 240 < paper


def test_a_token_is_made_and_revoked(new_page):
    page = signed_in(new_page, person("ada"), viewport={"width": 360, "height": 740})
    page.goto("/accounts/settings/")
    page.get_by_role("link", name="API tokens").click()
    page.get_by_label("What is it for?").fill("my script")
    page.get_by_label("Play: act at my tables").check()
    page.get_by_label("30 days").check()
    page.get_by_role("button", name="Make it").click()
    shown = page.get_by_role("status").get_by_text(re.compile(r"^tw_\w{8}_"))
    expect(shown).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Revoke my script").click()
    expect(page.get_by_text("No token yet.")).to_be_visible()
    expect(shown).to_be_hidden()
