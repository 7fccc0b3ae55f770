"""The door to a started game: every entry of every log is written by the one statement below, and nothing else is.

Why no move is lost, none is played twice, and none is told before it is on disk:

1. *Version.* An entry is made for a version, and written only if the game's row still has the one before it; the row
   moves on in the same statement. So of two entries made for the same version one is written, and a log has no gaps.
   All that decides about a command (who sits where, whose time is over, whether the game runs) changes with entries
   only, so what was judged on a version holds as long as that is the version.
2. *What does not change with entries* is asked in the statement: is the user's account still active, and has the moment
   not passed from which the clock acts (`not_after`)?
3. *Command id.* An entry is not written where the log has one with its command's id. A command that comes again, after
   a lost answer say, was made for an older version and goes the careful way, where it is looked up and answered again.
4. *One statement is one transaction*: all of an entry (log, game, seats) is written, or nothing. Entries of other games
   in the same batch stand for themselves: each one fits, or does not.
5. *Commit, then tell.* `write` announces when its transaction has committed, `GroupCommit.write` returns after it.
6. *A commit whose answer was lost* (the line to the database broke) is neither told nor refused. The command goes the
   careful way: it waits for the lock of the game's row, behind whatever the broken line still does, and finds its id in
   the log or plays it now.
7. *No waiting in a batch.* A row that somebody else has locked is passed over, so that no table waits for another, and
   two processes cannot wait for each other. Who is passed over goes the careful way.

There are two ways to the door. The careful one is any service: in a transaction it locks the game's row, reads the
table, judges, and calls `write`. The quick one (`tables.py`) holds tables of before in memory, judges on them, and lets
its entries wait for the next commit of its process. It never refuses: whatever does not fit goes the careful way.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec
import psycopg
from celery import current_app
from django.db import connection, transaction
from kombu.exceptions import OperationalError as BrokerIsAway

from games import boards, live, opened
from games.errors import StaleVersion
from games.log import NewEntry
from games.models import Game, Seat
from games.opened import Draft, OpenTable

logger = logging.getLogger(__name__)

RATING_TASK = "ratings.rate_finished_games"
# For the answer to a batch. A database that takes longer is taken for gone.
PATIENCE_SECONDS = 5.0

# Takes entries as a JSON list (see `_row`), at most one of a game; returns the games whose entry was written.
_WRITE: Final = """
WITH entry AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%s::json) AS entry(
        game_id bigint, version integer, seat smallint, user_id bigint, command_id uuid, action text, events jsonb,
        position text, undo_version integer, played_at timestamptz, not_after timestamptz, status text, outcome text,
        active_seat smallint, turns_begun integer, finished_at timestamptz, deadline_at timestamptz, seats json)
), fitting AS MATERIALIZED (
    SELECT game.id
    FROM entry
        JOIN games_game game ON game.id = entry.game_id
        LEFT JOIN accounts_user player ON player.id = entry.user_id
    WHERE game.version = entry.version - 1
      AND game.status = 'active'
      AND (entry.not_after IS NULL OR entry.not_after > statement_timestamp())
      AND (entry.user_id IS NULL OR player.is_active)
      AND NOT EXISTS (
          SELECT FROM games_playedaction played
          WHERE played.game_id = entry.game_id AND played.command_id = entry.command_id)
    FOR NO KEY UPDATE OF game SKIP LOCKED
), moved AS (
    UPDATE games_game game
    SET version = entry.version, position = entry.position, active_seat = entry.active_seat,
        turn = game.turn + entry.turns_begun, status = entry.status, outcome = entry.outcome,
        finished_at = entry.finished_at, moved_at = entry.played_at, deadline_at = entry.deadline_at
    FROM entry JOIN fitting ON fitting.id = entry.game_id
    WHERE game.id = entry.game_id
    RETURNING game.id
), logged AS (
    INSERT INTO games_playedaction
        (game_id, version, seat, user_id, command_id, action, events, position, undo_version, played_at)
    SELECT game_id, version, seat, user_id, command_id, action, events, position, undo_version, played_at
    FROM entry JOIN moved ON moved.id = entry.game_id
), seated AS (
    UPDATE games_seat seat
    SET bank_milli = told.bank_milli, missed_turns = told.missed_turns, concedes = told.concedes,
        left_at = told.left_at, substitute_id = told.substitute_id
    FROM entry JOIN moved ON moved.id = entry.game_id, json_to_recordset(entry.seats) AS told(
        number smallint, bank_milli bigint, missed_turns smallint, concedes boolean, left_at timestamptz,
        substitute_id bigint)
    WHERE seat.game_id = entry.game_id AND seat.number = told.number
)
SELECT id FROM moved
"""


def open_table(game: Game) -> OpenTable:
    """The table of an active game, with its seats. Two queries; the careful way has locked the game before."""
    return OpenTable(
        game, list(game.seats.select_related("user", "substitute").order_by("number")), game.engine_state()
    )


def begin(table: OpenTable) -> None:
    """Start the clocks of a game that has just been dealt; the caller saves the game."""
    opened.start_clocks(table)
    Seat.objects.bulk_update(table.seats, ["bank_milli"])
    table.seats_changed = False


def write(table: OpenTable, draft: Draft, *, not_after: datetime | None = None) -> NewEntry:
    """Write an entry, the careful way, and announce it after the commit.

    Raises StaleVersion when it does not fit after all: the account was closed, or `not_after` came, this very moment.
    """
    entry = opened.enter(table, draft)
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, [_text([_row(table, entry, not_after)])])
        if cursor.fetchone() is None:
            raise StaleVersion(f"entry {entry.version} of game {table.game.public_id} does not fit")
    table.seats_changed = False
    _announce(table, entry)
    return entry


class Unsure(Exception):
    """Nobody knows whether an entry was written: its batch failed. The careful way finds out."""


@dataclass(slots=True)
class _Waiting:
    """An entry that waits for the next commit, and whether it was written then."""

    row: dict[str, Any]
    written: asyncio.Future[bool]


class GroupCommit:
    """The quick way of one process: while one batch is being written, the next one gathers.

    It has a line to the database of its own, which is opened with the first entry.
    """

    def __init__(self) -> None:
        self._waiting: list[_Waiting] = []
        self._line: psycopg.AsyncConnection[Any] | None = None
        self._task: asyncio.Task[None] | None = None

    async def write(self, table: OpenTable, entry: NewEntry, *, not_after: datetime | None) -> bool:
        """Whether the entry, which must be the only one of its game at a time, fitted and is on disk.

        Raises Unsure when that cannot be told.
        """
        waiting = _Waiting(_row(table, entry, not_after), asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        written = await waiting.written
        table.seats_changed = False
        return written

    async def close(self) -> None:
        """Give the line back; entries that wait are written first."""
        if self._task is not None:
            await self._task
        await self._hang_up()

    async def _run(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    written = await self._write(batch)
            except Exception as error:  # the loop of all commits: each command learns of it, and the next batch goes on
                logger.warning("commit failed entries=%s error=%r", len(batch), error)
                await self._hang_up()
                for entry in batch:
                    if not entry.written.done():  # nor has its command been given up
                        entry.written.set_exception(Unsure(repr(error)))
            else:
                for entry in batch:
                    if not entry.written.done():
                        entry.written.set_result(entry.row["game_id"] in written)
        self._task = None

    async def _write(self, batch: list[_Waiting]) -> set[int]:
        if self._line is None:
            self._line = await _open_line()
        rows = [entry.row for entry in batch]
        cursor = await self._line.execute(_WRITE, [_text(rows)], prepare=True)
        return {game_id for (game_id,) in await cursor.fetchall()}

    async def _hang_up(self) -> None:
        if self._line is not None:
            line, self._line = self._line, None
            await line.close()


async def _open_line() -> psycopg.AsyncConnection[Any]:
    parameters = connection.get_connection_params()
    parameters.pop("cursor_factory", None)
    return await psycopg.AsyncConnection.connect(**parameters, autocommit=True)


def _row(table: OpenTable, entry: NewEntry, not_after: datetime | None) -> dict[str, Any]:
    game = table.game
    return {
        "game_id": game.pk,
        "version": entry.version,
        "seat": entry.seat,
        "user_id": entry.user_id,
        "command_id": entry.command_id,
        "action": entry.action,
        "events": entry.events,
        "position": entry.position,
        "undo_version": entry.undo_version,
        "played_at": entry.played_at,
        "not_after": not_after,
        "status": game.status,
        "outcome": game.outcome,
        "active_seat": game.active_seat,
        "turns_begun": opened.turns_begun(entry),
        "finished_at": game.finished_at,
        "deadline_at": game.deadline_at,
        "seats": [_seat(seat) for seat in table.seats] if table.seats_changed else [],
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "number": seat.number,
        "bank_milli": seat.bank_milli,
        "missed_turns": seat.missed_turns,
        "concedes": seat.concedes,
        "left_at": seat.left_at,
        "substitute_id": seat.substitute_id,
    }


def _text(rows: list[dict[str, Any]]) -> str:
    return msgspec.json.encode(rows).decode()


def _announce(table: OpenTable, entry: NewEntry) -> None:
    game = table.game
    frame = live.frame_text(boards.entry_frame(game, entry, table.state, table.seats))
    transaction.on_commit(lambda: live.tell_entry(game.pk, entry.version, frame), robust=True)
    if game.is_over:
        transaction.on_commit(lambda: tell_of_the_end(game), robust=True)


def tell_of_the_end(game: Game) -> None:
    """Tell the lobby, and nudge whoever rates games."""
    live.ring_lobby()
    try:
        current_app.send_task(RATING_TASK, kwargs={"game_id": game.pk}, retry=False)
    except BrokerIsAway:
        logger.info("rating not nudged game=%s", game.public_id)  # beat finds the game within a minute
