"""Sessions that end close their sockets within two seconds, whatever ended them, and also if nobody was told."""

import asyncio
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client as Browser
from django.utils import timezone

from accounts import live, sessions
from accounts.models import User
from accounts.services import people
from games import sockets
from games.database import in_own_thread
from tests.games.sockets import Client, session_of

pytestmark = pytest.mark.django_db

PASSWORD = "four treasures"


def log_out(user, key):
    browser = Browser()
    browser.cookies["sessionid"] = key
    assert browser.post("/accounts/logout/").status_code == 302


def expire(user, key):
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))


def set_password(user, key):
    user = User.objects.get(pk=user.pk)
    user.set_password("five treasures")
    user.save(update_fields=["password"])


def suspend(user, key):
    admin = User.objects.create_superuser("keeper")
    people.suspend_user(by=admin, user=User.objects.get(pk=user.pk), reason="insults in the chat")


def close(user, key):
    people.close_account(user=User.objects.get(pk=user.pk))


ENDS = [log_out, expire, set_password, suspend, close]


@pytest.fixture
def member(alice):
    alice.set_password(PASSWORD)
    alice.save(update_fields=["password"])
    return alice


def signed_in(user):
    session = sessions.signed_in(session_of(user))
    assert session is not None
    return session


@pytest.mark.parametrize("end", ENDS)
def test_a_session_is_over_and_others_are_not(member, bob, end):
    ended, other = signed_in(member), signed_in(bob)
    assert sessions.over({ended, other}) == set()
    end(member, ended.key)
    assert sessions.over({ended, other}) == {ended}
    assert sessions.signed_in(ended.key) is None


def test_logging_out_in_one_browser_leaves_the_others(member):
    ended, other = signed_in(member), signed_in(member)
    log_out(member, ended.key)
    assert sessions.over({ended, other}) == {ended}


def test_a_suspension_that_is_lifted_brings_no_session_back(member):
    session = signed_in(member)
    suspend(member, session.key)
    people.lift_suspension(by=User.objects.get(username="keeper"), user=member, reason="a mistake")
    assert sessions.over({session}) == {session}


def test_nobody_is_signed_in_without_a_key(db):
    assert sessions.signed_in("") is None
    assert sessions.signed_in("x" * 32) is None


async def closed_within(seconds, client):
    async with asyncio.timeout(seconds):
        return await client.close_code()


def a_look_of_the_watch(monkeypatch):
    """An event that is set by the end of each."""
    over, looked, loop = sessions.over, asyncio.Event(), asyncio.get_running_loop()

    def over_and_seen(found):
        ended = over(found)
        loop.call_soon_threadsafe(looked.set)
        return ended

    monkeypatch.setattr(sessions, "over", over_and_seen)
    return looked


@pytest.mark.django_db(transaction=True)
async def test_every_end_of_a_session_closes_its_sockets_in_time_though_nobody_was_told(game, monkeypatch):
    monkeypatch.setattr(live, "send", lambda group, message: None)
    looked = a_look_of_the_watch(monkeypatch)
    keys = {}
    for end in ENDS:
        user = await in_own_thread(User.objects.create_user, f"{end.__name__}_user")
        keys[end] = user, await in_own_thread(session_of, user)
    clients = {end: Client(f"/ws/games/{game.public_id}/", key) for end, (_, key) in keys.items()}
    stranger = await Client.at(game)
    for client in clients.values():
        assert await client.connect()
        await client.receive_type("synced")
    looked.clear()
    await looked.wait()  # so that the next one is as far away as can be
    await asyncio.gather(*(in_own_thread(end, user, key) for end, (user, key) in keys.items()))
    codes = await asyncio.gather(*(closed_within(2, client) for client in clients.values()))
    assert codes == [sockets.SESSION_ENDED] * len(ENDS)
    await stranger.send(type="sync", since=0)
    await stranger.receive_type("synced")
    for client in (*clients.values(), stranger):
        await client.__aexit__()


@pytest.mark.django_db(transaction=True)
async def test_a_log_out_that_is_told_closes_the_sockets_of_that_browser_at_once(game, alice, monkeypatch):
    monkeypatch.setattr("games.watch.INTERVAL_SECONDS", 3600)
    keys = [await in_own_thread(session_of, alice) for _ in range(2)]
    one, other = [Client(f"/ws/games/{game.public_id}/", key) for key in keys]
    async with one, other:
        for client in (one, other):
            assert await client.connect()
            await client.receive_type("synced")
        await in_own_thread(log_out, alice, keys[0])
        assert await closed_within(2, one) == sockets.SESSION_ENDED
        await other.send(type="sync", since=0)
        await other.receive_type("synced")
