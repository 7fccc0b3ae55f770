"""The worker of a chaos run: `python -m tests.chaos.worker SCHEDULE`.

It differs from the real one in a single point: beat repairs what was not heard every three seconds, not every minute.
"""

import sys

from deploy.celery import app

REPAIR_SECONDS = 3.0

if __name__ == "__main__":
    app.conf.beat_schedule["rate_finished_games"]["schedule"] = REPAIR_SECONDS
    arguments = ["--beat", f"--schedule={sys.argv[1]}", "--concurrency=1", "--loglevel=INFO"]
    app.worker_main(["worker", *arguments])
