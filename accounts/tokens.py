"""API tokens: how they look, what they allow, and whose they are. `services.tokens` makes and revokes them.

A token is `tw_`, eight letters that may be shown, `_` and 32 random bytes. Only its SHA-256 is kept, so that nobody who
reads the database can use it; a hash of 256 random bits needs no salt, and looking it up in an index tells a guesser
nothing by its time.
"""

import hashlib
import secrets
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet, TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken

BEGINNING = "tw_"
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_SHOWN_LETTERS = 8
_SECRET_BYTES = 32


class Scope(TextChoices):
    """What a token allows beside reading what everybody may read."""

    PLAY = "games:play", _("Play: act at my tables, follow them, open and join casual ones")


class NewToken(NamedTuple):
    """A token that nobody has yet; `text` is to be shown once and then forgotten."""

    prefix: str
    text: str


def new_token() -> NewToken:
    """A token made by chance."""
    prefix = "".join(secrets.choice(_LETTERS) for _ in range(_SHOWN_LETTERS))
    return NewToken(prefix, f"{BEGINNING}{prefix}_{secrets.token_urlsafe(_SECRET_BYTES)}")


def sha256_of(text: str) -> str:
    """What is kept of a token, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def find(text: str) -> ApiToken | None:
    """The token in force that `text` is, with its user, or None. One query."""
    return in_force(timezone.now()).filter(secret_sha256=sha256_of(text)).select_related("user").first()


def in_force(now: datetime) -> QuerySet[ApiToken]:
    """Tokens that open something: not revoked, not expired, of a user who may sign in."""
    unexpired = Q(expires_at=None) | Q(expires_at__gt=now)
    return ApiToken.objects.filter(unexpired, revoked_at=None, user__is_active=True, user__closed_at=None)
