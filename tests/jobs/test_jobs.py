"""Every job, run twice, twice at once, and killed in the middle by a real worker's death."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import psutil
import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, transaction

from accounts.models import JobRun
from deploy.celery import app
from tests.jobs.cases import CASES
from tests.jobs.threads import at_once
from tests.servers import ROOT

LONG_LIVED, SHORT_LIVED = "long-lived", "short-lived"
PATIENCE_SECONDS = 60

of_every_job = pytest.mark.parametrize("case", CASES, ids=[case.job for case in CASES])


@pytest.fixture(scope="module", autouse=True)
def tasks_are_known():
    app.loader.import_default_modules()


def task_of(case):
    return app.tasks[app.conf.beat_schedule[case.job]["task"]]


def everything():
    """All rows but those of the jobs' own notes."""
    models = [model for model in apps.get_models() if not model.__name__.startswith("Job")]
    return {model._meta.label: list(model._base_manager.order_by("pk").values()) for model in models}


def test_every_job_of_the_schedule_has_a_case():
    elsewhere = {"heartbeat", "send_mails", "send_turn_mails"}
    assert set(app.conf.beat_schedule) == {case.job for case in CASES} | elsewhere


@of_every_job
@pytest.mark.django_db
def test_a_second_run_does_nothing_and_harms_nothing(case):
    case.make()
    task_of(case)()
    assert JobRun.objects.get(name=case.job).done == case.pieces
    assert case.is_right()
    before = everything()
    task_of(case)()
    assert JobRun.objects.get(name=case.job).done == 0
    assert everything() == before


@of_every_job
@pytest.mark.django_db(transaction=True)
def test_two_at_once_do_everything_once(case):
    case.make()
    at_once(task_of(case))
    task_of(case)()
    assert case.is_right()
    run = JobRun.objects.get(name=case.job)
    assert (run.runs, run.failures) == (3, 0)
    assert sum(run.history.values_list("done", flat=True)) == case.pieces


@contextmanager
def worker(queue):
    """A worker of `queue`, with prefork, which takes messages back two seconds after their taker's death."""
    database = settings.DATABASES["default"]
    place = f"{database['HOST']}:{database['PORT']}/{database['NAME']}"
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
        "DATABASE_URL": f"postgresql://{database['USER']}:{database['PASSWORD']}@{place}",
        "DATABASE_POOL_SIZE": "0",
        "DATABASE_TIMEOUT_SECONDS": "0",
        "REDIS_URL": settings.REDIS_URL,
        "LOG_LEVEL": "WARNING",
    }
    line = [sys.executable, "-m", "tests.jobs.worker", queue]
    process = subprocess.Popen(line, cwd=ROOT, env=environment, start_new_session=True)
    try:
        yield process
    finally:
        kill_all(process)


def kill_all(process):
    """The worker and its children, at once."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)


def wait_until(is_so, what):
    patience_ends = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < patience_ends, f"waited in vain until {what}"
        time.sleep(0.05)


def waiting_for(table):
    """How many of PostgreSQL's processes wait until they may write to `table`."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = %s::regclass", [table])
        return cursor.fetchone()[0]


@contextmanager
def stopped_in_the_middle(case, queue):
    """Send the task; inside, the worker stands in the middle of its work."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {case.table} IN SHARE MODE")
        task_of(case).apply_async(queue=queue)
        wait_until(lambda: waiting_for(case.table), f"{case.job} is at work")
        yield


@pytest.fixture(scope="module")
def long_lived(django_db_setup):
    """A worker whose children are killed, not itself."""
    with worker(LONG_LIVED) as process:
        yield process


@of_every_job
@pytest.mark.django_db(transaction=True)
def test_work_of_a_killed_process_is_done_by_the_next(case, long_lived):
    case.make()
    with stopped_in_the_middle(case, LONG_LIVED):
        [child] = psutil.Process(long_lived.pid).children()
        child.kill()
        child.wait(10)
    assert not case.is_right()
    again = time.monotonic()

    def is_done():
        nonlocal again
        if time.monotonic() > again:  # as beat does
            task_of(case).apply_async(queue=LONG_LIVED)
            again = time.monotonic() + 2
        return case.is_right()

    wait_until(is_done, f"{case.job} has come to its end")
    assert JobRun.objects.get(name=case.job).failures == 0


@pytest.mark.django_db(transaction=True)
def test_a_message_of_a_killed_worker_comes_to_another():
    case = next(case for case in CASES if case.job == "archive_finished_games")
    case.make()
    with worker(SHORT_LIVED) as killed, stopped_in_the_middle(case, SHORT_LIVED):
        kill_all(killed)
        started = JobRun.objects.get(name=case.job)
        assert (started.runs, started.ended_at) == (0, None)
    assert not case.is_right()
    with worker(SHORT_LIVED):
        wait_until(case.is_right, "the message has come back")
    assert JobRun.objects.get(name=case.job).failures == 0
