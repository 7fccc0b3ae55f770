"""Celery: each task calls the service of its name."""

from celery import shared_task

from accounts.services import jobs, mails, people, sessions


@shared_task(name="accounts.heartbeat")
def heartbeat() -> None:
    """Show that beat sends and a worker works."""
    jobs.run("heartbeat", lambda: 0)


@shared_task(name="accounts.clear_sessions")
def clear_sessions() -> None:
    """Delete sessions that have expired."""
    jobs.run("clear_sessions", sessions.clear_sessions)


@shared_task(name="accounts.send_mails")
def send_mails(mail_id: int | None = None) -> None:
    """Send what waits: a mail that has just been written, or, every minute, whatever is due."""
    jobs.run("send_mails", lambda: mails.send_mails(mail_id=mail_id))


@shared_task(name="accounts.lift_expired_suspensions")
def lift_expired_suspensions() -> None:
    """Let in again whose suspension has run out."""
    jobs.run("lift_expired_suspensions", people.lift_expired_suspensions)
