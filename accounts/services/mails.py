"""Mail on its way: rows that wait until a worker has sent them.

A mail is stored in the transaction of its cause and sent after the commit, by a task that a nudge wakes and that beat
wakes every minute. So neither a broker nor a mail server that is away is any matter to a request. What was sent is
deleted, for a mail may hold a link that opens an account; no line of the log shows an address or a text.
"""

import logging
import time
from datetime import timedelta
from email.utils import make_msgid
from itertools import takewhile
from smtplib import SMTPException
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from celery import current_app
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerIsAway

from accounts.errors import ChangeRefused
from accounts.models import OutgoingMail, User
from accounts.services import audit, jobs

logger = logging.getLogger(__name__)

SENDING_TASK = "accounts.send_mails"
# Who sends a mail has it to itself for so long; a worker that is killed meanwhile gives it back this way.
LEASE = timedelta(minutes=2)
# From the first try to the last pass some six hours.
MOST_TRIES = 10
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=2)
AT_ONCE = 200
# One run begins no further mail after this, to end before the time limit of tasks.
RUN_SECONDS = 30
# What could not be sent is kept for an admin for so long.
KEPT = timedelta(days=7)
_SIGNER = Signer(salt="accounts.turn_mails")


def queue_mail(*, to: str, subject: str, body: str, headers: dict[str, str] | None = None) -> OutgoingMail:
    """Send a mail after the commit. It may arrive twice, under the same Message-ID, but not never."""
    own = {"Message-ID": make_msgid(domain=urlsplit(site_url()).hostname), "Auto-Submitted": "auto-generated"}
    mail = OutgoingMail.objects.create(to=to, subject=subject[:200], body=body, headers=own | (headers or {}))
    transaction.on_commit(lambda: _nudge(mail.pk), robust=True)
    return mail


def send_mails(*, mail_id: int | None = None) -> int:
    """Send the mails whose time has come, or only that one; return how many were sent.

    Each is claimed for a while, so that two runs at once do not send it twice. A mail server's refusal puts a mail
    off, longer each time, and after the last try it waits for an admin.
    """
    due = OutgoingMail.objects.filter(next_try_at__lte=timezone.now()).order_by("next_try_at")
    if mail_id is not None:
        due = due.filter(pk=mail_id)
    else:
        OutgoingMail.objects.filter(next_try_at=None, created_at__lt=timezone.now() - KEPT).delete()
    until = time.monotonic() + RUN_SECONDS
    ids = list(due.values_list("pk", flat=True)[:AT_ONCE])
    return jobs.each(takewhile(lambda _: time.monotonic() < until, ids), _send)


@transaction.atomic
def resend_mail(*, by: User, mail_id: int, reason: str) -> None:
    """Try a mail again that was given up, or at once one that waits. Raises ReasonMissing."""
    mail = OutgoingMail.objects.select_for_update().get(pk=mail_id)
    audit.record(by=by, action="resend_mail", subject=mail, reason=reason)
    mail.tries = 0
    mail.next_try_at = timezone.now()
    mail.save(update_fields=["tries", "next_try_at"])
    transaction.on_commit(lambda: _nudge(mail.pk), robust=True)


@transaction.atomic
def resend_confirmation(*, by: User, user: User, reason: str) -> int:
    """Send the link again that confirms an address, to each of the user's that is not confirmed; return how many.

    Raises ReasonMissing, or ChangeRefused where there is none.
    """
    addresses = list(EmailAddress.objects.filter(user=user, verified=False))
    if not addresses:
        raise ChangeRefused(f"user {user.pk} has no address to confirm")
    audit.record(by=by, action="resend_confirmation", subject=user, reason=reason)
    for address in addresses:
        address.send_confirmation()
    return len(addresses)


def turn_mail_token(user_id: int) -> str:
    """What shows, without signing in, that one may stop or start mails about this user's turns. It does not expire."""
    return _SIGNER.sign(str(user_id))


def user_of_turn_mail_token(token: str) -> int | None:
    """The user's id, or None where we have not written the token."""
    try:
        return int(_SIGNER.unsign(token))
    except BadSignature:
        return None


def site_url(path: str = "/") -> str:
    """An address of the site as a mail gives it that no request has caused."""
    return f"{settings.SITE_ORIGINS[0]}{path}"


def _nudge(mail_id: int) -> None:
    try:
        current_app.send_task(SENDING_TASK, kwargs={"mail_id": mail_id}, retry=False)
    except BrokerIsAway:
        logger.info("sending not nudged mail=%s", mail_id)  # beat finds it within a minute


def _send(mail_id: int) -> bool:
    mail = _claim(mail_id)
    if mail is None:
        return False
    message = EmailMessage(mail.subject, mail.body, None, [mail.to], headers=mail.headers)
    try:
        message.send()
    except (SMTPException, OSError) as error:
        _put_off(mail, error)
        return False
    mail.delete()
    return True


@transaction.atomic
def _claim(mail_id: int) -> OutgoingMail | None:
    due = OutgoingMail.objects.select_for_update(skip_locked=True).filter(next_try_at__lte=timezone.now())
    mail = due.filter(pk=mail_id).first()
    if mail is None:
        return None
    mail.tries += 1
    mail.next_try_at = timezone.now() + LEASE if mail.tries <= MOST_TRIES else None
    mail.save(update_fields=["tries", "next_try_at"])
    return mail if mail.next_try_at else None


def _put_off(mail: OutgoingMail, error: Exception) -> None:
    pause = min(FIRST_PAUSE * 2 ** (mail.tries - 1), LONGEST_PAUSE)
    mail.next_try_at = timezone.now() + pause if mail.tries < MOST_TRIES else None
    mail.error = f"{type(error).__name__}: {error}"[:200]
    mail.save(update_fields=["next_try_at", "error"])
    logger.info("mail put off mail=%s tries=%s error=%s", mail.pk, mail.tries, type(error).__name__)
