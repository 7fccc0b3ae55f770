"""Processes that we start, and end by their id, even those of a run that was killed."""

import contextlib
import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from signal import Signals
from typing import IO, Any

import psutil

from deploy.services.account import Account

# Clocks are adjusted; a process with the same id that began within these seconds is the same.
SAME_START_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Ending:
    """How a process is asked to end, and for how long before it is killed."""

    signal: Signals = Signals.SIGTERM
    patience_seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class Command:
    """What to start. Its output is appended to `log`, or read by who starts it where there is none."""

    name: str
    line: Sequence[str]
    cwd: Path
    log: Path | None = None
    ending: Ending = Ending()
    account: Account | None = None
    environment: Mapping[str, str] | None = None
    stdin: bytes = b""


@dataclass(frozen=True, slots=True)
class Child:
    """A running process with a record of itself on disk."""

    name: str
    process: subprocess.Popen[bytes]
    ending: Ending
    record: Path

    def is_running(self) -> bool:
        return self.process.poll() is None

    def end(self) -> None:
        """Ask it to end and wait; then kill what is left of it and of its own children, which may outlive it."""
        if self.is_running():
            self.process.send_signal(self.ending.signal)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(self.ending.patience_seconds)
        self.kill()

    def kill(self) -> None:
        """End it and its process group at once, as a power cut would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, Signals.SIGKILL)
        self.process.wait()
        self.record.unlink(missing_ok=True)


def start(command: Command, records: Path) -> Child:
    """Start `command` in a session of its own, so that Ctrl-C reaches us alone, who end the rest in order."""
    as_account: dict[str, Any] = command.account.as_popen() if command.account else {}
    with _output(command.log) as output:
        process = subprocess.Popen(
            command.line,
            cwd=command.cwd,
            env=command.environment,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            **as_account,
        )
    _feed(process, command.stdin)
    records.mkdir(parents=True, exist_ok=True)
    record = records / f"{command.name}.json"
    record.write_text(json.dumps(_described(process.pid, command.ending)))
    return Child(command.name, process, command.ending, record)


def end_leftovers(records: Path) -> list[str]:
    """End what a killed run left behind, last started first, and return the names."""
    ended = []
    for record in sorted(records.glob("*.json"), key=lambda path: path.stat().st_mtime_ns, reverse=True):
        if _end_recorded(record):
            ended.append(record.stem)
        record.unlink()
    return ended


def _output(log: Path | None) -> contextlib.AbstractContextManager[int | IO[bytes]]:
    if log is None:
        return contextlib.nullcontext(subprocess.PIPE)
    log.parent.mkdir(parents=True, exist_ok=True)
    return log.open("ab")


def _feed(process: subprocess.Popen[bytes], stdin: bytes) -> None:
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError), process.stdin:
        process.stdin.write(stdin)


def _described(pid: int, ending: Ending) -> dict[str, float]:
    try:
        started = psutil.Process(pid).create_time()
    except psutil.NoSuchProcess:
        started = 0.0
    return {"pid": pid, "started": started, "signal": ending.signal, "patience_seconds": ending.patience_seconds}


def _end_recorded(record: Path) -> bool:
    try:
        known = json.loads(record.read_text())
        process = psutil.Process(known["pid"])
    except (ValueError, KeyError, psutil.NoSuchProcess):
        return False
    if abs(process.create_time() - known["started"]) > SAME_START_SECONDS:
        return False
    family = [process, *process.children(recursive=True)]
    process.send_signal(known["signal"])
    _, alive = psutil.wait_procs([process], timeout=known["patience_seconds"])
    for survivor in family if alive else []:
        with contextlib.suppress(psutil.NoSuchProcess):
            survivor.kill()
    return True
