"""Everything that a live bench runs: a durable PostgreSQL, Redis, the site's socket process as in production, the peer.

All of it is started here, listens on loopback, is ended by process id, and keeps its data in var/bench/live.
"""

import contextlib
import fcntl
import json
import os
import resource
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import psutil
import psycopg
import yaml

from deploy.services import child
from deploy.services.account import remove_folder
from deploy.services.child import Child, Command, Ending
from deploy.services.running import Services, find, free_port

ROOT = Path(__file__).resolve().parents[3]
VAR = ROOT / "var" / "bench" / "live"
PEER = ROOT / "tests" / "bench" / "peer"
# The peer's packages are installed beside a copy of its modules, outside of what the checks of the sources look at.
PEER_COPY = ROOT / "var" / "bench" / "peer"
READY_SECONDS = 60.0
MOST_OPEN_FILES = 65_536


class Broken(Exception):
    """The bench cannot go on, or what it measured would mean nothing; the message says why."""


@dataclass(frozen=True, slots=True)
class Server:
    """A process that answers on a port."""

    child: Child
    port: int

    @property
    def pid(self) -> int:
        return self.child.process.pid


class Cpu(NamedTuple):
    """Seconds of processor."""

    web: float
    postgres: float
    redis: float

    @property
    def all(self) -> float:
        return sum(self)

    def since(self, before: "Cpu") -> "Cpu":
        return Cpu(self.web - before.web, self.postgres - before.postgres, self.redis - before.redis)

    def per_move(self, moves: int) -> "Cpu":
        """In microseconds a move."""
        return Cpu(*(1e6 * seconds / moves for seconds in self))


