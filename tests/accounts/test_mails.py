"""Mail on its way: stored with its cause, sent by a worker, put off when refused, forgotten when sent."""

import logging
from datetime import timedelta
from smtplib import SMTPServerDisconnected

import pytest
from allauth.account.models import EmailAddress
from celery import current_app
from django.core import mail
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.errors import ChangeRefused, ReasonMissing
from accounts.models import AuditEntry, OutgoingMail
from accounts.services import mails
from accounts.tasks import send_mails
from tests.accounts.mailbox import sent_mails
from tests.jobs.threads import at_once


@pytest.fixture
def queued(db):
    return mails.queue_mail(to="ada@example.org", subject="Hello", body="secret-link", headers={"X-Kind": "test"})


@pytest.fixture
def away(monkeypatch):
    """A mail server that hangs up."""

    def hang_up(message):
        raise SMTPServerDisconnected("gone")

    monkeypatch.setattr(EmailMessage, "send", hang_up)


def due_now():
    OutgoingMail.objects.exclude(next_try_at=None).update(next_try_at=timezone.now())


def test_the_task_sends_what_waits_and_forgets_it(queued):
    send_mails.apply()
    (sent,) = mail.outbox
    assert (sent.to, sent.subject, sent.body) == (["ada@example.org"], "Hello", "secret-link")
    assert sent.extra_headers["Auto-Submitted"] == "auto-generated"
    assert sent.extra_headers["X-Kind"] == "test"
    assert not OutgoingMail.objects.exists()


def test_running_twice_sends_once(queued):
    assert [mails.send_mails(), mails.send_mails()] == [1, 0]
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_once(queued):
    assert sum(at_once(mails.send_mails)) == 1
    assert len(mail.outbox) == 1


def test_the_nudge_names_one_mail(queued):
    mails.queue_mail(to="grace@example.org", subject="Hello", body="")
    send_mails.apply(kwargs={"mail_id": queued.pk})
    assert [sent.to for sent in mail.outbox] == [["ada@example.org"]]


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_is_no_matter_to_a_request(client, monkeypatch):
    def refuse(*args, **kwargs):
        raise OperationalError("no broker")

    monkeypatch.setattr(current_app, "send_task", refuse)
    form = {"username": "Ada", "email": "ada@example.org", "password1": "four treasures"}
    assert client.post("/accounts/signup/", form).status_code == 302
    assert [sent.to for sent in sent_mails()] == [["ada@example.org"]]


@pytest.mark.django_db(transaction=True)
def test_the_worker_is_nudged_after_the_commit(monkeypatch):
    nudged = []
    monkeypatch.setattr(current_app, "send_task", lambda name, kwargs, retry: nudged.append((name, kwargs)))
    with transaction.atomic():
        waiting = mails.queue_mail(to="ada@example.org", subject="Hello", body="")
        assert nudged == []
    assert nudged == [("accounts.send_mails", {"mail_id": waiting.pk})]


def test_a_refusal_puts_a_mail_off_longer_each_time(queued, away):
    pauses = []
    for _ in range(3):
        due_now()
        assert mails.send_mails() == 0
        queued.refresh_from_db()
        pauses.append(round((queued.next_try_at - timezone.now()) / timedelta(minutes=1)))
    assert pauses == [1, 2, 4]
    assert queued.error == "SMTPServerDisconnected: gone"


def test_after_the_last_try_a_mail_waits_for_an_admin(queued, away, alice, monkeypatch):
    OutgoingMail.objects.update(tries=mails.MOST_TRIES - 1)
    mails.send_mails()
    queued.refresh_from_db()
    assert queued.next_try_at is None
    mails.resend_mail(by=alice, mail_id=queued.pk, reason="the server is back")
    monkeypatch.undo()
    assert len(sent_mails()) == 1
    assert AuditEntry.objects.get().action == "resend_mail"


def test_a_worker_that_died_while_sending_gives_the_mail_back(queued, monkeypatch):
    def die(message):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(EmailMessage, "send", die)
        with pytest.raises(KeyboardInterrupt):
            mails.send_mails()
    assert mails.send_mails() == 0
    OutgoingMail.objects.update(next_try_at=timezone.now())
    message_id = queued.headers["Message-ID"]
    assert [sent.extra_headers["Message-ID"] for sent in sent_mails()] == [message_id]


def test_one_that_kills_every_worker_is_given_up(queued):
    OutgoingMail.objects.update(tries=mails.MOST_TRIES)
    assert mails.send_mails() == 0
    assert OutgoingMail.objects.get().next_try_at is None
    assert mail.outbox == []


def test_what_was_given_up_is_forgotten_after_a_week(queued):
    OutgoingMail.objects.update(next_try_at=None)
    mails.send_mails()
    assert OutgoingMail.objects.exists()
    OutgoingMail.objects.update(created_at=timezone.now() - timedelta(days=8))
    mails.send_mails()
    assert not OutgoingMail.objects.exists()


def test_neither_address_nor_text_is_in_the_log(queued, away, caplog):
    caplog.set_level(logging.DEBUG)
    mails.send_mails()
    assert "mail put off" in caplog.text
    assert "ada@" not in caplog.text
    assert "secret-link" not in caplog.text


def test_a_rolled_back_cause_sends_nothing(db):
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        1 / len(OutgoingMail.objects.filter(pk=mails.queue_mail(to="a@example.org", subject="", body="").pk + 1))
    assert sent_mails() == []


def test_an_admin_sends_the_confirmation_again(alice, bob):
    EmailAddress.objects.create(user=bob, email="bob@example.org", primary=True)
    assert mails.resend_confirmation(by=alice, user=bob, reason="it did not arrive") == 1
    (sent,) = sent_mails()
    assert sent.to == ["bob@example.org"]
    assert "http://localhost:8000/accounts/confirm-email/" in sent.body
    assert AuditEntry.objects.get().action == "resend_confirmation"


def test_the_link_of_an_admins_mail_confirms(client, alice, bob):
    EmailAddress.objects.create(user=bob, email="bob@example.org", primary=True)
    mails.resend_confirmation(by=alice, user=bob, reason="it did not arrive")
    link = next(word for word in sent_mails()[0].body.split() if "confirm-email" in word)
    client.post(link.removeprefix("http://localhost:8000"))
    assert EmailAddress.objects.get().verified


def test_nothing_to_confirm(alice, bob):
    with pytest.raises(ChangeRefused):
        mails.resend_confirmation(by=alice, user=bob, reason="it did not arrive")


def test_no_mail_again_without_a_reason(alice, queued):
    with pytest.raises(ReasonMissing), transaction.atomic():
        mails.resend_mail(by=alice, mail_id=queued.pk, reason="")
