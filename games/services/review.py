"""Going through a finished game together: who leads, and to which version. Kept in Redis alone.

A lead is a lease: who leads says so every few seconds, and whoever says nothing for longer has gone. So a browser that
crashed, a process that was killed and a page that nobody looks at any more hold nobody up, and nobody has to be asked.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from uuid import UUID

import msgspec
import redis
from django.conf import settings
from redis.exceptions import RedisError

from accounts.models import User
from games import live
from games.errors import GameNotOver, NotYourSeat, SomebodyLeads
from games.models import Game

logger = logging.getLogger(__name__)

# As the page does: see LEAD_MS in model.js.
LEASE_SECONDS = 15
PATIENCE_SECONDS = 0.4


class Lead(msgspec.Struct, frozen=True, array_like=True):
    """Who leads to which version. `id` is the page's that leads: one user may have several."""

    id: UUID
    user_id: int
    name: str
    version: int


_decoder = msgspec.msgpack.Decoder(Lead)


def lead(*, game_id: int, user: User, lead_id: UUID, version: int) -> None:
    """Lead the table to `version`, taking the lead if it is free. Raises GameNotOver, NotYourSeat, SomebodyLeads.

    The table hears who leads where, also after SomebodyLeads: the one who asked did not know. While Redis is away
    nobody leads, and nothing is said.
    """
    game = Game.objects.get(pk=game_id)
    if not game.is_over:
        raise GameNotOver(f"game {game_id} is {game.status}")
    if not game.seats.played_by(user).exists():
        raise NotYourSeat(f"user {user.pk} would lead game {game_id}")
    with _redis_may_be_away(game_id):
        wanted = Lead(lead_id, user.pk, user.username, version)
        leads = _take(game_id, wanted)
        live.tell_table(game_id, _frame(leads))
        if leads != wanted:
            raise SomebodyLeads(f"user {leads.user_id} leads game {game_id}, user {user.pk} would")


def hand_over(*, game_id: int, user: User, lead_id: UUID) -> None:
    """Let somebody else lead. Nothing happens where that page of that user does not lead."""
    with _redis_may_be_away(game_id):
        leads = _leads(game_id)
        if leads is not None and (leads.id, leads.user_id) == (lead_id, user.pk):
            _redis().delete(_key(game_id))
            live.tell_table(game_id, _frame(None))


def lead_frame(game_id: int) -> dict[str, Any]:
    """Who leads where, for who has just come."""
    leads = None
    with _redis_may_be_away(game_id):
        leads = _leads(game_id)
    return _frame(leads)


def _take(game_id: int, wanted: Lead) -> Lead:
    """Who leads now: who asked, unless somebody else was there before."""
    value = msgspec.msgpack.encode(wanted)
    if _redis().set(_key(game_id), value, nx=True, ex=LEASE_SECONDS):
        return wanted
    leads = _leads(game_id) or wanted  # it ran out in between
    if (leads.id, leads.user_id) != (wanted.id, wanted.user_id):
        return leads
    _redis().set(_key(game_id), value, ex=LEASE_SECONDS)
    return wanted


def _leads(game_id: int) -> Lead | None:
    value = _redis().get(_key(game_id))
    return _decoder.decode(value) if value else None


def _frame(leads: Lead | None) -> dict[str, Any]:
    if leads is None:
        return {"type": "lead", "id": None, "user": None, "version": None}
    return {"type": "lead", "id": leads.id, "user": leads.name, "version": leads.version}


def _key(game_id: int) -> str:
    return f"tidewatch:lead:{game_id}"


@contextmanager
def _redis_may_be_away(game_id: int) -> Iterator[None]:
    try:
        yield
    except (RedisError, OSError, msgspec.MsgspecError) as error:  # the last: of another version of the site
        logger.info("nobody leads game=%s error=%r", game_id, error)


@cache
def _redis() -> Any:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE_SECONDS, socket_connect_timeout=PATIENCE_SECONDS
    )
