"""The front page: who sees which table, what opening one asks, and what the lists cost."""

import pytest
from django.test import Client

from engine.layouts import LAYOUTS
from games import errors, views
from games.forms import OpenGameForm
from games.models import Game
from games.sentences import SENTENCES
from games.services import lobby
from tests.games.playing import act, open_table

CHOICES = {
    "layout": "bridge",
    "difficulty": "elite",
    "seat_count": "3",
    "rated": "yes",
    "roles_dealt": "random",
    "visibility": "public",
    "pace": "live5",
}


def open_game(host, **choices):
    return open_table(host, **{"difficulty": "normal", "rated": True} | choices)


def start(game, host, guest):
    lobby.take_seat(game_id=game.pk, user=guest, number=1)
    lobby.start_game(game_id=game.pk, user=host)
    return game


def page(client, path="/"):
    return client.get(path).content.decode()


def rows(client, listing, path="/"):
    return [row.game for row in client.get(path).context[listing].rows]


@pytest.fixture
def as_carol(carol):
    client = Client()
    client.force_login(carol)
    return client


def test_a_stranger_sees_what_this_is_and_no_form(client, db):
    text = page(client)
    assert "Four treasures, one way off" in text
    assert "/accounts/signup/" in text
    assert 'id="open"' not in text


def test_a_player_sees_the_form_and_no_poster(as_carol):
    text = page(as_carol)
    assert 'id="open"' in text
    assert "Four treasures" not in text


@pytest.mark.parametrize("path", ["/", "/tables/"])
def test_everyone_sees_a_public_table(client, alice, path):
    game = open_game(alice)
    assert rows(client, "waiting", path) == [game]
    assert f'href="/games/{game.public_id}/"' in page(client, path)


@pytest.mark.parametrize("path", ["/", "/tables/"])
def test_a_table_by_link_is_in_no_list(client, as_carol, alice, bob, path):
    waiting = open_game(alice, visibility="link")
    running = start(open_game(alice, visibility="link"), alice, bob)
    for visitor in (client, as_carol):
        text = page(visitor, path)
        assert waiting.public_id not in text
        assert running.public_id not in text


def test_a_substitute_finds_the_game_and_a_leaver_does_not(as_carol, carol, alice, bob):
    game = start(open_game(alice, rated=False), alice, bob)
    act(game, alice, "0:leave")
    act(game, carol, "0:sit")
    assert rows(as_carol, "mine") == [game]
    as_alice = Client()
    as_alice.force_login(alice)
    assert rows(as_alice, "mine") == []


def test_ones_own_games_come_first_and_not_twice(as_carol, carol, alice):
    mine = open_game(carol, visibility="link")
    running = start(open_game(alice), alice, carol)
    open_game(alice)
    assert rows(as_carol, "mine") == [running, mine]
    assert carol not in {seat.user for game in rows(as_carol, "waiting") for seat in game.seats.all()}
    assert rows(as_carol, "running") == []


def test_a_running_game_can_be_watched(client, alice, bob):
    game = start(open_game(alice), alice, bob)
    assert rows(client, "running") == [game]
    assert "Watch" in page(client)


def test_whose_turn_it_is_stands_out(client, alice, bob):
    game = start(open_game(alice), alice, bob)
    whose = game.seats.get(number=0).user
    client.force_login(whose)
    assert "your turn" in page(client)
    client.force_login(alice if whose == bob else bob)
    assert "your turn" not in page(client)


def test_the_pace_of_a_table_stands_in_its_row_and_in_its_room(client, alice):
    without, with_clock = open_game(alice), open_game(alice, pace="day2")
    assert page(client).count("2 days a turn") == 1
    assert "2 days a turn" in page(client, f"/games/{with_clock.public_id}/")
    assert "a turn" not in page(client, f"/games/{without.public_id}/")


def test_a_closed_table_is_gone(client, alice):
    game = open_game(alice)
    lobby.close_table(game_id=game.pk, user=alice)
    assert rows(client, "waiting") == []


def test_a_name_stands_once_for_several_seats(client, alice):
    game = open_game(alice, rated=False)
    lobby.take_seat(game_id=game.pk, user=alice, number=1)
    assert [row.names for row in client.get("/").context["waiting"].rows] == ["alice"]


