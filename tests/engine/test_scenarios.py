"""Every scenario of scenarios/, to the letter of its README."""

import re

import pytest

from engine import notation, rules
from engine.errors import IllegalAction, MalformedNotation
from engine.observation import observe
from tests.engine.every_action import expanded
from tests.engine.scenes import all_scenarios, start_of

SCENARIOS = all_scenarios()


@pytest.mark.parametrize("scenario", [scenario for _, scenario in SCENARIOS], ids=[name for name, _ in SCENARIOS])
def test_the_scenario_holds(scenario):
    error = scenario.get("error")
    if isinstance(error, str):
        assert_refused(scenario, error)
        return
    start = start_of(scenario)
    assert_listed(start, scenario)
    if "public" in scenario:
        assert notation.state_to_text(observe(start)) == scenario["public"]
    state = played(start, scenario)
    if "after" in scenario:
        assert notation.state_to_text(state) == scenario["after"]
    if "over" in scenario:
        assert state.outcome is not None
        assert notation.outcome_to_text(state.outcome) == scenario["over"]


def assert_refused(scenario, error):
    with pytest.raises(MalformedNotation) as refusal:
        start_of(scenario)
    if error.startswith("line"):
        assert str(refusal.value).startswith(f"{error}: ")
    elif error == "record":
        assert re.match(r"line \d+: ", str(refusal.value))


def assert_listed(start, scenario):
    prefix = f"{scenario.get('seat')}:"
    legal = [notation.action_to_text(action) for action in rules.legal_actions(start)]
    assert sorted(expanded(notation.legal_to_json(start))) == sorted(legal)
    listed = [text.removeprefix(prefix) for text in legal if text.startswith(prefix)]
    if "legal" in scenario:
        assert sorted(listed) == sorted(scenario["legal"])
    assert set(scenario.get("includes", ())) <= set(listed)
    assert not set(scenario.get("excludes", ())) & set(listed)


def played(state, scenario):
    seed = bytes.fromhex(scenario.get("seed", "0" * 64))
    for index, text in enumerate(scenario.get("do", ())):
        if index == scenario.get("error"):
            with pytest.raises((IllegalAction, MalformedNotation)):
                rules.apply(state, notation.action_from_text(text), seed)
            return state
        state = rules.apply(state, notation.action_from_text(text), seed).state
    return state
