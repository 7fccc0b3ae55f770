"""Sessions that are over."""

from django.contrib.sessions.models import Session
from django.utils import timezone

# As many as one run deletes.
AT_ONCE = 10_000


def clear_sessions() -> int:
    """Delete sessions that have expired; return how many. What Django's `clearsessions` does, but in pieces."""
    expired = Session.objects.filter(expire_date__lt=timezone.now()).order_by("expire_date")
    keys = list(expired.values_list("pk", flat=True)[:AT_ONCE])
    deleted, _ = Session.objects.filter(pk__in=keys).delete()
    return deleted
