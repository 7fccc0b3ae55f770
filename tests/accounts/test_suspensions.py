"""Keeping somebody out for a while, names and bots: what admins do to accounts, each with a reason and an entry."""

import asyncio
from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from accounts.errors import ChangeRefused, NameRefused, ReasonMissing
from accounts.models import AuditEntry, Suspension, User
from accounts.services import people
from games import errors
from games.database import in_own_thread
from games.services import chat, lobby
from tests.games import sockets
from tests.games.playing import refused
from tests.jobs.threads import at_once

PASSWORD = "four treasures"


@pytest.fixture
def member(alice):
    alice.set_password(PASSWORD)
    alice.save(update_fields=["password"])
    return alice


@pytest.fixture
def admin(bob):
    return bob


def suspend(user, by, **until):
    until = {"until": timezone.now() + timedelta(**until)} if until else {}
    return people.suspend_user(by=by, user=user, reason="insults in the chat", **until)


def sign_in(client=None):
    return (client or Client()).post("/accounts/login/", {"login": "alice", "password": PASSWORD})


def let_pass(**time):
    Suspension.objects.update(until=timezone.now() - timedelta(**time))


def test_it_ends_sessions_and_leaves_an_entry(client, member, admin):
    client.force_login(member)
    suspend(member, admin, days=3)
    assert not client.get("/").wsgi_request.user.is_authenticated
    entry = AuditEntry.objects.get()
    assert (entry.by, entry.action, entry.subject_id, entry.reason) == (
        admin,
        "suspend_user",
        member.pk,
        "insults in the chat",
    )


def test_sign_in_is_refused_and_says_until_when(member, admin):
    suspension = suspend(member, admin, days=3)
    response = sign_in()
    assert response.status_code == 403
    assert f"This account is suspended until {suspension.until:%-d %B %Y, %H:%M} UTC." in response.content.decode()
    assert "insults" not in response.content.decode()


def test_one_without_an_end_says_so(member, admin):
    suspend(member, admin)
    assert "suspended until an admin lifts it" in sign_in().content.decode()


def test_sign_in_lifts_what_has_run_out(member, admin):
    suspend(member, admin, days=3)
    let_pass(seconds=1)
    assert sign_in().status_code == 302
    assert Suspension.objects.get().lifted_at


def test_the_job_lifts_what_has_run_out_once(member, admin, carol):
    suspend(member, admin, days=3)
    let_pass(seconds=1)
    suspend(carol, admin, days=3)
    assert people.lift_expired_suspensions() == 1
    assert people.lift_expired_suspensions() == 0
    assert [user.is_active for user in User.objects.order_by("username")] == [True, True, False]


@pytest.mark.django_db(transaction=True)
def test_two_runs_at_once_lift_it_once(member, admin):
    suspend(member, admin, days=3)
    let_pass(seconds=1)
    assert sum(at_once(people.lift_expired_suspensions)) == 1


def test_a_session_of_before_does_not_come_back_to_life(client, member, admin):
    client.force_login(member)
    suspend(member, admin)
    people.lift_suspension(by=admin, user=member, reason="apologised")
    assert not client.get("/").wsgi_request.user.is_authenticated
    assert sign_in().status_code == 302


def test_who_is_suspended_does_not_act(game, alice, bob):
    suspend(alice, bob)
    refused(game, errors.GameError, alice, "0:move K")


def test_who_is_suspended_does_not_talk_over_a_socket_of_before(game, alice, bob):
    suspend(User.objects.get(pk=alice.pk), bob)
    assert alice.is_active  # as the socket knows her
    with pytest.raises(errors.AccountNotActive):
        chat.say(game_id=game.pk, user=alice, text="hello")


def test_who_is_suspended_opens_no_table_and_takes_no_seat(game, alice, bob, waiting_game):
    suspend(alice, bob)
    with pytest.raises(errors.AccountNotActive):
        lobby.open_game(host=alice, layout="classic", difficulty="novice", seat_count=2, rated=False)


def test_a_table_does_not_start_with_who_is_suspended(waiting_game, alice, bob):
    suspend(bob, alice)
    with pytest.raises(errors.AccountNotActive):
        lobby.start_game(game_id=waiting_game.pk, user=alice)


@pytest.mark.django_db(transaction=True)
async def test_sockets_are_closed_at_once(game, alice, bob):
    async with await sockets.Client.at(game, alice) as player:
        await player.receive_type("synced")
        await in_own_thread(lambda: suspend(alice, bob))
        async with asyncio.timeout(2):
            assert await player.close_code() == 4401


def test_lifting_leaves_an_entry_and_lets_in(member, admin):
    suspend(member, admin)
    people.lift_suspension(by=admin, user=member, reason="apologised")
    assert sign_in().status_code == 302
    assert [entry.action for entry in AuditEntry.objects.order_by("pk")] == ["suspend_user", "lift_suspension"]


