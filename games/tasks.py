"""Celery: each task calls the service of its name."""

from celery import shared_task

from accounts.services import jobs
from games.services import archive, clock, departures, ending, guests, mails


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


@shared_task(name="games.close_expired_guests")
def close_expired_guests() -> None:
    """Close guests who have not played for a day."""
    jobs.run("close_expired_guests", guests.close_expired_guests)


@shared_task(name="games.free_seats_of_the_gone")
def free_seats_of_the_gone() -> None:
    """Free the seats of accounts that are closed or suspended."""
    jobs.run("free_seats_of_the_gone", departures.free_seats_of_the_gone)


@shared_task(name="games.send_turn_mails")
def send_turn_mails() -> None:
    """Tell people at tables by the day that it is their turn."""
    jobs.run("send_turn_mails", mails.send_turn_mails)
