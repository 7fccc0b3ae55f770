"""The site as it runs in production, on loopback: durable PostgreSQL, Redis, two web processes, a worker with beat.

Whatever is killed starts again at the same address.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from signal import Signals

import psycopg
import yaml
from redis import Redis

from deploy.services.account import remove_folder
from deploy.services.child import Child, Command, Ending, end_leftovers, start
from deploy.services.postgres import Postgres
from deploy.services.redis_server import RedisServer
from deploy.services.running import Services, find, free_port
from tests.servers import ROOT

ORIGIN = "https://tidewatch.example"
READY_SECONDS = 40.0
WEB_PROCESSES = 2
NOT_IN_PRODUCTION = ("DEBUG", "CACHE_URL")  # what a test's environment may have set
# The database knows by these names whose connection it is.
HARNESS, WORKER = "chaos", "worker"


class NotReady(Exception):
    """A part of the site did not start, or did not end; the message names it."""


@dataclass(slots=True)
class Site:
    """All processes of one run, with data, logs and records in `folder`."""

    folder: Path
    services: Services
    web_module: str
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(50))
    ports: list[int] = field(default_factory=lambda: [free_port() for _ in range(WEB_PROCESSES)])
    webs: list[Child] = field(default_factory=list)
    worker: Child | None = None

    @property
    def postgres(self) -> Postgres:
        assert self.services.postgres is not None
        return self.services.postgres

    @property
    def redis(self) -> RedisServer:
        assert self.services.redis is not None
        return self.services.redis

    def environment(self, name: str) -> dict[str, str]:
        """Production's, for a process whose connections the database shows under `name`."""
        return {
            **{key: value for key, value in os.environ.items() if key not in NOT_IN_PRODUCTION},
            **self.services.environment(),
            "DJANGO_SETTINGS_MODULE": "deploy.settings",
            "SECRET_KEY": self.secret,
            "ALLOWED_HOSTS": "127.0.0.1",
            "SITE_ORIGINS": ORIGIN,
            "PGAPPNAME": name,
            "SOCKET_MESSAGES_A_SECOND": "100",
            # One connection, as a worker has: the harness and the worker open no pools.
            **({} if name.startswith("web") else {"DATABASE_POOL_SIZE": "0"}),
        }

    def start(self) -> None:
        """Return when everything answers."""
        self.services.start()
        self._migrate()
        self.webs = [self._start_web(number) for number in range(WEB_PROCESSES)]
        self.start_worker()
        for number in range(WEB_PROCESSES):
            self.wait_for_web(number)

    def end(self) -> None:
        """End all of it: the worker, the web processes, then what they stand on."""
        for child in [self.worker, *self.webs]:
            if child is not None:
                child.end()
        self.services.end()

    def restart_web(self, number: int) -> None:
        """Start a web process that has ended, and return when it answers."""
        self.webs[number] = self._start_web(number)
        self.wait_for_web(number)

    def start_worker(self) -> None:
        """Start a worker with beat; it takes some seconds until it works."""
        line = [sys.executable, "-m", "tests.chaos.worker", str(self.folder / "celerybeat-schedule")]
        self.worker = start(self._command(WORKER, line, patience_seconds=20.0), self.folder / "run")

    def keep_worker(self) -> None:
        """Start the worker again if it has ended by itself, as whoever runs the site does (compose's `restart`).

        A worker that loses Redis at certain moments dies of an error in the library that talks to it.
        """
        if self.worker is not None and not self.worker.is_running():
            self.worker.end()
            self.start_worker()

    def wait_for_web(self, number: int) -> None:
        url = f"http://127.0.0.1:{self.ports[number]}/healthz"
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until and self.webs[number].is_running():
            try:
                urllib.request.urlopen(url, timeout=2).close()
            except OSError:  # also an answer that is an error: the database may be away for a moment
                time.sleep(0.05)
            else:
                return
        raise NotReady(f"Web process {number} does not answer; {self._log(f'web-{number}')} says why.")

    def database(self) -> psycopg.Connection[tuple[object, ...]]:
        """A connection of our own, beside Django's."""
        return psycopg.connect(self.postgres.url, autocommit=True, connect_timeout=3, application_name=HARNESS)

    def redis_client(self) -> Redis:
        return Redis.from_url(self.redis.url, socket_timeout=2)

    def _migrate(self) -> None:
        line = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        subprocess.run(line, cwd=ROOT, env=self.environment(HARNESS), check=True)

    def _start_web(self, number: int) -> Child:
        name = f"web-{number}"
        line = [sys.executable, "-m", self.web_module, *_web_arguments(self.ports[number])]
        return start(self._command(name, line, patience_seconds=10.0), self.folder / "run")

    def _command(self, name: str, line: list[str], patience_seconds: float) -> Command:
        ending = Ending(Signals.SIGTERM, patience_seconds)
        return Command(name, line, ROOT, self._log(name), ending, environment=self.environment(name))

    def _log(self, name: str) -> Path:
        return self.folder / "log" / f"{name}.log"


@contextlib.contextmanager
def prepared(folder: Path, *, web_module: str) -> Iterator[Site]:
    """A site that has not started yet, in an empty folder. All of it is ended with the block, however that ends."""
    end_leftovers(folder / "run")
    remove_folder(folder / "services")
    remove_folder(folder)
    folder.mkdir(parents=True)
    # Servers of our own, whatever the environment names: these are killed.
    site = Site(folder, find(folder, durable=True, environment={}), web_module)
    try:
        yield site
    finally:
        site.end()
        remove_folder(folder / "services")


def _web_arguments(port: int) -> list[str]:
    """What production starts its processes for sockets with, but on loopback and at `port`."""
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    _, *arguments = compose["services"]["web-asgi"]["command"]
    ours = {"--host=0.0.0.0": "--host=127.0.0.1", "--port=8000": f"--port={port}"}
    assert ours.keys() <= set(arguments)
    return [ours.get(argument, argument) for argument in arguments]
