"""The site as a whole: settings, URLs, servers, background work, and the files that run it."""

from deploy.celery import app as celery_app

__all__ = ["celery_app"]
