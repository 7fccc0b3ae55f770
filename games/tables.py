"""The tables at which sockets of this process are: what happens there reaches them, and their commands are judged.

A table hears entries by the doorbell and passes each on to the sockets that hold the version before; where one is
missing it reads the log. It also holds the game in memory between two commands, as the last command left it: the quick
way of `door`. What is held may be out of date; then the command does not fit and goes the careful way.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from functools import partial
from typing import Any, Protocol
from uuid import UUID
from weakref import WeakKeyDictionary

from django.db import Error as DatabaseError
from django.utils import timezone

from accounts.live import Message, doorbell
from accounts.models import User
from games import boards, door, live, opened
from games.database import in_own_thread
from games.models import Game
from games.opened import OpenTable
from games.services import play

logger = logging.getLogger(__name__)


class Socket(Protocol):
    """What a table needs of a socket."""

    @property
    def version(self) -> int | None:
        """Of the latest entry that it was sent; None until it has the game."""

    def pass_entry(self, version: int, frame: str) -> bool:
        """Send the entry if it is the next; return whether one before it is missing."""

    def pass_frame(self, frame: str) -> None:
        """Send the frame."""

    def pass_chat(self, seated: bool, frame: str) -> None:
        """Send a line of chat, if it is for this socket."""


class LiveTable:
    """One table, as this process knows it."""

    def __init__(self, game_id: int, commits: door.GroupCommit) -> None:
        self.game_id = game_id
        self.sockets: set[Socket] = set()
        self._commits = commits
        self._doorbell = doorbell()
        self._group = live.table_group(game_id)
        self._held: OpenTable | None = None
        self._turnstile = asyncio.Lock()  # one command at a time is on the quick way
        self._catching_up: asyncio.Task[None] | None = None
        self._is_behind = False
        self._telling: asyncio.Task[None] | None = None  # kept, for the loop itself keeps no task

    async def act(self, *, user: User, command_id: UUID, expected_version: int, action: str) -> int:
        """As `play.play_action`: the version that the command led to, or a GameError."""
        command: dict[str, Any] = {
            "user": user,
            "command_id": command_id,
            "expected_version": expected_version,
            "action": action,
        }
        try:
            async with self._turnstile:
                version = await self._act_at_once(command)
        except door.Unsure:
            version = await self._act_with_care(command)
            self._start_catching_up()  # nobody told of the entry if it was written after all
        return await self._act_with_care(command) if version is None else version

    async def _act_with_care(self, command: dict[str, Any]) -> int:
        version = await in_own_thread(partial(play.play_action, game_id=self.game_id, **command))
        self._let_go_before(version)
        return version

    async def _act_at_once(self, command: dict[str, Any]) -> int | None:
        self._let_go_before(command["expected_version"])
        table = self._held or await in_own_thread(partial(play.read_table, game_id=self.game_id))
        if table is None:
            return None
        self._held, table.now = table, timezone.now()
        draft = play.judge_at_once(table, **command)
        if draft is None:
            return None
        self._held = None  # from here on it is what the entry makes of it, and that must be written first
        not_after = table.game.clock_acts_at
        entry = opened.enter(table, draft)
        frame = live.frame_text(boards.entry_frame(table.game, entry, table.state, table.seats))
        if not await self._commits.write(table, entry, not_after=not_after):
            return None
        self._doorbell.ring(self._group, live.entry_message(entry.version, frame))
        if table.game.is_over:  # the player does not wait for who rates games to hear of it
            self._telling = asyncio.create_task(in_own_thread(door.tell_of_the_end, table.game))
        else:
            self._held = table
        return entry.version

    def hold(self, table: OpenTable) -> None:
        """Keep a game that was just read for the next command; a player has come, who will act."""
        if self._held is None or self._held.game.version < table.game.version:
            self._held = table

    def hear(self, message: Message) -> None:
        """Take what the doorbell says."""
        match message:
            case {"type": "table.entry", "version": int(version), "frame": str(frame)}:
                self._let_go_before(version)
                if self._pass_entry(version, frame):
                    self._start_catching_up()
            case {"type": "table.frame", "frame": str(frame)}:
                for socket in tuple(self.sockets):
                    socket.pass_frame(frame)
            case {"type": "table.chat", "seated": bool(seated), "frame": str(frame)}:
                for socket in tuple(self.sockets):
                    socket.pass_chat(seated, frame)
            case {"type": "deaf"}:
                self._start_catching_up()

    async def catch_up(self) -> None:
        """Send every socket the entries that it has not been sent yet. A database that is away is only logged."""
        await asyncio.shield(self._start_catching_up())

    def _start_catching_up(self) -> asyncio.Task[None]:
        self._is_behind = True
        if self._catching_up is None:
            self._catching_up = asyncio.create_task(self._catch_up())
        return self._catching_up

    async def _catch_up(self) -> None:
        try:
            while self._is_behind:
                self._is_behind = False
                versions = [socket.version for socket in self.sockets if socket.version is not None]
                if not versions:
                    return
                for version, frame in await in_own_thread(_entries_after, self.game_id, min(versions)):
                    self._pass_entry(version, frame)
        except (DatabaseError, OSError) as error:  # the next look of `watch` comes to it again
            logger.warning("could not catch up game=%s error=%r", self.game_id, error)
        finally:
            self._catching_up = None

    def _pass_entry(self, version: int, frame: str) -> bool:
        misses_one = [socket.pass_entry(version, frame) for socket in tuple(self.sockets)]
        return any(misses_one)

    def _let_go_before(self, version: int) -> None:
        if self._held is not None and self._held.game.version < version:
            self._held = None


class Tables:
    """The tables of one process."""

    def __init__(self) -> None:
        self._tables: dict[int, LiveTable] = {}
        self._commits = door.GroupCommit()

    def __iter__(self) -> Iterator[LiveTable]:
        return iter(tuple(self._tables.values()))

    async def enter(self, game_id: int, socket: Socket) -> LiveTable:
        """Let `socket` hear what happens at a table from now on."""
        table = self._tables.get(game_id)
        if table is None:
            table = self._tables[game_id] = LiveTable(game_id, self._commits)
        table.sockets.add(socket)
        await doorbell().join(live.table_group(game_id), table.hear)
        return table

    async def leave(self, table: LiveTable, socket: Socket) -> None:
        """Forget `socket`. The last one takes its table along, and the last of all the line to the database."""
        table.sockets.discard(socket)
        if table.sockets or self._tables.get(table.game_id) is not table:
            return
        del self._tables[table.game_id]
        doorbell().leave(live.table_group(table.game_id), table.hear)
        if not self._tables:
            await self._commits.close()


def _entries_after(game_id: int, version: int) -> list[tuple[int, str]]:
    entries = boards.entries_after(Game.objects.with_seats().get(pk=game_id), version)
    return [(number, live.frame_text(frame)) for number, frame in entries]


_tables: WeakKeyDictionary[asyncio.AbstractEventLoop, Tables] = WeakKeyDictionary()


def tables() -> Tables:
    """The tables of this process (of the running event loop, to be exact: tests have one each)."""
    loop = asyncio.get_running_loop()
    if loop not in _tables:
        _tables[loop] = Tables()
    return _tables[loop]
