"""The engine against the second reading of the rules in oracle.py, in random games: same lists, same positions."""

from random import Random

import pytest

from engine import notation, rules
from engine.deal import new_game
from engine.layouts import LAYOUTS
from engine.records import replay_from_text
from engine.tiles import DIFFICULTIES
from tests.engine import oracle
from tests.engine.choosing import choose
from tests.engine.scenes import recorded_games


def assert_same_game(number: int, play_badly: bool) -> None:
    choices = Random(f"oracle {number}")
    seed = choices.randbytes(32)
    layout = list(LAYOUTS)[number % len(LAYOUTS)]
    difficulty, seats = choices.choice(list(DIFFICULTIES)), 2 + number % 3
    state = new_game(seed, layout, difficulty, seats)
    position = oracle.deal(seed.hex(), LAYOUTS[layout].rows, DIFFICULTIES[difficulty], seats)
    assert notation.state_to_text(state) == position
    while state.outcome is None:
        legal = rules.legal_actions(state)
        assert sorted(map(notation.action_to_text, legal)) == oracle.legal(position)
        action = choices.choice(legal) if play_badly else choose(state, legal, choices)
        state = rules.apply(state, action, seed).state
        position = oracle.play(position, notation.action_to_text(action), seed.hex())
        assert notation.state_to_text(state) == position
    assert oracle.legal(position) == []


@pytest.mark.parametrize("number", range(60))
def test_a_game_played_at_random_is_the_same_by_both_readings(number):
    assert_same_game(number, play_badly=True)


@pytest.mark.parametrize("number", range(100, 140))
def test_a_game_played_to_win_is_the_same_by_both_readings(number):
    assert_same_game(number, play_badly=False)


@pytest.mark.parametrize("path", recorded_games(), ids=lambda path: path.stem)
def test_a_recorded_game_is_the_same_by_both_readings(path):
    """These hold what games at random never come to: captures and victories."""
    record, states = replay_from_text(path.read_text(encoding="utf-8"))
    position = notation.state_to_text(states[0])
    for state, action in zip(states[1:], record.actions, strict=True):
        position = oracle.play(position, notation.action_to_text(action), record.seed.hex())
        assert position == notation.state_to_text(state)
        assert oracle.legal(position) == sorted(map(notation.action_to_text, rules.legal_actions(state)))
