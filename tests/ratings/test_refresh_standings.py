"""Seasons begin by the calendar; standings that disagree with the facts are put right."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from accounts.models import User
from ratings import services
from ratings.models import RatingPoint, Season, Standing
from tests.ratings.played import derived, played, season

pytestmark = pytest.mark.django_db

IN_AUTUMN = datetime(2026, 11, 29, tzinfo=UTC)
IN_SPRING = datetime(2027, 4, 1, tzinfo=UTC)


@pytest.fixture
def at(monkeypatch):
    """What time the service sees."""
    return lambda now: monkeypatch.setattr(timezone, "now", lambda: now)


def test_the_current_season_is_noted_once(at):
    at(IN_AUTUMN)
    assert services.refresh_standings() == 1
    assert services.refresh_standings() == 0
    noted = Season.objects.get()
    assert (noted.ladder, noted.begins_at, noted.ends_at) == (
        "2026Q4",
        datetime(2026, 10, 1, tzinfo=UTC),
        datetime(2027, 1, 1, tzinfo=UTC),
    )


def test_a_season_begins_with_its_first_moment(at):
    at(datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC))
    services.refresh_standings()
    at(datetime(2027, 1, 1, tzinfo=UTC))
    assert services.refresh_standings() == 1
    assert list(Season.objects.order_by("pk").values_list("ladder", flat=True)) == ["2026Q4", "2027Q1"]


def test_seasons_from_the_first_result_on_are_noted(at, ada, grace):
    played(ada, grace, finished_at=season(1))
    services.rate_finished_games()
    at(IN_SPRING)
    assert services.refresh_standings() == 3
    assert list(Season.objects.order_by("pk").values_list("ladder", flat=True)) == ["2026Q4", "2027Q1", "2027Q2"]


def test_the_ladder_of_a_past_season_stays(at, ada, grace):
    for number in range(3):
        played(ada, grace, finished_at=season(number))
    services.rate_finished_games()
    before = derived()
    at(IN_SPRING)
    services.refresh_standings()
    assert derived() == before


def wins_are_wrong(ada):
    Standing.objects.filter(user=ada, ladder="all").update(wins=0)


def standings_are_missing(ada):
    RatingPoint.objects.filter(user=ada).delete()
    Standing.objects.filter(user=ada).delete()


WRONG = [("wins are wrong", wins_are_wrong), ("standings are missing", standings_are_missing)]


@pytest.mark.parametrize(("why", "harm"), WRONG, ids=[why for why, _ in WRONG])
def test_what_disagrees_with_the_facts_is_put_right(why, harm, at, ada, grace):
    at(IN_AUTUMN)
    played(ada, grace)
    services.rate_finished_games()
    services.refresh_standings()
    before = derived()
    harm(ada)
    assert services.refresh_standings() == 1
    assert derived() == before
    assert services.refresh_standings() == 0


def test_a_standing_without_a_result_goes(at, ada, grace):
    at(IN_AUTUMN)
    services.refresh_standings()
    Standing.objects.create(user=ada, ladder="all", games=1, reached_at=IN_AUTUMN, last_played_at=IN_AUTUMN)
    assert services.refresh_standings() == 1
    assert not Standing.objects.exists()


def test_annulled_games_are_no_disagreement(at, ada, grace):
    at(IN_AUTUMN)
    first, second = played(ada, grace, finished_at=season(1)), played(ada, grace, finished_at=season(2))
    services.rate_finished_games()
    admin = User.objects.create_user("admin", is_staff=True)
    services.refresh_standings()
    for game in (first, second):
        services.annul_game(game_id=game.pk, by=admin, reason="a test")
        assert services.refresh_standings() == 0
    services.lift_annulment(game_id=first.pk, by=admin, reason="a test")
    assert services.refresh_standings() == 0
