from hypothesis import given
from hypothesis import strategies as st

from ratings import graph

ratings = st.lists(st.integers(1300, 4000), min_size=1, max_size=700)


def test_a_line_from_the_start_to_the_last_rating():
    drawn = graph.rating_graph([1300, 1350, 1400])
    assert drawn.line == "M50 220 L315 130 L580 40"
    assert drawn.area == "M50 220 L315 130 L580 40 V220 H50 Z"
    assert (drawn.end_x, drawn.end_y) == (580, 40)
    assert [line.rating for line in drawn.grid] == [1300, 1320, 1340, 1360, 1380, 1400]


def test_a_single_rating_is_a_point_at_the_right():
    assert graph.rating_graph([1300]).line == "M580 220"


@given(ratings)
def test_everything_lies_inside_the_frame(values):
    drawn = graph.rating_graph(values)
    places = [tuple(map(int, place.split())) for place in drawn.line[1:].split(" L")]
    assert 1 <= len(places) <= graph.MOST_POINTS
    assert all(50 <= x <= 580 and 40 <= y <= 220 for x, y in places)
    assert places[-1] == (drawn.end_x, drawn.end_y)
    assert 2 <= len(drawn.grid) <= graph.MOST_LINES
