"""Background work: the Celery application and what it does by the clock.

Every task looks in the database for work that is not done, so that one may run twice, late, or not at all.
"""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("tidewatch")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    # The end of a game nudges this one; beat repairs what was not heard.
    "rate_finished_games": {"task": "ratings.rate_finished_games", "schedule": 60.0},
    "abandon_idle_games": {"task": "games.abandon_idle_games", "schedule": crontab(minute="*/10")},
}
