"""The process of all clients, tests/bench/peer/driver.mjs: commands to it and what it answers."""

import contextlib
import json
import subprocess
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.bench.live.servers import PEER_COPY, VAR, Broken, Server

LOG = VAR / "log" / "driver.log"
PATIENCE_SECONDS = 180.0
# So large a share of the lanes may come to the end of their tables before the end of a window.
MOST_DRY = 0.03


@dataclass(frozen=True, slots=True)
class Played:
    """What came of moves that the clients made."""

    moves: int  # acknowledged in the time
    seconds: float
    all_moves: int  # with those acknowledged a moment later
    milliseconds: list[float]  # of each of all
    driver_cpu_seconds: float

    @property
    def per_second(self) -> float:
        return self.moves / self.seconds


class Driver:
    """All clients. One command at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, command: str, **given: Any) -> dict[str, Any]:
        """Carry out a command and return its answer. Raises Broken where none comes."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        timer = threading.Timer(PATIENCE_SECONDS, self._process.kill)
        timer.start()
        try:
            self._process.stdin.write(json.dumps({"command": command, **given}) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        finally:
            timer.cancel()
        if not line:
            raise Broken(f"The clients ended, or took too long, at {command}; {LOG} may say why.")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def play(self, command: str, **given: Any) -> Played:
        """Make moves. Raises Broken where one was refused or lost: what was measured then would mean nothing."""
        answer = self.ask(command, **given)
        if answer["failures"]:
            raise Broken(f"{command}: {answer['failures']}")
        if command != "play_each" and answer["lanes_that_ran_dry"] > MOST_DRY * answer["lanes"]:
            raise Broken(f"{command}: {answer['lanes_that_ran_dry']} lanes had no table left to play at")
        return Played(
            moves=answer["moves"],
            seconds=answer["seconds"],
            all_moves=answer["moves_with_late_ones"],
            milliseconds=answer["milliseconds"],
            driver_cpu_seconds=answer["cpu_seconds"],
        )

    @contextlib.contextmanager
    def lanes(self, name: str, system: str, places: Sequence[Sequence[dict[str, Any]]]) -> Iterator[None]:
        """Lanes of tables to play at, all sockets open for as long as the block lasts."""
        self.ask("connect", name=name, system=system, places=places)
        try:
            yield
        finally:
            self.ask("close", name=name)


@contextlib.contextmanager
def started() -> Iterator[Driver]:
    """The clients, in a session of their own, so that Ctrl-C reaches us alone."""
    LOG.parent.mkdir(parents=True, exist_ok=True)
    with LOG.open("w") as log:
        process = subprocess.Popen(
            ["node", "driver.mjs"],
            cwd=PEER_COPY,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
        )
    try:
        yield Driver(process)
    finally:
        process.kill()
        process.wait()


def matches(peer: Server, repeat: str, count: int) -> list[list[dict[str, Any]]]:
    """Places of boardgame.io: one match a lane, for its matches never end."""
    url = f"ws://127.0.0.1:{peer.port}/socket.io/?EIO=4&transport=websocket"
    return [[{"url": url, "id": f"{repeat}-{number}"}] for number in range(count)]
