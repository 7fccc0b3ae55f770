"""What goes wrong in a chaos run: one thing after another, each mended before the next."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from signal import Signals

import psutil
import psycopg

from tests.chaos.proxy import Proxy
from tests.chaos.site import WORKER, NotReady, Site

# From one fault being mended to the next.
PAUSE_SECONDS = (0.4, 1.4)
REDIS_AWAY_SECONDS = 1.0
SLOW_LINE_SECONDS, SLOW_LINE_FOR_SECONDS = 0.25, 1.5
WORKING_SECONDS, IN_A_JOB_SECONDS = 8.0, 4.0
WEB_ENDS_SECONDS = 25.0
CUT_SHARE, MUTED_SHARE = 0.3, 0.05
MUTED_FOR_SECONDS = 4.0

CUT_ALL_OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
# Seen from outside: has the worker begun a job since it started, and does one wait for a lock?
WORKING = "SELECT FROM accounts_jobrun WHERE started_at > to_timestamp(%s)"
WAITING = "SELECT FROM pg_stat_activity WHERE application_name = %s AND wait_event_type = 'Lock'"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that went wrong, from `began_at` to `mended_at` in seconds since the epoch."""

    kind: str
    began_at: float
    mended_at: float


class Faults:
    """Breaks the site and the lines to it, kind by kind in an order of chance."""

    def __init__(self, site: Site, proxy: Proxy, chance: Random) -> None:
        self._site, self._proxy, self._chance = site, proxy, chance
        self.killed_in_a_job = 0
        self.happened: list[Fault] = []

    def run(self, kinds: Sequence[str], seconds: float) -> None:
        """Let things go wrong for so long; all of it is mended in the end."""
        until = time.monotonic() + seconds
        coming: list[str] = []
        while True:
            time.sleep(self._chance.uniform(*PAUSE_SECONDS))
            if time.monotonic() >= until:
                break
            coming = coming or self._chance.sample(kinds, len(kinds))
            if coming:
                self._happen(coming.pop())

    def _happen(self, kind: str) -> None:
        self._site.keep_worker()
        began_at = time.time()
        KINDS[kind](self)
        self.happened.append(Fault(kind, began_at, time.time()))

    def _kill_redis(self) -> None:
        self._site.redis.kill()
        time.sleep(self._chance.uniform(0, REDIS_AWAY_SECONDS))
        self._site.redis.start()

    def _cut_redis_clients(self) -> None:
        client = self._site.redis_client()
        for kind in ("pubsub", "normal"):
            client.execute_command("CLIENT", "KILL", "TYPE", kind, "SKIPME", "yes")
        client.close()

    def _kill_web(self) -> None:
        number = self._busiest()
        self._site.webs[number].kill()
        self._site.restart_web(number)

    def _end_web(self) -> None:
        number = self._busiest()
        web = self._site.webs[number]
        web.process.send_signal(Signals.SIGTERM)
        try:
            web.process.wait(WEB_ENDS_SECONDS)
        except subprocess.TimeoutExpired:
            raise NotReady(f"Web process {number} has not ended {WEB_ENDS_SECONDS} s after SIGTERM.") from None
        web.kill()  # and whatever it may have started
        self._site.restart_web(number)

    def _cut_database_connections(self) -> None:
        with self._site.database() as ours:
            ours.execute(CUT_ALL_OTHERS)

    def _kill_postgres(self) -> None:
        """Its immediate shutdown: it loses what is not on disk, and recovers from its log at the next start."""
        postgres = self._site.postgres
        assert postgres.child is not None
        postgres.child.process.send_signal(Signals.SIGQUIT)
        postgres.child.process.wait()
        postgres.start()

    def _kill_worker(self) -> None:
        """In the middle of a rating, which waits for users whom a lock of ours holds."""
        worker = self._site.worker
        assert worker is not None
        with self._site.database() as ours, self._site.database() as looking:
            _seen(looking, WORKING, psutil.Process(worker.process.pid).create_time(), WORKING_SECONDS)
            with ours.transaction():
                half = self._chance.randrange(2)
                ours.execute("SELECT FROM accounts_user WHERE id %% 2 = %s FOR NO KEY UPDATE", [half])
                self.killed_in_a_job += _seen(looking, WAITING, WORKER, IN_A_JOB_SECONDS)
                worker.kill()
        self._site.start_worker()

    def _cut_lines(self) -> None:
        self._proxy.cut(CUT_SHARE)

    def _mute_lines(self) -> None:
        self._proxy.mute(MUTED_SHARE)
        time.sleep(MUTED_FOR_SECONDS)
        self._proxy.cut_muted()  # what they swallowed is gone

    def _slow_lines_down(self) -> None:
        self._proxy.delay(SLOW_LINE_SECONDS)
        time.sleep(SLOW_LINE_FOR_SECONDS)
        self._proxy.delay(0)

    def _busiest(self) -> int:
        ports = self._site.ports
        return max(range(len(ports)), key=lambda number: self._proxy.busy(ports[number]))


def _seen(looking: psycopg.Connection[tuple[object, ...]], query: str, asked: object, seconds: float) -> bool:
    """Whether the query finds something within so many seconds."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if looking.execute(query, [asked]).rowcount:
            return True
        time.sleep(0.02)
    return False


KINDS: dict[str, Callable[[Faults], None]] = {
    "redis_killed": Faults._kill_redis,
    "redis_clients_cut": Faults._cut_redis_clients,
    "web_killed": Faults._kill_web,
    "web_ended": Faults._end_web,
    "connections_cut": Faults._cut_database_connections,
    "postgres_killed": Faults._kill_postgres,
    "worker_killed": Faults._kill_worker,
    "lines_cut": Faults._cut_lines,
    "lines_muted": Faults._mute_lines,
    "bytes_delayed": Faults._slow_lines_down,
}
