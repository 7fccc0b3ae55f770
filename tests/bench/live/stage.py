"""What the measurements share: the servers, the clients, and tables at which nobody has played yet."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import psycopg

from tests.bench.live.driver import Driver, Played
from tests.bench.live.figures import Figures
from tests.bench.live.servers import Broken, Cpu, Server, Servers

Place = dict[str, Any]

SITE = "tidewatch"
PEER = "boardgame.io"


@dataclass
class Tables:
    """Tables of one database, each given out once."""

    servers: Servers
    database: str
    games: list[dict[str, Any]] = field(default_factory=list)
    cookies: list[str] = field(default_factory=list)

    def deal(self, count: int, first_id: int = 1) -> None:
        """Make people and so many tables, whose games have ids from `first_id` on."""
        made = self.make("make", count, first_id)
        self.games, self.cookies = made["games"], made["cookies"]

    def make(self, task: str, *given: object) -> dict[str, Any]:
        """What a task of tables.py made in this database."""
        line = ["-m", "tests.bench.live.tables", task, *map(str, given)]
        made: dict[str, Any] = json.loads(self.servers.run_python(self.database, *line))
        return made

    def take(self, count: int) -> list[dict[str, Any]]:
        """The next tables. Raises Broken where none are left."""
        if count > len(self.games):
            raise Broken(f"{count} tables wanted, {len(self.games)} left")
        taken, self.games = self.games[:count], self.games[count:]
        return taken

    def places(self, web: Server, games: Sequence[dict[str, Any]]) -> list[Place]:
        """Where the clients find the games' tables, and as whom they come."""
        return [
            {
                "url": f"ws://127.0.0.1:{web.port}/ws/games/{game['id']}/",
                "origin": self.servers.origin,
                "cookies": self.cookies[2 * game["pair"] :][:2],
            }
            for game in games
        ]

    def log_bytes(self) -> float:
        """What an entry of the log takes on disk, with its share of the indexes."""
        query = "SELECT pg_total_relation_size('games_playedaction')::float / count(*) FROM games_playedaction"
        with psycopg.connect(self.servers.database_url(self.database)) as connection:
            row = connection.execute(query).fetchone()
        assert row is not None
        return float(row[0])

    def versions(self, games: Sequence[dict[str, Any]]) -> tuple[int, int]:
        """The sum of the versions of these games, and how many rows their logs have beside the start."""
        query = (
            "SELECT sum(version), (SELECT count(*) FROM games_playedaction WHERE version > 0 AND game_id IN"
            " (SELECT id FROM games_game WHERE public_id = ANY(%s))) FROM games_game WHERE public_id = ANY(%s)"
        )
        ids = [game["id"] for game in games]
        with psycopg.connect(self.servers.database_url(self.database)) as connection:
            row = connection.execute(query, (ids, ids)).fetchone()
        assert row is not None
        return int(row[0]), int(row[1])


@dataclass
class Stage:
    """Everything that a measurement needs."""

    servers: Servers
    driver: Driver
    tables: Tables
    figures: Figures
    repeats: int
    # How long a window of play lasts, one where the same tables serve every repeat, and the play before either.
    seconds: float = 5.0
    short_seconds: float = 3.0
    warm_seconds: float = 0.5

    def metered(self, play: Callable[[], Played], *servers: Server) -> tuple[Played, Cpu]:
        """What was played, and the microseconds of processor that a move cost."""
        before = self.servers.cpu_used(*servers)
        played = play()
        return played, self.servers.cpu_used(*servers).since(before).per_move(played.all_moves)


def lanes_of(places: Sequence[Place], lanes: int) -> list[list[Place]]:
    """The places dealt to so many lanes in turn."""
    return [list(places[number::lanes]) for number in range(lanes)]
