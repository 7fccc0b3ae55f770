"""Pages of long lists: each says by a cursor where the next one begins, so that rows that come and go shift nothing.

A cursor is signed: what comes back is what a page gave. It holds nothing that the page does not show.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core.signing import BadSignature, Signer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from accounts.api.values import Query
from accounts.errors import UnknownCursor

R = TypeVar("R")

LONGEST_PAGE = 100


class PageQuery(Query):
    """Which page of a list."""

    cursor = serializers.RegexField(r"^[A-Za-z0-9_:-]{1,300}$", required=False, help_text="`next` of the page before")
    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=LONGEST_PAGE, default=50, help_text="how many items at most"
    )


@dataclass(frozen=True, slots=True)
class Listing(Generic[R]):
    """A list that has pages: how a row is shown, and what places it in the order of the list."""

    name: str
    item: Callable[[R], Any]
    place: Callable[[R], list[Any]]

    def cursor(self, row: R) -> str:
        """The cursor after `row`."""
        return self._signer().sign_object(self.place(row))

    def values(self, cursor: str | None) -> list[Any] | None:
        """The place that `cursor` stands for; None without one. Raises UnknownCursor for any other text."""
        if cursor is None:
            return None
        try:
            values: list[Any] = self._signer().unsign_object(cursor)
        except (BadSignature, ValueError) as error:
            raise UnknownCursor(f"of {self.name}") from error
        return values

    def _signer(self) -> Signer:
        return Signer(salt=f"cursor of {self.name}")


def page(request: Request, listing: Listing[R], rows: Sequence[R], limit: int) -> Response:
    """The answer with the first `limit` of `rows`, of which one more was asked for."""
    shown = rows[:limit]
    cursor = listing.cursor(shown[-1]) if len(rows) > limit else None
    return page_of(request, [listing.item(row) for row in shown], cursor)


def page_of(request: Request, items: list[Any], cursor: str | None) -> Response:
    """The answer with these items; its header names the next page too."""
    headers = {}
    if cursor is not None:
        headers["Link"] = f'<{replace_query_param(request.build_absolute_uri(), "cursor", cursor)}>; rel="next"'
    return Response({"items": items, "next": cursor}, headers=headers)
