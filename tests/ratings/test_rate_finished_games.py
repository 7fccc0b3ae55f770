"""Every rated game is rated once, and what follows from the facts is always what a rebuild would give."""

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random

import pytest
from django.db import connection, transaction

from accounts.services.jobs import PartlyFailed
from games.models import Game, Seat, Status
from ratings import services
from ratings.models import RatedResult, RatingPoint, Standing
from ratings.tasks import rate_finished_games
from tests.ratings.played import AUTUMN, derived, person, played, season

NOTHING_TO_RATE = [
    ("a casual game", {"rated": False}),
    ("a game that runs", {"status": Status.ACTIVE, "outcome": "", "finished_at": None}),
    ("a table that never started", {"status": Status.ABANDONED, "outcome": "closed", "started_at": None}),
]

NOT_WON = [
    ("drowned", {"outcome": "drowned-0"}),
    ("conceded", {"outcome": "conceded"}),
    ("abandoned", {"outcome": "abandoned", "status": Status.ABANDONED}),
]


def test_a_win_moves_both_players_on_both_ladders(ada, grace):
    game = played(ada, grace)
    assert services.rate_finished_games() == 1
    assert (
        RatedResult.objects.filter(game=game, won=True, difficulty="normal", seats=2, opponent_rating=1550).count() == 2
    )
    for standing in Standing.objects.all():
        assert (standing.rating_milli, standing.peak_milli) == (1_348_499, 1_348_499)
        assert (standing.wins, standing.games, standing.rows) == (1, 1, {"normal-2": [1, 1]})
        assert standing.reached_at == standing.last_played_at == AUTUMN
    assert sorted(Standing.objects.values_list("ladder", flat=True)) == ["2026Q4", "2026Q4", "all", "all"]
    point = RatingPoint.objects.get(user=ada, game=game, ladder="all")
    assert (point.win, point.k, point.before_milli, point.delta_milli) == (1, 60, 1_300_000, 48_499)


def test_the_table_hears_what_its_players_gained(ada, grace, told, django_capture_on_commit_callbacks):
    game = played(ada, grace)
    with django_capture_on_commit_callbacks(execute=True):
        services.rate_finished_games()
    gains = [
        {"user": name, "before_milli": 1_300_000, "delta_milli": 48_499, "after_milli": 1_348_499}
        for name in ("ada", "grace")
    ]
    assert told == [(game.pk, {"type": "rating", "gains": gains})]


def test_nobody_hears_of_a_rating_that_is_rolled_back(ada, grace, told):
    played(ada, grace)
    services.rate_finished_games()
    assert told == []


@pytest.mark.parametrize(("why", "fields"), NOT_WON, ids=[why for why, _ in NOT_WON])
def test_anything_but_a_win_counts_as_a_game_and_changes_no_rating(why, fields, ada, grace):
    played(ada, grace, **fields)
    assert services.rate_finished_games() == 1
    standing = Standing.objects.get(user=ada, ladder="all")
    assert (standing.rating_milli, standing.wins, standing.games) == (1_300_000, 0, 1)
    assert not RatingPoint.objects.exists()


def test_the_table_hears_nothing_of_a_game_not_won(ada, grace, told, django_capture_on_commit_callbacks):
    played(ada, grace, outcome="water")
    with django_capture_on_commit_callbacks(execute=True):
        services.rate_finished_games()
    assert told == []


@pytest.mark.parametrize(("why", "fields"), NOTHING_TO_RATE, ids=[why for why, _ in NOTHING_TO_RATE])
def test_what_is_not_rated(why, fields, ada, grace):
    game = played(ada, grace)
    Game.objects.filter(pk=game.pk).update(**fields)
    assert services.rate_finished_games() == 0
    assert derived() == []


def test_who_left_gains_nothing_and_the_others_keep_theirs(ada, grace, linus):
    game = played(ada, grace, linus, left=[linus])
    services.rate_finished_games()
    assert set(RatingPoint.objects.filter(game=game, ladder="all").values_list("user__username", flat=True)) == {
        "ada",
        "grace",
    }
    left = Standing.objects.get(user=linus, ladder="all")
    assert (left.wins, left.games, left.rating_milli) == (0, 1, 1_300_000)


