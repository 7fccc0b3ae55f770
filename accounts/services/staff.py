"""Who is one of the staff: made and unmade by superusers, with a reason."""

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.errors import ChangeRefused, NameRefused
from accounts.models import User
from accounts.services import audit


@transaction.atomic
def create_staff(*, by: User, name: str, email: str, reason: str) -> User:
    """A new account for one of the staff, without a password: they choose one by way of “Forgotten password”.

    Raises ReasonMissing, NameRefused for a name or an address that cannot be had, ChangeRefused for who may not.
    """
    _require_superuser(by)
    user = User(username=name, email=email.lower(), password=make_password(None), is_staff=True)
    try:
        user.clean_fields()
        with transaction.atomic():
            user.save(force_insert=True)
            EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    except (ValidationError, IntegrityError) as error:
        raise NameRefused(f"{name!r}, {email!r}: {error}") from error
    audit.record(by=by, action="create_staff", subject=user, reason=reason)
    return user


@transaction.atomic
def appoint_staff(*, by: User, user: User, reason: str) -> None:
    """Let an account into the admin. Raises ReasonMissing, or ChangeRefused for whom it does not fit."""
    _require_superuser(by)
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.is_staff or user.is_guest or user.is_bot or not user.is_active:
        raise ChangeRefused(f"user {user.pk} is staff already, a guest, a bot account or not active")
    audit.record(by=by, action="appoint_staff", subject=user, reason=reason)
    user.is_staff = True
    user.save(update_fields=["is_staff"])


@transaction.atomic
def dismiss_staff(*, by: User, user: User, reason: str) -> None:
    """Take the admin from an account. Raises ReasonMissing, or ChangeRefused for oneself and for who is not staff."""
    _require_superuser(by)
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if not user.is_staff or user.pk == by.pk:
        raise ChangeRefused(f"user {user.pk} is not staff, or asks it of themself")
    audit.record(by=by, action="dismiss_staff", subject=user, reason=reason)
    user.is_staff = user.is_superuser = False
    user.save(update_fields=["is_staff", "is_superuser"])


def _require_superuser(by: User) -> None:
    if not by.is_superuser:
        raise ChangeRefused(f"user {by.pk} is no superuser")
