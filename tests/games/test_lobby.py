"""Tables before the game: open, sit, choose, start, close."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import User
from engine import deal, notation
from engine.layouts import LAYOUTS
from engine.tiles import DIFFICULTIES
from games import errors, models
from games.models import Game, Seat
from games.services import lobby
from games.tasks import abandon_idle_games
from tests.games.playing import open_table

pytestmark = pytest.mark.django_db


def open_game(host, *, rated=True, **choices):
    return open_table(host, rated=rated, **choices)


def seated(game):
    return dict(game.seats.values_list("number", "user__username"))


def test_the_rows_offer_what_the_engine_knows():
    assert dict(models.Layout.choices) == {name: layout.name for name, layout in LAYOUTS.items()}
    assert set(models.Difficulty.values) == set(DIFFICULTIES)


def test_a_host_sits_on_seat_0_of_a_new_table(alice):
    game = open_game(alice)
    assert (game.status, seated(game)) == ("lobby", {0: "alice"})
    assert len(game.public_id) == 8


def test_a_rated_game_has_no_chosen_roles(alice):
    with pytest.raises(errors.CannotBeRated):
        open_game(alice, rated=True, roles_dealt="chosen")


def test_nobody_fills_the_lobby(alice):
    for _ in range(lobby.TABLES_A_HOST):
        open_game(alice)
    with pytest.raises(errors.TooManyTables):
        open_game(alice)


def test_somebody_takes_a_free_seat(waiting_game):
    assert seated(waiting_game) == {0: "alice", 1: "bob"}


@pytest.mark.parametrize(("number", "error"), [(0, errors.SeatTaken), (2, errors.NoSuchSeat), (-1, errors.NoSuchSeat)])
def test_a_seat_that_cannot_be_had(waiting_game, carol, number, error):
    with pytest.raises(error):
        lobby.take_seat(game_id=waiting_game.pk, user=carol, number=number)


def test_nobody_sits_twice_in_a_rated_game(alice):
    game = open_game(alice)
    with pytest.raises(errors.AlreadySeated):
        lobby.take_seat(game_id=game.pk, user=alice, number=1)


def test_one_user_takes_all_seats_of_a_casual_game(alice):
    game = open_game(alice, rated=False)
    lobby.take_seat(game_id=game.pk, user=alice, number=1)
    lobby.start_game(game_id=game.pk, user=alice)
    assert seated(game) == {0: "alice", 1: "alice"}


def test_sitting_where_one_sits_changes_nothing(waiting_game, bob):
    lobby.take_seat(game_id=waiting_game.pk, user=bob, number=1)
    assert seated(waiting_game) == {0: "alice", 1: "bob"}


@pytest.mark.django_db(transaction=True)
def test_of_fifty_takers_of_the_last_seat_one_gets_it(alice):
    game = open_game(alice)
    people = [User.objects.create_user(f"taker{number}") for number in range(50)]
    barrier, answers = threading.Barrier(len(people)), []

    def take(user):
        barrier.wait()
        try:
            lobby.take_seat(game_id=game.pk, user=user, number=1)
            answers.append("taken")
        except errors.SeatTaken:
            answers.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=take, args=(user,)) for user in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == ["refused"] * 49 + ["taken"]
    assert Seat.objects.filter(game=game, number=1).count() == 1


def test_who_leaves_frees_the_seat(waiting_game, bob):
    lobby.leave_seat(game_id=waiting_game.pk, user=bob, number=1)
    assert seated(waiting_game) == {0: "alice"}


def test_nobody_frees_another_ones_seat(waiting_game, mallory):
    with pytest.raises(errors.NotYourSeat):
        lobby.leave_seat(game_id=waiting_game.pk, user=mallory, number=1)


def test_a_leaving_host_passes_the_table_on(waiting_game, alice, bob):
    lobby.leave_seat(game_id=waiting_game.pk, user=alice, number=0)
    waiting_game.refresh_from_db()
    assert (waiting_game.host, waiting_game.status) == (bob, "lobby")


def test_the_last_one_to_leave_closes_the_table(alice):
    game = open_game(alice)
    lobby.leave_seat(game_id=game.pk, user=alice, number=0)
    game.refresh_from_db()
    assert (game.status, game.outcome) == ("abandoned", "closed")


def test_only_the_host_closes_a_table(waiting_game, alice, bob):
    with pytest.raises(errors.NotTheHost):
        lobby.close_table(game_id=waiting_game.pk, user=bob)
    lobby.close_table(game_id=waiting_game.pk, user=alice)
    assert Game.objects.get(pk=waiting_game.pk).status == "abandoned"


def test_chosen_roles_are_played(alice, bob):
    game = open_game(alice, rated=False, roles_dealt="chosen")
    lobby.take_seat(game_id=game.pk, user=bob, number=1)
    lobby.choose_role(game_id=game.pk, user=alice, number=0, role="X")
    with pytest.raises(errors.RoleTaken):
        lobby.choose_role(game_id=game.pk, user=bob, number=1, role="X")
    with pytest.raises(errors.NotReady):
        lobby.start_game(game_id=game.pk, user=alice)
    lobby.choose_role(game_id=game.pk, user=bob, number=1, role="D")
    lobby.start_game(game_id=game.pk, user=alice)
    game.refresh_from_db()
    assert [seat.role.value for seat in game.engine_state().seats] == ["X", "D"]


def test_a_chosen_role_can_be_given_back(alice):
    game = open_game(alice, rated=False, roles_dealt="chosen")
    lobby.choose_role(game_id=game.pk, user=alice, number=0, role="X")
    lobby.choose_role(game_id=game.pk, user=alice, number=0, role="")
    assert game.seats.get().role == ""


def test_nobody_chooses_a_role_that_is_dealt(waiting_game, alice):
    with pytest.raises(errors.RolesAreDealt):
        lobby.choose_role(game_id=waiting_game.pk, user=alice, number=0, role="X")


def test_nobody_chooses_for_another_seat(alice, bob):
    game = open_game(alice, rated=False, roles_dealt="chosen")
    with pytest.raises(errors.NotYourSeat):
        lobby.choose_role(game_id=game.pk, user=bob, number=0, role="X")


def test_a_table_with_a_free_seat_does_not_start(alice):
    with pytest.raises(errors.NotReady):
        lobby.start_game(game_id=open_game(alice).pk, user=alice)


def test_only_the_host_starts(waiting_game, bob):
    with pytest.raises(errors.NotTheHost):
        lobby.start_game(game_id=waiting_game.pk, user=bob)


def test_a_started_game_follows_from_its_secret_seed(game):
    assert game.commitment == deal.commitment(bytes(32))
    assert game.position == notation.state_to_text(deal.new_game(bytes(32), "classic", "novice", 2))
    assert list(game.seats.order_by("number").values_list("role", flat=True)) == ["M", "E"]
    entry = game.actions.get()
    assert (entry.version, entry.action, entry.position) == (0, "start", game.position)
    assert [event["tile"] for event in entry.events] == list("PIARFJ")


def test_every_game_has_another_seed():
    assert len({lobby.new_seed() for _ in range(100)}) == 100


@pytest.mark.parametrize(
    "late",
    [
        lambda game, user: lobby.take_seat(game_id=game.pk, user=user, number=1),
        lambda game, user: lobby.leave_seat(game_id=game.pk, user=user, number=0),
        lambda game, user: lobby.choose_role(game_id=game.pk, user=user, number=0, role="X"),
        lambda game, user: lobby.start_game(game_id=game.pk, user=user),
        lambda game, user: lobby.close_table(game_id=game.pk, user=user),
    ],
)
def test_nothing_of_this_is_possible_after_the_start(game, alice, late):
    with pytest.raises(errors.GameNotWaiting):
        late(game, alice)


def test_who_sits_where_in_a_rated_game_is_chance(alice, bob):
    first = set()
    for _ in range(40):
        game = open_game(alice)
        lobby.take_seat(game_id=game.pk, user=bob, number=1)
        lobby.start_game(game_id=game.pk, user=alice)
        first.add(seated(game)[0])
    assert first == {"alice", "bob"}


def test_tables_that_never_started_are_closed_after_a_day(waiting_game, alice):
    fresh = open_game(alice)
    Game.objects.filter(pk=waiting_game.pk).update(created_at=timezone.now() - lobby.PATIENCE - timedelta(seconds=1))
    abandon_idle_games()
    assert lobby.close_stale_tables() == 0
    assert Game.objects.get(pk=waiting_game.pk).status == "abandoned"
    assert Game.objects.get(pk=fresh.pk).status == "lobby"
