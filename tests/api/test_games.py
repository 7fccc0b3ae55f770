"""Games by the API: lists with filters and cursors, a game, its log, positions, record."""

import json
from datetime import datetime, timedelta, timezone

import pytest

from engine import records
from games.api import lists
from games.models import Game
from games.services import lobby
from tests.games.playing import act, play_at_random
from tests.ratings.played import AUTUMN, person, played


def ids(answer):
    assert answer.status_code == 200, answer.content
    return [game["id"] for game in answer.json()["items"]]


@pytest.fixture
def over(waiting_game, alice, bob):
    """A game that chance has played to its end."""
    lobby.start_game(game_id=waiting_game.pk, user=alice)
    return play_at_random(waiting_game, [alice, bob])


@pytest.fixture
def many(db):
    """Five games of ada's, oldest first: with grace or linus, won or lost or conceded, rated or not."""
    ada, grace, linus = person("Ada"), person("grace"), person("linus")
    return [
        played(ada, grace, finished_at=AUTUMN.replace(day=1)),
        played(ada, linus, outcome="drowned-1", finished_at=AUTUMN.replace(day=2)),
        played(ada, grace, linus, outcome="conceded", finished_at=AUTUMN.replace(day=3), difficulty="elite"),
        played(ada, grace, rated=False, finished_at=AUTUMN.replace(day=4), layout="volcano"),
        played(grace, linus, outcome="water", finished_at=AUTUMN.replace(day=5)),
    ]


FILTERS = [
    ({}, [4, 3, 2, 1, 0]),
    ({"player": "ADA"}, [3, 2, 1, 0]),
    ({"player": "ada", "partner": "linus"}, [2, 1]),
    ({"layout": "volcano"}, [3]),
    ({"difficulty": "elite"}, [2]),
    ({"seats": "3"}, [2]),
    ({"result": "won"}, [3, 0]),
    ({"result": "lost"}, [4, 1]),
    ({"result": "conceded"}, [2]),
    ({"rated": "false"}, [3]),
    ({"rated": "true"}, [4, 2, 1, 0]),
    ({"status": "active"}, []),
    ({"ended_from": "2026-11-02", "ended_to": "2026-11-03"}, [2, 1]),
    ({"ended_from": "9999-12-31", "ended_to": "9999-12-31"}, []),
    ({"player": "nobody"}, []),
]


@pytest.mark.parametrize(("query", "found"), FILTERS, ids=[json.dumps(query) for query, _ in FILTERS])
def test_games_are_filtered(anyone, many, query, found):
    assert ids(anyone.get("games", query)) == [many[at].public_id for at in found]


def test_pages_follow_each_other_while_games_come(anyone, many):
    first = anyone.get("games", {"limit": 2})
    assert ids(first) == [many[4].public_id, many[3].public_id]
    played(person("new"), person("newer"))
    second = anyone.get("games", {"limit": 2, "cursor": first.json()["next"]})
    assert ids(second) == [many[2].public_id, many[1].public_id]
    assert f"cursor={second.json()['next']}".replace(":", "%3A") in second["Link"]
    last = anyone.get("games", {"limit": 2, "cursor": second.json()["next"]})
    assert ids(last) == [many[0].public_id]
    assert last.json()["next"] is None
    assert "Link" not in last


def test_pages_by_days_follow_the_ends(anyone, many):
    Game.objects.filter(pk=many[0].pk).update(finished_at=AUTUMN.replace(day=6))
    query = {"limit": 1, "ended_from": "2026-11-05"}
    first = anyone.get("games", query)
    second = anyone.get("games", {**query, "cursor": first.json()["next"]})
    assert ids(first) + ids(second) == [many[0].public_id, many[4].public_id]
    assert second.json()["next"] is None


def test_a_running_game_is_no_place_among_ends(anyone, many, alice, game):
    lobby.open_game(host=alice, layout="classic", difficulty="novice", seat_count=2, rated=False)
    cursor = anyone.get("games", {"limit": 1}).json()["next"]
    answer = anyone.get("games", {"ended_from": "2026-11-01", "cursor": cursor})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_cursor")


def test_a_cursor_of_another_list_is_refused(anyone, many):
    cursor = anyone.get("players", {"limit": 1}).json()["next"]
    answer = anyone.get("games", {"cursor": cursor})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_cursor")


def test_a_list_takes_as_many_queries_for_many_as_for_one(anyone, many, django_assert_num_queries):
    for limit in (1, 5):
        with django_assert_num_queries(2):
            anyone.get("games", {"limit": limit})


