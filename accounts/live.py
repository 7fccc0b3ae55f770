"""What processes tell each other about sockets: a doorbell over Redis, by groups such as a table, a user or a session.

Every process listens to one channel of Redis, and what many rings say at once goes out as one message. A ring reaches a
group at most once and perhaps never, so it is no truth: whatever must not be missed is looked up again by who listens.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from collections import defaultdict, deque
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import msgspec
import redis
from django.conf import settings
from redis import asyncio as async_redis
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

logger = logging.getLogger(__name__)

Message: TypeAlias = dict[str, Any]
Listener: TypeAlias = Callable[[Message], None]

CHANNEL = "tidewatch:doorbell"
# What a doorbell says to all who listen after it was deaf for a while.
DEAF: Message = {"type": "deaf"}
# A Redis that hangs must not hold up whoever does something.
PATIENCE_SECONDS = 2.0
# Every message begins with the name of who rings, so that a process knows its own without reading on.
NAME_BYTES = 8
NOBODY = bytes(NAME_BYTES)  # who has no doorbell, and need not know its own
# Rings that wait for Redis. Those that do not fit are lost, as when Redis is away.
WAITING_RINGS = 10_000
# So long rings gather before they go out together; sockets of this process were told before.
GATHERING_SECONDS = 0.002
# Between two tries to hear again.
PAUSE_SECONDS = 0.3
# So long without a word a line is asked whether it still stands; twice in a row without an answer it is dead.
QUIET_SECONDS = 5.0


def user_group(user_id: int) -> str:
    """The group of all sockets of a user."""
    return f"user.{user_id}"


def session_group(session_key: str) -> str:
    """The group of all sockets of one session. The key itself is a secret and stays out of Redis."""
    return f"session.{hashlib.sha256(session_key.encode()).hexdigest()[:32]}"


def end_sockets(group: str) -> None:
    """Close the sockets of a user or session with code 4401."""
    send(group, {"type": "session.ended"})


def send(group: str, message: Message) -> None:
    """Ring for `group` from code that is not async: within two seconds, and without an error for the caller."""
    try:
        _sender().publish(CHANNEL, _to_bytes(NOBODY, [(group, message)]))
    except (RedisError, OSError) as error:
        logger.info("not announced group=%s type=%s error=%r", group, message["type"], error)


class Doorbell:
    """The doorbell of one process: who listens there, and the two lines to Redis. Lives as long as somebody listens."""

    def __init__(self) -> None:
        self._name = secrets.token_bytes(NAME_BYTES)
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._rings: deque[tuple[str, Message]] = deque(maxlen=WAITING_RINGS)
        self._to_send = asyncio.Event()
        self._hears = asyncio.Event()
        self._was_deaf = False
        self._patient_until = 0.0  # by the loop's clock
        self._tasks: list[asyncio.Task[None]] = []

    def __len__(self) -> int:
        """To how many groups somebody listens."""
        return len(self._listeners)

    async def join(self, group: str, listener: Listener) -> None:
        """Call `listener` with whatever is rung for `group` from now on.

        Returns when the process hears. When Redis is away only those wait who come in the first two seconds, and no
        longer than those last.
        """
        self._listeners[group].add(listener)
        now = asyncio.get_running_loop().time()
        if not self._tasks:
            self._patient_until = now + PATIENCE_SECONDS
            self._tasks = [asyncio.create_task(self._hear()), asyncio.create_task(self._send())]
        if not self._hears.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hears.wait(), self._patient_until - now)

    def leave(self, group: str, listener: Listener) -> None:
        """Call `listener` no longer. The last one to leave ends the lines to Redis."""
        self._listeners[group].discard(listener)
        if not self._listeners[group]:
            del self._listeners[group]
        if not self._listeners:
            for task in self._tasks:
                task.cancel()
            self._tasks = []
            self._hears.clear()
            self._was_deaf = False

    def ring(self, group: str, message: Message) -> None:
        """Tell `group`: who listens in this process at once, those in others as soon as Redis takes it."""
        self._tell(group, message)
        self._rings.append((group, message))
        self._to_send.set()

    def _tell(self, group: str, message: Message) -> None:
        for listener in tuple(self._listeners.get(group, ())):
            listener(message)

    async def _hear(self) -> None:
        while True:
            try:
                await self._hear_on_one_line()
            except (RedisError, OSError, msgspec.MsgspecError) as error:  # the last: of another version of the site
                logger.info("doorbell deaf error=%r", error)
            self._was_deaf = True
            self._hears.clear()
            await asyncio.sleep(PAUSE_SECONDS)

    async def _hear_on_one_line(self) -> None:
        # redis-py's default of 5 seconds would end every quiet line, and its retries would hide that one was deaf.
        client = _client(socket_timeout=None, retry=AsyncRetry(NoBackoff(), 0))
        async with client, client.pubsub() as line:
            await line.subscribe(CHANNEL)
            quiet = 0
            while quiet < 2:
                heard = await line.get_message(timeout=QUIET_SECONDS)
                if heard is None:
                    quiet += 1
                    await line.ping()
                    continue
                quiet = 0
                if heard["type"] == "message":
                    self._pass_on(heard["data"])
                elif heard["type"] == "subscribe":
                    self._hears.set()
                    for group in tuple(self._listeners) if self._was_deaf else ():
                        self._tell(group, DEAF)
            raise TimeoutError("Redis answers no more")

    def _pass_on(self, data: bytes) -> None:
        if not data.startswith(self._name):
            for group, message in msgspec.msgpack.decode(memoryview(data)[NAME_BYTES:]):
                self._tell(group, message)

    async def _send(self) -> None:
        async with _client(socket_timeout=PATIENCE_SECONDS, retry=AsyncRetry(NoBackoff(), 1)) as client:
            while not was_cancelled():
                await self._to_send.wait()
                await asyncio.sleep(GATHERING_SECONDS)
                self._to_send.clear()
                rings = list(self._rings)
                self._rings.clear()
                try:
                    await client.publish(CHANNEL, _to_bytes(self._name, rings))
                except (RedisError, OSError) as error:
                    logger.info("not announced rings=%s error=%r", len(rings), error)


_doorbells: WeakKeyDictionary[asyncio.AbstractEventLoop, Doorbell] = WeakKeyDictionary()


def doorbell() -> Doorbell:
    """The doorbell of this process (of the running event loop, to be exact: tests have one each)."""
    loop = asyncio.get_running_loop()
    if loop not in _doorbells:
        _doorbells[loop] = Doorbell()
    return _doorbells[loop]


def was_cancelled() -> bool:
    """Whether the running task was told to end: `asyncio.wait_for`, in which redis-py writes, may swallow that."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _to_bytes(sender: bytes, rings: list[tuple[str, Message]]) -> bytes:
    return sender + msgspec.msgpack.encode(rings)


def _client(**options: Any) -> async_redis.Redis:
    return async_redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=PATIENCE_SECONDS, **options)


@cache
def _sender() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=PATIENCE_SECONDS,
        socket_connect_timeout=PATIENCE_SECONDS,
        # The first try may find a line of before a restart; one that hangs gets no second one.
        retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
    )
