"""Background work: the Celery application and what it does by the clock.

Every task looks in the database for work that is not done, so that one may run twice, late, or not at all.
"""

import os
from typing import Any

from celery import Celery
from celery.beat import PersistentScheduler, ScheduleEntry

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

QUEUE = "celery"
# So many messages wait only where no worker is up, or none keeps up.
LONGEST_QUEUE = 200


class PatientScheduler(PersistentScheduler):
    """Beat, which sends nothing while the queue is long: without a worker it would grow by 100,000 messages a day."""

    def apply_async(self, entry: ScheduleEntry, producer: Any = None, advance: bool = True, **kwargs: Any) -> Any:
        channel: Any = (producer or self.producer).channel
        if channel.client.llen(QUEUE) < LONGEST_QUEUE:
            return super().apply_async(entry, producer=producer, advance=advance, **kwargs)
        return None


def _every(seconds: float, task: str) -> dict[str, Any]:
    """A task so often. A message that has waited until the next one comes is thrown away by the worker."""
    return {"task": task, "schedule": seconds, "options": {"expires": max(seconds, 10.0)}}


app = Celery("tidewatch")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.task_default_queue = QUEUE
app.conf.beat_scheduler = PatientScheduler
# By the names under which jobs note their runs. Plain seconds: `accounts.services.jobs` tells from them who is late.
app.conf.beat_schedule = {
    "heartbeat": _every(20.0, "accounts.heartbeat"),
    "sweep_deadlines": _every(1.0, "games.sweep_deadlines"),
    # The end of a game nudges this one, a mail that next one; beat repairs what was not heard.
    "rate_finished_games": _every(60.0, "ratings.rate_finished_games"),
    "send_mails": _every(60.0, "accounts.send_mails"),
    "abandon_idle_games": _every(60.0, "games.abandon_idle_games"),
    "lift_expired_suspensions": _every(60.0, "accounts.lift_expired_suspensions"),
    "free_seats_of_the_gone": _every(60.0, "games.free_seats_of_the_gone"),
    "send_turn_mails": _every(60.0, "games.send_turn_mails"),
    "close_expired_guests": _every(600.0, "games.close_expired_guests"),
    "refresh_standings": _every(600.0, "ratings.refresh_standings"),
    "archive_finished_games": _every(60.0, "games.archive_finished_games"),
    "clear_sessions": _every(600.0, "accounts.clear_sessions"),
}
