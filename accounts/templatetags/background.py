"""Whether background work is done, for the admin's front page."""

from django import template
from django.utils import timezone

from accounts.models import JobRun
from accounts.services import jobs

register = template.Library()


@register.simple_tag
def late_jobs() -> list[jobs.LateJob]:
    """The jobs that should have run again by now."""
    return jobs.late_jobs(timezone.now())


@register.simple_tag
def failing_jobs() -> list[JobRun]:
    """The jobs whose latest run failed."""
    return jobs.failing_jobs()
