"""What beat sends, and when it sends nothing."""

from types import SimpleNamespace

import pytest
from celery.beat import PersistentScheduler

from accounts.models import JobRun
from accounts.services import jobs
from deploy.celery import LONGEST_QUEUE, QUEUE, PatientScheduler, app


@pytest.fixture(scope="module", autouse=True)
def tasks_are_known():
    app.loader.import_default_modules()


@pytest.mark.parametrize("name", app.conf.beat_schedule)
@pytest.mark.django_db
def test_every_task_of_the_schedule_notes_its_runs_under_its_name(name):
    entry = app.conf.beat_schedule[name]
    app.tasks[entry["task"]]()
    assert (JobRun.objects.get().name, JobRun.objects.get().runs) == (name, 1)


@pytest.mark.parametrize("name", app.conf.beat_schedule)
def test_a_message_does_not_outlive_its_interval_by_much(name):
    entry = app.conf.beat_schedule[name]
    assert entry["options"]["expires"] == max(entry["schedule"], 10)


def test_a_dead_worker_is_late_within_a_minute():
    assert jobs.PATIENCE.total_seconds() + jobs.scheduled()["heartbeat"].total_seconds() // 2 < 60


@pytest.mark.parametrize(("waiting", "sent"), [(LONGEST_QUEUE - 1, True), (LONGEST_QUEUE, False)])
def test_nothing_is_sent_while_the_queue_is_long(waiting, sent, tmp_path, monkeypatch):
    client = SimpleNamespace(llen={QUEUE: waiting}.get)
    producer = SimpleNamespace(channel=SimpleNamespace(client=client))
    monkeypatch.setattr(PersistentScheduler, "apply_async", lambda *args, **kwargs: "sent")
    scheduler = PatientScheduler(app, schedule_filename=str(tmp_path / "schedule"))
    entry = scheduler.schedule["heartbeat"]
    assert scheduler.apply_async(entry, producer=producer) == ("sent" if sent else None)
