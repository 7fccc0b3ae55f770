"""The line of a rating over its wins, worked out for a drawing of 600 by 250. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

LEFT, RIGHT, TOP, BOTTOM = 50, 580, 40, 220
# More points than this cannot be told apart.
MOST_POINTS = 200
STEPS = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 7


class GridLine(NamedTuple):
    """A line across, and the rating that it stands for."""

    y: int
    rating: int


class Graph(NamedTuple):
    """`line` is the path of the rating, `area` what lies below it; the last point is (`end_x`, `end_y`)."""

    grid: list[GridLine]
    line: str
    area: str
    end_x: int
    end_y: int


def rating_graph(ratings: Sequence[int]) -> Graph:
    """The graph of at least one rating in points, oldest first."""
    shown = _thinned(ratings)
    step = next((step for step in STEPS if max(shown) - min(shown) <= step * (MOST_LINES - 2)), STEPS[-1])
    low = min(shown) // step * step
    high = max(-(-max(shown) // step) * step, low + step)
    places = [(_x(number, len(shown)), _y(rating, low, high)) for number, rating in enumerate(shown)]
    line = "M" + " L".join(f"{x} {y}" for x, y in places)
    return Graph(
        grid=[GridLine(_y(rating, low, high), rating) for rating in range(low, high + 1, step)],
        line=line,
        area=f"{line} V{BOTTOM} H{places[0][0]} Z",
        end_x=places[-1][0],
        end_y=places[-1][1],
    )


def _thinned(ratings: Sequence[int]) -> Sequence[int]:
    """Every so manieth rating, the last one always among them."""
    step = -(-len(ratings) // MOST_POINTS)
    return ratings[(len(ratings) - 1) % step :: step]


def _x(number: int, count: int) -> int:
    return round(LEFT + (RIGHT - LEFT) * number / (count - 1)) if count > 1 else RIGHT


def _y(rating: int, low: int, high: int) -> int:
    return round(BOTTOM - (BOTTOM - TOP) * (rating - low) / (high - low))
