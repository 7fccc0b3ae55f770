"""Players, ladders and the rating by the API."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import people
from ratings import elo, ladders
from ratings.models import Standing
from ratings.services import rate_finished_games
from tests.ratings.played import AUTUMN, person, played, season


@pytest.fixture
def crowd(db):
    """Seven who have a rank in the autumn of 2026, by their rating, and two provisional ones."""
    users = [person(f"player{number}") for number in range(9)]
    Standing.objects.bulk_create(
        Standing(
            user=user,
            ladder="2026Q4",
            rating_milli=(1500 - 40 * (number // 2)) * 1000,
            peak_milli=1_600_000,
            wins=3,
            games=25 if number < 7 else 3,
            partners=[1, 2, 3],
            reached_at=AUTUMN,
            last_played_at=AUTUMN,
        )
        for number, user in enumerate(users)
    )
    return users


@pytest.fixture
def in_autumn(monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: AUTUMN)


@pytest.fixture
def rated(db):
    ada, grace = person("Ada"), person("grace")
    played(ada, grace, finished_at=season(1))
    played(ada, grace, finished_at=season(2), outcome="water")
    played(ada, grace, finished_at=season(3), difficulty="elite")
    rate_finished_games()
    return ada


def names(answer, key="name"):
    assert answer.status_code == 200, answer.content
    return [item[key] for item in answer.json()["items"]]


def test_players_are_found_by_how_their_name_begins(anyone, django_assert_num_queries):
    for name in ("Ada", "adrian", "bert", "a_b", "a1b"):
        person(name)
    people.start_guest()
    assert names(anyone.get("players", {"prefix": "AD"})) == ["Ada", "adrian"]
    assert names(anyone.get("players", {"prefix": "a_"})) == ["a_b"]
    assert names(anyone.get("players", {"prefix": "x"})) == []
    with django_assert_num_queries(1):
        assert len(names(anyone.get("players"))) == 5


def test_players_come_in_pages(anyone):
    wanted = ["ada", "Bert", "cleo", "Dora", "emil"]
    for name in wanted:
        person(name)
    found: list[str] = []
    cursor = None
    while cursor is not None or not found:
        answer = anyone.get("players", {"limit": 2, **({"cursor": cursor} if cursor else {})})
        found += names(answer)
        cursor = answer.json()["next"]
    assert found == wanted


def test_a_page_of_players_is_read_from_an_index(anyone):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_sort = off")
    with CaptureQueriesContext(connection) as queries:
        anyone.get("players", {"prefix": "ad"})
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {queries[0]['sql']}")
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "users_by_name" in plan
    assert "Index Cond" in plan
    assert "Sort" not in plan


def test_closed_accounts_are_not_found(anyone):
    people.close_account(user=person("ada"))
    assert names(anyone.get("players")) == []
    closed = User.objects.get().username
    assert anyone.get(f"players/{closed}").json()["name"] == closed


def test_a_player_is_found_in_any_case_with_standings(anyone, rated, monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: AUTUMN)
    told = anyone.get("players/aDA").json()
    assert told["name"] == "Ada"
    assert [(standing["ladder"], standing["wins"]) for standing in told["standings"]] == [("all", 2), ("2026Q4", 2)]
    assert told["standings"][0]["rank"] is None


def test_history_is_win_by_win(anyone, rated, django_assert_num_queries):
    first = anyone.get("players/ada/history", {"limit": 1}).json()
    (point,) = first["items"]
    gain = elo.rating_gain(1_300_000, 1550, 0)
    assert (point["win"], point["k"], point["before_milli"], point["delta_milli"]) == (1, 60, 1_300_000, gain)
    second = anyone.get("players/ada/history", {"cursor": first["next"]}).json()
    assert [point["win"] for point in second["items"]] == [2]
    assert second["next"] is None
    with django_assert_num_queries(2):
        anyone.get("players/ada/history")


def test_rows_are_all_twelve(anyone, rated):
    told = anyone.get("players/ada/rows", {"ladder": "2026Q4"}).json()
    assert len(told["rows"]) == 12
    assert {(row["difficulty"], row["seats"]): (row["wins"], row["games"]) for row in told["rows"] if row["games"]} == {
        ("normal", 2): (1, 2),
        ("elite", 2): (1, 1),
    }
    assert told["performance"] > 1500


def test_rows_of_who_has_not_played_are_empty(anyone, alice):
    told = anyone.get("players/alice/rows").json()
    assert told["performance"] is None
    assert sum(row["games"] for row in told["rows"]) == 0


def test_a_players_games_and_those_taken_over(anyone, rated):
    assert len(names(anyone.get("players/ada/games"), "id")) == 3
    assert len(names(anyone.get("players/ada/games", {"result": "won"}), "id")) == 2
    assert anyone.get("players/nobody/games").status_code == 404


def test_a_ladder_in_pages_has_the_ranks_of_the_whole(anyone, crowd, in_autumn):
    whole = anyone.get("ladders/2026Q4").json()["items"]
    assert [(row["player"], row["rank"]) for row in whole] == [
        (f"player{number}", number + 1 if number < 7 else None) for number in range(9)
    ]
    pages: list[dict[str, object]] = []
    cursor = None
    while cursor is not None or not pages:
        answer = anyone.get("ladders/2026Q4", {"limit": 2, **({"cursor": cursor} if cursor else {})}).json()
        pages += answer["items"]
        cursor = answer["next"]
    assert pages == whole


def test_a_ladder_takes_as_many_queries_for_many_as_for_one(anyone, crowd, in_autumn, django_assert_max_num_queries):
    for limit in (1, 8):
        with django_assert_max_num_queries(5):
            anyone.get("ladders/2026Q4", {"limit": limit})


def test_around_somebody_are_the_neighbours(anyone, crowd, in_autumn):
    told = anyone.get("ladders/2026Q4/around/Player3", {"span": 2}).json()["items"]
    assert [(row["player"], row["rank"]) for row in told] == [(f"player{n}", n + 1) for n in (1, 2, 3, 4, 5)]
    top = anyone.get("ladders/2026Q4/around/player0", {"span": 2}).json()["items"]
    assert [row["rank"] for row in top] == [1, 2, 3]
    provisional = anyone.get("ladders/2026Q4/around/player8").json()["items"]
    assert [(row["player"], row["rank"]) for row in provisional] == [("player7", None), ("player8", None)]


def test_who_has_not_played_is_nowhere_on_a_ladder(anyone, alice):
    assert anyone.get("ladders/all/around/alice").status_code == 404


def test_the_distribution_counts_everybody(anyone, crowd, in_autumn):
    told = anyone.get("ladders/2026Q4/distribution").json()
    assert told["items"] == [
        {"rating": 1300, "players": 1},
        {"rating": 1350, "players": 2},
        {"rating": 1400, "players": 2},
        {"rating": 1450, "players": 2},
        {"rating": 1500, "players": 2},
    ]


def test_ladders_are_those_that_have_begun(anyone, crowd, in_autumn):
    assert names(anyone.get("ladders")) == [ladders.ALL, "2026Q4"]
    for name in ("2027Q1", "2026Q5", "every"):
        assert anyone.get(f"ladders/{name}").status_code == 404


def test_the_rules_are_those_of_the_arithmetic(anyone):
    told = anyone.get("rating/rules").json()
    assert told["k_factors"] == [{"wins": 0, "k": 60}, {"wins": 10, "k": 40}, {"wins": 20, "k": 20}]
    assert {"difficulty": "legendary", "seats": 4, "opponent": 2500} in told["opponents"]
    assert told["ranked"] == {"games": 20, "partners": 3, "days": 30}


@pytest.mark.parametrize(
    ("rating", "row", "wins", "gain"),
    [
        (1_300_000, ("novice", 2), 20, 11_429),
        (1_300_000, ("novice", 2), 10, 22_859),
        (2_000_000, ("legendary", 3), 20, 15_195),
        (3_000_000, ("novice", 2), 10, 3),
    ],
)
def test_a_preview_is_a_golden_gain(anyone, rating, row, wins, gain):
    query = {"rating_milli": rating, "difficulty": row[0], "seats": row[1], "wins": wins}
    told = anyone.get("rating/preview", query).json()
    assert (told["gain_milli"], told["after_milli"]) == (gain, rating + gain)
