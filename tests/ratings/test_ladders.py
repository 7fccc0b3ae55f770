from datetime import UTC, datetime, timedelta, timezone

import pytest

from ratings import ladders

MOMENTS = [
    ("the first moment of a year", datetime(2026, 1, 1, tzinfo=UTC), "2026Q1"),
    ("the last moment of a quarter", datetime(2026, 3, 31, 23, 59, 59, 999999, tzinfo=UTC), "2026Q1"),
    ("the first moment of the next", datetime(2026, 4, 1, tzinfo=UTC), "2026Q2"),
    ("summer", datetime(2026, 9, 30, tzinfo=UTC), "2026Q3"),
    ("new year in the east, not yet in UTC", datetime(2027, 1, 1, 5, tzinfo=timezone(timedelta(hours=9))), "2026Q4"),
]


@pytest.mark.parametrize(("why", "moment", "season"), MOMENTS, ids=[why for why, _, _ in MOMENTS])
def test_a_game_belongs_to_the_quarter_of_its_end_in_utc(why, moment, season):
    assert ladders.ladders_of(moment) == ("all", season)
    assert ladders.season_begins_at(season) <= moment < ladders.season_ends_at(season)


def test_titles_are_for_people():
    assert ladders.title("2026Q4") == "Autumn 2026"
    assert ladders.title("2027Q1") == "Winter 2027"
    assert ladders.title("all") == "All time"


def test_seasons_between_are_listed_latest_first():
    assert ladders.seasons_between("2026Q3", "2027Q1") == ["2027Q1", "2026Q4", "2026Q3"]
    assert ladders.seasons_between("2026Q4", "2026Q4") == ["2026Q4"]


@pytest.mark.parametrize("name", ["all", "2026Q5", "2026q4", "1999Q1", "2026Q4x", ""])
def test_anything_else_is_no_season(name):
    assert not ladders.is_season(name)
    with pytest.raises(ValueError, match="is no season"):
        ladders.season_begins_at(name)
