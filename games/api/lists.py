"""Lists of games: which ones, in what order, a page at a time or streamed."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, time
from functools import reduce
from operator import or_
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.db.models import Q, QuerySet
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from accounts.api.pages import Listing, PageQuery, page
from accounts.api.values import NAME
from accounts.errors import UnknownCursor
from accounts.models import User
from games.api.shapes import LOST, RESULTS, game_json
from games.models import Difficulty, Game, GameQuerySet, Layout, Seat, Status

NDJSON = "application/x-ndjson"
# As many games as one stream brings; its last line says where the next one begins.
MOST_STREAMED = 10_000
CHUNK = 500
# What a query calls them, and what the row does.
FIELDS = (
    ("layout", "layout"),
    ("difficulty", "difficulty"),
    ("seats", "seat_count"),
    ("status", "status"),
    ("rated", "rated"),
)


GAMES = Listing("games", game_json, lambda game: [game.public_id])


class NdjsonRenderer(JSONRenderer):
    """Only says that a list of games can be had a line a game; `answer` writes the lines."""

    media_type = NDJSON
    format = "ndjson"


class FilterQuery(PageQuery):
    """Which games of somebody."""

    partner = serializers.RegexField(NAME, required=False, help_text="name of somebody else at the table")
    layout = serializers.ChoiceField(Layout.values, required=False)
    difficulty = serializers.ChoiceField(Difficulty.values, required=False)
    seats = serializers.IntegerField(required=False, min_value=2, max_value=4)
    result = serializers.ChoiceField(RESULTS, required=False)
    rated = serializers.BooleanField(required=False)
    status = serializers.ChoiceField(Status.values, required=False)
    ended_from = serializers.DateField(required=False, help_text="ended on this day (UTC) or later")
    ended_to = serializers.DateField(required=False, help_text="ended on this day (UTC) or earlier")


class GamesQuery(FilterQuery):
    """Which games."""

    player = serializers.RegexField(NAME, required=False, help_text="name of somebody at the table")


def answer(request: Request, games: GameQuerySet, wanted: dict[str, Any]) -> HttpResponseBase:
    """Those of `games` that a query wants: a page, or all of them up to a bound, a line each, as `Accept` says.

    Newest first; with a day of their end, the latest end first. Raises UnknownCursor.
    """
    found = _ended(_matching(games.with_seats(), wanted), wanted)
    found = _behind(found, _last(wanted), wanted)
    if request.accepted_renderer.media_type != NDJSON:
        return page(request, GAMES, list(found[: wanted["limit"] + 1]), wanted["limit"])
    lines = _lines(found, wanted)
    if isinstance(request._request, ASGIRequest):  # which would read the stream to its end before sending any of it
        return HttpResponse("".join(lines), content_type=NDJSON)
    return StreamingHttpResponse(lines, content_type=NDJSON)


def games_of(user: User) -> QuerySet[Seat, int]:
    """The games at whose table `user` sat down, at the start or where somebody had left."""
    return Seat.objects.filter(Q(user=user) | Q(substitute=user)).values_list("game_id", flat=True)


def _matching(games: GameQuerySet, wanted: dict[str, Any]) -> GameQuerySet:
    for name, field in FIELDS:
        if name in wanted:
            games = games.filter(**{field: wanted[name]})
    for name in (wanted[key] for key in ("player", "partner") if key in wanted):
        user = User.named(name).first()
        games = games.filter(pk__in=games_of(user)) if user else games.none()
    return games


def _ended(games: GameQuerySet, wanted: dict[str, Any]) -> GameQuerySet:
    if "result" in wanted:
        games = games.filter(_has_result(wanted["result"]))
    if "ended_from" in wanted:
        games = games.filter(finished_at__gte=datetime.combine(wanted["ended_from"], time.min, UTC))
    if "ended_to" in wanted:
        games = games.filter(finished_at__lte=datetime.combine(wanted["ended_to"], time.max, UTC))
    return games


def _has_result(result: str) -> Q:
    return reduce(or_, (Q(outcome__startswith=kind) for kind in LOST)) if result == "lost" else Q(outcome=result)


def _behind(games: GameQuerySet, last: Game | None, wanted: dict[str, Any]) -> GameQuerySet:
    """In their order, those after `last`: where days are asked for, in the order of the index of ends."""
    if not _is_by_end(wanted):
        return (games.filter(pk__lt=last.pk) if last else games).order_by("-pk")
    if last:
        games = games.filter(Q(finished_at__lt=last.finished_at) | Q(finished_at=last.finished_at, pk__lt=last.pk))
    return games.order_by("-finished_at", "-pk")


def _is_by_end(wanted: dict[str, Any]) -> bool:
    return "ended_from" in wanted or "ended_to" in wanted


def _last(wanted: dict[str, Any]) -> Game | None:
    values = GAMES.values(wanted.get("cursor"))
    if values is None:
        return None
    last = Game.objects.filter(public_id=values[0]).only("pk", "finished_at").first()
    if last is None or (_is_by_end(wanted) and last.finished_at is None):
        raise UnknownCursor(f"{values} is no place in this order")
    return last


def _lines(games: GameQuerySet, wanted: dict[str, Any]) -> Iterator[str]:
    """Read in chunks, each by its place, so that no transaction stays open while a slow reader reads."""
    left, rest = MOST_STREAMED, games
    while chunk := list(rest[: min(CHUNK, left)]):
        yield "".join(f"{json.dumps(game_json(game), ensure_ascii=False)}\n" for game in chunk)
        left -= len(chunk)
        rest = _behind(games, chunk[-1], wanted)
        if not left:
            if rest.exists():
                yield json.dumps({"next": GAMES.cursor(chunk[-1])}) + "\n"
            return
