"""axe finds nothing on any page, on a phone and on a desk, by day and by night."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.models import Game
from games.services import lobby
from tests.browser.people import act, aside, at_table, open_table, person, signed_in, started_game
from tests.games.playing import actions_of, fast_forward
from tests.games.test_whole_game import SEED, WON

pytestmark = pytest.mark.django_db(transaction=True)

SCREENS = [
    {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"},
    {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"},
]


@pytest.fixture
def addresses(monkeypatch):
    """A signed-in user, and the addresses of pages with something on them: those that scripts fill, and the others."""
    ada, grace = person("ada"), person("grace")
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)
    running = started_game(ada, grace)
    over = aside(fast_forward)(started_game(ada, grace), [ada, grace], actions_of(WON)[:-1])
    act(over, ada, "0:escape")
    waiting = open_table(ada, rated=True)
    game = f"/games/{over.public_id}/"
    assert Game.objects.count() == 3
    filled = [
        "/",
        f"/games/{waiting.public_id}/",
        f"/games/{running.public_id}/",
        game,
        f"{game}result/",
        f"{game}replay/",
    ]
    whole = [
        "/games/",
        "/import/",
        "/ladder/",
        "/players/ada/",
        "/players/ada/games/",
        "/accounts/settings/",
        "/accounts/email/",
        "/accounts/tokens/",
        "/accounts/close/",
        "/accounts/password/change/",
    ]
    return ada, filled, whole


STRANGERS = ["/rules/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]


@pytest.mark.parametrize("screen", SCREENS, ids=["phone at night", "desk by day"])
def test_axe_finds_nothing_and_nothing_overflows(new_page, addresses, screen):
    ada, filled, whole = addresses
    page, stranger = signed_in(new_page, ada, **screen), new_page(**screen)
    found = faults_at(page, filled, "networkidle") + faults_at(page, whole, "load")
    found += faults_at(stranger, ["/", "/learn/"], "networkidle") + faults_at(stranger, STRANGERS, "load")
    assert not found, found


def faults_at(page, paths, ready):
    """What is wrong at these addresses, one after another, each when it is ready: `load`, or `networkidle`."""
    found = []
    for path in paths:
        page.goto(path, wait_until=ready)
        found += faults_of(page, path)
    return found


@pytest.mark.parametrize("screen", SCREENS, ids=["phone at night", "desk by day"])
def test_axe_finds_nothing_at_a_table_while_somebody_plays(new_page, screen):
    ada = person("ada")
    page = signed_in(new_page, ada, **screen)
    at_table(page, started_game(ada, person("grace")))
    page.locator(".tile.flooded").first.click()
    found = faults_of(page, "a chosen tile")
    for name, key in {"the keys": "?", "a typed action": "/"}.items():
        page.locator(".tile[tabindex='0']").focus()
        page.keyboard.press(key)
        found += faults_of(page, name)
        page.keyboard.press("Escape")
    for name in ("menu", "crew", "decks", "hand", "fair"):
        page.locator(f"[data-opens={name}]").first.evaluate("button => button.click()")
        expect(page.locator("#sheet")).to_be_visible()
        found += faults_of(page, name)
        page.keyboard.press("Escape")
    assert not found, found


def faults_of(page, where):
    found = [(where, fault["id"], fault["nodes"][0]["html"]) for fault in Axe().run(page).response["violations"]]
    if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
        found.append((where, "wider than the screen", ""))
    return found
