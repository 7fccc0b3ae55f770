"""Ladders: all time, and the seasons, which are quarters of the calendar (UTC). Pure."""

import re
from datetime import UTC, datetime

ALL = "all"
_SEASON = re.compile(r"(2\d{3})Q([1-4])")
_QUARTERS = {1: "Winter", 2: "Spring", 3: "Summer", 4: "Autumn"}


def season_of(moment: datetime) -> str:
    """The season, such as `2026Q4`, in which `moment` lies."""
    utc = moment.astimezone(UTC)
    return f"{utc.year}Q{(utc.month + 2) // 3}"


def ladders_of(moment: datetime) -> tuple[str, str]:
    """Where a game that ended at `moment` counts."""
    return ALL, season_of(moment)


def is_season(name: str) -> bool:
    return _SEASON.fullmatch(name) is not None


def season_begins_at(season: str) -> datetime:
    """The first moment of a season. Raises ValueError for any other name."""
    year, quarter = _parts(season)
    return datetime(year, 3 * quarter - 2, 1, tzinfo=UTC)


def season_ends_at(season: str) -> datetime:
    """The first moment after a season. Raises ValueError for any other name."""
    return season_begins_at(_next(season))


def seasons_between(first: str, last: str) -> list[str]:
    """All seasons from `first` to `last`, latest first."""
    seasons = []
    while first <= last:
        seasons.append(first)
        first = _next(first)
    return seasons[::-1]


def title(ladder: str) -> str:
    """A ladder's name for people, such as `Autumn 2026`."""
    if ladder == ALL:
        return "All time"
    year, quarter = _parts(ladder)
    return f"{_QUARTERS[quarter]} {year}"


def _next(season: str) -> str:
    year, quarter = _parts(season)
    return f"{year}Q{quarter + 1}" if quarter < 4 else f"{year + 1}Q1"


def _parts(season: str) -> tuple[int, int]:
    parts = _SEASON.fullmatch(season)
    if parts is None:
        raise ValueError(f"{season!r} is no season")
    return int(parts[1]), int(parts[2])
