"""PostgreSQL and Redis of this test run: quick ones of its own, unless the environment names others.

Where they will be is known when the settings are read; they are started when a test needs them.
"""

import os
import subprocess
import time
import urllib.request
from functools import cache
from pathlib import Path

import psutil

from deploy.services import running
from deploy.services.account import remove_folder
from deploy.services.child import end_leftovers
from deploy.services.running import Services

ROOT = Path(__file__).resolve().parent.parent
RUNS = ROOT / "var" / "tests"


@cache
def services() -> Services:
    """The services of this process, found but not started."""
    _clear_killed_runs()
    return running.find(own_folder(), durable=False)


def own_folder() -> Path:
    """Where this run keeps what it needs on disk."""
    return RUNS / str(os.getpid())


def environment() -> dict[str, str]:
    """The variables that the settings under test are read from; what is set already goes first."""
    return {"DEBUG": "1", **services().environment(), **os.environ}


def clear(folder: Path) -> None:
    """End what still runs for `folder` and remove it."""
    end_leftovers(folder / "run")
    remove_folder(folder / "services")
    remove_folder(folder)


def _clear_killed_runs() -> None:
    for folder in RUNS.glob("*"):
        if int(folder.name) == os.getpid() or not psutil.pid_exists(int(folder.name)):
            clear(folder)


def wait_until_it_answers(address: str, patience_seconds: float, *processes: subprocess.Popen[bytes]) -> None:
    """Return when there is an answer at `address`; fail when a process has ended, or none comes in time."""
    end = time.monotonic() + patience_seconds
    while time.monotonic() < end:
        assert all(process.poll() is None for process in processes)
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"{address} does not answer")
