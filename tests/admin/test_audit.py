"""Every deed of an admin leaves one entry, for good."""

import pytest
from django.db import DatabaseError, transaction

from accounts.errors import ReasonMissing
from accounts.models import AuditEntry
from accounts.services import audit


def test_an_entry_says_who_did_what_to_what_and_why(alice, bob):
    with transaction.atomic():
        audit.record(by=alice, action="rename_user", subject=bob, reason=" rude name ", details={"was": "bobby"})
    entry = AuditEntry.objects.get()
    assert (entry.by, entry.action, entry.subject, entry.subject_id) == (alice, "rename_user", "accounts.User", bob.pk)
    assert (entry.shown_as, entry.reason, entry.details) == ("bob", "rude name", {"was": "bobby"})


@pytest.mark.parametrize("reason", ["", "  \n"])
def test_nothing_is_done_without_a_reason(alice, bob, reason):
    with pytest.raises(ReasonMissing), transaction.atomic():
        audit.record(by=alice, action="rename_user", subject=bob, reason=reason)
    assert not AuditEntry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_an_entry_needs_the_transaction_of_the_deed(alice, bob):
    with pytest.raises(AssertionError, match="transaction"):
        audit.record(by=alice, action="rename_user", subject=bob, reason="rude name")


@pytest.mark.parametrize("change", [lambda rows: rows.update(reason="none"), lambda rows: rows.delete()])
def test_the_database_refuses_to_change_or_delete_an_entry(alice, bob, change):
    with transaction.atomic():
        audit.record(by=alice, action="rename_user", subject=bob, reason="rude name")
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        change(AuditEntry.objects.all())
