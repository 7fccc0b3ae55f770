"""Closing an account: what goes, what stays, and that nobody comes back."""

import asyncio

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.core import mail
from django.test import Client

from accounts.models import ApiToken, OutgoingMail, User
from accounts.services import mails, people
from games import boards
from games.database import in_own_thread
from games.models import Game
from games.services import chat
from tests.games import sockets
from tests.games.playing import act

PASSWORD = "four treasures"


@pytest.fixture
def member(alice):
    alice.set_password(PASSWORD)
    alice.first_name, alice.is_staff = "Alice", True
    alice.save()
    alice.groups.add(Group.objects.create(name="admins"))
    EmailAddress.objects.create(user=alice, email="alice@example.org", primary=True, verified=True)
    ApiToken.objects.create(user=alice, name="bot", prefix="abcdefgh", secret_sha256="0" * 64)
    return alice


@pytest.fixture
def as_member(client, member):
    client.force_login(member)
    return client


def close(client, password=PASSWORD):
    return client.post("/accounts/close/", {"password": password}, follow=True)


def test_the_settings_lead_there_and_the_page_says_what_happens(as_member):
    assert 'href="/accounts/close/"' in as_member.get("/accounts/settings/").content.decode()
    assert "This cannot be undone." in as_member.get("/accounts/close/").content.decode()


def test_what_is_private_goes(as_member, member):
    mails.queue_mail(to="alice@example.org", subject="hello", body="a link")
    assert "Your account is closed." in close(as_member).content.decode()
    member.refresh_from_db()
    assert member.username.startswith("closed-")
    assert (member.email, member.first_name) == ("", "")
    assert (member.is_active, member.is_staff, member.groups.exists()) == (False, False, False)
    assert not member.has_usable_password()
    assert not EmailAddress.objects.exists()
    assert not ApiToken.objects.exists()
    assert not OutgoingMail.objects.exists()
    assert "alice" not in str(User.objects.values().get(pk=member.pk))


def test_games_and_words_stay_under_the_new_name(as_member, member, game, client):
    act(game, member, "0:move K")
    chat.say(game_id=game.pk, user=member, text="hello")
    close(as_member)
    member.refresh_from_db()
    assert game.seats.get(number=0).user == member
    names = [seat["user"] for seat in boards.game_frame(Game.objects.get(pk=game.pk))["seats"]]
    assert names == [member.username, "bob"]


def test_every_session_ends(as_member, member):
    other = Client()
    other.force_login(member)
    close(as_member)
    assert not other.get("/").wsgi_request.user.is_authenticated
    assert not as_member.get("/").wsgi_request.user.is_authenticated


def test_nobody_signs_in_again(as_member, member):
    close(as_member)
    for login in ("alice", "alice@example.org", User.objects.get(pk=member.pk).username):
        response = Client().post("/accounts/login/", {"login": login, "password": PASSWORD})
        assert not response.wsgi_request.user.is_authenticated


def test_nobody_gets_a_new_password(as_member):
    close(as_member)
    Client().post("/accounts/password/reset/", {"email": "alice@example.org"})
    mails.send_mails()
    assert [sent.subject for sent in mail.outbox] == ["No Tidewatch account with this address"]


def test_name_and_address_are_free_again(as_member):
    close(as_member)
    form = {"username": "alice", "email": "alice@example.org", "password1": "six treasures"}
    assert Client().post("/accounts/signup/", form).status_code == 302


def test_a_wrong_password_closes_nothing(as_member, member):
    response = close(as_member, "three treasures")
    assert response.status_code == 422
    assert "This is not your password." in response.content.decode()
    member.refresh_from_db()
    assert member.closed_at is None


def test_guessing_the_password_is_limited(as_member):
    assert [close(as_member, "wrong").status_code for _ in range(11)][-1] == 429


def test_closing_needs_an_account(client, db):
    assert client.post("/accounts/close/").url.startswith("/accounts/login/")


def test_closing_twice_changes_nothing(member):
    people.close_account(user=member)
    before = User.objects.values().get(pk=member.pk)
    people.close_account(user=member)
    assert User.objects.values().get(pk=member.pk) == before


@pytest.mark.django_db(transaction=True)
async def test_sockets_are_closed_at_once(game, alice):
    async with await sockets.Client.at(game, alice) as player, await sockets.Client.at(game) as stranger:
        await player.receive_type("synced")
        await stranger.receive_type("synced")
        await in_own_thread(lambda: people.close_account(user=alice))
        async with asyncio.timeout(2):
            assert await player.close_code() == 4401


@pytest.mark.django_db(transaction=True)
async def test_a_dead_session_opens_no_socket_as_the_user(game, alice):
    session = await in_own_thread(sockets.session_of, alice)
    await in_own_thread(lambda: people.close_account(user=alice))
    client = sockets.Client(f"/ws/games/{game.public_id}/", session)
    async with client:
        assert await client.connect()
        assert (await client.receive())["you"] == []
