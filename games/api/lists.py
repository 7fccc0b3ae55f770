"""Lists of games: which ones, in what order, a page at a time or streamed."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, time
from functools import reduce
from operator import or_
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Lower
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


def matching(games: GameQuerySet, wanted: dict[str, Any]) -> GameQuerySet:
    """Those of `games` that a query wants, newest first, after its cursor. Raises UnknownCursor."""
    for name, field in (
        ("layout", "layout"),
        ("difficulty", "difficulty"),
        ("seats", "seat_count"),
        ("status", "status"),
        ("rated", "rated"),
    ):
        if name in wanted:
            games = games.filter(**{field: wanted[name]})
    for name in (wanted[key] for key in ("player", "partner") if key in wanted):
        games = games.filter(_has_at_table(name))
    return _after(_ended(games, wanted), wanted.get("cursor")).order_by("-pk")


def answer(request: Request, games: QuerySet[Game], limit: int) -> HttpResponseBase:
    """A page of `games`, or all of them up to a bound, a line each, as `Accept` says."""
    if request.accepted_renderer.media_type != NDJSON:
        return page(request, GAMES, list(games[: limit + 1]), limit)
    lines = _lines(games)
    if isinstance(request._request, ASGIRequest):  # which would read the stream to its end before sending any of it
        return HttpResponse("".join(lines), content_type=NDJSON)
    return StreamingHttpResponse(lines, content_type=NDJSON)


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


def _has_at_table(name: str) -> Exists:
    users = User.objects.alias(lower_name=Lower("username")).filter(lower_name=name.lower()).values("pk")
    seats = Seat.objects.filter(game=OuterRef("pk"))
    return Exists(seats.filter(Q(user__in=users) | Q(substitute__in=users)))


def _after(games: GameQuerySet, cursor: str | None) -> GameQuerySet:
    values = GAMES.values(cursor)
    if values is None:
        return games
    last = Game.objects.filter(public_id=values[0]).values_list("pk", flat=True).first()
    if last is None:
        raise UnknownCursor("its game is gone")
    return games.filter(pk__lt=last)


def _lines(games: QuerySet[Game]) -> Iterator[str]:
    """Read in chunks, each by its place, so that no transaction stays open while a slow reader reads."""
    left, rest = MOST_STREAMED, games
    while chunk := list(rest[: min(CHUNK, left)]):
        yield "".join(f"{json.dumps(game_json(game), ensure_ascii=False)}\n" for game in chunk)
        left -= len(chunk)
        rest = games.filter(pk__lt=chunk[-1].pk)
        if not left:
            if rest.exists():
                yield json.dumps({"next": GAMES.cursor(chunk[-1])}) + "\n"
            return
