"""The table on one screen, whatever the island's shape: no scrolling, nothing over anything else, room for a finger."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from engine.layouts import LAYOUTS
from engine.tiles import TILE_LETTERS
from games.services import lobby
from tests.browser import table
from tests.browser.people import act, aside, at_table, person, signed_in, started_game
from tests.browser.scripted_game import ACTIONS, SEED
from tests.games.playing import actions_of, fast_forward

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
ACROSS = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True}
TALL = {"viewport": {"width": 412, "height": 915}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}
DESK = {"viewport": {"width": 1440, "height": 900}}
FINGER = 44

FAULTS = """finger => {
  const faults = [];
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) faults.push(`scrolls: ${scrollWidth} by ${scrollHeight}`);
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".vh, .skip");
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter(shown)
    .map((element) => [element, element.getBoundingClientRect()]).filter(([, box]) => box.width > 1 && box.height > 1);
  const named = (element) =>
    element.getAttribute("aria-label") || element.id || element.textContent || element.className;
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

  const within = (outer, box) => box.left >= outer.left - 1 && box.right <= outer.right + 1
    && box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const parts = boxes(".bar, .crew, .sea, .water, .treasures, .decks, .dock, .talk, .tabs");
  for (const [one, box] of parts) if (!within(screen, box)) faults.push(`${one.className} leaves the screen`);
  const words = ".dock .turn, .chosen > svg, .about h2, .about p, .why, .end > :not(.row-of), .end .row-of > *";
  const inDock = boxes(`${words}, .verbs > *, .tray > *, .go, .hold, .undo`);
  for (const group of [parts, boxes("[role=gridcell]:has(button)"), boxes(".seat"), inDock])
    group.forEach(([one, a], index) => group.slice(index + 1)
      .forEach(([other, b]) => meet(a, b) && faults.push(`${named(one)} over ${named(other)}`)));
  const [[, sea]] = boxes(".sea");
  for (const [cell, box] of boxes("[role=gridcell]:has(button)"))
    if (!within(sea, box)) faults.push(`${named(cell.firstElementChild)} leaves the sea`);
  const [[, dock]] = boxes(".dock");
  for (const [part, box] of inDock) if (!within(dock, box)) faults.push(`${named(part)} leaves the dock`);

  for (const [button, box] of finger ? boxes("button, a.btn, input, select") : []) {
    const reach = getComputedStyle(button, "::after");
    const grown = reach.content !== "none" && reach.position === "absolute";
    const width = Math.max(box.width, grown ? parseFloat(reach.width) : 0);
    const height = Math.max(box.height, grown ? parseFloat(reach.height) : 0);
    if (Math.min(width, height) < finger) faults.push(`${named(button)} is ${width} by ${height}`);
  }
  return faults;
}"""


@pytest.mark.parametrize(
    ("screen", "finger"),
    [(PHONE, FINGER), (ACROSS, FINGER), (TABLET, FINGER), (DESK, 0)],
    ids=["phone", "phone across", "tablet", "desk"],
)
def test_every_island_has_room(new_page, screen, finger):
    people = [person(name) for name in ("ada", "grace", "linus-of-the-lake", "mei")]
    page = signed_in(new_page, people[0], **screen)
    faults = {}
    for layout in LAYOUTS:
        at_table(page, started_game(*people, layout=layout, pace="live5"))
        found = page.evaluate(FAULTS, finger)
        page.locator(".tile.flooded").last.click()
        expect(page.locator("#chosen")).to_contain_text("flooded")
        found += page.evaluate(FAULTS, finger)
        if found:
            faults[layout] = sorted(set(found))
    assert faults == {}


WATCH_ISLAND = """() => {
  const places = new Set();
  const note = () => {
    const { x, y, width, height } = document.getElementById("isle").getBoundingClientRect();
    places.add([x, y, width, height].map(Math.round).join());
    window.places = [...places];
    requestAnimationFrame(note);
  };
  note();
}"""
CALM = {"reduced_motion": "reduce"}


def test_the_island_stays_where_it_is_whatever_happens(new_page, monkeypatch):
    """Hands over the limit, a pawn that must swim, what cannot be done and why: none of it moves the island."""
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)
    ada, grace = person("ada"), person("grace")
    game = started_game(ada, grace)
    screens: dict[str, dict[str, Any]] = {
        "phone": PHONE,
        "phone across": ACROSS,
        "tall phone": TALL,
        "tablet": TABLET,
        "desk": DESK,
    }
    pages = {name: signed_in(new_page, ada, **screen, **CALM) for name, screen in screens.items()}
    for page in pages.values():
        at_table(page, game)
        page.evaluate(WATCH_ISLAND)
    until_grace_has_swum = actions_of(ACTIONS)[:108]
    for version, action in enumerate(until_grace_has_swum, 1):
        act(game, (ada, grace)[int(action[0])], action)
        if "discard" in action or "swim" in action:
            for page in pages.values():
                expect(table.entry(page, version)).to_be_attached()
    for page in pages.values():
        table.tile(page, "L").click()
        expect(page.locator("#why")).to_contain_text("No move")
    assert {name: page.evaluate("window.places.length") for name, page in pages.items()} == dict.fromkeys(pages, 1)


# Deals the Diver to seat 0, of whom there is most to say.
DIVER_FIRST = bytes([5]) * 32


@pytest.mark.parametrize("screen", [PHONE, TABLET, {"viewport": {"width": 1280, "height": 720}}, DESK])
def test_the_island_stays_where_it_is_whatever_is_said_of_a_tile(new_page, monkeypatch, screen):
    monkeypatch.setattr(lobby, "new_seed", lambda: DIVER_FIRST)
    page = signed_in(new_page, ada := person("ada"), **screen)
    at_table(page, started_game(ada, ada, ada, ada, layout="atoll"))
    page.evaluate(WATCH_ISLAND)
    for letter in TILE_LETTERS:
        table.tile(page, letter).click()
        expect(page.locator("#chosen h2")).to_have_text(
            table.tile(page, letter).get_attribute("aria-label").split(",")[0]
        )
        page.wait_for_timeout(100)  # for the answer why not
    assert page.evaluate("window.places.length") == 1


@pytest.mark.parametrize("size", [(768, 1024), (1024, 768), (1280, 720), (1440, 900)])
def test_what_the_treasure_deck_has_left_is_on_the_screen(new_page, size):
    page = signed_in(new_page, ada := person("ada"), viewport={"width": size[0], "height": size[1]})
    at_table(page, started_game(ada))
    kinds = page.get_by_role("list", name="Left in the treasure draw pile").first.get_by_role("listitem")
    expect(kinds).to_have_count(7)
    for kind in kinds.all():
        expect(kind).to_be_in_viewport(ratio=1)
    assert page.evaluate(FAULTS, 0) == []


@pytest.mark.parametrize("screen", [PHONE, ACROSS, TABLET], ids=["phone", "phone across", "tablet"])
def test_the_end_of_a_game_has_room(new_page, monkeypatch, screen):
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)
    ada, grace = person("ada"), person("grace")
    game = aside(fast_forward)(started_game(ada, grace), [ada, grace], actions_of(ACTIONS)[:-1])
    act(game, ada, "0:escape")
    page = signed_in(new_page, ada, **screen)
    at_table(page, game)
    expect(page.get_by_role("link", name="Go through it together")).to_be_visible()
    assert page.evaluate(FAULTS, FINGER) == []


@pytest.mark.parametrize("layout", ["arch", "bridge"])
def test_a_tall_island_keeps_room_for_a_finger_at_the_end(new_page, layout):
    page = signed_in(new_page, ada := person("ada"), **PHONE)
    at_table(page, started_game(ada, layout=layout))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give the game up…").click()
    page.get_by_role("button", name="Give the game up", exact=True).click()
    expect(page.get_by_role("link", name="Step through").first).to_be_visible()
    assert page.evaluate(FAULTS, FINGER) == []


# Deals the Messenger in seat 0 a Helicopter Lift, where four play.
LIFT_FOR_FOUR = bytes([50]) * 32


@pytest.mark.parametrize("screen", [PHONE, ACROSS], ids=["phone", "phone across"])
def test_four_pawns_to_lift_have_room_in_one_row(new_page, monkeypatch, screen):
    monkeypatch.setattr(lobby, "new_seed", lambda: LIFT_FOR_FOUR)
    ada = person("ada")
    page = signed_in(new_page, ada, **screen)
    at_table(page, started_game(ada, ada, ada, ada, layout="arch"))
    page.evaluate(WATCH_ISLAND)
    page.get_by_role("grid").get_by_role("button", name=re.compile("Messenger")).click()
    table.verb(page, "Lift").click()
    page.get_by_role("grid").get_by_role("button", name=re.compile("you can choose it")).first.click()
    choices = page.get_by_role("group", name="What you can do here").get_by_role("button")
    expect(choices).to_have_count(6)
    assert len({round(choice.bounding_box()["y"]) for choice in choices.all()}) == 1
    assert page.evaluate(FAULTS, FINGER) == []
    assert page.evaluate("window.places.length") == 1


@pytest.mark.parametrize(
    "size", [(720, 450), (512, 384), (640, 360)], ids=["desk at 200 %", "tablet at 200 %", "phone across"]
)
def test_a_low_window_shows_island_and_dock_at_once(new_page, size):
    page = signed_in(new_page, ada := person("ada"), viewport={"width": size[0], "height": size[1]})
    at_table(page, started_game(ada))
    page.locator(".tile.flooded").first.click()
    expect(page.get_by_role("button", name="Draw")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("grid")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


OVERLAPS = """() => {
  const parts = [...document.querySelectorAll(".is-due > :not(.seats), .is-due .pawn")]
    .map((part) => part.getBoundingClientRect());
  return parts.filter((a, index) => parts.slice(index + 1).some((b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)).length;
}"""


@pytest.mark.parametrize("width", [320, 360])
def test_a_game_that_waits_for_somebody_has_room_in_the_lobby(new_page, width):
    page = signed_in(new_page, ada := person("ada"), viewport={"width": width, "height": 740})
    started_game(ada, ada, ada, ada)
    page.goto("/")
    expect(page.get_by_text("your turn", exact=True)).to_be_visible()
    assert page.evaluate(OVERLAPS) == 0
    pawns = page.get_by_role("img", name="4 of 4 seats taken")
    expect(pawns).to_be_in_viewport(ratio=1)
    assert pawns.bounding_box()["width"] >= 4 * 24
