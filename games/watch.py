"""One look every second and a half, for all sockets of this process: who is behind, whose session is over, who is here?

The doorbell may lose the last entry of a table, after which no gap would ever show, or the end of a session. So each
process asks the database for the versions of all its tables in one query, and for the sessions of all its sockets.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Protocol
from weakref import WeakKeyDictionary

from django.db import Error as DatabaseError

from accounts import sessions
from accounts.live import was_cancelled
from accounts.services.jobs import PartlyFailed
from accounts.sessions import SignedIn
from games.database import in_own_thread
from games.models import Game
from games.presence import Board, Here, Presence, presence
from games.services import clock
from games.tables import LiveTable, tables

logger = logging.getLogger(__name__)

INTERVAL_SECONDS = 1.5


class Socket(Protocol):
    """What the watch needs of a table's socket."""

    here: Here
    session: SignedIn | None
    table: LiveTable

    def end_session(self) -> None:
        """Close it: its session is over."""

    def tell_presence(self, presence: Presence) -> None:
        """Send who is at the table."""


class Watch:
    """The sockets of one process, and the task that looks after them."""

    def __init__(self) -> None:
        self._sockets: set[Socket] = set()
        self._local: dict[int, Presence] = {}  # who is at our tables by our own sockets
        self._changed: set[int] = set()  # tables where somebody came or went since the last look
        self._told: dict[int, Presence] = {}
        self._task: asyncio.Task[None] | None = None
        self._board = Board()

    async def add(self, socket: Socket) -> None:
        """Look after `socket` from now on, and show it who is there. Its neighbours hear of it at the next look."""
        self._sockets.add(socket)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        game_id = socket.here.game_id
        known = self._told.get(game_id) or await self._board.elsewhere(game_id)
        known = known.joined_by(socket.here)
        self._told.setdefault(game_id, known)
        self._changed.add(game_id)
        socket.tell_presence(known)

    async def remove(self, socket: Socket) -> None:
        """Forget `socket`. Its neighbours hear of it at the next look, so that a flicker is not seen."""
        self._sockets.discard(socket)
        self._changed.add(socket.here.game_id)
        if not self._sockets and self._task is not None:
            self._task.cancel()
            self._task = None
            self._local.clear()
            self._changed.clear()
            self._told.clear()
            await self._board.close()

    async def _run(self) -> None:
        while not was_cancelled():
            await asyncio.sleep(INTERVAL_SECONDS)
            try:
                await self.look()
            except (DatabaseError, OSError) as error:
                logger.warning("watch could not look error=%r", error)
            except Exception:  # the loop of all looks: a bug spoils one of them
                logger.exception("watch failed")

    async def look(self) -> None:
        """Run overdue clocks, bring tables up to date, end sockets whose session is over, tell who is here."""
        await self._look_who_is_here()
        versions = await in_own_thread(_versions, [table.game_id for table in tables()])
        for table in tables():
            if any((socket.version or 0) < versions.get(table.game_id, 0) for socket in table.sockets):
                await table.catch_up()
        signed_in = {socket.session for socket in self._sockets if socket.session is not None}
        over = await in_own_thread(sessions.over, signed_in)
        for socket in tuple(self._sockets):
            if socket.session in over:
                socket.end_session()

    async def _look_who_is_here(self) -> None:
        changed, self._changed = self._changed, set()
        here: dict[int, list[Here]] = {game_id: [] for game_id in changed}
        for socket in self._sockets:
            if socket.here.game_id in here:
                here[socket.here.game_id].append(socket.here)
        self._local |= {game_id: presence(sockets) for game_id, sockets in here.items()}
        for game_id in [game_id for game_id, sockets in here.items() if not sockets]:
            del self._local[game_id]
        presences = await self._board.refresh(self._local)
        news = {game_id for game_id, found in presences.items() if found != self._told.get(game_id)}
        news |= changed & presences.keys()
        self._told = presences or self._told
        for socket in tuple(self._sockets):
            if socket.here.game_id in news:
                socket.tell_presence(presences[socket.here.game_id])


def _versions(game_ids: list[int]) -> dict[int, int]:
    # Workers sweep the deadlines of all games; where none is up the tables that are looked at go on all the same.
    with suppress(PartlyFailed):  # which was logged; the other tables go on
        clock.play_overdue_of(game_ids)
    return dict(Game.objects.filter(pk__in=game_ids).values_list("pk", "version"))


_watches: WeakKeyDictionary[asyncio.AbstractEventLoop, Watch] = WeakKeyDictionary()


def watch() -> Watch:
    """The watch of this process (of the running event loop, to be exact: tests have one each)."""
    loop = asyncio.get_running_loop()
    if loop not in _watches:
        _watches[loop] = Watch()
    return _watches[loop]
