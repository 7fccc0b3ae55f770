"""Celery: each task calls the service of its name."""

from celery import shared_task

from games.services import lobby


@shared_task(name="games.abandon_idle_games")
def abandon_idle_games() -> None:
    """Close tables that never started."""
    lobby.abandon_idle_games()
