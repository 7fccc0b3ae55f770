"""The first lesson: the engine plays its script, and what the words take for granted really happens."""

import json
from itertools import pairwise
from random import Random

import pytest

from engine import notation, rules
from engine.events import TurnBegan
from engine.shuffles import SEED_BY_HAND
from engine.state import End
from games import lesson
from games.lesson import CHAPTERS, Step

MOMENTS = lesson.moments()
FREE = [moment for moment in MOMENTS if moment.step.free]


def happened(position, action):
    step = rules.apply(notation.state_from_text(position), notation.action_from_text(action), SEED_BY_HAND)
    return notation.state_to_text(step.state), [brief(notation.event_to_json(event)) for event in step.events]


def brief(event):
    """An event as the script writes it: its kind, and its tile, card, treasure or what else it is about."""
    about = ("tile", "card", "treasure", "level", "deck", "outcome", "to")
    what = next((str(event[key]) for key in about if key in event), "")
    return f"{event['type']} {what}".strip()


@pytest.mark.parametrize("index", range(len(MOMENTS)))
def test_every_step_brings_what_the_next_one_says(index):
    step, position = MOMENTS[index].step, MOMENTS[index].position
    events = []
    for action in lesson.actions_of(step):
        position, brought = happened(position, action)
        events += brought
    assert set(step.brings) <= set(events)
    assert bool(step.brings) == bool(lesson.actions_of(step))
    follower = MOMENTS[index + 1] if index + 1 < len(MOMENTS) else None
    if follower and not CHAPTERS[follower.chapter].position:
        assert follower.position == position


def test_the_lesson_ends_with_a_win():
    outcome = notation.state_from_text(MOMENTS[-1].position).outcome
    assert outcome is not None
    assert outcome.end is End.WON


def test_what_the_learner_is_to_do_is_for_an_own_seat_and_what_plays_by_itself_is_not():
    for chapter, step, *_ in MOMENTS:
        own = CHAPTERS[chapter].own
        if step.do and not step.do.startswith("choose "):
            assert int(step.do[0]) in own
        assert all(int(action[0]) not in own for action in step.plays)
        assert not (step.do and step.plays)
        assert not (step.free and (step.do or step.plays))


@pytest.mark.parametrize("chance", range(40))
@pytest.mark.parametrize("moment", FREE)
def test_whatever_is_done_in_a_free_step_the_turn_ends_and_nothing_is_lost(moment, chance):
    state, random = notation.state_from_text(moment.position), Random(chance)
    own, ended = CHAPTERS[moment.chapter].own, False
    while not ended:
        options = [action for action in rules.legal_actions(state) if action.seat in own]
        assert options
        state, events = rules.apply(state, random.choice(options), SEED_BY_HAND)
        assert state.outcome is None
        ended = any(isinstance(event, TurnBegan) for event in events)


def test_what_everybody_knows_of_the_flood_pile_is_told_at_every_step():
    told = lesson.lesson_json()
    for step in told:
        pile = step["position"].split(" ")[6].partition("/")[0]
        assert sorted("".join(step["layers"])) == sorted(pile)
    after_the_rise = next(step for step in told if step["do"] == "0:sandbag S")
    assert after_the_rise["layers"][0] == "HLMOPQSV"


def test_a_chapter_after_a_free_step_has_a_position_of_its_own():
    for chapter, after in pairwise(CHAPTERS):
        assert not any(step.free for step in chapter.steps[:-1])
        assert after.position or not chapter.steps[-1].free


def test_every_step_names_a_rule_and_says_little():
    for chapter in CHAPTERS:
        for step in chapter.steps:
            assert isinstance(step, Step)
            assert step.rule
            assert len(str(step.words)) <= 125


def test_the_page_is_for_everybody_and_carries_the_whole_script(client):
    response = client.get("/learn/")
    assert response.status_code == 200
    script = response.text.split('id="lesson-steps" type="application/json">')[1].split("</script>")[0]
    assert json.loads(script) == json.loads(json.dumps(lesson.lesson_json()))
    for chapter in CHAPTERS:
        assert str(chapter.name) in response.text
