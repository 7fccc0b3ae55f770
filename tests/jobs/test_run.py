from datetime import timedelta
from functools import partial
from threading import Barrier, Thread

import pytest
from django import db
from django.db import DatabaseError, connection
from django.db.models import F
from django.utils import timezone

from accounts.models import JobHistory, JobRun
from accounts.services import jobs
from engine import notation
from tests.jobs.threads import at_once

pytestmark = pytest.mark.django_db


class Broken(Exception):
    pass


def fail(text="no luck"):
    raise Broken(text)


def failed_row():
    with pytest.raises(Broken):
        jobs.run("dig", fail)
    return JobRun.objects.get()


def test_a_run_is_noted_with_what_it_did():
    before = timezone.now()
    assert jobs.run("dig", lambda: 3) == 3
    row = JobRun.objects.get(name="dig")
    assert row.started_at
    assert row.ended_at
    assert before <= row.started_at <= row.ended_at
    assert (row.done, row.runs, row.failures, row.failed_at, row.error) == (3, 1, 0, None, "")
    history = JobHistory.objects.get(job=row)
    assert (history.started_at, history.done, history.error) == (row.started_at, 3, "")


def test_the_start_is_noted_before_the_work():
    jobs.run("dig", lambda: 0)
    first_end = JobRun.objects.get().ended_at

    def work():
        assert JobRun.objects.filter(started_at__gt=first_end, ended_at=first_end).exists()
        return 1

    jobs.run("dig", work)


def test_a_run_without_work_leaves_no_history():
    jobs.run("dig", lambda: 0)
    assert JobRun.objects.get().runs == 1
    assert not JobHistory.objects.exists()


def test_a_failure_is_noted_and_raised():
    row = failed_row()
    assert (row.done, row.runs, row.failures) == (0, 1, 1)
    assert row.failed_at == row.ended_at
    assert row.error.startswith("Broken: no luck\n  accounts/services/jobs.py:")
    assert "tests/jobs/test_run.py" in row.error
    assert JobHistory.objects.get().error == row.error


def test_the_latest_failure_stays_until_the_next():
    error = failed_row().error
    jobs.run("dig", lambda: 1)
    row = JobRun.objects.get(failed_at__lt=F("ended_at"))
    assert (row.runs, row.failures, row.error) == (2, 1, error)
    assert [run.error for run in row.history.order_by("pk")] == [error, ""]


def test_a_failure_of_some_pieces_counts_what_was_done(caplog):
    def halve(number):
        return 1 if number % 2 == 0 else fail(f"{number} is odd")

    with pytest.raises(jobs.PartlyFailed):
        jobs.run("halve", lambda: jobs.each([1, 2, 3, 4], halve))
    row = JobRun.objects.get()
    assert (row.done, row.failures) == (2, 1)
    assert row.error.startswith("PartlyFailed: 2 failed, 2 done; the first: 1: Broken: 1 is odd\n")
    assert [record.getMessage().splitlines()[0] for record in caplog.records] == [
        "a piece of work failed: 1: Broken: 1 is odd",
        "a piece of work failed: 3: Broken: 3 is odd",
    ]
    caplog.clear()


def test_an_error_is_cut_at_2000_letters():
    with pytest.raises(Broken):
        jobs.run("dig", lambda: fail("long " * 1000))
    assert len(JobRun.objects.get().error) == 2000


SEED = bytes(range(32))


@pytest.mark.parametrize(
    ("told", "what"),
    [("hex", SEED.hex()), ("bytes", f"{SEED!r}"), ("upper case", SEED.hex().upper())],
    ids=["hex", "bytes", "upper case"],
)
def test_a_seed_in_an_error_is_not_kept(told, what):
    text = jobs.error_text(Broken(f"game 17 with {what} is odd"))
    assert what not in text
    assert "game 17 with […] is odd" in text


def test_a_position_in_an_error_is_not_kept(game):
    text = jobs.error_text(Broken(f"game 17 at {game.position} is odd; {game.engine_state()!r}"))
    assert "game 17 at […] is odd; […]" in text
    assert notation.state_to_text(game.engine_state()).split()[5] not in text


def test_the_row_that_the_database_quotes_is_not_kept(game):
    game.outcome = "won"
    with pytest.raises(DatabaseError) as caught, db.transaction.atomic():
        game.save(update_fields=["outcome"])
    assert f"Failing row contains ({game.pk}, {game.public_id}" in str(caught.value)
    text = jobs.error_text(caught.value)
    assert "Failing row" not in text
    assert 'violates check constraint "game_that_is_over_has_outcome_and_time"' in text


def test_history_keeps_the_newest_runs_of_each_job(monkeypatch):
    monkeypatch.setattr(jobs, "KEPT_RUNS", 3)
    for number in range(1, 6):
        jobs.run("dig", partial(int, number))
        jobs.run("fill", lambda: 1)
    assert list(JobHistory.objects.filter(job__name="dig").order_by("pk").values_list("done", flat=True)) == [3, 4, 5]
    assert JobHistory.objects.filter(job__name="fill").count() == 3


@pytest.mark.django_db(transaction=True)
def test_two_first_runs_at_once_are_both_counted():
    inside = Barrier(2, timeout=10)

    def work():
        inside.wait()
        return 1

    assert at_once(lambda: jobs.run("dig", work)) == [1, 1]
    row = JobRun.objects.get()
    assert (row.runs, row.done, row.failures, row.history.count()) == (2, 1, 0, 2)


@pytest.mark.django_db(transaction=True)
def test_a_failure_is_noted_though_the_connection_broke():
    def lose_connection():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return 1

    def in_thread():
        with pytest.raises(db.OperationalError):
            jobs.run("dig", lose_connection)
        connection.close()

    thread = Thread(target=in_thread)
    thread.start()
    thread.join(10)
    assert JobRun.objects.get().error.startswith("OperationalError: terminating connection")


def schedule(monkeypatch, **seconds):
    intervals = {name: timedelta(seconds=every) for name, every in seconds.items()}
    monkeypatch.setattr(jobs, "scheduled", lambda: intervals)


def test_late_is_who_has_not_ended_for_twice_the_interval(monkeypatch):
    now = timezone.now()
    schedule(monkeypatch, tick=1, sweep=60, pack=600)
    for name, seconds in [("tick", 44), ("sweep", 119), ("pack", 1199)]:
        JobRun.objects.create(name=name, ended_at=now - timedelta(seconds=seconds))
    assert jobs.late_jobs(now) == []
    late = jobs.late_jobs(now + timedelta(seconds=2))
    assert [job.name for job in late] == ["pack", "sweep", "tick"]
    assert late[2].ended_at == now - timedelta(seconds=44)


def test_a_job_that_never_ran_is_late_only_if_it_runs_often(monkeypatch):
    schedule(monkeypatch, tick=20, pack=3600)
    assert jobs.late_jobs(timezone.now()) == [jobs.LateJob("tick", None)]
    JobRun.objects.create(name="tick", started_at=timezone.now())
    assert jobs.late_jobs(timezone.now()) == [jobs.LateJob("tick", None)]
