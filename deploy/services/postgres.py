"""A PostgreSQL cluster in a folder, with one database of ours."""

import contextlib
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from signal import Signals

import psutil
import psycopg

from deploy.services import child
from deploy.services.child import Child, Command, Ending
from deploy.services.errors import ServiceProblem
from deploy.services.place import Place
from deploy.services.programs import Program, find_postgres, postgres_major, within_reach

NAME = "tidewatch"
START_SECONDS = 30.0
# SIGINT is PostgreSQL's fast shutdown: it does not wait for clients.
ENDING = Ending(signal=Signals.SIGINT, patience_seconds=20.0)
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_wal_size=2GB")


@dataclass(slots=True)
class Postgres:
    """One cluster. Where its place is durable, what it has acknowledged outlives a power cut."""

    place: Place
    program: Program
    port: int
    child: Child | None = None

    @property
    def url(self) -> str:
        return f"postgresql://{NAME}:{self.place.password}@127.0.0.1:{self.port}/{NAME}"

    @property
    def data(self) -> Path:
        return self.place.folder / "postgres"

    @property
    def log(self) -> Path:
        return self.place.logs / "postgres.log"

    def start(self) -> None:
        """Make the cluster if there is none, start it, and return when it answers."""
        if not (self.data / "PG_VERSION").exists():
            self._make_cluster()
        _end_orphan(self.data)
        self.child = child.start(self._command(), self.place.records)
        self._wait_until_it_answers(self.child)
        self._make_database()

    def end(self) -> None:
        if self.child is not None:
            self.child.end()

    def kill(self) -> None:
        """End it as a power cut would. `start` works again afterwards."""
        if self.child is not None:
            self.child.kill()

    def _command(self) -> Command:
        settings = [
            f"port={self.port}",
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=200",
        ]
        settings += [] if self.place.durable else FAST
        line = [
            str(self.program.path),
            "-D",
            str(self.data),
            *(part for setting in settings for part in ("-c", setting)),
        ]
        return Command("postgres", line, self.place.folder, self.log, ENDING, self.place.account)

    def _make_cluster(self) -> None:
        """Make it under another name first, so that a half cluster is never taken for a whole one."""
        half = self.place.folder / "postgres.half"
        shutil.rmtree(half, ignore_errors=True)
        password = self.place.folder / "password"
        line = [str(self.program.path.with_name("initdb")), "-D", str(half), "-U", NAME, f"--pwfile={password}"]
        line += ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--no-instructions"]
        line += [] if self.place.durable else ["--no-sync"]
        as_account = self.place.account.as_popen() if self.place.account else {}
        done = subprocess.run(line, cwd=self.place.folder, capture_output=True, text=True, check=False, **as_account)
        if done.returncode != 0:
            raise ServiceProblem(f"PostgreSQL's initdb failed: {done.stderr.strip()}")
        half.rename(self.data)

    def _wait_until_it_answers(self, process: Child) -> None:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and process.is_running():
            with contextlib.suppress(psycopg.OperationalError):
                self._connect("postgres").close()
                return
            time.sleep(0.05)
        process.end()
        raise ServiceProblem(f"PostgreSQL did not start; {self.log} says why.")

    def _make_database(self) -> None:
        with self._connect("postgres") as connection, contextlib.suppress(psycopg.errors.DuplicateDatabase):
            connection.execute(f"CREATE DATABASE {NAME}")

    def _connect(self, database: str) -> psycopg.Connection[tuple[object, ...]]:
        url = self.url.removesuffix(NAME) + database
        return psycopg.connect(url, autocommit=True, connect_timeout=3)


def fitting(place: Place) -> Program:
    """The `postgres` for the data in `place`: of the version that made it, or the preferred one where there is none."""
    programs = find_postgres()
    data = place.folder / "postgres"
    if not (data / "PG_VERSION").exists():
        return within_reach(programs[0], place)
    needed = int((data / "PG_VERSION").read_text())
    for program in programs:
        if postgres_major(program) == needed:
            return within_reach(program, place)
    raise ServiceProblem(
        f"{data} was made by PostgreSQL {needed}, which is not here now: install it, or move that folder away to begin "
        "with an empty database."
    )


def _end_orphan(data: Path) -> None:
    """End a server that still runs on `data`, and remove the note of one that does not.

    Our own records end those of killed runs; this is for a server whose record is lost, and for a process id that is
    another program's by now, at which PostgreSQL would refuse to start.
    """
    note = data / "postmaster.pid"
    try:
        process = psutil.Process(int(note.read_text().split("\n", 1)[0]))
        ours = str(data) in process.cmdline()
    except (FileNotFoundError, ValueError, psutil.NoSuchProcess):
        ours = False
    if ours:
        process.send_signal(ENDING.signal)
        psutil.wait_procs([process], timeout=ENDING.patience_seconds)
    note.unlink(missing_ok=True)
