"""A Redis in a folder."""

import contextlib
import time
from dataclasses import dataclass
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from deploy.services import child
from deploy.services.account import hand_over
from deploy.services.child import Child, Command
from deploy.services.errors import ServiceProblem
from deploy.services.place import Place
from deploy.services.programs import Program

START_SECONDS = 10.0


@dataclass(slots=True)
class RedisServer:
    """One Redis. Where its place is durable, it finds its keys again at the next start."""

    place: Place
    program: Program
    port: int
    child: Child | None = None

    @property
    def url(self) -> str:
        return f"redis://:{self.place.password}@127.0.0.1:{self.port}/0"

    @property
    def log(self) -> Path:
        return self.place.logs / "redis.log"

    def start(self) -> None:
        """Start it and return when it answers."""
        data = self.place.folder / "redis"
        data.mkdir(mode=0o700, exist_ok=True)
        hand_over(data, self.place.account)
        self.child = child.start(self._command(data), self.place.records)
        self._wait_until_it_answers(self.child)

    def end(self) -> None:
        if self.child is not None:
            self.child.end()

    def kill(self) -> None:
        """End it as a power cut would. `start` works again afterwards."""
        if self.child is not None:
            self.child.kill()

    def _command(self, data: Path) -> Command:
        """Its settings go through standard input, so that the password is in no list of processes."""
        settings = [
            "bind 127.0.0.1",
            f"port {self.port}",
            f"requirepass {self.place.password}",
            f'dir "{data}"',
            'save ""',
            f"appendonly {'yes' if self.place.durable else 'no'}",
            # A broker that throws messages away would lose work.
            "maxmemory-policy noeviction",
        ]
        return Command(
            name="redis",
            line=[str(self.program.path), "-"],
            cwd=self.place.folder,
            log=self.log,
            account=self.place.account,
            stdin="\n".join([*settings, ""]).encode(),
        )

    def _wait_until_it_answers(self, process: Child) -> None:
        until = time.monotonic() + START_SECONDS
        with contextlib.closing(redis.Redis.from_url(self.url, retry=Retry(NoBackoff(), 0))) as client:
            while time.monotonic() < until and process.is_running():
                with contextlib.suppress(redis.ConnectionError):  # also while it still reads its data
                    client.ping()
                    return
                time.sleep(0.02)
        process.end()
        raise ServiceProblem(f"Redis did not start; {self.log} says why.")
