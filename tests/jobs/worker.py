"""A Celery worker for tests: `python -m tests.jobs.worker QUEUE`.

It differs from the real one in a single point: a message is taken for lost after two seconds, not after two minutes.
"""

import sys

from deploy.celery import app

if __name__ == "__main__":
    app.conf.broker_transport_options = {**app.conf.broker_transport_options, "visibility_timeout": 2}
    app.worker_main(["worker", "--pool=prefork", "--concurrency=1", "--loglevel=WARNING", f"--queues={sys.argv[1]}"])
