"""Times as the API writes them."""

from datetime import UTC, datetime


def to_json(moment: datetime | None) -> str | None:
    """A moment in ISO 8601, UTC, to the millisecond."""
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
