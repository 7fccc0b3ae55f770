"""API tokens: made, used, revoked."""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts import tokens
from accounts.errors import TooManyTokens
from accounts.models import ApiToken, User

logger = logging.getLogger(__name__)

TOKENS_A_USER = 20
# So that a busy program does not write a row with every request.
_NOTED_EVERY = timedelta(minutes=1)


@transaction.atomic
def create_token(
    *, user: User, name: str, scopes: Collection[str], expires_at: datetime | None
) -> tuple[ApiToken, str]:
    """A new token and its text, which is told here and never again. Raises TooManyTokens, for guests too."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.is_guest or tokens.in_force(timezone.now()).filter(user=user).count() >= TOKENS_A_USER:
        raise TooManyTokens(f"user {user.pk}")
    new = tokens.new_token()
    token = ApiToken.objects.create(
        user=user,
        name=name,
        prefix=new.prefix,
        secret_sha256=tokens.sha256_of(new.text),
        scopes=sorted(set(scopes)),
        expires_at=expires_at,
    )
    logger.info("token made user=%s prefix=%s", user.pk, new.prefix)
    return token, new.text


def revoke_token(*, user: User, token_id: int) -> bool:
    """End a token of `user` for good; return whether there was one in force. Twice is as good as once."""
    tokens_of_user = ApiToken.objects.filter(pk=token_id, user=user, revoked_at=None)
    return bool(tokens_of_user.update(revoked_at=timezone.now()))


def note_use(*, token: ApiToken) -> None:
    """Remember that `token` was used, at most once a minute."""
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at <= now - _NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
