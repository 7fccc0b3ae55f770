"""Elo arithmetic: what a win is worth, and how strong somebody plays.

Ratings are in points, with `_milli` in 1/1000 point; scores lie in [0, 1]. The curve is the logistic one of
A. E. Elo, The Rating of Chessplayers (1978), 8.4. Whoever changes a number here raises FORMULA_VERSION.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

FORMULA_VERSION = 1
SCALE = 400.0  # points of difference that stand for odds of ten to one
START_MILLI = 1_300_000

# A win counts as one against a player of this rating, by difficulty and number of seats.
OPPONENT_RATINGS = {
    ("novice", 2): 1350,
    ("novice", 3): 1400,
    ("novice", 4): 1450,
    ("normal", 2): 1550,
    ("normal", 3): 1600,
    ("normal", 4): 1650,
    ("elite", 2): 1750,
    ("elite", 3): 1800,
    ("elite", 4): 1850,
    ("legendary", 2): 1950,
    ("legendary", 3): 2200,
    ("legendary", 4): 2500,
}

# A performance begins with two games drawn against this rating, so that a single game does not make it infinite.
PRIOR_GAMES = 2
PRIOR_RATING = 1500


class Performance(NamedTuple):
    """The rating at which somebody's results would be as expected, and its standard deviation."""

    rating: float
    deviation: float


def opponent_rating(difficulty: str, seats: int) -> int:
    """The rating of the fictional opponent. Raises KeyError for a row that the table does not have."""
    return OPPONENT_RATINGS[difficulty, seats]


def expected_score(rating: float, opponent: float) -> float:
    """The score that `rating` is expected to make against `opponent`."""
    return 1.0 / (1.0 + math.pow(10.0, (opponent - rating) / SCALE))


def k_factor(wins: int) -> int:
    """The most points that the next win can bring to somebody who has `wins` of them."""
    if wins < 10:
        return 60
    return 40 if wins < 20 else 20


def rating_gain(rating_milli: int, opponent: int, wins: int) -> int:
    """What a win brings, in 1/1000 point, rounded half to even; `wins` are those before it.

    A double is exact enough: for all ratings from 1300 to 4300 and all rows of the table no gain lies within
    1e-7 of a half, thousands of times the error of the arithmetic, so every machine rounds alike.
    """
    return round(k_factor(wins) * 1000 * (1.0 - expected_score(rating_milli / 1000, opponent)))


def performance(results: Iterable[tuple[int, int, int]]) -> Performance:
    """How strong somebody plays, by (opponent rating, wins, games): losses count against it."""
    rows = list(results)
    low, high = -10_000.0, 10_000.0
    for _ in range(60):  # halves 20,000 points down to nothing that a double can tell
        middle = (low + high) / 2
        if _surplus(middle, rows) > 0:
            low = middle
        else:
            high = middle
    return Performance(low, SCALE / math.log(10) / math.sqrt(_information(low, rows)))


def _surplus(rating: float, rows: list[tuple[int, int, int]]) -> float:
    """By how much the results are better than `rating` lets expect; falls as `rating` rises."""
    prior = PRIOR_GAMES * (0.5 - expected_score(rating, PRIOR_RATING))
    return prior + sum(wins - games * expected_score(rating, opponent) for opponent, wins, games in rows)


def _information(rating: float, rows: list[tuple[int, int, int]]) -> float:
    games_by_opponent = [(PRIOR_RATING, PRIOR_GAMES), *((opponent, games) for opponent, _, games in rows)]
    expected = [(expected_score(rating, opponent), games) for opponent, games in games_by_opponent]
    return sum(games * score * (1.0 - score) for score, games in expected)
