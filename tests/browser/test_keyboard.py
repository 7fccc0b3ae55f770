"""A whole game for one, won by keyboard alone: arrows, Enter, a letter for each verb, and typed words."""

import re

import pytest
from playwright.sync_api import expect

from engine.tiles import CARD_LETTERS, CARD_NAMES, TILE_LETTERS, TILE_NAMES
from games.services import lobby
from tests.browser import scripted_game, table
from tests.browser.people import at_table, person, signed_in, started_game
from tests.games.playing import actions_of

pytestmark = pytest.mark.django_db(transaction=True)

# The arrow keys that lead from the tile with the focus to another one, fewest first.
WAY = """async ([grid, to]) => {
  const { nextTile } = await import(grid);
  const rows = [...document.querySelectorAll("[role=row]")].map((row) =>
    [...row.children].map((cell) => (cell.firstElementChild ? { tile: cell.firstElementChild.dataset.tile } : null)));
  const ways = new Map([[document.activeElement.dataset.tile, []]]);
  for (const [tile, way] of ways)
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      const next = nextTile(rows, tile, key);
      if (!ways.has(next)) ways.set(next, [...way, key]);
    }
  return ways.get(to);
}"""


class Keys:
    """What somebody without a mouse presses."""

    def __init__(self, page):
        self.page = page
        self.press = page.keyboard.press
        self.grid = page.evaluate("new URL('grid.js', document.querySelector('script[type=module]').src).href")

    def choose(self, letter):
        """Back to the island, walk to the tile, choose it."""
        self.press("Escape")
        self.walk(letter)
        self.press("Enter")

    def walk(self, letter):
        expect(self.page.locator(".tile:focus")).to_be_visible()
        for key in self.page.evaluate(WAY, [self.grid, letter]):
            self.press(key)
        expect(table.tile(self.page, letter)).to_be_focused()

    def verb(self, key):
        """Press the key of a verb that is offered, when nothing is on its way any more."""
        ready = self.page.locator("#verbs button[aria-disabled=false]")
        expect(ready.filter(has=self.page.locator("kbd").get_by_text(key.upper(), exact=True))).to_be_visible()
        self.press(key)

    def type(self, words):
        self.press("/")
        expect(self.page.get_by_role("combobox", name="Action")).to_be_focused()
        self.page.keyboard.type(words)
        self.press("Enter")
        self.press("Escape")

    def play(self, action):
        seat, _, words = action.partition(":")
        word, *arguments = words.split()
        match word, arguments:
            case (("draw" | "flood" | "escape"), []):
                self.press("Escape")
                self.press("d")
            case (("move" | "swim"), [letter]):
                self.choose(letter)
                self.verb("w" if word == "swim" else "m")
            case "shore", [letter]:
                self.choose(letter)
                self.verb("s")
            case "shore", [letter, second]:
                self.choose(letter)
                self.verb("e")
                self.walk(second)
                self.press("Enter")
                expect(self.page.get_by_role("button", name="Shore up both")).to_be_focused()
                self.press("Enter")
            case "capture", _:
                self.press("Escape")
                self.press(str(int(seat) + 1))
                self.press("c")
            case "give", [receiver, card]:
                self.press("Escape")
                self.press(str(int(receiver) + 1))
                self.tab_to(f"Give {CARD_NAMES[CARD_LETTERS.index(card)]}")
                self.press("Enter")
            case "discard", [card]:
                self.type(f"put away {CARD_NAMES[CARD_LETTERS.index(card)]}")
            case _:
                self.type(action)

    def tab_to(self, name):
        """From the first of the verbs to the one of that name."""
        expect(self.page.locator("#verbs button:focus")).to_be_visible()
        for _ in range(8):
            if self.page.locator("#verbs button:focus").inner_text().replace("\n", " ").startswith(name):
                return
            self.press("Tab")
        raise AssertionError(f"no verb {name}")


