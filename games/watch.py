"""One look every three seconds, for all sockets of this process: who is behind, and who is at the tables?

The channel layer may lose the last message of a table, after which no gap would ever show. So each process asks the
database for the versions of all its tables in one query.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Protocol
from weakref import WeakKeyDictionary

from django.db import Error as DatabaseError

from accounts.services.jobs import PartlyFailed
from games.database import in_own_thread
from games.models import Game
from games.presence import Board, Here, Presence
from games.services import clock

logger = logging.getLogger(__name__)

INTERVAL_SECONDS = 3.0


class Socket(Protocol):
    """What the watch needs of a table's socket."""

    here: Here
    version: int

    async def catch_up(self) -> None:
        """Send what is missing."""

    async def tell_presence(self, presence: Presence) -> None:
        """Send who is at the table."""


class Watch:
    """The sockets of one process, and the task that looks after them."""

    def __init__(self) -> None:
        self._sockets: set[Socket] = set()
        self._told: dict[int, Presence] = {}
        self._task: asyncio.Task[None] | None = None
        self._board = Board()

    async def add(self, socket: Socket) -> None:
        """Look after `socket` from now on, and show it and its neighbours who is there."""
        self._sockets.add(socket)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        presence = await self._board.refresh([socket.here])
        await self._tell(presence, again=socket)

    async def remove(self, socket: Socket) -> None:
        """Forget `socket`. The others hear of it at the next look, so that a flicker is not seen."""
        self._sockets.discard(socket)
        await self._board.forget(socket.here)
        if not self._sockets and self._task is not None:
            self._task.cancel()
            self._task = None
            self._told.clear()
            await self._board.close()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL_SECONDS)
            try:
                await self.look()
            except (DatabaseError, OSError) as error:
                logger.warning("watch could not look error=%r", error)

    async def look(self) -> None:
        """Run overdue clocks, bring up to date whoever is behind, and tell the tables of comings and goings."""
        await self._tell(await self._board.refresh(socket.here for socket in self._sockets))
        versions = await in_own_thread(_versions, {socket.here.game_id for socket in self._sockets})
        for socket in list(self._sockets):
            if versions.get(socket.here.game_id, 0) > socket.version:
                await socket.catch_up()

    async def _tell(self, presences: dict[int, Presence], again: Socket | None = None) -> None:
        for socket in list(self._sockets):
            presence = presences.get(socket.here.game_id)
            if presence is not None and (socket is again or presence != self._told.get(socket.here.game_id)):
                await socket.tell_presence(presence)
        self._told |= presences


def _versions(game_ids: set[int]) -> dict[int, int]:
    # Workers sweep the deadlines of all games; where none is up the tables that are looked at go on all the same.
    with suppress(PartlyFailed):  # which was logged; the other tables go on
        clock.play_overdue_of(game_ids)
    return dict(Game.objects.filter(pk__in=game_ids).values_list("pk", "version"))


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, Watch] = WeakKeyDictionary()


def watch() -> Watch:
    """The watch of this process (of the running event loop, to be exact: tests have one each)."""
    return _watches.setdefault(asyncio.get_running_loop(), Watch())
