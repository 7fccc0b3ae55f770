"""The admin's desk: what all its pages share.

Lists are made for a million rows: nothing counts them all, every order, filter and search has an index, and what the
page offers to choose from is known without asking. Nobody can add, change or delete a row here: there are deeds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, time, timedelta
from functools import partial, wraps
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.contrib.admin.views.main import PAGE_VAR, ChangeList
from django.core.paginator import Paginator
from django.db.models import DateTimeField, Model, Q, QuerySet
from django.db.models.functions import Collate, Lower
from django.db.models.lookups import StartsWith
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.dateparse import parse_date
from django.utils.functional import cached_property

from accounts.deeds import Deed, Report, carry_out
from accounts.models import User

ROWS_A_PAGE = 50
# How far a list is counted and leafed through; from there it goes on by the value it is ordered by.
MOST_COUNTED = 1000
# So few that looking them up one by one is always the best plan.
MOST_FOUND = 200


class CappedPaginator(Paginator):  # type: ignore[type-arg]  # Django has no such subscript when it runs
    """Counts to a thousand and no further, so that a page costs the same however many rows there are."""

    @cached_property
    def count(self) -> int:
        """At most MOST_COUNTED; the order is kept, so that its index is used."""
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return rows[:MOST_COUNTED].count()

    @property
    def is_capped(self) -> bool:
        """Whether there may be more rows than were counted."""
        return self.count == MOST_COUNTED


class RowList(ChangeList):
    """A list in the one order that has an index."""

    paginator: CappedPaginator
    model_admin: Desk

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[Any]:
        return list(self.model_admin.ordering)

    def further(self) -> str | None:
        """The address of the rows after the last that was counted; None where the list ends, or on earlier pages."""
        if not self.paginator.is_capped or self.page_num < self.paginator.num_pages:
            return None
        last = list(self.result_list)[-1]
        name = self.model_admin.ordering[0]
        value = getattr(last, name.removeprefix("-"))
        shown = value.isoformat() if isinstance(value, datetime) else value
        return self.get_query_string({_further(name): shown}, [PAGE_VAR])


def _further(ordered_by: str) -> str:
    """The lookup of the rows from some value on, in that order."""
    return f"{ordered_by.removeprefix('-')}__{'lte' if ordered_by.startswith('-') else 'gte'}"


class Answers(admin.SimpleListFilter):
    """A filter with a fixed list of answers, each a condition."""

    answers: ClassVar[dict[str, tuple[str, Q]]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, label) for value, (label, _) in self.answers.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        return queryset.filter(self.answers[value][1]) if value in self.answers else queryset


class Period(admin.FieldListFilter):
    """A filter by days (UTC), both of them included."""

    template = "admin/period.html"

    def expected_parameters(self) -> list[str | None]:
        return [*_days(self.field_path)]

    def has_output(self) -> bool:
        return True

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        since, until = map(self._day, _days(self.field_path))
        if since:
            queryset = queryset.filter(**{f"{self.field_path}__gte": since})
        return queryset.filter(**{f"{self.field_path}__lt": until + timedelta(days=1)}) if until else queryset

    def choices(self, changelist: Any) -> Iterator[Any]:
        since, until = _days(self.field_path)
        kept = [(name, value) for name, value in changelist.params.items() if name not in (since, until)]
        yield {"since": self._input(since), "until": self._input(until), "kept": kept}

    def _input(self, name: str) -> dict[str, str]:
        day = self._day(name)
        return {"name": name, "value": day.date().isoformat() if day else ""}

    def _day(self, name: str) -> datetime | None:
        asked = self.used_parameters.get(name) or [""]
        try:
            day = parse_date(str(asked[-1] if isinstance(asked, list) else asked))
        except ValueError:
            return None
        return datetime.combine(day, time(), UTC) if day else None


def _days(field_path: str) -> tuple[str, str]:
    return f"{field_path}_since", f"{field_path}_until"


class Desk(admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """Rows to look at and to search, and deeds. Every one of the staff may look; nobody may edit."""

    deeds: ClassVar[list[Deed]] = []
    # Lookups that links of ours use, besides those of filters.
    linked_by: ClassVar[list[str]] = []

    paginator = CappedPaginator
    list_per_page = ROWS_A_PAGE
    list_max_show_all = 0
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    sortable_by = ()
    ordering: ClassVar[tuple[str, ...]] = ("-id",)

    def found(self, term: str) -> Q:
        """The condition for what an admin typed; `term` is not empty. For whoever sets `search_help_text`."""
        raise NotImplementedError

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The audit entries of the row: nothing else changes rows here."""
        row = self.get_object(request, object_id)
        if row is None or not self.has_view_permission(request, row):
            raise Http404
        label = self.model._meta.concrete_model._meta.label
        asked = urlencode({"subject": label, "subject_id": row.pk})
        return HttpResponseRedirect(f"{reverse('admin:accounts_auditentry_changelist')}?{asked}")

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return RowList

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        times = {field.name: field for field in self.model._meta.fields if isinstance(field, DateTimeField)}
        return [_moment(times[name]) if name in times else name for name in map(str, self.list_display)]

    def get_list_display_links(self, request: HttpRequest, list_display: Any) -> list[Any]:
        links = self.list_display_links or self.list_display[:1]
        return [column for name, column in zip(self.list_display, list_display, strict=True) if name in links]

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        return ("id",) if self.search_help_text else ()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.replace("\0", "").strip()
        return (queryset.filter(self.found(term)) if term else queryset), False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only what filters and links of ours ask: any other field could be guessed letter by letter."""
        offered = {*self.linked_by, *_asked_by(self.list_filter), _further(self.ordering[0])}
        return lookup in offered

    def deeds_for(self, user: User, row: Model | None) -> list[Deed]:
        """What `user` may do to the row, or where there is none in particular."""
        mine = [deed for deed in self.deeds if deed.may(user) and deed.needs_rows == (row is not None)]
        return [deed for deed in mine if row is None or deed.fits(row, user)]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        offered = [deed for deed in self.deeds if deed.needs_rows and deed.may(request.user)]
        return {deed.name: (partial(_go_to_page, deed), deed.name, deed.label) for deed in offered}

    def get_urls(self) -> list[URLPattern]:
        opts = self.model._meta
        page = self.admin_site.admin_view(self.deed_view)
        own = path("deeds/<slug:name>/", page, name=f"{opts.app_label}_{opts.model_name}_deed")
        return [own, *super().get_urls()]

    def deed_address(self, deed: Deed, ids: Iterable[object]) -> str:
        """Of the page that asks before the deed is done to the rows of these ids."""
        opts = self.model._meta
        page = reverse(f"admin:{opts.app_label}_{opts.model_name}_deed", args=[deed.name])
        return f"{page}?{urlencode([('id', row_id) for row_id in ids])}"

    def deed_view(self, request: HttpRequest, name: str) -> HttpResponse:
        """Say what the deed does and to which rows, ask for the reason, and do it."""
        user = request.user
        assert isinstance(user, User)
        deed = next((deed for deed in self.deeds if deed.name == name and deed.may(user)), None)
        if deed is None:
            raise Http404(f"deed {name}")
        chosen = self._chosen(request) if deed.needs_rows else []
        rows = [row for row in chosen if deed.fits(row, user)]
        form = deed.form(request.POST or None)
        if request.method == "POST" and form.is_valid() and (rows or not deed.needs_rows):
            _tell(request, carry_out(deed, rows, user, form.cleaned_data))
            return HttpResponseRedirect(self._after(chosen))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": deed.label,
            "deed": deed,
            "rows": rows,
            "left_out": [row for row in chosen if row not in rows],
            "form": form,
            "back": self._after(chosen),
        }
        return TemplateResponse(request, "admin/deed.html", context)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), "deeds": self._links(request, None)})

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        context["deeds"] = self._links(request, context["original"])
        return super().render_change_form(request, context, *args, **kwargs)

    def _links(self, request: HttpRequest, row: Model | None) -> list[dict[str, str]]:
        assert isinstance(request.user, User)
        ids = [] if row is None else [row.pk]
        return [
            {"label": deed.label, "address": self.deed_address(deed, ids)} for deed in self.deeds_for(request.user, row)
        ]

    def _chosen(self, request: HttpRequest) -> list[Any]:
        ids = [int(text) for text in request.GET.getlist("id")[:ROWS_A_PAGE] if text.isdecimal() and len(text) < 19]
        return list(self.get_queryset(request).filter(pk__in=ids).order_by("pk"))

    def _after(self, chosen: list[Any]) -> str:
        opts = self.model._meta
        if len(chosen) == 1:
            return reverse(f"admin:{opts.app_label}_{opts.model_name}_change", args=[chosen[0].pk])
        return reverse(f"admin:{opts.app_label}_{opts.model_name}_changelist")


def _moment(field: DateTimeField[Any, Any]) -> Callable[[Any], str]:
    """A column of times, written short so that a list fits its page."""

    @admin.display(description=str(field.verbose_name))
    def moment(row: Any) -> str:
        value: datetime | None = getattr(row, field.name)
        return f"{value:%Y-%m-%d %H:%M}" if value else "-"

    return moment


def _go_to_page(deed: Deed, desk: Desk, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse:
    """What a list's menu does: only the rows that were ticked, never all that a filter would find."""
    return HttpResponseRedirect(desk.deed_address(deed, request.POST.getlist(helpers.ACTION_CHECKBOX_NAME)))


