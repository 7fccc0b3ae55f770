"""What an admin does to rows, always through a service: each deed asks for a reason on a page of its own first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser

from accounts.errors import SiteError
from accounts.models import User

LONGEST_REASON = 1000


class DeedForm(forms.Form):
    """The reason, and in forms made from this one what else the service must know, by the service's names."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 60}),
        help_text="Stays in the audit table for good, with your name.",
        error_messages={"required": "Say why."},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields([name for name in self.fields if name != "reason"])


def _always(row: Any, by: User) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """Something an admin can do, to chosen rows or to none in particular.

    `service` is called with the row and what the form holds, once a row: each call is a transaction of its own that
    writes one audit entry. `fits` says to which rows the deed is offered; the service judges again.
    """

    name: str  # as in the audit table, and in addresses
    label: str  # on buttons
    effect: str  # what will happen, for the page that asks
    service: Callable[..., object]
    fits: Callable[[Any, User], bool] = _always
    form: type[DeedForm] = DeedForm
    needs_rows: bool = True
    superusers_only: bool = False

    def may(self, user: User | AnonymousUser) -> bool:
        """Whether `user`, one of the staff, is offered it at all."""
        return user.is_superuser or not self.superusers_only


@dataclass(slots=True)
class Report:
    """What became of a deed: rows to which it was done, and refusals in the words of the log."""

    done: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


def carry_out(deed: Deed, rows: list[Any], by: User, said: dict[str, Any]) -> Report:
    """Do it to each of the rows, or once if it needs none. A refusal does not keep the others waiting."""
    report = Report()
    for row in rows if deed.needs_rows else [None]:
        shown = deed.label if row is None else f"{deed.label}: {row}"
        try:
            deed.service(*([] if row is None else [row]), by=by, **said)
            report.done.append(shown)
        except SiteError as error:
            report.refused.append(f"{shown}: {error.code} ({error})")
    return report
