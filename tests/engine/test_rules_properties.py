"""What holds after every step of every legal game: a state machine plays, the invariants look on."""

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import notation, rules
from engine.actions import Draw, Flood, interned
from engine.deal import new_game
from engine.errors import HiddenCard, IllegalAction
from engine.layouts import LAYOUTS
from engine.observation import observe, observe_text
from engine.reasons import DATA_KEYS
from engine.records import replay_from_text
from engine.tiles import ALL_TILES, CARD_COUNTS, DIFFICULTIES, HAND_LIMIT, HIDDEN, each_tile
from tests.engine.choosing import choose
from tests.engine.every_action import every_action, expanded
from tests.engine.scenes import all_scenarios, recorded_games

EVERY_ACTION = every_action()


class Game(RuleBasedStateMachine):
    @initialize(
        seed=st.binary(min_size=32, max_size=32),
        layout=st.sampled_from(list(LAYOUTS)),
        difficulty=st.sampled_from(list(DIFFICULTIES)),
        seats=st.integers(2, 4),
    )
    def deal(self, seed, layout, difficulty, seats):
        self.seed = seed
        self.state = new_game(seed, layout, difficulty, seats)

    @precondition(lambda self: self.state.outcome is None)
    @rule(data=st.data())
    def act(self, data):
        self.apply(data.draw(st.sampled_from(rules.legal_actions(self.state))))

    @precondition(lambda self: self.state.outcome is None)
    @rule(choices=st.randoms(use_true_random=False), steps=st.integers(1, 30))
    def play_on(self, choices, steps):
        for _ in range(steps):
            if self.state.outcome is None:
                self.apply(choose(self.state, rules.legal_actions(self.state), choices))

    def apply(self, action):
        step = rules.apply(self.state, action, self.seed)
        assert step.events
        assert step.state != self.state
        self.state = step.state

    @precondition(lambda self: self.state.outcome is not None)
    @rule(action=st.sampled_from(EVERY_ACTION))
    def refuse_to_go_on(self, action):
        with pytest.raises(IllegalAction) as refusal:
            rules.apply(self.state, action, self.seed)
        assert refusal.value.reason.rule == "E3"

    @invariant()
    def every_card_is_in_one_place(self):
        state = self.state
        held = [card for seat in state.seats for card in seat.hand]
        cards = Counter([*held, *state.treasure.pile, *state.treasure.discard])
        assert tuple(cards[card] for card in range(len(CARD_COUNTS))) == CARD_COUNTS
        assert sorted(state.flood.pile + state.flood.discard) == list(each_tile(ALL_TILES & ~state.sunk))
        assert not state.flooded & state.sunk

    @invariant()
    def the_game_is_over_exactly_when_nothing_is_legal(self):
        assert (self.state.outcome is None) == bool(rules.legal_actions(self.state))

    @invariant()
    def a_draw_pile_of_a_running_game_is_never_empty(self):
        assert self.state.outcome or (self.state.treasure.pile and self.state.flood.pile)

    @invariant()
    def hands_stay_within_reach_of_the_limit(self):
        assert all(len(seat.hand) <= HAND_LIMIT + 2 for seat in self.state.seats)

    @invariant()
    def text_to_value_to_text_is_the_identity(self):
        assert observe_text(notation.state_to_text(self.state)) == notation.state_to_text(observe(self.state))
        for state in (self.state, observe(self.state)):
            text = notation.state_to_text(state)
            assert notation.state_from_text(text) == state
            assert notation.state_to_text(notation.state_from_text(text)) == text

    @invariant()
    def nothing_is_hidden_by_halves(self):
        seen = observe(self.state)
        assert set(seen.treasure.pile + seen.flood.pile) <= {HIDDEN}
        treasure, flood = (deck._replace(pile=deck.pile[::-1]) for deck in (self.state.treasure, self.state.flood))
        assert observe(self.state._replace(treasure=treasure, flood=flood)) == seen
        assert observe(seen) == seen

    @invariant()
    def the_public_form_has_the_same_legal_actions(self):
        seen = observe(self.state)
        assert rules.legal_actions(seen) == rules.legal_actions(self.state)
        assert notation.legal_to_json(seen) == notation.legal_to_json(self.state)
        for action in rules.legal_actions(seen):
            if isinstance(action, Draw | Flood):
                with pytest.raises(HiddenCard):
                    rules.apply(seen, action, self.seed)

    @invariant()
    def the_protocols_form_stands_for_exactly_the_legal_actions(self):
        legal = rules.legal_actions(self.state)
        assert len(set(legal)) == len(legal)
        assert sorted(expanded(notation.legal_to_json(self.state))) == sorted(map(notation.action_to_text, legal))

    @invariant()
    def each_listed_action_is_one_object_and_comes_back_from_its_text(self):
        for action in rules.legal_actions(self.state):
            assert notation.action_from_text(notation.action_to_text(action)) is action is interned(action)


Game.TestCase.settings = settings(
    max_examples=12, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
)
TestGame = Game.TestCase


def moments():
    """States of all kinds: from the scenarios, and from the middle of every recorded game."""
    positions = [scenario["position"] for _, scenario in all_scenarios() if scenario.keys() >= {"position", "seat"}]
    recorded = [replay_from_text(path.read_text(encoding="utf-8")).states for path in recorded_games()]
    return [*map(notation.state_from_text, positions[::5]), *(states[len(states) * 2 // 3] for states in recorded)]


def test_of_all_actions_exactly_the_listed_are_legal_and_the_rest_have_a_reason():
    for state in moments():
        listed = set(rules.legal_actions(state))
        for action in EVERY_ACTION:
            reason = rules.why_not(state, action)
            assert (reason is None) == (action in listed), notation.action_to_text(action)
            assert reason is None or tuple(key for key, _ in reason.data) == DATA_KEYS[reason.code]


def test_an_unlisted_action_is_refused_and_changes_nothing():
    choices = Random(7)
    for state in moments():
        before = notation.state_to_text(state)
        for action in choices.sample(EVERY_ACTION, 50):
            if action not in rules.legal_actions(state):
                with pytest.raises(IllegalAction) as refusal:
                    rules.apply(state, action, bytes(32))
                assert refusal.value.reason == rules.why_not(state, action)
        assert notation.state_to_text(state) == before
