"""Who is at a table, by connections: dots on a page, kept in Redis with an expiry.

It decides nothing in a game. Mails about turns go only to who is not there. Each process writes one value, who is at
which of its tables, and reads those of the others: the cost does not grow with the sockets at a table.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Collection, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any

import msgspec
import redis as sync_redis
from django.conf import settings
from redis import asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

# A process says every few seconds who is there; one that says nothing for this long is gone.
EXPIRY_SECONDS = 12
# The look of `watch` must not wait long for what decides nothing.
PATIENCE_SECONDS = 0.4
_PROCESSES = "tidewatch:presence"


@dataclass(frozen=True, slots=True)
class Here:
    """One socket at a table. `name` is the user's, or empty for somebody without an account."""

    game_id: int
    name: str
    seated: bool


class Presence(msgspec.Struct, frozen=True, array_like=True):
    """Who is at a table: the names at its seats and of those who watch, in alphabetical order, and their sockets."""

    present: tuple[str, ...] = ()
    watching: tuple[str, ...] = ()
    spectators: int = 0

    def joined_by(self, here: Here) -> Presence:
        """The same with one socket more."""
        return _together([self, presence([here])])


_decoder = msgspec.msgpack.Decoder(dict[int, Presence])


class Board:
    """The tables' presence as one process sees it."""

    def __init__(self) -> None:
        self._name = secrets.token_hex(8)
        self._redis: Any = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=None, retry=Retry(NoBackoff(), 1))
        self._others: list[dict[int, Presence]] | None = None

    async def elsewhere(self, game_id: int) -> Presence:
        """Who is at one table by what the other processes said last."""
        if self._others is None:
            await self.refresh({})
        return _together(tables[game_id] for tables in self._others or [] if game_id in tables)

    async def refresh(self, local: dict[int, Presence]) -> dict[int, Presence]:
        """Say who is there, hear the others, and return the presence of these tables. Empty when Redis is away."""
        now = time.time()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                async with self._redis.pipeline(transaction=False) as pipe:
                    pipe.set(_key(self._name), msgspec.msgpack.encode(local), ex=EXPIRY_SECONDS)
                    pipe.zadd(_PROCESSES, {self._name: now + EXPIRY_SECONDS})
                    pipe.zremrangebyscore(_PROCESSES, "-inf", now)
                    pipe.zrange(_PROCESSES, 0, -1)
                    *_, processes = await pipe.execute()
                names = [name.decode() for name in processes]
                others = [_key(name) for name in names if name != self._name]
                values = await self._redis.mget(others) if others else []
            self._others = [_decoder.decode(value) for value in values if value]
        except (RedisError, OSError, msgspec.MsgspecError):  # the last: of another version of the site
            return {}
        everywhere = [local, *self._others]
        return {game_id: _together(tables[game_id] for tables in everywhere if game_id in tables) for game_id in local}

    async def close(self) -> None:
        """Say that nobody is here any more, and give the connection back."""
        with suppress(RedisError, OSError):  # it expires by itself
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self._redis.unlink(_key(self._name))
        await self._redis.aclose()


def who_is_here(names: Collection[str]) -> set[str]:
    """Those of `names` who are at some table of the site now. Raises RedisError when Redis is away."""
    if not names:
        return set()
    client: Any = sync_redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2)
    with closing(client):
        processes = client.zrangebyscore(_PROCESSES, time.time(), "+inf")
        values = client.mget([_key(name.decode()) for name in processes]) if processes else []
    tables = [presence for value in values if value for presence in _decoder.decode(value).values()]
    return set(names) & {name for table in tables for name in (*table.present, *table.watching)}


def _together(parts: Iterable[Presence]) -> Presence:
    known = list(parts)
    return Presence(
        present=tuple(sorted({name for part in known for name in part.present})),
        watching=tuple(sorted({name for part in known for name in part.watching})),
        spectators=sum(part.spectators for part in known),
    )


def presence(sockets: Collection[Here]) -> Presence:
    """What sockets at one table make together."""
    return Presence(
        present=tuple(sorted({socket.name for socket in sockets if socket.seated})),
        watching=tuple(sorted({socket.name for socket in sockets if socket.name and not socket.seated})),
        spectators=sum(not socket.seated for socket in sockets),
    )


def _key(process: str) -> str:
    return f"{_PROCESSES}:{process}"
