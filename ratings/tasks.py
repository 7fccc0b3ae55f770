"""Celery: each task calls the service of its name."""

from celery import shared_task

from ratings import services


@shared_task(name="ratings.rate_finished_games")
def rate_finished_games() -> None:
    """Rate what is over. Games nudge it when they end, and the clock every minute."""
    services.rate_finished_games()
