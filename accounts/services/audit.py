"""What admins did, for good: one entry a deed, in the transaction of the deed."""

from typing import Any

from django.db import transaction
from django.db.models import Model

from accounts.errors import ReasonMissing
from accounts.models import AuditEntry, User

SHOWN_LETTERS = 100


def record(*, by: User, action: str, subject: Model, reason: str, details: dict[str, Any] | None = None) -> AuditEntry:
    """Note what `by` did to `subject`, and why. The caller's transaction holds both or neither.

    `action` is the name of the service, such as `annul_game`; `details` is what the subject no longer shows, such as
    a former name. Raises ReasonMissing for a reason without a letter.
    """
    assert transaction.get_connection().in_atomic_block, "an entry belongs into the transaction of the deed"
    if not reason.strip():
        raise ReasonMissing(f"{action} {subject} by user {by.pk}")
    return AuditEntry.objects.create(
        by=by,
        action=action,
        subject=subject._meta.label,
        subject_id=subject.pk,
        shown_as=str(subject)[:SHOWN_LETTERS],
        reason=reason.strip(),
        details=details or {},
    )