REFUSED_TO_SUSPEND = [
    ("oneself", lambda alice, bob: people.suspend_user(by=alice, user=alice, reason="why not")),
    ("twice", lambda alice, bob: [suspend(bob, alice), suspend(bob, alice)]),
    ("a closed account", lambda alice, bob: [people.close_account(user=bob), suspend(bob, alice)]),
    ("staff, by other staff", lambda alice, bob: [User.objects.update(is_staff=True), suspend(bob, alice)]),
    ("nothing to lift", lambda alice, bob: people.lift_suspension(by=alice, user=bob, reason="why not")),
]


@pytest.mark.parametrize("deed", [row[1] for row in REFUSED_TO_SUSPEND], ids=[row[0] for row in REFUSED_TO_SUSPEND])
def test_refused(alice, bob, deed):
    with pytest.raises(ChangeRefused):
        deed(alice, bob)


DEEDS = [
    lambda by, user: people.suspend_user(by=by, user=user, reason=" "),
    lambda by, user: people.rename_user(by=by, user=user, name="Ada", reason=" "),
    lambda by, user: people.mark_bot(by=by, user=user, is_bot=True, reason=" "),
]


@pytest.mark.parametrize("deed", DEEDS, ids=["suspend", "rename", "mark"])
def test_nothing_without_a_reason(alice, bob, deed):
    before = User.objects.values().get(pk=bob.pk)
    with pytest.raises(ReasonMissing):
        deed(alice, bob)
    assert User.objects.values().get(pk=bob.pk) == before
    assert not Suspension.objects.exists()


def test_a_suspension_is_one_at_a_time(alice, bob):
    Suspension.objects.create(user=bob, by=alice, reason="rude")
    with pytest.raises(IntegrityError):
        Suspension.objects.create(user=bob, by=alice, reason="rude")


def test_another_name(client, alice, bob):
    client.force_login(bob)
    people.rename_user(by=alice, user=bob, name="Bobby", reason="asked for it")
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.details) == ("rename_user", {"from": "bob", "to": "Bobby"})
    assert client.get("/").wsgi_request.user.username == "Bobby"


def test_the_same_name_in_other_letters(alice, bob):
    people.rename_user(by=alice, user=bob, name="BOB", reason="asked for it")
    assert User.objects.get(pk=bob.pk).username == "BOB"


BAD_NAMES = ["ALICE", "al", "a" * 21, "al ice", "closed-7f", "guest-1", "", "алиса"]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_no_name(alice, bob, name):
    with pytest.raises(NameRefused):
        people.rename_user(by=alice, user=bob, name=name, reason="asked for it")
    assert not AuditEntry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_renamed_alike_at_once_one_gets_the_name(alice, bob, carol, mallory):
    users = [bob, carol]

    def rename():
        try:
            people.rename_user(by=alice, user=users.pop(), name="Ada", reason="asked for it")
        except NameRefused:
            return False
        return True

    assert sorted(at_once(rename)) == [False, True]
    assert AuditEntry.objects.count() == 1


def test_guests_and_closed_accounts_get_no_name_and_are_no_bots(alice, bob):
    people.close_account(user=bob)
    for user in (bob, people.start_guest()):
        with pytest.raises(ChangeRefused):
            people.rename_user(by=alice, user=user, name="Ada", reason="asked for it")
        with pytest.raises(ChangeRefused):
            people.mark_bot(by=alice, user=user, is_bot=True, reason="it is a program")


def test_a_bot_plays_casual_games_only(alice, bob, carol):
    table = lobby.open_game(host=alice, layout="classic", difficulty="novice", seat_count=2, rated=True)
    people.mark_bot(by=alice, user=bob, is_bot=True, reason="it is a program")
    bob.refresh_from_db()
    with pytest.raises(errors.BotsPlayCasual):
        lobby.take_seat(game_id=table.pk, user=bob, number=1)
    with pytest.raises(errors.BotsPlayCasual):
        lobby.open_game(host=bob, layout="classic", difficulty="novice", seat_count=2, rated=True)
    lobby.open_game(host=bob, layout="classic", difficulty="novice", seat_count=2, rated=False)


def test_who_becomes_a_bot_at_a_rated_table_does_not_start_there(alice, bob):
    table = lobby.open_game(host=alice, layout="classic", difficulty="novice", seat_count=2, rated=True)
    lobby.take_seat(game_id=table.pk, user=bob, number=1)
    people.mark_bot(by=alice, user=bob, is_bot=True, reason="it is a program")
    with pytest.raises(errors.BotsPlayCasual):
        lobby.start_game(game_id=table.pk, user=alice)


def test_marking_what_is_marked_is_refused(alice, bob):
    with pytest.raises(ChangeRefused):
        people.mark_bot(by=alice, user=bob, is_bot=False, reason="no program")
