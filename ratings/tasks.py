"""Celery: each task calls the service of its name."""

from celery import shared_task

from ratings import services


@shared_task(name="ratings.rate_finished_games")
def rate_finished_games(game_id: int | None = None) -> None:
    """Rate what is over: a game that has just ended, or, every minute, whatever is left."""
    services.rate_finished_games(game_id=game_id)


@shared_task(name=services.REBUILD_TASK)
def rebuild_all_standings(after: int = 0) -> None:
    """Make everybody's standings anew, in the order of users' ids; each task leaves the rest to another one."""
    last = services.rebuild_next_standings(after=after)
    if last is not None:
        rebuild_all_standings.delay(last)
