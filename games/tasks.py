"""Celery: each task calls the service of its name."""

from celery import shared_task

from accounts.services import jobs
from games.services import archive, clock, ending


@shared_task(name="games.sweep_deadlines")
def sweep_deadlines() -> None:
    """Let the clock act where it is due."""
    jobs.run("sweep_deadlines", clock.sweep_deadlines)


@shared_task(name="games.abandon_idle_games")
def abandon_idle_games() -> None:
    """Close tables that never started, and end games that nobody plays any more."""
    jobs.run("abandon_idle_games", ending.abandon_idle_games)


@shared_task(name="games.archive_finished_games")
def archive_finished_games() -> None:
    """Pack the logs of games that ended long ago."""
    jobs.run("archive_finished_games", archive.archive_finished_games)