def test_rating_twice_changes_nothing(ada, grace):
    played(ada, grace)
    services.rate_finished_games()
    before = derived()
    assert services.rate_finished_games() == 0
    rate_finished_games()
    assert derived() == before


def test_a_game_that_has_just_ended_is_rated_without_a_search(ada, grace, linus):
    earlier, ended = played(ada, grace, finished_at=season(1)), played(ada, linus, finished_at=season(2))
    rate_finished_games(game_id=ended.pk)
    assert set(RatedResult.objects.values_list("game", flat=True)) == {ended.pk}
    rate_finished_games()
    assert RatedResult.objects.filter(game=earlier).count() == 2
    assert_rebuild_changes_nothing()


def test_k_counts_the_wins_on_each_ladder(ada, grace):
    for number in range(11):
        played(ada, grace, finished_at=AUTUMN - timedelta(days=100 - number))
    played(ada, grace, finished_at=AUTUMN)
    assert services.rate_finished_games() == 12
    ks = RatingPoint.objects.filter(user=ada).order_by("ladder", "win").values_list("ladder", "k")
    assert list(ks) == [("2026Q3", 60)] * 10 + [("2026Q3", 40), ("2026Q4", 60)] + [("all", 60)] * 10 + [("all", 40)] * 2


def test_a_game_rated_late_takes_its_place_in_the_order(ada, grace, linus):
    late = played(ada, grace, finished_at=season(5), difficulty="elite", rated=False)
    for number in (1, 3, 7, 9):
        played(ada, linus, finished_at=season(number))
    services.rate_finished_games()
    Game.objects.filter(pk=late.pk).update(rated=True)
    assert services.rate_finished_games() == 1
    wins = (
        RatingPoint.objects.filter(user=ada, ladder="all").order_by("win").values_list("game__finished_at", flat=True)
    )
    assert list(wins) == [season(number) for number in (1, 3, 5, 7, 9)]
    assert RatingPoint.objects.get(user=ada, game=late, ladder="all").win == 3
    assert_rebuild_changes_nothing()


def test_a_late_game_belongs_to_the_season_of_its_end(ada, grace):
    played(ada, grace, finished_at=season(10))
    services.rate_finished_games()
    played(ada, grace, finished_at=season(-10))
    services.rate_finished_games()
    assert set(Standing.objects.filter(user=ada).values_list("ladder", "games")) == {
        ("all", 2),
        ("2026Q3", 1),
        ("2026Q4", 1),
    }


@pytest.mark.parametrize("seed", range(5))
def test_rating_in_any_order_gives_what_a_rebuild_gives(db, seed):
    random = Random(seed)
    people = [person(f"player{number}") for number in range(5)]
    for number in range(40):
        players = random.sample(people, random.choice((2, 3, 4)))
        played(
            *players,
            outcome=random.choice(("won", "won", "water", "landing")),
            finished_at=season(random.randrange(-30, 30)),
            difficulty=random.choice(("novice", "normal", "elite", "legendary")),
            left=random.sample(players, 1) if number % 7 == 0 else (),
        )
        if number % 3 == 0:
            services.rate_finished_games()
    services.rate_finished_games()
    assert_rebuild_changes_nothing()


def assert_rebuild_changes_nothing() -> None:
    before = derived()
    services.rebuild_all_standings()
    assert derived() == before


def test_a_rating_is_reached_by_the_last_win(ada, grace):
    played(ada, grace, outcome="water", finished_at=season(1))
    services.rate_finished_games()
    assert set(Standing.objects.values_list("reached_at", "last_played_at")) == {(season(1), season(1))}
    played(ada, grace, finished_at=season(2))
    played(ada, grace, outcome="water", finished_at=season(3))
    services.rate_finished_games()
    assert set(Standing.objects.values_list("reached_at", "last_played_at")) == {(season(2), season(3))}


