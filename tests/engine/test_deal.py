"""The deal and the chances that follow from it (docs/rules.md, Set-up and Checks that any engine must stand)."""

import hashlib
from collections import Counter
from math import sqrt

import pytest

from engine import notation, rules
from engine.actions import Draw, Flood, Swim
from engine.deal import commitment, new_game
from engine.layouts import LAYOUTS
from engine.shuffles import shuffled
from engine.state import End
from engine.tiles import ALL_TILES, DIFFICULTIES, FLOOD_CARDS_AT, LANDING, ROLE_CARDS, WATERS_RISE, Role
from tests.engine.scenes import ZEROS


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_has_24_tiles_in_rows_of_one_width(layout):
    rows = LAYOUTS[layout].rows
    assert "".join(rows).count("#") == 24
    assert len({len(row) for row in rows}) == 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_being_neighbours_is_mutual(layout):
    island = new_game(ZEROS, layout, "novice", 2).island
    for one in range(24):
        assert not island.around[one] >> one & 1
        assert island.near[one] & ~island.around[one] == 0
        for other in range(24):
            assert island.near[one] >> other & 1 == island.near[other] >> one & 1
            assert island.around[one] >> other & 1 == island.around[other] >> one & 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_a_deal_is_as_the_set_up_says(difficulty, seats):
    state = new_game(hashlib.sha256(difficulty.encode()).digest(), "gulls", difficulty, seats)
    assert state.flooded.bit_count() == 6
    assert len(state.flood.discard) == 6
    assert state.water == DIFFICULTIES[difficulty]
    assert all(len(seat.hand) == 2 and WATERS_RISE not in seat.hand for seat in state.seats)
    assert state.treasure.pile.count(WATERS_RISE) == 3
    assert [seat.tile for seat in state.seats] == [ROLE_CARDS[seat.role].start for seat in state.seats]


def test_the_commitment_is_the_sha_256_of_the_seeds_bytes():
    assert commitment(ZEROS) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_chosen_roles_change_nothing_else():
    dealt, chosen = (new_game(ZEROS, "classic", "novice", 2, roles) for roles in (None, "PD"))
    assert [seat.role for seat in chosen.seats] == [Role.PILOT, Role.DIVER]
    assert chosen._replace(seats=dealt.seats) == dealt


@pytest.mark.parametrize("roles", ["P", "PP", "PDX"])
def test_roles_that_do_not_fit_the_seats_are_a_mistake_of_the_caller(roles):
    with pytest.raises(AssertionError):
        new_game(ZEROS, "classic", "novice", 2, roles)


# 99.99% points of chi-square by degrees of freedom. The seeds are fixed, so a fair shuffle passes once and for all.
CRITICAL = {23: 57.1, 5: 25.8}


@pytest.mark.parametrize("deck", ["flood", "treasure", "island"])
def test_each_card_comes_to_each_place_equally_often(deck):
    shuffles = 4000
    counts = Counter(
        (place, card)
        for number in range(shuffles)
        for place, card in enumerate(shuffled(number.to_bytes(32, "big"), deck, 0, range(24)))
        if place in (0, 11, 23)
    )
    expected = shuffles / 24
    for place in (0, 11, 23):
        assert sum((counts[place, card] - expected) ** 2 / expected for card in range(24)) < CRITICAL[23]


def test_the_order_after_a_waters_rise_is_uniform():
    state = new_game(ZEROS, "classic", "novice", 2)
    discards = state.flood.discard[:3]
    cut = state._replace(flood=state.flood._replace(discard=discards), treasure=state.treasure._replace(pile=(6, 0)))
    orders = Counter(
        rules.apply(cut, Draw(0), number.to_bytes(32, "big")).state.flood.pile[:3] for number in range(3000)
    )
    assert len(orders) == 6
    assert sum((count - 500) ** 2 / 500 for count in orders.values()) < CRITICAL[5]


def test_the_shuffles_of_two_decks_and_numbers_differ():
    orders = {shuffled(ZEROS, deck, number, range(24)) for deck in ("flood", "treasure") for number in range(5)}
    assert len(orders) == 10


FIRST_TURN = {
    "novice": (0.02038, 0.02219, 0.02434),
    "normal": (0.02989, 0.03247, 0.03553),
    "elite": (0.02989, 0.03247, 0.03553),
    "legendary": (0.03034, 0.03301, 0.03618),
}


def landing_sinks_in_the_first_turn(mark: int, seats: int) -> float:
    """Exactly, if every seat only draws: by how many of the two treasure cards are Waters Rise! and in which place.

    The Landing sinks if it is turned while flooded: one of the six of the set-up that come back on top after a Waters
    Rise!, among the first floods. Without a rise no flooded tile's card is in the pile.
    """
    pile = 28 - 2 * seats
    one = 2 * 3 * (pile - 3) / (pile * (pile - 1))
    two = 3 * 2 / (pile * (pile - 1))
    flooded_at_first = 6 / 24
    return flooded_at_first * (one * FLOOD_CARDS_AT[mark + 1] + two * FLOOD_CARDS_AT[mark + 2]) / 6


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_the_arithmetic_of_the_first_turn_gives_the_numbers_of_the_rules(difficulty, seats):
    exact = landing_sinks_in_the_first_turn(DIFFICULTIES[difficulty], seats)
    assert round(exact, 5) == FIRST_TURN[difficulty][seats - 2]


@pytest.mark.parametrize(("difficulty", "seats"), [("novice", 2), ("elite", 3), ("legendary", 4)])
def test_the_landing_sinks_in_the_first_turn_as_often_as_it_should(difficulty, seats):
    games = 600
    sunk = sum(_sinks(hashlib.sha256(f"{number}".encode()).digest(), difficulty, seats) for number in range(games))
    chance = FIRST_TURN[difficulty][seats - 2]
    assert abs(sunk / games - chance) < 4 * sqrt(chance * (1 - chance) / games)


def _sinks(seed: bytes, difficulty: str, seats: int) -> bool:
    """Whether the Landing sinks in the first turn of the game in which seat 0 only draws."""
    state = new_game(seed, "classic", difficulty, seats)
    while state.turn == 0:
        legal = rules.legal_actions(state)
        action = next(action for action in legal if isinstance(action, Draw | Flood | Swim))
        state = rules.apply(state, action, seed).state
    return state.outcome is not None and state.outcome.end is End.LANDING


def test_a_state_writes_the_example_of_the_notation():
    state = new_game(ZEROS, "classic", "novice", 2)
    assert state.flooded & ~ALL_TILES == 0
    assert state.flooded >> LANDING & 1
    assert notation.state_to_text(state).startswith("2Sj2/1UQVN1/DBfHpW/XrLOaE/1KGMC1/2Ti2 MR:eo,EB:fo 0:act3 1 - ")
