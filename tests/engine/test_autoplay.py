"""How the clock plays: the scenarios, and what holds in every game (docs/rules.md, When the clock plays)."""

from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import autoplay, endings, notation, records, rules
from engine.actions import Escape, Lift, Sandbag, interned
from engine.deal import new_game
from engine.layouts import LAYOUTS
from engine.observation import observe
from engine.tiles import DIFFICULTIES
from engine.turns import over_limit, swimmers
from tests.engine import choosing
from tests.engine.scenes import recorded_games, scenarios_of, start_of

SCENARIOS = scenarios_of("autoplay.json")
SEEDS = st.binary(min_size=32, max_size=32)
SETUPS = st.tuples(st.sampled_from(list(LAYOUTS)), st.sampled_from(list(DIFFICULTIES)), st.integers(2, 4))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=[scenario["name"] for scenario in SCENARIOS])
def test_the_clock_plays_as_the_scenario_says(scenario):
    state, has_left = start_of(scenario), frozenset(scenario["has_left"])
    for form in (state, observe(state)):
        action = autoplay.choose(form, scenario["seat"], has_left=has_left)
        assert (action and notation.action_to_text(action)) == scenario["chooses"]


@given(seed=SEEDS, setup=SETUPS, everybody_left=st.booleans())
@settings(max_examples=40, deadline=None)
def test_a_game_that_only_the_clock_plays_ends(seed, setup, everybody_left):
    state = new_game(seed, *setup)
    has_left = frozenset(range(len(state.seats))) if everybody_left else frozenset()
    played = 0
    while state.outcome is None:
        state = rules.apply(state, first_choice(state, has_left), seed).state
        played += 1
    assert played < 400


def first_choice(state, has_left):
    return next(action for action in choices_of_the_clock(state, has_left) if action)


def choices_of_the_clock(state, has_left):
    return [autoplay.choose(state, seat, has_left=has_left) for seat in range(len(state.seats))]


@given(seed=SEEDS, setup=SETUPS, order=st.randoms(use_true_random=False), stay=st.integers(0, 80))
@settings(max_examples=15, deadline=None)
def test_what_holds_in_every_game(seed, setup, order, stay):
    """The table plays for a while; then the clock plays now and then, for anybody."""
    state = new_game(seed, *setup)
    has_left = frozenset(seat for seat in range(len(state.seats)) if order.random() < 0.3)
    while state.outcome is None:
        if order.random() < 0.1 or over_limit(state) or swimmers(state):
            assert_sound(state, has_left, order)
        by_clock = stay <= 0 and order.random() < 0.5
        action = (
            first_choice(state, has_left) if by_clock else choosing.choose(state, rules.legal_actions(state), order)
        )
        state = rules.apply(state, action, seed).state
        stay -= 1
    assert choices_of_the_clock(state, has_left) == [None] * len(state.seats)


def test_what_holds_in_the_recorded_games():
    order = Random(3)
    for path in recorded_games():
        for state in records.replay_from_text(path.read_text(encoding="utf-8")).states[::7]:
            for has_left in some_seats(len(state.seats)):
                if state.outcome is None:
                    assert_sound(state, has_left, order)


def some_seats(seats):
    return map(frozenset, chain.from_iterable(combinations(range(seats), count) for count in range(seats + 1)))


def assert_sound(state, has_left, order):
    chosen = choices_of_the_clock(state, has_left)
    assert chosen == choices_of_the_clock(state, has_left)
    assert chosen == choices_of_the_clock(observe(state), has_left)
    assert chosen == choices_of_the_clock(with_other_piles(state, order), has_left)
    assert_owing_seats_act(state, chosen, has_left)
    for seat, action in enumerate(chosen):
        if action:
            assert rules.is_legal(state, action)
            assert action is interned(action)
            assert_special_cards_stay(state, seat, action, has_left)


def with_other_piles(state, order):
    treasure, flood = (
        deck._replace(pile=tuple(order.sample(deck.pile, len(deck.pile)))) for deck in (state.treasure, state.flood)
    )
    return state._replace(treasure=treasure, flood=flood)


def assert_owing_seats_act(state, chosen, has_left):
    """Who is awaited acts [K1]; nobody else does but those who have left, by a special card."""
    owing = over_limit(state) or swimmers(state) or [state.turn]
    assert all(chosen[seat] for seat in owing)
    others = {type(chosen[seat]) for seat in range(len(chosen)) if chosen[seat] and seat not in owing}
    assert others <= {Escape, Lift, Sandbag}
    assert has_left.issuperset(seat for seat in range(len(chosen)) if chosen[seat] and seat not in owing)


def assert_special_cards_stay(state, seat, action, has_left):
    if endings.stuck(state) and isinstance(action, Lift):
        return
    assert action.seat == seat
    assert seat in has_left or not isinstance(action, Escape | Lift | Sandbag)
