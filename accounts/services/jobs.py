"""Runs of background jobs: carried out, noted, and missed when they do not come.

Each job looks in the database for work that is not done. So one may run twice, late or at the same time as another;
what is noted here decides nothing.
"""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TypeVar

from celery import current_app
from django import db
from django.db.models import F
from django.utils import timezone

from accounts.models import JobHistory, JobRun

logger = logging.getLogger(__name__)
T = TypeVar("T")

# The history that is kept of a job: runs that did work or failed.
KEPT_RUNS = 1000
LONGEST_ERROR = 2000
# A job is late when it has not ended for twice its interval, and not before this. The heartbeat comes every 20 seconds.
PATIENCE = timedelta(seconds=45)

_ROOT = Path(__file__).resolve().parents[2]
# What might be a seed or a position with its draw piles; neither may be shown while a game runs.
_SECRETS = re.compile(
    r"(?P<hex>[0-9A-Fa-f]{32,})"
    r"""|(?P<bytes>\bb(?P<quote>['"]).*?(?P=quote))"""
    r"|(?P<position>\S+ [DEMNPX][A-X]:\S+ \S+ \d+ \S+ \S+ \S+ \d+\.\d+)"
    r"|(?P<state>\bState\(.*)",
    re.DOTALL,
)


class PartlyFailed(Exception):
    """Some pieces of a job's work failed, which was logged. The others, `done` in number, are done."""

    def __init__(self, done: int, failures: list[str]) -> None:
        super().__init__(f"{len(failures)} failed, {done} done; the first: {failures[0]}")
        self.done = done


@dataclass(frozen=True, slots=True)
class LateJob:
    """A job that should have run again by now; `ended_at` is None where it never has."""

    name: str
    ended_at: datetime | None


def run(name: str, work: Callable[[], int]) -> int:
    """Do `work`, note the run under `name` and return how many things it did.

    The start is noted before the work, so that a run that was killed is seen: its end stays older than its start. A
    failure is noted and raised again. Runs at the same time each count; the row shows the latest start and end.
    """
    started_at = timezone.now()
    _note_start(name, started_at)
    try:
        done = work()
    except Exception as error:
        _drop_broken_connection()
        _note_end(name, started_at, getattr(error, "done", 0), error_text(error))
        raise
    _note_end(name, started_at, done, "")
    return done


def each(pieces: Iterable[T], work: Callable[[T], int]) -> int:
    """Do `work` for every piece, and return the sum of what it did.

    A piece that fails is logged and does not keep the others waiting; PartlyFailed is raised at the end.
    """
    done, failures = 0, list[str]()
    for piece in pieces:
        try:
            done += work(piece)
        except Exception as error:
            done += getattr(error, "done", 0)
            failures.append(f"{piece}: {error_text(error)}")
            logger.error("a piece of work failed: %s", failures[-1])
    if failures:
        raise PartlyFailed(done, failures)
    return done


def late_jobs(now: datetime) -> list[LateJob]:
    """The jobs of beat's schedule that should have ended again by `now`, those that are late longest first. One query.

    A job that has never run is late only if it should run within a minute: the others wait for their first time.
    """
    intervals = scheduled()
    ended = dict(JobRun.objects.filter(name__in=intervals).values_list("name", "ended_at"))
    late = [
        LateJob(name, ended.get(name))
        for name, interval in intervals.items()
        if _is_late(ended.get(name), interval, now)
    ]
    return sorted(late, key=lambda job: (job.ended_at is not None, job.ended_at, job.name))


def failing_jobs() -> list[JobRun]:
    """The jobs whose latest run failed, by name."""
    return list(JobRun.objects.filter(failed_at=F("ended_at")).order_by("name"))


def scheduled() -> dict[str, timedelta]:
    """How often each job of beat's schedule is to run."""
    return {name: timedelta(seconds=entry["schedule"]) for name, entry in current_app.conf.beat_schedule.items()}


def error_text(error: BaseException) -> str:
    """What an admin may read of an error: its kind, message and place, and those of its causes.

    A database quotes whole rows in the details of its errors, so only its first line is taken; and whatever looks
    like a seed or a position is left out.
    """
    told = ["\n".join([f"{type(link).__name__}: {_message(link)}", *_places(link)]) for link in _chain(error)]
    return "\nafter ".join(told).replace("\0", "")[:LONGEST_ERROR]


def _note_start(name: str, started_at: datetime) -> None:
    if not JobRun.objects.filter(name=name).update(started_at=started_at):
        JobRun.objects.bulk_create([JobRun(name=name, started_at=started_at)], ignore_conflicts=True)


def _note_end(name: str, started_at: datetime, done: int, error: str) -> None:
    ended_at = timezone.now()
    noted = {"ended_at": ended_at, "done": done, "runs": F("runs") + 1}
    if error:
        noted |= {"failures": F("failures") + 1, "failed_at": ended_at, "error": error}
    JobRun.objects.filter(name=name).update(**noted)
    if done or error:
        job = JobRun.objects.get(name=name)
        JobHistory.objects.create(job=job, started_at=started_at, ended_at=ended_at, done=done, error=error)
        _forget_old_runs(job)


def _forget_old_runs(job: JobRun) -> None:
    oldest_kept = job.history.order_by("-pk").values_list("pk", flat=True)[KEPT_RUNS - 1 : KEPT_RUNS]
    job.history.filter(pk__lt=next(iter(oldest_kept), 0)).delete()


def _drop_broken_connection() -> None:
    """Let the failure be noted even if it was the database that went away for a moment."""
    if not db.connection.in_atomic_block:
        db.close_old_connections()


def _is_late(ended_at: datetime | None, interval: timedelta, now: datetime) -> bool:
    if ended_at is None:
        return interval < timedelta(minutes=1)
    return now - ended_at > max(2 * interval, PATIENCE)


def _chain(error: BaseException) -> Iterator[BaseException]:
    reason: BaseException | None = error
    while reason is not None:
        yield reason
        reason = reason.__cause__ or (None if reason.__suppress_context__ else reason.__context__)


def _message(error: BaseException) -> str:
    source = error.__cause__ if isinstance(error, db.Error) else error
    primary = getattr(getattr(source, "diag", None), "message_primary", None)
    return _SECRETS.sub("[…]", primary or str(error))


def _places(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(_ROOT) and ".venv" not in frame.filename]
    return [f"  {Path(frame.filename).relative_to(_ROOT)}:{frame.lineno} in {frame.name}" for frame in own[-6:]]
