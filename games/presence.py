"""Who is at a table, by connections: dots on a page, kept in Redis with an expiry.

It decides nothing in a game. Mails about turns go only to who is not there.
"""

import time
from collections.abc import Collection, Iterable
from contextlib import closing
from dataclasses import dataclass

import redis as sync_redis
from django.conf import settings
from redis import asyncio as redis
from redis.exceptions import RedisError

# A socket says every few seconds that it is there; one that says nothing for this long is gone.
EXPIRY_SECONDS = 12
# The names of everybody who is at any table.
_HERE = "tidewatch:here"


@dataclass(frozen=True, slots=True)
class Here:
    """One socket at a table. `name` is the user's, or empty for somebody without an account."""

    game_id: int
    socket: str
    name: str
    seated: bool

    @property
    def member(self) -> str:
        """The socket as Redis keeps it."""
        return f"{'s' if self.seated else 'w'}:{self.name}:{self.socket}"


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is at a table: the names at its seats in alphabetical order, and how many sockets watch."""

    present: tuple[str, ...] = ()
    spectators: int = 0


def _presence(members: Iterable[str]) -> Presence:
    parts = [member.split(":", 2) for member in members]
    return Presence(
        present=tuple(sorted({name for kind, name, _ in parts if kind == "s"})),
        spectators=sum(kind == "w" for kind, _, _ in parts),
    )


class Board:
    """The tables' presence in Redis, as one process sees it."""

    def __init__(self) -> None:
        self._redis: redis.Redis = redis.Redis.from_url(settings.REDIS_URL, decode_responses=True, socket_timeout=2)

    async def refresh(self, here: Iterable[Here]) -> dict[int, Presence]:
        """Say that these sockets are there; return the presence of their tables. Empty when Redis is away."""
        now = time.time()
        sockets = list(here)
        games = sorted({socket.game_id for socket in sockets})
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                for socket in sockets:
                    pipe.zadd(_key(socket.game_id), {socket.member: now + EXPIRY_SECONDS})
                    pipe.zadd(_HERE, {socket.name: now + EXPIRY_SECONDS})
                pipe.zremrangebyscore(_HERE, "-inf", now)
                for game_id in games:
                    pipe.zremrangebyscore(_key(game_id), "-inf", now)
                    pipe.expire(_key(game_id), EXPIRY_SECONDS)
                    pipe.zrange(_key(game_id), 0, 999)
                answers = await pipe.execute()
        except (RedisError, OSError):
            return {}
        return {game_id: _presence(answers[2 * len(sockets) + 1 + 3 * n + 2]) for n, game_id in enumerate(games)}

    async def forget(self, here: Here) -> None:
        """Say that the socket is gone."""
        try:
            await self._redis.zrem(_key(here.game_id), here.member)
        except (RedisError, OSError):
            return  # it expires by itself

    async def close(self) -> None:
        """Give the connection back."""
        await self._redis.aclose()


def who_is_here(names: Collection[str]) -> set[str]:
    """Those of `names` who are at some table of the site now. Raises RedisError when Redis is away."""
    if not names:
        return set()
    asked = sorted(names)
    with closing(sync_redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2)) as client:
        scores = client.zmscore(_HERE, asked)
    return {name for name, score in zip(asked, scores, strict=True) if score and score > time.time()}


def _key(game_id: int) -> str:
    return f"tidewatch:presence:{game_id}"
