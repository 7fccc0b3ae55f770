"""Seats of accounts that are closed or suspended do not keep others waiting."""

import pytest

from accounts.services import people
from games.models import Game
from games.services import departures, guests, lobby
from tests.games.playing import act, open_table
from tests.jobs.threads import at_once


@pytest.fixture
def harmless_seed(monkeypatch):
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes([47] * 32))


@pytest.fixture
def running(waiting_game, alice, harmless_seed):
    lobby.start_game(game_id=waiting_game.pk, user=alice)
    return Game.objects.get(pk=waiting_game.pk)


def names(game):
    return [seat.user.username for seat in game.seats.order_by("number")]


@pytest.mark.parametrize("is_closed", [True, False], ids=["closed", "suspended"])
def test_a_seat_at_a_table_that_waits_is_free_again(waiting_game, alice, bob, is_closed):
    if is_closed:
        people.close_account(user=bob)
    else:
        people.suspend_user(by=alice, user=bob, reason="insults")
    assert departures.free_seats_of_the_gone() == 1
    assert names(waiting_game) == ["alice"]
    assert departures.free_seats_of_the_gone() == 0


def test_the_table_of_a_closed_host_passes_on(waiting_game, alice, bob):
    people.close_account(user=alice)
    departures.free_seats_of_the_gone()
    assert Game.objects.get(pk=waiting_game.pk).host == bob


def test_a_closed_account_leaves_a_running_game(running, alice, bob):
    people.close_account(user=bob)
    assert departures.free_seats_of_the_gone() == 1
    seat = running.seats.get(number=1)
    assert (seat.left_at is None, seat.player_id) == (False, None)
    assert running.actions.get(version=1).action == "1:leave"
    assert departures.free_seats_of_the_gone() == 0


def test_a_suspended_one_may_be_back_in_time(running, alice, bob):
    people.suspend_user(by=alice, user=bob, reason="insults")
    assert departures.free_seats_of_the_gone() == 0
    assert running.seats.get(number=1).left_at is None


def test_a_substitute_who_is_gone_leaves_too(running, bob, carol):
    act(running, bob, "1:leave")
    act(running, carol, "1:sit")
    people.close_account(user=carol)
    assert departures.free_seats_of_the_gone() == 1
    assert running.seats.get(number=1).player_id is None


def test_when_all_are_gone_the_game_is_abandoned(harmless_seed, db):
    game = guests.play_alone(user=None)
    people.close_account(user=game.host)
    assert departures.free_seats_of_the_gone() == 2
    assert Game.objects.get(pk=game.pk).status == "abandoned"


def test_a_game_of_others_goes_on(running, alice, bob):
    other = open_table(alice)
    people.close_account(user=bob)
    departures.free_seats_of_the_gone()
    assert Game.objects.get(pk=running.pk).status == "active"
    assert names(other) == ["alice"]


@pytest.mark.django_db(transaction=True)
def test_two_runs_at_once_leave_once(running, bob):
    people.close_account(user=bob)
    assert sum(at_once(departures.free_seats_of_the_gone)) == 1
    assert running.actions.filter(action="1:leave").count() == 1
