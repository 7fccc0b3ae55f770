"""The admin's front page says when background work stands still."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import JobRun, User
from accounts.services import jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def front(client):
    client.force_login(User.objects.create_superuser("boss", "boss@example.org"))
    return lambda: client.get(reverse("admin:index")).content.decode()


def run_all():
    for name in jobs.scheduled():
        jobs.run(name, lambda: 0)


def test_nothing_is_said_while_all_is_well(front):
    run_all()
    assert "errornote" not in front()


def test_before_the_first_run_the_worker_is_missed(front):
    page = front()
    assert "is a worker up, and beat?" in page
    assert "heartbeat has never run" in page


def test_a_worker_that_is_down_is_noticed_within_a_minute(front):
    run_all()
    down_since = timezone.now() - timedelta(minutes=1)
    JobRun.objects.update(started_at=down_since, ended_at=down_since)
    page = front()
    assert f"heartbeat last ended {down_since:%Y-%m-%d %H:%M:%S} UTC" in page
    assert "sweep_deadlines last ended" in page
    assert "archive_finished_games" not in page


def test_a_job_that_fails_is_linked_until_it_does_not(front):
    run_all()
    with pytest.raises(ZeroDivisionError):
        jobs.run("send_mails", lambda: 1 // 0)
    job = JobRun.objects.get(name="send_mails")
    assert f'<a href="{reverse("admin:accounts_jobrun_change", args=[job.pk])}">send_mails</a>.' in front()
    jobs.run("send_mails", lambda: 1)
    assert "errornote" not in front()
