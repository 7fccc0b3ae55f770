"""Celery: each task calls the service of its name."""

from celery import shared_task

from accounts.services import jobs
from ratings import services

# As many as take half of the time that a task has.
RATED_AT_ONCE = 1000


@shared_task(name="ratings.rate_finished_games")
def rate_finished_games(game_id: int | None = None) -> None:
    """Rate what is over: a game that has just ended, or, every minute, whatever is left."""
    jobs.run("rate_finished_games", lambda: services.rate_finished_games(game_id=game_id, limit=RATED_AT_ONCE))


@shared_task(name="ratings.refresh_standings")
def refresh_standings() -> None:
    """Note the seasons that have begun, and put right what does not agree with the facts."""
    jobs.run("refresh_standings", services.refresh_standings)


@shared_task(name=services.REBUILD_TASK)
def rebuild_all_standings(after: int = 0) -> None:
    """Make everybody's standings anew, in the order of users' ids; each task leaves the rest to another one."""
    last = services.rebuild_next_standings(after=after)
    if last is not None:
        rebuild_all_standings.delay(last)
