"""The page of rules: its numbers are those of docs/rules.md, and what its positions promise happens."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from engine import notation, rules
from engine.reasons import reason_to_json
from engine.shuffles import SEED_BY_HAND
from engine.tiles import ROLE_CARDS, TILE_LETTERS, TILE_NAMES, Role, each_tile
from games.rulebook import CHAPTERS
from games.templatetags.rules import still, with_links
from games.trials import TRIALS, Refused, around

DOCS = (Path(__file__).resolve().parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
NUMBERS = [rule.number for chapter in CHAPTERS for rule in chapter.rules]
EACH = [
    pytest.param(trial, id=f"{number}, {place}")
    for number, trials in TRIALS.items()
    for place, trial in enumerate(trials, 1)
]


class Anchors(HTMLParser):
    """Every id of a page, and every place in it to which something links."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "a" and (found.get("href") or "").startswith("#"):
            self.links.add(found["href"][1:])


@pytest.fixture
def page(client):
    """What strangers read, without a query: no test here is given a database."""
    response = client.get("/rules/")
    assert response.status_code == 200
    return response.content.decode()


def test_the_numbers_are_those_of_the_rules_in_their_order():
    assert re.findall(r"\[([A-Z]-?[A-Z]?\d*)\]", DOCS) == NUMBERS


def test_every_rule_and_every_reason_has_its_place_on_the_page(page):
    anchors = Anchors(page)
    assert len(anchors.ids) == len(set(anchors.ids))
    assert [name for name in anchors.ids if name.startswith("r-")] == [f"r-{number}" for number in NUMBERS]
    reasons = re.findall(r"^\| `\w+` \| ([^|]*) \|", DOCS, flags=re.MULTILINE)
    assert {f"r-{rule}" for cited in reasons for rule in cited.split()} <= set(anchors.ids)
    assert anchors.links <= set(anchors.ids)


def test_a_number_inside_a_sentence_leads_to_its_rule():
    assert with_links("as F4 & R-D, not K11") == ('as <a href="#r-F4">F4</a> &amp; <a href="#r-R-D">R-D</a>, not K11')


def test_positions_belong_to_rules():
    assert set(TRIALS) <= set(NUMBERS)


@pytest.mark.parametrize("trial", EACH)
def test_what_is_promised_happens(trial):
    state = notation.state_from_text(trial.position)
    assert notation.state_to_text(state) == trial.position
    for one in trial.tries:
        if isinstance(one, Refused):
            reason = rules.why_not(state, notation.action_from_text(one.action))
            assert reason is not None, one.action
            assert reason_to_json(reason)["code"] == one.code
        else:
            state = rules.apply(state, notation.action_from_text(one), SEED_BY_HAND).state


@pytest.mark.parametrize("trial", EACH)
def test_the_words_name_what_is_chosen_and_nothing_that_the_picture_leaves_out(trial):
    words = str(trial.words).replace("’", "'")
    named = {tile for tile, name in enumerate(TILE_NAMES) if name in words}
    chosen = {TILE_LETTERS.index(letter) for letter in " ".join(trial.actions) if letter.isupper()}
    assert chosen <= named
    assert named <= set(each_tile(around(trial.position, trial.tries)))
    drawn = still(trial)
    assert all(f"#tile-{TILE_LETTERS[tile]}" in drawn for tile in named)


@pytest.mark.parametrize("trial", EACH)
def test_whoever_is_named_plays(trial):
    seats = {seat.role for seat in notation.state_from_text(trial.position).seats}
    named = {role for role, card in ROLE_CARDS.items() if card.name in str(trial.words)}
    assert named - {Role.EXPLORER} <= seats


def test_every_end_is_tried():
    ends = set()
    for number in ("E1", "E2"):
        for trial in TRIALS[number]:
            state = notation.state_from_text(trial.position)
            for one in trial.tries:
                if isinstance(one, str):
                    state = rules.apply(state, notation.action_from_text(one), SEED_BY_HAND).state
            assert state.outcome is not None
            ends.add(state.outcome.word().partition("-")[0])
    assert ends == {"won", "water", "landing", "treasure", "drowned"}
