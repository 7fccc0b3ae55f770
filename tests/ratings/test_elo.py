"""The arithmetic of ratings against tables worked out elsewhere."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import elo

# (rating, opponent): gains in milli with K = 20 and K = 40.
GOLDEN_GAINS = [
    (1300, 1350, 11429, 22859),
    (1300, 1550, 16166, 32333),
    (1500, 1550, 11429, 22859),
    (2000, 1950, 8571, 17141),
    (2000, 2200, 15195, 30390),
    (2500, 2500, 10000, 20000),
    (3000, 1350, 1, 3),
]

# Rating after 10, 100 and 1000 wins at one row, beginning at 1300.
AFTER_WINS = [
    ("novice", 2, 1539.17, 1796.86, 2173.77),
    ("normal", 3, 1679.70, 2020.50, 2420.76),
    ("elite", 4, 1795.43, 2246.27, 2668.30),
    ("legendary", 4, 1895.65, 2820.89, 3312.22),
]

# FIDE Rating Regulations 8.1.2: the first and last difference of each step, score of the higher rated in hundredths.
FIDE_8_1_2 = [
    (0, 3, 50), (4, 10, 51), (11, 17, 52), (18, 25, 53), (26, 32, 54), (33, 39, 55), (40, 46, 56), (47, 53, 57),
    (54, 61, 58), (62, 68, 59), (69, 76, 60), (77, 83, 61), (84, 91, 62), (92, 98, 63), (99, 106, 64),
    (107, 113, 65), (114, 121, 66), (122, 129, 67), (130, 137, 68), (138, 145, 69), (146, 153, 70), (154, 162, 71),
    (163, 170, 72), (171, 179, 73), (180, 188, 74), (189, 197, 75), (198, 206, 76), (207, 215, 77), (216, 225, 78),
    (226, 235, 79), (236, 245, 80), (246, 256, 81), (257, 267, 82), (268, 278, 83), (279, 290, 84), (291, 302, 85),
    (303, 315, 86), (316, 328, 87), (329, 344, 88), (345, 357, 89), (358, 374, 90), (375, 391, 91), (392, 411, 92),
    (412, 432, 93), (433, 456, 94), (457, 484, 95), (485, 517, 96), (518, 559, 97), (560, 619, 98), (620, 735, 99),
]  # fmt: skip

ratings = st.floats(min_value=0, max_value=4000)
ratings_milli = st.integers(min_value=1_300_000, max_value=4_000_000)
opponents = st.sampled_from(sorted(elo.OPPONENT_RATINGS.values()))
results = st.lists(
    st.tuples(opponents, st.integers(0, 300), st.integers(0, 300)).map(lambda row: (row[0], row[1], row[1] + row[2])),
    max_size=12,
)


@pytest.mark.parametrize(("rating", "opponent", "at_k20", "at_k40"), GOLDEN_GAINS)
def test_golden_gains(rating, opponent, at_k20, at_k40):
    assert elo.rating_gain(rating * 1000, opponent, wins=20) == at_k20
    assert elo.rating_gain(rating * 1000, opponent, wins=10) == at_k40


@pytest.mark.parametrize(("difficulty", "seats", "after_10", "after_100", "after_1000"), AFTER_WINS)
def test_ratings_grow_slower_and_slower(difficulty, seats, after_10, after_100, after_1000):
    assert rating_after(10, difficulty, seats) == pytest.approx(after_10, abs=0.02)
    assert rating_after(100, difficulty, seats) == pytest.approx(after_100, abs=0.02)
    assert rating_after(1000, difficulty, seats) == pytest.approx(after_1000, abs=0.02)


def rating_after(wins: int, difficulty: str, seats: int) -> float:
    milli = elo.START_MILLI
    for won in range(wins):
        milli += elo.rating_gain(milli, elo.opponent_rating(difficulty, seats), won)
    return milli / 1000


@pytest.mark.parametrize(("first", "last", "hundredths"), FIDE_8_1_2)
def test_the_curve_agrees_with_the_published_table(first, last, hundredths):
    for difference in (first, last):
        assert elo.expected_score(1500 + difference, 1500) == pytest.approx(hundredths / 100, abs=0.019)
        assert elo.expected_score(1500, 1500 + difference) == pytest.approx(1 - hundredths / 100, abs=0.019)


@pytest.mark.parametrize(("wins", "k"), [(0, 60), (9, 60), (10, 40), (19, 40), (20, 20), (5000, 20)])
def test_k_steps_on_wins(wins, k):
    assert elo.k_factor(wins) == k


def test_the_table_of_opponents_rises_with_difficulty_and_seats():
    assert len(elo.OPPONENT_RATINGS) == 12
    assert list(elo.OPPONENT_RATINGS.values()) == sorted(elo.OPPONENT_RATINGS.values())
    assert elo.opponent_rating("legendary", 3) == 2200


def test_a_row_that_is_not_in_the_table_has_no_opponent():
    with pytest.raises(KeyError):
        elo.opponent_rating("normal", 5)


@given(ratings, ratings)
def test_the_two_sides_add_to_one(rating, opponent):
    assert elo.expected_score(rating, opponent) + elo.expected_score(opponent, rating) == pytest.approx(1)


@given(ratings, ratings, ratings)
def test_the_expected_score_rises_with_the_rating(one, other, opponent):
    low, high = sorted((one, other))
    assert elo.expected_score(low, opponent) <= elo.expected_score(high, opponent)


@given(ratings_milli, opponents, st.integers(0, 50))
def test_a_gain_is_never_negative_and_never_above_k(rating_milli, opponent, wins):
    assert 0 <= elo.rating_gain(rating_milli, opponent, wins) <= elo.k_factor(wins) * 1000


@given(ratings_milli, opponents, st.integers(0, 50))
def test_the_higher_the_rating_the_smaller_the_gain(rating_milli, opponent, wins):
    assert elo.rating_gain(rating_milli + 10_000, opponent, wins) <= elo.rating_gain(rating_milli, opponent, wins)


def test_without_games_the_performance_is_the_prior():
    rating, deviation = elo.performance([])
    assert rating == pytest.approx(1500)
    assert deviation == pytest.approx(173.72 / math.sqrt(0.5), abs=0.01)


def test_one_game_of_two_won_against_the_prior_leaves_it():
    assert elo.performance([(1500, 50, 100)]).rating == pytest.approx(1500)


def test_a_performance_worked_out_by_hand():
    # Two wins of two at 1500 and the two drawn games: three points of four, 400·log10(3) above 1500.
    rating, deviation = elo.performance([(1500, 2, 2)])
    assert rating == pytest.approx(1690.8485, abs=0.001)
    assert deviation == pytest.approx(173.7178 / math.sqrt(0.75), abs=0.001)


@given(results)
def test_a_performance_solves_its_equation(rows):
    rating = elo.performance(rows).rating
    expected = sum(games * elo.expected_score(rating, opponent) for opponent, _, games in rows)
    prior = 2 * (0.5 - elo.expected_score(rating, 1500))
    assert sum(wins for _, wins, _ in rows) - expected + prior == pytest.approx(0, abs=1e-6)


@given(results, opponents)
def test_a_win_raises_and_a_loss_lowers_the_performance(rows, opponent):
    rating = elo.performance(rows).rating
    assert elo.performance([*rows, (opponent, 1, 1)]).rating >= rating
    assert elo.performance([*rows, (opponent, 0, 1)]).rating <= rating


@given(st.integers(1, 500))
def test_more_games_make_the_performance_surer(pairs):
    fewer, more = [(1500, pairs, 2 * pairs)], [(1500, pairs + 1, 2 * pairs + 2)]
    assert elo.performance(more).deviation < elo.performance(fewer).deviation
