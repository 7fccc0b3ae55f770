"""Who plays at which table of a chaos run, and dealing them one game after another."""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from django import db
from django.conf import settings
from django.db import transaction

from accounts.models import User
from engine import notation, records
from engine.records import Record
from games.models import Game, Pace
from games.services import lobby
from tests.chaos.crowd import Crowd
from tests.games.playing import fast_forward
from tests.games.sockets import session_of
from tests.servers import ROOT

RECORDS = ROOT / "tests" / "engine" / "scenarios" / "records"
# By chance the island is nearly always lost, so half of the tables play games again that were won.
WON_BY_TWO, WON_BY_THREE = "won-classic-2", "won-volcano-3"
# A table each: the record that is played there, or how many play by chance.
PLAN: tuple[str | int, ...] = (
    *(WON_BY_TWO, 2, WON_BY_THREE, 2, WON_BY_TWO, 3, WON_BY_TWO, 4),
    *(WON_BY_TWO, 2, WON_BY_THREE, 2, WON_BY_TWO, 3, WON_BY_THREE, 4),
)
# A first game has so many actions left, or a multiple, so that not all are won at once.
FIRST_WIN_AFTER = 8
AGAIN_SECONDS = 0.2
LOOK_SECONDS = 0.02


@dataclass(slots=True)
class Table:
    """One table: the users of its seats with their sessions, and what is played there."""

    number: int
    users: list[User]
    sessions: list[str]
    record: Record | None
    dealt: int = 0
    # Public ids of the games, oldest first, each with the version at which it was handed to the players.
    played: dict[str, int] = field(default_factory=dict)

    def order(self, game_id: str) -> dict[str, object]:
        """The order to the clients to play that game here, with a spectator."""
        cookies = [f"{settings.SESSION_COOKIE_NAME}={session}" for session in self.sessions]
        names = [user.username for user in self.users]
        players = [{"client": name, "name": name, "cookie": at} for name, at in zip(names, cookies, strict=True)]
        spectator = {"client": f"t{self.number}-spectator", "name": "", "cookie": None}
        script = [notation.action_to_text(action) for action in self.record.actions] if self.record else None
        return {"do": "play", "table": self.number, "game": game_id, "script": script, "users": [*players, spectator]}


def set_up(count: int) -> list[Table]:
    """So many tables with users who have signed in; no game yet."""
    return [_table(number, PLAN[number % len(PLAN)]) for number in range(count)]


class Dealer:
    """Gives each table its next game as soon as one is over. A game for each is dealt ahead, so that nobody waits."""

    def __init__(self, tables: list[Table], crowd: Crowd) -> None:
        self._tables, self._crowd = tables, crowd
        self._ahead: dict[int, Game] = {}
        self._thread = threading.Thread(target=self._run, name="dealer", daemon=True)
        self._stopped = threading.Event()

    def start(self) -> None:
        """Deal two games to each table and let the first ones begin."""
        for table in self._tables:
            self._ahead[table.number] = deal(table)
        for table in self._tables:
            self._crowd.over.put(table.number)
        self._thread.start()

    def stop(self) -> None:
        """Return when no game will be dealt any more."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.is_set():
            with contextlib.suppress(queue.Empty):
                self._begin_next(self._crowd.over.get(timeout=LOOK_SECONDS))
                continue  # tables that wait come before games for later
            if lacking := [table for table in self._tables if table.number not in self._ahead]:
                self._ahead[lacking[0].number] = deal(lacking[0])

    def _begin_next(self, number: int) -> None:
        table = self._tables[number]
        game = self._ahead.pop(number, None) or deal(table)
        table.played[game.public_id] = game.version
        self._crowd.tell(table.order(game.public_id))


def deal(table: Table) -> Game:
    """Open, fill and start a rated game at the table.

    The first of a table where a record is played is brought near its end, so that some are won soon on any machine.

    Tries until the database has taken it: dealing goes on while everything breaks. Where only the answer to the commit
    was lost a game is dealt that nobody plays.
    """
    while True:
        try:
            game = _deal(table)
        except db.Error:
            db.connection.close()
            time.sleep(AGAIN_SECONDS)
        else:
            table.dealt += 1
            return game


@transaction.atomic
def _deal(table: Table) -> Game:
    record = table.record
    game = lobby.open_game(
        host=table.users[0],
        layout=record.layout if record else "classic",
        difficulty=record.difficulty if record else "novice",
        seat_count=len(table.users),
        rated=True,
        pace=Pace.NONE if table.number % 2 else Pace.LIVE_10,
    )
    for number, user in enumerate(table.users[1:], 1):
        lobby.take_seat(game_id=game.pk, user=user, number=number)
    with _seed_of(record):
        lobby.start_game(game_id=game.pk, user=table.users[0])
    game.refresh_from_db()
    if record is None or table.dealt:
        return game
    users = {seat.number: seat.user for seat in game.seats.select_related("user")}
    left = FIRST_WIN_AFTER * (1 + table.number // 2)
    fast_forward(game, users, [notation.action_to_text(action) for action in record.actions[:-left]])
    game.refresh_from_db()
    return game


@contextlib.contextmanager
def _seed_of(record: Record | None) -> Iterator[None]:
    """Let games be dealt as in the record. No door of the site takes a seed; one thread of this process deals."""
    secret = lobby.new_seed
    if record is not None:
        lobby.new_seed = lambda: record.seed
    try:
        yield
    finally:
        lobby.new_seed = secret


def _table(number: int, plan: str | int) -> Table:
    record = _record(plan) if isinstance(plan, str) else None
    seats = plan if isinstance(plan, int) else len(_record(plan).roles)
    names = [f"t{number}-{seat}" for seat in range(seats)]
    users = [User.objects.create_user(name, f"{name}@example.org") for name in names]
    return Table(number, users, [session_of(user) for user in users], record)


@cache
def _record(name: str) -> Record:
    return records.record_from_text((RECORDS / f"{name}.fir").read_text())