@dataclass(frozen=True, slots=True)
class Servers:
    """PostgreSQL and Redis of the bench, and how to start what uses them."""

    services: Services

    def database_url(self, database: str) -> str:
        return f"{self.services.database_url.rpartition('/')[0]}/{database}"

    def environment(self, database: str) -> dict[str, str]:
        """What the site's processes are told in production, with our addresses."""
        example = (ROOT / "deploy" / "example.env").read_text().splitlines()
        production = dict(line.split("=", 1) for line in example if line and not line.startswith("#"))
        ours = {
            "PATH": os.environ["PATH"],
            "ALLOWED_HOSTS": "127.0.0.1",
            "DATABASE_URL": self.database_url(database),
            "REDIS_URL": self.services.redis_url,
            "CACHE_URL": self.services.redis_url,
        }
        return production | ours

    @property
    def origin(self) -> str:
        """The page that the clients say they come from."""
        return self.environment("")["SITE_ORIGINS"]

    def make_database(self, database: str) -> None:
        """An empty database with the site's tables."""
        with psycopg.connect(self.services.database_url, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{database}"')
        self.run_python(database, "manage.py", "migrate", "--verbosity=0")

    def drop_database(self, database: str) -> None:
        with psycopg.connect(self.services.database_url, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')

    def run_python(self, database: str, *line: str) -> str:
        """What a Python of the site's environment prints."""
        environment = self.environment(database) | {"DATABASE_POOL_SIZE": "0", "DATABASE_TIMEOUT_SECONDS": "0"}
        done = subprocess.run(
            [sys.executable, *line], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=False
        )
        if done.returncode != 0:
            raise Broken(f"`python {' '.join(line)}` failed.")
        return done.stdout

    @contextlib.contextmanager
    def web(self, database: str, name: str = "web") -> Iterator[Server]:
        """The site's process for sockets, with the flags that production gives it."""
        (ROOT / "var" / "static").mkdir(parents=True, exist_ok=True)
        port = free_port()
        services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]
        program, *flags = services["web-asgi"]["command"]
        flags = [flag for flag in flags if not flag.startswith(("--host=", "--port="))]
        line = [sys.executable, "-m", program, *flags, f"--port={port}"]
        environment = self.environment(database) | {"PYTHONUNBUFFERED": "1"}
        command = Command(name, line, ROOT, VAR / "log" / f"{name}.log", Ending(), None, environment)
        with _ended(child.start(command, VAR / "run")) as process:
            _wait_until_it_answers(process, f"http://127.0.0.1:{port}/healthz")
            yield Server(process, port)

    @contextlib.contextmanager
    def peer(self, database: str | None = None) -> Iterator[Server]:
        """boardgame.io, with its matches in memory or in a fresh database of the same PostgreSQL."""
        port = free_port()
        line = ["node", "server.mjs", str(port)]
        if database is not None:
            self.drop_database(database)
            with psycopg.connect(self.services.database_url, autocommit=True) as connection:
                connection.execute(f'CREATE DATABASE "{database}"')
            line.append(self.database_url(database))
        environment = os.environ | {"NODE_ENV": "production"}
        command = Command("peer", line, PEER_COPY, VAR / "log" / "peer.log", Ending(), None, environment)
        with _ended(child.start(command, VAR / "run")) as process:
            _wait_until_it_answers(process, f"http://127.0.0.1:{port}/socket.io/?EIO=4&transport=polling")
            yield Server(process, port)

    def cpu_used(self, *servers: Server) -> Cpu:
        """What these servers, PostgreSQL and Redis have used of the processors so far, their children included."""
        services = {child.name: _cpu_seconds(child.process.pid) for child in self.services.children()}
        return Cpu(sum(_cpu_seconds(server.pid) for server in servers), services["postgres"], services["redis"])

    def wal_bytes(self) -> int:
        """How much PostgreSQL has written ahead so far."""
        with psycopg.connect(self.services.database_url) as connection:
            row = connection.execute("SELECT pg_current_wal_lsn() - '0/0'").fetchone()
        assert row is not None
        return int(row[0])


@contextlib.contextmanager
def started() -> Iterator[Servers]:
    """PostgreSQL, which has written down what it acknowledges, and Redis; nothing of them is left afterwards."""
    child.end_leftovers(VAR / "run")
    _clear()
    shutil.rmtree(VAR / "log", ignore_errors=True)
    services = find(VAR, durable=True, environment={})
    try:
        services.start()
        yield Servers(services)
    finally:
        services.end()
        _clear()


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Hold the lock of this clone's bench, which ends with the process however it dies: two would end each other."""
    VAR.mkdir(parents=True, exist_ok=True)
    with (VAR / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Broken("This bench is already running in this folder.") from error
        yield


def allow_many_sockets() -> None:
    """Every socket is an open file on both of its sides."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(hard, MOST_OPEN_FILES),) * 2)
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def install_peer() -> None:
    """Copy the peer and install its packages by its lock, where that has not been done."""
    PEER_COPY.mkdir(parents=True, exist_ok=True)
    for source in PEER.iterdir():
        shutil.copy(source, PEER_COPY)
    installed, lock = PEER_COPY / "node_modules" / ".lock", (PEER / "package-lock.json").read_bytes()
    if installed.exists() and installed.read_bytes() == lock:
        return
    done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=PEER_COPY, check=False)
    if done.returncode != 0:
        raise Broken("`npm ci` failed: the peer cannot be installed.")
    installed.write_bytes(lock)


def peer_version() -> str:
    """The peer by name and version, and the Node that runs it and the clients."""
    package = json.loads((PEER_COPY / "node_modules" / "boardgame.io" / "package.json").read_text())
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return f"boardgame.io {package['version']} on Node {node}"


def _clear() -> None:
    remove_folder(VAR / "services")
    shutil.rmtree(VAR / "run", ignore_errors=True)


@contextlib.contextmanager
def _ended(process: Child) -> Iterator[Child]:
    try:
        yield process
    finally:
        process.end()


def _wait_until_it_answers(process: Child, address: str) -> None:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until and process.is_running():
        with contextlib.suppress(OSError):
            urllib.request.urlopen(address, timeout=5).close()
            return
        time.sleep(0.05)
    raise Broken(f"{process.name} did not start; {VAR / 'log' / process.name}.log says why.")


def _cpu_seconds(pid: int) -> float:
    """Of a process, its children and those it has had: who ends is counted with the parent that waited for it."""
    process = psutil.Process(pid)
    used = 0.0
    for member in (process, *process.children(recursive=True)):
        with contextlib.suppress(psutil.NoSuchProcess):
            times = member.cpu_times()
            used += times.user + times.system + times.children_user + times.children_system
    return used
