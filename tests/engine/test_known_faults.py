"""Faults of other implementations, each once (docs/rules.md, Checks that any engine must stand)."""

import pytest

from engine import notation, rules
from engine.observation import observe
from engine.state import State
from tests.engine.scenes import ZEROS, position


def legal(state: State, seat: int) -> set[str]:
    return {notation.action_to_text(action)[2:] for action in rules.legal_actions(state) if action.seat == seat}


def after(state: State, *texts: str) -> State:
    for text in texts:
        state = rules.apply(state, notation.action_from_text(text), ZEROS).state
    return state


def test_the_diver_does_not_move_to_its_own_tile():
    state = position(island="2ab2/1cdef1/GHIJKL/MNOPQR/1STUV1/2WX2", seats="DA:-,PJ:-")
    assert "move A" not in legal(state, 0)
    assert legal(state, 0) >= {"move B", "move C", "move D", "move E", "move H", "move K", "draw"}


def test_a_game_with_a_pawn_to_be_lifted_off_is_not_stuck():
    state = position(island="2-A-B2/1C-DEF1/GHIJKL/MNOPQR/1STUV1/2WX2", seats="MA:-,EJ:h", turn="0:flood1")
    assert legal(state, 0) == set()
    assert legal(state, 1) == {f"lift {pawn} {tile}" for pawn in "01" for tile in "CEFGHIJKLMNOPQRSTUVWX"} - {
        "lift 1 J"
    }
    assert "flood" in legal(after(state, "1:lift 0 X"), 0)


def test_the_pilot_swims_anywhere_and_keeps_the_flight():
    state = position(island="2-AB2/1CDEF1/GHIJKL/MNOPQR/1STUV1/2WX2", seats="PA:-,EJ:-", turn="0:act3")
    assert legal(state, 0) == {f"swim {tile}" for tile in "BCDEFGHIJKLMNOPQRSTUVWX"}
    assert not after(state, "0:swim X").has_flown


def test_the_diver_swims_under_what_has_sunk():
    state = position(
        island="2-A-B2/1C-D-EF1/GHIJKL/MNOPQR/1STUV1/2WX2",
        seats="EJ:-,DA:-",
        captured="f",
    )
    assert legal(state, 1) == {"swim C", "swim I"}


@pytest.mark.parametrize(
    ("role", "reached"),
    [("M", "BCDEI"), ("P", "BCDEI"), ("X", "BCDEFGHIJK"), ("D", "BCDEI")],
)
def test_the_navigator_heeds_the_role_of_the_pawn(role, reached):
    state = position(seats=f"NX:-,{role}A:-")
    tiles = {words.split()[2] for words in legal(state, 0) if words.startswith("navigate")}
    assert tiles == set(reached)


def test_the_navigated_diver_passes_a_sunk_space_where_others_cannot():
    island = "2A-B2/1C-DEF1/GHIJKL/MNOPQR/1STUV1/2WX2"
    reached = {
        role: {
            words.split()[2] for words in legal(position(island=island, seats=f"NX:-,{role}A:-"), 0) if "nav" in words
        }
        for role in "DM"
    }
    assert reached == {"D": set("CEI"), "M": set()}


def test_a_treasure_tile_that_is_only_flooded_loses_nothing():
    state = position(
        island="2AB2/1-CDEF1/GHIJKL/MNOPQR/1STUV1/2WX2", turn="0:flood2", flood="DABEFGHIJKLMNOPQRSTUVWX/-"
    )
    assert after(state, "0:flood").outcome is None


def test_a_treasure_is_captured_on_a_flooded_tile():
    state = position(island="2AB2/1cDEF1/GHIJKL/MNOPQR/1STUV1/2WX2", seats="EC:ffff,PJ:-")
    assert "capture f" in legal(state, 0)
    assert after(state, "0:capture f").captured == (2,)


def test_a_gift_goes_to_an_empty_hand_and_to_a_full_one():
    for hand in ("-", "wwwff"):
        assert "give 1 e" in legal(position(seats=f"EB:e,PB:{hand}"), 0)


def test_sandbags_are_not_given_away():
    assert not {words for words in legal(position(seats="EB:ehs,PB:-"), 0) if words in ("give 1 s", "give 1 h")}


def test_a_waters_rise_is_neither_lost_nor_discarded_twice():
    state = after(position(treasure="reeeeewwwwwfffffooooohhhssrr/-"), "0:draw")
    assert state.treasure.discard == (6,)
    assert state.treasure.pile.count(6) == 2
    assert state.seats[0].hand == ()


def test_a_sunk_tiles_card_is_not_shuffled_in_again():
    state = position(island="2aB2/1CDEF1/GHIJKL/MNOPQR/1STUV1/2WX2", turn="0:flood2", flood="A/BCDEFGHIJKLMNOPQRSTUVWX")
    assert sorted(after(state, "0:flood").flood.pile) == list(range(1, 24))


def test_a_pile_is_made_anew_when_it_is_empty_and_not_when_it_is_needed():
    state = position(treasure="e/eeeewwwwwfffffooooohhhssrrr")
    anew = after(state, "0:draw")
    assert anew.treasure.discard == ()
    assert len(anew.treasure.pile) == 27


def test_hands_come_down_before_the_floods():
    state = after(position(seats="EB:eewwf,PJ:-"), "0:draw", "0:draw")
    assert legal(state, 0) == {"discard e", "discard w", "discard f"}
    assert legal(after(state, "0:discard e", "0:discard e"), 0) == {"flood"}


def test_hidden_piles_are_not_sent():
    text = notation.state_to_text(observe(position(flood="BCDEFGHIJKLMNOPQRSTUVWX/A")))
    assert text.endswith(f"{'?' * 28}/- {'?' * 23}/A 1.2")
