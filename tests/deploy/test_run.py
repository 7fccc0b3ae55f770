"""`make run`, as a person would use it: start, look, end."""

import json
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import psutil
import pytest

from deploy.services.running import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE_SECONDS = 90


class Run:
    """A `make run` in a folder of its own."""

    def __init__(self, var: Path, **more: str) -> None:
        given = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        environment = {**given, "PORT": str(free_port()), **more}
        self.port = environment["PORT"]
        self.var = var
        self.process = subprocess.Popen(
            [sys.executable, "-m", "deploy.run", str(var)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def until(self, part: str) -> str:
        """What it said until it said `part`."""
        said = ""
        while part not in said:
            said += self.lines.get(timeout=PATIENCE_SECONDS)
        return said

    def pids(self) -> dict[str, int]:
        return {record.stem: json.loads(record.read_text())["pid"] for record in (self.var / "run").glob("*.json")}

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)


@pytest.fixture
def started(var):
    """Starts a `make run` with the given variables in a folder that stays the same within a test."""
    runs: list[Run] = []

    def start(**more: str) -> Run:
        runs.append(Run(var, **more))
        return runs[-1]

    yield start
    for run in runs:
        run.process.kill()
        run.process.wait()


def test_it_serves_until_a_part_dies_and_again_until_it_is_told_to_end(started):
    first = started()
    said = first.until("Ctrl-C ends it")
    assert f"http://localhost:{first.port}/" in said
    with urllib.request.urlopen(f"http://localhost:{first.port}/") as page:
        assert page.status == 200
    family = psutil.Process(first.process.pid).children(recursive=True)
    assert set(first.pids()) == {"web", "worker", "postgres", "redis"}

    second = started()
    assert "already running" in second.until("in this folder")
    assert second.process.wait(PATIENCE_SECONDS) == 1

    os.kill(first.pids()["worker"], signal.SIGKILL)
    assert first.process.wait(PATIENCE_SECONDS) == 1
    assert "worker has ended with status -9" in first.until("ending the rest")
    assert psutil.wait_procs(family, timeout=PATIENCE_SECONDS)[1] == []

    third = started()
    third.until("Ctrl-C ends it")
    family = psutil.Process(third.process.pid).children(recursive=True)
    third.process.send_signal(signal.SIGTERM)
    assert third.process.wait(PATIENCE_SECONDS) == 0
    assert psutil.wait_procs(family, timeout=PATIENCE_SECONDS)[1] == []


def test_a_port_that_is_taken_is_said_before_anything_is_seeded(started):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        run = started(PORT=str(taken.getsockname()[1]))
        assert "is taken" in run.until("set PORT to another one")
        assert run.process.wait(PATIENCE_SECONDS) == 1
