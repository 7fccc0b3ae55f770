"""Mails about one's turn at a table by the day: one an absence, none while one is there, one click to stop them."""

from contextlib import closing
from datetime import timedelta

import pytest
import redis
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.models import OutgoingMail, User
from accounts.services import mails as outgoing
from accounts.services import people
from games import presence
from games.database import in_own_thread
from games.models import Game, Seat
from games.services import lobby, mails
from games.tasks import send_turn_mails
from games.watch import watch
from tests.games import sockets
from tests.games.playing import act, open_table
from tests.jobs.threads import at_once


@pytest.fixture
def table(alice, bob, monkeypatch):
    """A game with a day a turn; it is alice's, and both have confirmed addresses."""
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes([47] * 32))
    for user in (alice, bob):
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    table = open_table(alice, pace="day1")
    lobby.take_seat(game_id=table.pk, user=bob, number=1)
    lobby.start_game(game_id=table.pk, user=alice)
    return Game.objects.get(pk=table.pk)


@pytest.fixture
def nobody_is_here(monkeypatch):
    monkeypatch.setattr(presence, "who_is_here", lambda names: set())


pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nobody_is_here")]


def later(**time):
    passed = timedelta(**time)
    Game.objects.update(moved_at=F("moved_at") - passed, deadline_at=F("deadline_at") - passed)


def told():
    """To whom mails go now."""
    later(minutes=5)
    mails.send_turn_mails()
    waiting = sorted(OutgoingMail.objects.values_list("to", flat=True))
    OutgoingMail.objects.all().delete()
    return waiting


def end_turn(table, user):
    """Draw and flood until it is somebody else's turn."""
    while (game := Game.objects.get(pk=table.pk)).active_seat == table.active_seat:
        word = "flood" if game.engine_state().phase.name == "FLOOD" else "draw"
        act(table, user, f"{game.active_seat}:{word}")


def test_who_is_waited_for_gets_a_mail(table):
    later(minutes=5)
    send_turn_mails.apply()
    outgoing.send_mails()
    (sent,) = mail.outbox
    assert sent.to == ["alice@example.org"]
    assert sent.subject == "Your turn on Forbidden Island"
    assert f"http://localhost:8000/games/{table.public_id}/" in sent.body
    assert "You play with bob." in sent.body
    zero_at = timezone.now() + timedelta(days=1) - timedelta(minutes=5)
    assert f"{zero_at:%-d %B %Y, %H:}" in sent.body


def test_one_mail_an_absence(table, alice):
    assert told() == ["alice@example.org"]
    assert told() == []
    end_turn(table, alice)
    assert told() == ["bob@example.org"]
    assert told() == []


def test_whoever_has_acted_gets_the_next_one(table, alice, bob):
    assert told() == ["alice@example.org"]
    act(table, alice, "0:draw")
    assert told() == ["alice@example.org"]


def test_who_has_just_closed_the_page_gets_none_yet(table):
    assert mails.send_turn_mails() == 0


@pytest.mark.django_db(transaction=True)
def test_two_runs_at_once_write_one(table):
    later(minutes=5)
    assert sum(at_once(mails.send_turn_mails)) == 1
    assert OutgoingMail.objects.count() == 1


def test_a_run_that_dies_leaves_the_mail_to_the_next(table, monkeypatch):
    def die(**mail):
        raise KeyboardInterrupt

    later(minutes=5)
    with monkeypatch.context() as patch:
        patch.setattr(mails, "queue_mail", die)
        with pytest.raises(KeyboardInterrupt):
            mails.send_turn_mails()
    assert mails.send_turn_mails() == 1


def test_one_with_several_seats_gets_one(alice, table, monkeypatch):
    Seat.objects.filter(game=table).update(user=alice)
    assert told() == ["alice@example.org"]
    assert told() == []


NOBODY = [
    ("no mails are wanted", lambda user: people.choose_turn_mails(user_id=user.pk, wanted=False)),
    ("the address is not confirmed", lambda user: EmailAddress.objects.update(verified=False)),
    ("there is no address", lambda user: EmailAddress.objects.all().delete()),
    ("the account is suspended", lambda user: User.objects.filter(pk=user.pk).update(is_active=False)),
    ("the account is closed", lambda user: people.close_account(user=user)),
    ("there is no clock", lambda user: Game.objects.update(pace="none")),
    ("the clock is a live one", lambda user: Game.objects.update(pace="live5")),
]


@pytest.mark.parametrize("change", [row[1] for row in NOBODY], ids=[row[0] for row in NOBODY])
def test_no_mail_where(table, alice, change):
    change(alice)
    assert told() == []


def test_who_sits_in_is_told_and_who_left_is_not(table, alice, carol, bob):
    EmailAddress.objects.create(user=carol, email=carol.email, primary=True, verified=True)
    act(table, alice, "0:leave")
    act(table, carol, "0:sit")
    Seat.objects.filter(game=table, number=1).update(turn_mailed_version=10**6)
    Game.objects.filter(pk=table.pk).update(position=table.position)  # as it was when it was seat 0's turn
    assert told() == ["carol@example.org"]


def test_the_link_stops_mails_without_signing_in(client, table, alice):
    later(minutes=5)
    mails.send_turn_mails()
    headers = OutgoingMail.objects.get().headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = headers["List-Unsubscribe"].removeprefix("<http://localhost:8000").removesuffix(">")
    strict = Client(enforce_csrf_checks=True)
    page = strict.get(link)
    assert b"Stop these mails" in page.content
    assert User.objects.get(pk=alice.pk).turn_mails  # looking changes nothing: programs look too
    assert b"no more mails" in strict.post(link, {"List-Unsubscribe": "One-Click"}).content
    assert not User.objects.get(pk=alice.pk).turn_mails
    assert b"again" in strict.post(link, {"wanted": "yes"}).content
    assert User.objects.get(pk=alice.pk).turn_mails


def test_a_link_that_we_never_wrote(client, alice):
    token = outgoing.turn_mail_token(alice.pk)
    for wrong in (token[:-1], f"{alice.pk + 1}:{token.partition(':')[2]}", "nonsense"):
        assert client.post(f"/accounts/turn-mails/{wrong}/").status_code == 404
    assert User.objects.get(pk=alice.pk).turn_mails


def test_the_settings_stop_and_start_them(client, alice):
    client.force_login(alice)
    assert "Stop them" in client.get("/accounts/settings/").content.decode()
    client.post("/accounts/settings/turn-mails/", {"wanted": "no"})
    assert "Send them" in client.get("/accounts/settings/").content.decode()
    client.post("/accounts/settings/turn-mails/", {"wanted": "yes"})
    assert User.objects.get(pk=alice.pk).turn_mails


def forget_everybody():
    """Who was at a table in an earlier test may be held to be there for some seconds more."""
    with closing(redis.Redis.from_url(settings.REDIS_URL)) as client:
        client.delete(presence._PROCESSES)


@pytest.mark.django_db(transaction=True)
async def test_none_while_one_is_at_a_table(table, alice, monkeypatch):
    monkeypatch.undo()
    await in_own_thread(forget_everybody)
    await in_own_thread(later, minutes=5)
    async with await sockets.Client.at(table, alice) as player:
        await player.receive_type("synced")
        await watch().look()
        assert await in_own_thread(mails.send_turn_mails) == 0
        assert await in_own_thread(presence.who_is_here, {"alice", "bob"}) == {"alice"}
