"""Which games everybody finds: what may be asked for, and the answer page by page."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any, NamedTuple

from django import forms
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Difficulty, Game, GameQuerySet, Layout, Seat, Status

GAMES_A_PAGE = 24

# Ends that the rules do not know: nobody won or lost.
UNDECIDED = ("conceded", "abandoned", "ended")


class Page(NamedTuple):
    """Some games, newest first; `before` is the id after which earlier ones begin."""

    games: list[Game]
    before: str | None


class GamesForm(forms.Form):
    """What a list of games may be asked for. Nothing asked for is every game that is over."""

    player = forms.CharField(label=_("Player"), required=False, max_length=20)
    partner = forms.CharField(label=_("With"), required=False, max_length=20)
    layout = forms.ChoiceField(label=_("Island"), required=False, choices=[("", _("any")), *Layout.choices])
    difficulty = forms.ChoiceField(label=_("Water"), required=False, choices=[("", _("any")), *Difficulty.choices])
    seats = forms.TypedChoiceField(
        label=_("Seats"), required=False, choices=[("", _("any")), (2, "2"), (3, "3"), (4, "4")], coerce=int
    )
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[
            ("", _("any")),
            ("won", _("won")),
            ("lost", _("lost")),
            ("undecided", _("undecided")),
            ("running", _("still played")),
        ],
    )
    counts = forms.ChoiceField(
        label=_("Counts"), required=False, choices=[("", _("any")), ("rated", _("rated")), ("casual", _("casual"))]
    )
    since = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    before = forms.CharField(required=False, max_length=8)

    def clean_player(self) -> User | None:
        return _user_called(self.cleaned_data["player"])

    def clean_partner(self) -> User | None:
        return _user_called(self.cleaned_data["partner"])

    def clean(self) -> dict[str, Any]:
        wanted: dict[str, Any] = super().clean() or {}
        since, until = wanted.get("since"), wanted.get("until")
        if since and until and until < since:
            self.add_error("until", _("This day is before the first one."))
        return wanted


def page(wanted: dict[str, Any]) -> Page:
    """The games that a valid form asks for, with their seats: those over by their end, running ones by their beginning.

    Two queries however many games there are, and one for `before`, the last game of the page above. Raises Http404
    where that is no game in any list.
    """
    games = _matching(wanted)
    key = "created_at" if wanted["result"] == "running" else "finished_at"
    if wanted["before"]:
        games = games.filter(_after(key, wanted["before"]))
    found = list(games.with_seats().order_by(f"-{key}", "-pk")[: GAMES_A_PAGE + 1])
    shown = found[:GAMES_A_PAGE]
    return Page(shown, shown[-1].public_id if len(found) > len(shown) else None)


def _user_called(name: str) -> User | None:
    """The user of that name, in any case; None for no name. Raises ValidationError."""
    if not name:
        return None
    user = User.named(name).first()
    if user is None:
        raise forms.ValidationError(_("Nobody is called that."))
    return user


def _matching(wanted: dict[str, Any]) -> GameQuerySet:
    games = _of_result(wanted["result"]).filter(started_at__isnull=False)
    for name, field in (("layout", "layout"), ("difficulty", "difficulty"), ("seats", "seat_count")):
        if wanted[name]:
            games = games.filter(**{field: wanted[name]})
    if wanted["counts"]:
        games = games.filter(rated=wanted["counts"] == "rated")
    for user in (wanted["player"], wanted["partner"]):
        if user:
            games = games.filter(pk__in=_games_of(user))
    return games.filter(_between(wanted["since"], wanted["until"], running=wanted["result"] == "running"))


def _of_result(result: str) -> GameQuerySet:
    listed = Game.objects.listed()
    if result == "running":
        return listed.filter(status=Status.ACTIVE)
    over = listed.filter(finished_at__isnull=False)
    match result:
        case "won":
            return over.filter(outcome="won")
        case "lost":
            return over.exclude(outcome__in=("won", *UNDECIDED))
        case "undecided":
            return over.filter(outcome__in=UNDECIDED)
    return over


def _games_of(user: User) -> QuerySet[Seat, int]:
    """The games at which the user sat down, at the start or where somebody had left."""
    return Seat.objects.filter(Q(user=user) | Q(substitute=user)).values_list("game_id", flat=True)


def _between(since: date | None, until: date | None, *, running: bool) -> Q:
    field = "created_at" if running else "finished_at"
    found = Q()
    if since:
        found &= Q((f"{field}__gte", datetime.combine(since, time.min, UTC)))
    if until:
        found &= Q((f"{field}__lte", datetime.combine(until, time.max, UTC)))
    return found


def _after(key: str, before: str) -> Q:
    """What comes after the game `before` in the order of `key`."""
    last = Game.objects.listed().filter(public_id=before).first()
    at = last and getattr(last, key)
    if last is None or at is None:
        raise Http404(f"game {before}")
    # The first condition says nothing new, but an index can be entered by it.
    return Q((f"{key}__lte", at)) & (Q((f"{key}__lt", at)) | Q(pk__lt=last.pk))
