"""Both services at once: the addresses at which they are, and for how long."""

import contextlib
import os
import random
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psycopg
import redis

from deploy.services.child import Child
from deploy.services.errors import ServiceProblem
from deploy.services.place import make_place
from deploy.services.postgres import Postgres, fitting
from deploy.services.programs import find_redis, within_reach
from deploy.services.redis_server import RedisServer

# Below the ports that the system gives to outgoing connections, so that none of those takes one of ours.
PORTS = range(20_000, 32_000)


@dataclass(frozen=True, slots=True)
class Services:
    """PostgreSQL and Redis, of which those named in the environment are not ours to start or end."""

    database_url: str
    redis_url: str
    postgres: Postgres | None = None
    redis: RedisServer | None = None

    def environment(self) -> dict[str, str]:
        """The variables by which the site finds them."""
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}

    def start(self) -> None:
        """Return when both answer, or raise ServiceProblem; `end` is due in either case."""
        if self.postgres is None:
            _ask_postgres(self.database_url)
        else:
            self.postgres.start()
        if self.redis is None:
            _ask_redis(self.redis_url)
        else:
            self.redis.start()

    def end(self) -> None:
        for server in (self.redis, self.postgres):
            if server is not None:
                server.end()

    def children(self) -> list[Child]:
        """The processes of those that were started here."""
        return [server.child for server in (self.postgres, self.redis) if server and server.child]

    def said(self) -> str:
        """Where both come from, for people."""
        found_postgres = self.postgres.program.origin if self.postgres else "DATABASE_URL"
        found_redis = self.redis.program.origin if self.redis else "REDIS_URL"
        return f"PostgreSQL from {found_postgres}, Redis from {found_redis}"


def find(var: Path, *, durable: bool, environment: Mapping[str, str] = os.environ) -> Services:
    """Say where both services are or will be; those to be started keep their data in `var`.

    Nothing is started yet. Raises ServiceProblem when one of them is nowhere to be found.
    """
    given = Services(environment.get("DATABASE_URL", ""), environment.get("REDIS_URL", ""))
    if given.database_url and given.redis_url:
        return given
    place = make_place(var, durable=durable)
    database = None if given.database_url else Postgres(place, fitting(place), free_port())
    broker = None if given.redis_url else RedisServer(place, within_reach(find_redis(), place), free_port())
    return Services(
        database.url if database else given.database_url, broker.url if broker else given.redis_url, database, broker
    )


@contextlib.contextmanager
def running(var: Path, *, durable: bool) -> Iterator[Services]:
    """Both services, found and started, for as long as the block lasts."""
    services = find(var, durable=durable)
    try:
        services.start()
        yield services
    finally:
        services.end()


def free_port() -> int:
    """A port on which nothing listens now."""
    while True:
        port = random.choice(PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _ask_postgres(url: str) -> None:
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.OperationalError as error:
        raise ServiceProblem(f"The PostgreSQL that DATABASE_URL names does not answer: {error}") from error


def _ask_redis(url: str) -> None:
    try:
        with contextlib.closing(redis.Redis.from_url(url, socket_timeout=5)) as client:
            client.ping()
    except redis.RedisError as error:
        raise ServiceProblem(f"The Redis that REDIS_URL names does not answer: {error}") from error
