"""What becomes of an account: guests, names, suspensions, its end.

Whoever is suspended or closed is not active, and `sessions_ended` ends the sessions; sockets are closed after the
commit. A guest without play is closed by `games.services.guests`, which knows when somebody played.
"""

import secrets
from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import live
from accounts.errors import ChangeRefused, NameRefused, NotAGuest
from accounts.models import ApiToken, OutgoingMail, Suspension, User
from accounts.services import audit, jobs

# Without those that look alike.
_NAME_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
# What closing an account writes over.
_PERSONAL = ["username", "email", "first_name", "last_name", "password", "is_active", "is_staff", "is_superuser"]
_PERSONAL += ["turn_mails", "closed_at"]


def start_guest() -> User:
    """An account for somebody who only wants to try: no address, no password, a name by chance."""
    return User.objects.create(username=_name("guest-"), password=make_password(None), is_guest=True)


def keep_guest(*, guest: User) -> User:
    """Make a guest's row that of an account, which keeps the games, and return it to be given name and password.

    To be called in the transaction that stores those. Of two at once one gets the row, the other NotAGuest. The
    guest's sessions and sockets end.
    """
    assert transaction.get_connection().in_atomic_block, "name and password belong into the same transaction"
    user = _locked(guest)
    if not user.is_guest or user.closed_at:
        raise NotAGuest(f"user {user.pk}")
    user.is_guest = False
    user.save(update_fields=["is_guest"])
    _end_sessions(user)
    return user


@transaction.atomic
def close_account(*, user: User) -> None:
    """Close an account for good, as its owner asks, or a guest's. Closing a closed one is no error.

    Games, results and what was said stay, under a name that says nothing. Address, password, tokens and mails on
    their way are deleted; sessions and sockets end.
    """
    user = _locked(user)
    if user.closed_at:
        return
    addresses = {user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)} - {""}
    OutgoingMail.objects.filter(to__in=addresses).delete()
    EmailAddress.objects.filter(user=user).delete()
    ApiToken.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.username = _name("closed-")
    user.email = user.first_name = user.last_name = ""
    user.password = make_password(None)
    user.is_active = user.is_staff = user.is_superuser = user.turn_mails = False
    user.closed_at = timezone.now()
    user.save(update_fields=_PERSONAL)
    _end_sessions(user)


@transaction.atomic
def rename_user(*, by: User, user: User, name: str, reason: str) -> None:
    """Give somebody another name. Raises NameRefused, ReasonMissing, or ChangeRefused for a closed account or guest."""
    user = _locked(user)
    _require_account(user)
    _require_free(name, user)
    audit.record(by=by, action="rename_user", subject=user, reason=reason, details={"from": user.username, "to": name})
    user.username = name
    try:
        with transaction.atomic():
            user.save(update_fields=["username"])
    except IntegrityError as error:  # somebody took it in this moment
        raise NameRefused(f"{name!r} is taken") from error


@transaction.atomic
def suspend_user(*, by: User, user: User, reason: str, until: datetime | None = None) -> Suspension:
    """Keep somebody out until a time, or until it is lifted; sessions and sockets end.

    Raises ReasonMissing, or ChangeRefused for oneself, a closed account, one that is suspended already, and for staff
    unless a superuser asks.
    """
    user = _locked(user)
    _require_suspendable(user, by)
    details = {"until": until.isoformat() if until else None}
    audit.record(by=by, action="suspend_user", subject=user, reason=reason, details=details)
    suspension = Suspension.objects.create(user=user, by=by, reason=reason.strip(), until=until)
    user.is_active = False
    user.save(update_fields=["is_active"])
    _end_sessions(user)
    return suspension


@transaction.atomic
def lift_suspension(*, by: User, user: User, reason: str) -> None:
    """Let somebody in again before the time. Raises ReasonMissing, or ChangeRefused for who is not suspended."""
    user = _locked(user)
    suspension = user.suspensions.filter(lifted_at=None).first()
    if suspension is None:
        raise ChangeRefused(f"user {user.pk} is not suspended")
    audit.record(by=by, action="lift_suspension", subject=user, reason=reason)
    _lift(suspension, user)


def lift_expired_suspensions(*, user_id: int | None = None) -> int:
    """Let in again whose suspension has run out, or only that user; return how many. Twice is as good as once."""
    over = Suspension.objects.filter(lifted_at=None, until__lte=timezone.now())
    if user_id is not None:
        over = over.filter(user=user_id)
    return jobs.each(list(over.values_list("user_id", flat=True)), _lift_if_over)


def suspension_in_force(user: User) -> Suspension | None:
    """What keeps `user` out now, if it is a suspension."""
    return user.suspensions.filter(lifted_at=None).first()


@transaction.atomic
def mark_bot(*, by: User, user: User, is_bot: bool, reason: str) -> None:
    """Say that a program plays under this account, or that none does. A bot account plays casual games only.

    Raises ReasonMissing, or ChangeRefused for a closed account, a guest, or one that is so already.
    """
    user = _locked(user)
    _require_account(user)
    if user.is_bot == is_bot:
        raise ChangeRefused(f"user {user.pk} is_bot={is_bot} already")
    audit.record(by=by, action="mark_bot", subject=user, reason=reason, details={"is_bot": is_bot})
    user.is_bot = is_bot
    user.save(update_fields=["is_bot"])


@transaction.atomic
def choose_turn_mails(*, user_id: int, wanted: bool) -> None:
    """Send mails about one's turn at tables by the day, or none. A closed account gets none."""
    User.objects.filter(pk=user_id, closed_at=None).update(turn_mails=wanted)


def _name(prefix: str) -> str:
    return prefix + "".join(secrets.choice(_NAME_LETTERS) for _ in range(9))


def _locked(user: User) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _require_account(user: User) -> None:
    if user.closed_at or user.is_guest:
        raise ChangeRefused(f"user {user.pk} is closed or a guest")


def _require_suspendable(user: User, by: User) -> None:
    if user.closed_at or user.pk == by.pk or suspension_in_force(user):
        raise ChangeRefused(f"suspend user {user.pk}, closed, suspended or oneself")
    if user.is_staff and not by.is_superuser:
        raise ChangeRefused(f"user {by.pk} would suspend user {user.pk} of the staff")


def _require_free(name: str, user: User) -> None:
    try:
        User._meta.get_field("username").clean(name, user)
    except ValidationError as error:
        raise NameRefused(f"{name!r}: {error}") from error
    if User.named(name).exclude(pk=user.pk).exists():
        raise NameRefused(f"{name!r} is taken")


def _end_sessions(user: User) -> None:
    user.sessions_ended += 1
    user.save(update_fields=["sessions_ended"])
    transaction.on_commit(lambda: live.end_sockets(live.user_group(user.pk)), robust=True)


@transaction.atomic
def _lift_if_over(user_id: int) -> bool:
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    suspension = user.suspensions.filter(lifted_at=None, until__lte=timezone.now()).first()
    if suspension is None:
        return False
    _lift(suspension, user)
    return True


def _lift(suspension: Suspension, user: User) -> None:
    suspension.lifted_at = timezone.now()
    suspension.save(update_fields=["lifted_at"])
    user.is_active = user.closed_at is None
    user.save(update_fields=["is_active"])