def test_a_whole_game_is_won_by_keyboard_alone(new_page, monkeypatch):
    monkeypatch.setattr(lobby, "new_seed", lambda: scripted_game.SEED)
    ada = person("ada")
    page = signed_in(new_page, ada)
    at_table(page, started_game(ada))
    table.tile(page, "B").focus()
    keys = Keys(page)
    for version, action in enumerate(actions_of(scripted_game.ACTIONS), 1):
        keys.play(action)
        expect(table.entry(page, version)).to_be_attached()
    expect(page.get_by_role("heading", name="You made it off the island")).to_be_visible()


def test_the_keys_are_listed_and_lead_back(new_page):
    ada = person("ada")
    page = signed_in(new_page, ada)
    at_table(page, started_game(ada))
    first = TILE_NAMES[TILE_LETTERS.index("J")].replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")
    island = page.get_by_role("grid")
    island.get_by_role("button", name=re.compile(f"^{first},")).focus()
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keys")).to_be_focused()
    expect(page.get_by_role("complementary", name="Keys")).to_contain_text("type an action")
    page.keyboard.press("Escape")
    expect(island.get_by_role("button", name=re.compile(f"^{first},"))).to_be_focused()


def test_what_is_typed_and_means_nothing_is_answered(new_page):
    ada = person("ada")
    page = signed_in(new_page, ada)
    at_table(page, started_game(ada))
    keys = Keys(page)
    page.locator(".tile[tabindex='0']").focus()
    keys.type("sing a song")
    expect(page.get_by_text("No action is called so.")).to_be_visible()
    keys.type("flood")
    expect(page.get_by_text("The treasure cards come first.")).to_be_visible()


def test_a_phrase_reaches_the_others(new_page):
    ada, grace = person("ada"), person("grace")
    game = started_game(ada, grace)
    page, other = signed_in(new_page, ada), signed_in(new_page, grace)
    for one in (page, other):
        at_table(one, game)
    table.tile(page, "K").click()
    table.verb(page, "Point").click()
    page.get_by_role("complementary").get_by_role("button", name="Shore this up").click()
    expect(other.get_by_role("status").filter(has_text="ada points at Gold Gate: Shore this up.")).to_be_attached()
    expect(table.tile(other, "K")).to_contain_text("Shore this up")
    expect(page.get_by_role("complementary")).to_be_hidden()


class HeldAnswers:
    """The `ok` of each action of a page that has not been loaded yet: kept back until it is let through."""

    def __init__(self, page):
        self._kept = []
        self._holds = True
        page.route_web_socket("**/ws/games/**", self._opened)

    def _opened(self, socket):
        self._socket = socket
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(self._heard)

    def _heard(self, frame):
        if self._holds and '"ok"' in frame:
            self._kept.append(frame)
        else:
            self._socket.send(frame)

    def let_through(self):
        self._holds = False
        while self._kept:
            self._socket.send(self._kept.pop(0))


@pytest.fixture
def held(new_page, monkeypatch):
    """Ada's page after her first card, which has not been answered: the page, her game and the answers."""
    monkeypatch.setattr(lobby, "new_seed", lambda: scripted_game.SEED)
    page = signed_in(new_page, ada := person("ada"))
    answers = HeldAnswers(page)
    at_table(page, game := started_game(ada))
    page.locator(".tile[tabindex='0']").focus()
    page.keyboard.press("d")
    expect(table.entry(page, 1)).to_be_attached()
    expect(page.locator("#dock[aria-busy=true]")).to_be_attached()
    return page, game, answers


def test_a_key_pressed_before_the_answer_does_what_it_does_when_the_answer_is_there(held):
    page, game, answers = held
    page.keyboard.press("d")
    page.wait_for_timeout(300)
    assert game.actions.count() == 2
    answers.let_through()
    expect(table.entry(page, 2)).to_be_attached()
    expect(page.locator("#dock[aria-busy=false]")).to_be_attached()
    assert game.actions.count() == 3


def test_only_the_last_key_before_the_answer_counts(held):
    page, game, answers = held
    page.keyboard.press("d")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("draw")
    page.keyboard.press("Enter")
    answers.let_through()
    expect(table.entry(page, 2)).to_be_attached()
    expect(page.locator("#dock[aria-busy=false]")).to_be_attached()
    assert game.actions.count() == 3
