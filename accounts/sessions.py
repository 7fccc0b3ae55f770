"""Whose session it is, for whoever outlives a request: found once, and looked at again while it lasts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A session in force, and the user as it was when it was found."""

    key: str
    user: User

    def _presented(self) -> tuple[Any, ...]:
        return (self.user.pk, self.user.password, self.user.sessions_ended, True)


def signed_in(session_key: str) -> SignedIn | None:
    """The session of that key as a page would find it, or None. Two queries."""
    if not session_key:
        return None
    session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user(SimpleNamespace(session=session))  # type: ignore[arg-type]  # it looks at the session only
    return SignedIn(session_key, user) if isinstance(user, User) else None


def over(sessions: Collection[SignedIn]) -> set[SignedIn]:
    """Those of `sessions` that are in force no more: ended, expired, of a new password or a closed account."""
    if not sessions:
        return set()
    keys = {session.key for session in sessions}
    known = set(
        Session.objects.filter(pk__in=keys, expire_date__gt=timezone.now()).values_list("session_key", flat=True)
    )
    users = User.objects.filter(pk__in={session.user.pk for session in sessions})
    now = set(users.values_list("pk", "password", "sessions_ended", "is_active"))
    return {session for session in sessions if session.key not in known or session._presented() not in now}
