"""Everybody's games: who is found by what, page by page, and that nothing is told too early."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.listings import GAMES_A_PAGE
from games.models import Game, Seat, Status, Visibility
from games.services import demo, lobby
from tests.games.playing import act

LAYOUTS = ["classic", "bridge", "atoll"]
DIFFICULTIES = ["novice", "elite", "legendary"]


@pytest.fixture
def kept(alice, bob, carol):
    """Three games that robots played: alice with bob, alice with carol, and all three; oldest first."""
    crews = [[alice, bob], [alice, carol], [alice, bob, carol]]
    return [
        demo.play_demo_game(
            users=crew, layout=layout, difficulty=difficulty, began_at=datetime(2026, 10, 1 + day, tzinfo=UTC)
        )
        for day, (crew, layout, difficulty) in enumerate(zip(crews, LAYOUTS, DIFFICULTIES, strict=True))
    ]


def found(client, **asked):
    response = client.get("/games/", asked)
    assert response.status_code == 200
    return [row.game for row in response.context["rows"]]


def test_every_game_that_is_over_newest_first(client, kept, game):
    assert found(client) == kept[::-1]


FILTERS = [
    ({"player": "alice"}, [2, 1, 0]),
    ({"player": "BOB"}, [2, 0]),
    ({"player": "bob", "partner": "carol"}, [2]),
    ({"layout": "bridge"}, [1]),
    ({"difficulty": "novice"}, [0]),
    ({"seats": "3"}, [2]),
    ({"seats": "4"}, []),
    ({"counts": "rated"}, [2, 1, 0]),
    ({"counts": "casual"}, []),
    ({"since": "2026-10-02"}, [2, 1]),
    ({"until": "2026-10-02"}, [1, 0]),
    ({"until": "9999-12-31"}, [2, 1, 0]),
    ({"since": "2026-10-02", "until": "2026-10-02"}, [1]),
    ({"player": "alice", "seats": "2", "difficulty": "elite"}, [1]),
]


@pytest.mark.parametrize(("asked", "expected"), FILTERS, ids=[str(asked) for asked, _ in FILTERS])
def test_games_are_found_by_what_they_were(client, kept, asked, expected):
    assert found(client, **asked) == [kept[number] for number in expected]


@pytest.mark.parametrize(
    ("outcome", "result"),
    [("won", "won"), ("water", "lost"), ("drowned-1", "lost"), ("conceded", "undecided"), ("ended", "undecided")],
)
def test_games_are_found_by_how_they_ended(client, kept, outcome, result):
    Game.objects.exclude(pk=kept[0].pk).update(outcome="landing" if result != "lost" else "won")
    Game.objects.filter(pk=kept[0].pk).update(outcome=outcome)
    assert found(client, result=result) == [kept[0]]


def test_running_games_are_apart(client, kept, game):
    assert found(client, result="running") == [game]
    assert found(client, result="running", player="bob") == [game]
    assert found(client, result="running", player="carol") == []
    assert found(client, result="running", since="2020-01-01", until="2020-01-02") == []


def test_who_sat_down_later_played_too(client, kept, mallory):
    Seat.objects.filter(game=kept[0], number=1).update(left_at=timezone.now(), substitute=mallory)
    assert found(client, player="mallory") == [kept[0]]


def test_tables_by_link_are_in_no_list_while_they_run(client, kept, game):
    Game.objects.update(visibility=Visibility.LINK)
    assert found(client, result="running") == []
    assert found(client) == kept[::-1]  # rated ones are public once over
    Game.objects.update(rated=False)
    assert found(client) == []


def test_a_position_that_cannot_be_read_costs_its_island_and_no_more(client, kept, caplog):
    spoilt, *others = kept
    Game.objects.filter(pk=spoilt.pk).update(position="no position at all")
    page = client.get("/games/")
    assert [row.game for row in page.context["rows"]] == kept[::-1]
    assert page.text.count('<svg class="chart"') == len(others)
    assert page.text.count('<span class="chart"></span>') == 1
    assert [record.getMessage() for record in caplog.records] == [
        f"the position of game {spoilt.public_id} cannot be read"
    ]


def test_neither_seed_nor_draw_piles_of_a_running_game_are_in_the_list(client, game):
    text = client.get("/games/?result=running").text
    treasure, flood = game.position.split()[5:7]
    assert game.public_id in text
    assert "00" * 32 not in text
    assert treasure.partition("/")[0] not in text
    assert flood.partition("/")[0] not in text


def test_tables_that_never_started_are_no_games(client, waiting_game, alice):
    lobby.close_table(game_id=waiting_game.pk, user=alice)
    assert found(client) == []
    assert found(client, result="running") == []


REFUSED = [
    ({"player": "nobody"}, "Nobody is called that."),
    ({"partner": "x\0y"}, "Null characters are not allowed."),
    ({"player": "a" * 200}, "at most 20 characters"),
    ({"layout": "moon"}, "moon is not one of the available choices."),
    ({"seats": "5"}, "5 is not one of the available choices."),
    ({"since": "yesterday"}, "Enter a valid date."),
    ({"since": "2026-10-02", "until": "2026-10-01"}, "This day is before the first one."),
]


@pytest.mark.parametrize(("asked", "words"), REFUSED, ids=[words for _, words in REFUSED])
def test_what_cannot_be_asked_is_said(client, db, asked, words):
    response = client.get("/games/", asked)
    assert response.status_code == 422
    assert words in response.text


@pytest.mark.parametrize("before", ["AAAAAAAA", "\0", "far too long for a game"])
def test_a_page_after_no_game(client, kept, before):
    assert client.get("/games/", {"before": before}).status_code == 404


def test_pages_neither_skip_nor_repeat_a_game(client, kept):
    many(kept[0], 2 * GAMES_A_PAGE)
    seen, address = [], "/games/?"
    while address:
        response = client.get(address)
        seen += [row.game.pk for row in response.context["rows"]]
        before = response.context["before"]
        address = before and f"/games/?before={before}"
    assert len(seen) == len(set(seen)) == 2 * GAMES_A_PAGE + 3
    assert seen == list(Game.objects.order_by("-finished_at", "-pk").values_list("pk", flat=True))


def test_the_next_page_is_asked_the_same(client, kept):
    many(kept[0], GAMES_A_PAGE)
    text = client.get("/games/?player=alice&partner=&layout=classic").text
    assert 'href="?player=alice&amp;layout=classic&amp;before=' in text


def test_a_page_takes_the_same_few_queries_whatever_it_shows(client, kept, django_assert_max_num_queries):
    many(kept[0], GAMES_A_PAGE)
    with django_assert_max_num_queries(6):
        client.get(f"/games/?player=alice&partner=bob&before={kept[2].public_id}")


def test_a_later_page_is_entered_by_an_index(client, kept, django_assert_max_num_queries):
    with django_assert_max_num_queries(6) as captured:
        client.get(f"/games/?before={kept[2].public_id}")
    listing = next(
        query["sql"] for query in captured.captured_queries if "LIMIT" in query["sql"] and "<=" in query["sql"]
    )
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {listing}")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "games_by_end" in plan
    assert "Index Cond: (finished_at <=" in plan


def test_the_list_needs_no_script(client, kept):
    text = client.get("/games/").text
    assert "<script type" not in text
    assert text.count('class="chart"') == 3
    assert f'href="/games/{kept[0].public_id}/replay/"' in text
    assert f'href="/games/{kept[0].public_id}/result/"' in text


def test_a_running_game_leads_to_its_table(client, game, alice):
    act(game, alice, "0:draw")
    text = client.get("/games/?result=running").text
    assert f'href="/games/{game.public_id}/"' in text
    assert "still played" in text


def test_a_closed_account_keeps_its_games(client, kept, bob):
    User.objects.filter(pk=bob.pk).update(username="closed-1a2b3c", closed_at=timezone.now())
    assert found(client, player="closed-1a2b3c") == [kept[2], kept[0]]


def many(game, count):
    """So many copies of a finished game in the list, two at each moment."""
    ends = [game.finished_at + timedelta(seconds=number // 2) for number in range(count)]
    fields = {field.attname: getattr(game, field.attname) for field in Game._meta.fields if field.attname != "id"}
    copies = [Game(**{**fields, "public_id": f"{number:08}", "finished_at": end}) for number, end in enumerate(ends)]
    Game.objects.bulk_create(copies)
    Seat.objects.bulk_create(
        Seat(game=copy, number=seat.number, user_id=seat.user_id, rated=True, role=seat.role)
        for copy in copies
        for seat in game.seats.all()
    )
    assert Game.objects.filter(status=Status.FINISHED).count() == count + 3