def test_the_rebuild_of_one_user_leaves_the_others_alone(ada, grace):
    played(ada, grace)
    services.rate_finished_games()
    before = derived()
    Standing.objects.all().update(rating_milli=1, peak_milli=1)
    services.rebuild_standings(user_id=ada.pk)
    assert derived(ada) == [row for row in before if row["user_id"] == ada.pk]
    assert Standing.objects.get(user=grace, ladder="all").rating_milli == 1


def test_partners_are_those_one_has_played_with_whatever_the_result(ada, grace, linus):
    played(ada, grace, outcome="water", finished_at=season(1))
    played(ada, grace, linus, outcome="won", finished_at=season(2), left=[linus])
    services.rate_finished_games()
    assert Standing.objects.get(user=ada, ladder="all").partners == [grace.pk, linus.pk]


def test_a_game_that_cannot_be_rated_keeps_no_other_waiting(ada, grace, monkeypatch, caplog):
    broken, sound = played(ada, grace, finished_at=season(1)), played(ada, grace, finished_at=season(2))
    result = services._result

    def fails_for_one(seat):
        if seat.game_id == broken.pk:
            raise ValueError("broken")
        return result(seat)

    monkeypatch.setattr(services, "_result", fails_for_one)
    with caplog.at_level(logging.CRITICAL, logger="accounts.services.jobs"), pytest.raises(PartlyFailed) as caught:
        services.rate_finished_games()
    assert caught.value.done == 1
    assert set(RatedResult.objects.values_list("game", flat=True)) == {sound.pk}
    monkeypatch.undo()
    assert services.rate_finished_games() == 1
    assert_rebuild_changes_nothing()


@pytest.mark.django_db(transaction=True)
def test_of_several_workers_one_rates_a_game(told):
    people = [person(f"player{number}") for number in range(4)]
    games = []
    for number in range(12):
        players = people[number % 4 :] + people[: number % 4]
        games.append(played(*players, finished_at=season(number)).pk)
    barrier = threading.Barrier(3)

    def work(seed: int) -> int:
        order = Random(seed).sample(games, len(games))
        barrier.wait()
        try:
            return sum(services._rate_game(game_id) for game_id in order)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as workers:
        assert sum(workers.map(work, range(3))) == 12
    assert len(told) == 12
    assert RatedResult.objects.count() == 48
    assert_rebuild_changes_nothing()


@pytest.mark.django_db(transaction=True)
def test_a_killed_worker_leaves_whole_games_behind(told, monkeypatch):
    people = [person(f"player{number}") for number in range(2)]
    games = [played(*people, finished_at=season(number)) for number in range(4)]
    rate = services._rate_game

    def killed_at_the_third(game_id):
        if game_id != games[2].pk:
            return rate(game_id)
        with transaction.atomic():
            rate(game_id)
            raise KeyboardInterrupt

    monkeypatch.setattr(services, "_rate_game", killed_at_the_third)
    with pytest.raises(KeyboardInterrupt):
        services.rate_finished_games()
    monkeypatch.undo()
    assert RatedResult.objects.count() == 4
    assert services.rate_finished_games() == 2
    assert_rebuild_changes_nothing()


def test_rating_one_game_takes_as_many_queries_however_many_are_stored(ada, grace, django_assert_num_queries):
    for number in range(30):
        played(ada, grace, finished_at=season(number))
    services.rate_finished_games()
    played(ada, grace, finished_at=season(31))
    with django_assert_num_queries(11):
        services.rate_finished_games()


def test_seats_left_by_everybody_are_games_not_won(ada, grace):
    game = played(ada, grace, outcome="abandoned", status=Status.ABANDONED, left=[ada, grace])
    assert Seat.objects.filter(game=game, left_at=None).count() == 0
    services.rate_finished_games()
    assert list(Standing.objects.filter(ladder="all").values_list("wins", "games")) == [(0, 1), (0, 1)]