def test_long_lists_end_with_how_many_more_there_are(client, alice, monkeypatch):
    monkeypatch.setattr(views, "LISTED", 2)
    games = [open_game(alice) for _ in range(5)]
    assert rows(client, "waiting") == games[:2:-1]
    assert "and 3 more" in page(client)


@pytest.fixture
def busy_evening(alice, bob, carol):
    for number in range(4):
        open_game(alice)
        start(open_game(bob, rated=bool(number % 2)), bob, alice)
        open_game(carol, visibility="link")


def test_the_lists_cost_two_queries_each(client, busy_evening, django_assert_num_queries):
    with django_assert_num_queries(4):
        client.get("/")


def test_and_so_do_ones_own_games(as_carol, busy_evening, django_assert_num_queries):
    with django_assert_num_queries(8):  # session, user, three lists
        as_carol.get("/")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_island_can_be_picked_by_its_map(as_carol, layout):
    text = page(as_carol)
    assert f'data-map="{layout}"' in text
    assert f'value="{layout}"' in text


def test_opening_a_table(as_carol, carol):
    response = as_carol.post("/tables/open/", CHOICES)
    game = Game.objects.get()
    assert response.url == f"/games/{game.public_id}/"
    assert (game.host, game.layout, game.difficulty, game.seat_count) == (carol, "bridge", "elite", 3)
    assert (game.rated, game.roles_dealt, game.visibility, game.pace) == (True, "random", "public", "live5")


def test_opening_a_casual_table_by_link_where_roles_are_chosen(as_carol):
    as_carol.post("/tables/open/", CHOICES | {"rated": "no", "roles_dealt": "chosen", "visibility": "link"})
    game = Game.objects.get()
    assert (game.rated, game.roles_dealt, game.visibility) == (False, "chosen", "link")


BAD = [
    ("no island", "layout", ""),
    ("an unknown island", "layout", "atlantis"),
    ("an unknown difficulty", "difficulty", "easy"),
    ("too many seats", "seat_count", "5"),
    ("one seat", "seat_count", "1"),
    ("seats that are no number", "seat_count", "two"),
    ("neither rated nor casual", "rated", "perhaps"),
    ("an unknown pace", "pace", "blitz"),
    ("chosen roles in a rated game", "roles_dealt", "chosen"),
    ("unknown roles", "roles_dealt", "mine"),
    ("an unknown visibility", "visibility", "secret"),
    ("a zero byte", "layout", "classic\0"),
]


@pytest.mark.parametrize(("field", "value"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_bad_settings_are_refused_at_their_field(as_carol, field, value):
    response = as_carol.post("/tables/open/", CHOICES | {field: value})
    text = response.content.decode()
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in text
    assert f'id_{field}_error"' in text.partition('aria-describedby="')[2]
    assert Game.objects.count() == 0


def test_what_was_chosen_stays_chosen_after_an_error(as_carol):
    text = as_carol.post("/tables/open/", CHOICES | {"roles_dealt": "chosen"}).content.decode()
    bridge = next(tag for tag in text.split("<input") if 'value="bridge"' in tag)
    assert "checked" in bridge


def test_too_many_tables_are_told_in_words(as_carol, carol):
    for _ in range(lobby.TABLES_A_HOST):
        open_game(carol)
    response = as_carol.post("/tables/open/", CHOICES)
    assert response.status_code == 422
    assert "You have as many waiting tables as anyone may have." in response.content.decode()


def test_opening_needs_an_account(client, db):
    response = client.post("/tables/open/", CHOICES)
    assert response.url.startswith("/accounts/login/")
    assert Game.objects.count() == 0


def test_somebody_who_comes_back_from_signing_in_lands_on_the_lobby(as_carol):
    assert as_carol.get("/tables/open/").url == "/"


def test_opening_needs_the_token_of_the_form(carol):
    client = Client(enforce_csrf_checks=True)
    client.force_login(carol)
    response = client.post("/tables/open/", CHOICES)
    assert response.status_code == 403
    assert "Please send that once more" in response.content.decode()


def test_every_refusal_has_a_sentence():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.GameError)]
    assert {kind.code for kind in kinds} - {"game_error"} == set(SENTENCES)


def test_the_form_gives_the_arguments_of_the_service():
    form = OpenGameForm(CHOICES)
    assert form.is_valid()
    assert form.cleaned_data == {
        "layout": "bridge",
        "difficulty": "elite",
        "seat_count": 3,
        "rated": True,
        "roles_dealt": "random",
        "visibility": "public",
        "pace": "live5",
    }