def test_games_by_link_are_in_no_list_and_found_by_their_id(anyone, alice):
    game = lobby.open_game(
        host=alice, layout="classic", difficulty="novice", seat_count=2, rated=False, visibility="link"
    )
    assert ids(anyone.get("games")) == []
    assert ids(anyone.get("players/alice/games")) == []
    assert anyone.get(f"games/{game.public_id}").json()["visibility"] == "link"


def test_lines_are_had_by_accept(anyone, many, monkeypatch):
    monkeypatch.setattr(lists, "CHUNK", 2)
    answer = anyone.get("games", {"player": "ada"}, Accept="application/x-ndjson")
    assert answer["Content-Type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in b"".join(answer.streaming_content).decode().splitlines()]
    assert [line["id"] for line in lines] == [many[at].public_id for at in (3, 2, 1, 0)]


def test_lines_are_bounded_and_go_on(anyone, many, monkeypatch):
    monkeypatch.setattr(lists, "CHUNK", 2)
    monkeypatch.setattr(lists, "MOST_STREAMED", 3)
    answer = anyone.get("games", Accept="application/x-ndjson")
    *_, third, rest = [json.loads(line) for line in b"".join(answer.streaming_content).decode().splitlines()]
    assert third["id"] == many[2].public_id
    assert ids(anyone.get("games", {"cursor": rest["next"]})) == [many[1].public_id, many[0].public_id]


def test_a_stream_of_lines_reads_no_more_than_it_has_sent(anyone, many, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(lists, "CHUNK", 2)
    answer = anyone.get("games", Accept="application/x-ndjson")
    lines = iter(answer.streaming_content)
    with django_assert_num_queries(2):
        next(lines)


def test_a_running_game_shows_no_secret(anyone, game):
    answer = anyone.get(f"games/{game.public_id}")
    told = answer.json()
    assert (told["status"], told["seed"], told["result"]) == ("active", None, None)
    assert told["commitment"] == game.commitment
    assert "?" * 8 in told["position"]
    assert told["seats"][1] == {"number": 1, "user": "bob", "player": "bob", "role": "E", "left": False}
    assert "immutable" not in answer["Cache-Control"]


def test_the_log_is_read_forwards_in_pages(anyone, game, alice):
    for action in ("0:move K", "0:undo", "0:move K"):
        act(game, alice, action)
    first = anyone.get(f"games/{game.public_id}/log", {"limit": 3}).json()
    assert [entry["action"] for entry in first["items"]] == ["start", "0:move K", "0:undo"]
    second = anyone.get(f"games/{game.public_id}/log", {"limit": 3, "cursor": first["next"]})
    assert [(entry["version"], entry["by_clock"]) for entry in second.json()["items"]] == [(3, False)]
    assert second.json()["next"] is None
    assert "immutable" not in second["Cache-Control"]


def test_what_is_over_and_bears_no_name_is_kept_for_ever(anyone, over):
    for path in ("log", "positions/0"):
        answer = anyone.get(f"games/{over.public_id}/{path}")
        assert "immutable" in answer["Cache-Control"], path
        assert "alice" not in answer.content.decode()
    for path in ("", "/record", "/legal"):
        assert "immutable" not in anyone.get(f"games/{over.public_id}{path}")["Cache-Control"]


def test_positions_are_shown_as_they_may_be(anyone, game, alice):
    act(game, alice, "0:move K")
    told = anyone.get(f"games/{game.public_id}/positions/1").json()
    assert told["version"] == 1
    assert "?" * 8 in told["position"]
    assert anyone.get(f"games/{game.public_id}/positions/2").status_code == 404


def test_a_record_is_text_that_verifies(anyone, over):
    answer = anyone.get(f"games/{over.public_id}/record")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert records.record_from_text(answer.content.decode()).game == over.public_id


def test_a_running_game_has_no_record(anyone, game):
    answer = anyone.get(f"games/{game.public_id}/record")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")
    assert answer.json()["code"] == "not_found"


def test_what_is_legal_is_what_the_table_lights(anyone, game):
    told = anyone.get(f"games/{game.public_id}/legal").json()
    assert told["version"] == 0
    assert "K" in told["legal"]["0"]["move"]


def test_a_table_without_a_start_has_neither_log_nor_position(anyone, waiting_game):
    path = f"games/{waiting_game.public_id}"
    assert anyone.get(path).json()["position"] is None
    assert anyone.get(f"{path}/log").json() == {"items": [], "next": None}
    assert anyone.get(f"{path}/legal").json()["legal"] == {}


def test_times_are_iso_in_utc(anyone, over):
    Game.objects.update(finished_at=datetime(2026, 11, 30, 0, 59, 1, 234567, timezone(timedelta(hours=1))))
    assert anyone.get(f"games/{over.public_id}").json()["finished_at"] == "2026-11-29T23:59:01.234Z"