def _tell(request: HttpRequest, report: Report) -> None:
    for line in report.done:
        messages.success(request, f"Done: {line}")
    for line in report.refused:
        messages.error(request, f"Refused: {line}")


def _asked_by(filters: Iterable[Any]) -> Iterator[str]:
    for asked in filters:
        if isinstance(asked, str):
            yield from (f"{asked}__exact", f"{asked}__isnull")
        elif isinstance(asked, tuple):
            yield from _days(asked[0])
        else:
            yield asked.parameter_name


def hidden_from_others(sign_in: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The admin's sign-in view, where who is signed in and not of the staff finds nothing at all."""

    @wraps(sign_in)
    def entrance(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and not admin.site.has_permission(request):
            raise Http404("not of the staff")
        return sign_in(request, *args, **kwargs)

    return entrance


def users_called(term: str) -> list[int]:
    """Ids of the user of that name, or else of those whose names or addresses begin so."""
    exact = User.named(term).values_list("pk", flat=True)
    return list(exact) or users_starting(term)


def users_starting(term: str) -> list[int]:
    """Ids of the users whose names or addresses begin so: of either the first ones by alphabet."""
    return [*starting(User.objects.all(), "username", term), *starting(User.objects.all(), "email", term)]


def starting(rows: QuerySet[Any], field: str, term: str) -> list[int]:
    """Ids of the rows whose field begins so, the first MOST_FOUND by alphabet: who is called just so is among them.

    The field needs an index over its lower case in the collation "C", which serves the search and the order.
    """
    text = Collate(Lower(field), "C")
    return list(rows.filter(StartsWith(text, term.lower())).order_by(text).values_list("pk", flat=True)[:MOST_FOUND])


def row_id(term: str) -> int | None:
    """The number that was typed, if it may be that of a row."""
    return int(term) if term.isdecimal() and len(term) < 19 else None
