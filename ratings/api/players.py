"""Players: found by name, with their standings, the history of their rating, their results and games."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Collate, Lower
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import moments
from accounts.api.pages import Listing, PageQuery, page
from accounts.api.schema import ALWAYS, answers, page_example, page_shape
from accounts.api.values import NAME, Query, query_values
from accounts.api.view import ApiView
from accounts.models import User
from games.api import lists
from games.api.reading import GAME_LISTS
from games.models import Difficulty, Game
from ratings import ladders
from ratings.api.standings import STANDING_EXAMPLE, StandingShape, known_ladder, standing_json
from ratings.models import RatingPoint, Row, Standing


class PlayerShape(serializers.Serializer[User]):
    """A player, as a list shows one."""

    name = serializers.CharField()
    is_bot = serializers.BooleanField()
    joined_on = serializers.DateField()


class PlayerWithStandingsShape(PlayerShape):
    """A player, with their standing of all time and in this season; those not played in are missing."""

    standings = StandingShape(many=True)


class PointShape(serializers.Serializer[RatingPoint]):
    """What one win did to a rating, in 1/1000 point."""

    win = serializers.IntegerField(help_text="which win on this ladder, from 1")
    game = serializers.CharField()
    at = serializers.DateTimeField()
    k = serializers.IntegerField()
    before_milli = serializers.IntegerField()
    delta_milli = serializers.IntegerField()
    after_milli = serializers.IntegerField()


class RowShape(serializers.Serializer[Row]):
    """Results in one row of the table of opponents."""

    difficulty = serializers.ChoiceField(Difficulty.values)
    seats = serializers.IntegerField()
    opponent = serializers.IntegerField()
    wins = serializers.IntegerField()
    games = serializers.IntegerField()


class RowsShape(serializers.Serializer[Standing]):
    """All twelve rows, played or not, and how strong they show somebody to be."""

    ladder = serializers.CharField()
    performance = serializers.FloatField(allow_null=True, help_text="in points, losses counted; null without games")
    deviation = serializers.FloatField(allow_null=True)
    rows = RowShape(many=True)


class PlayersQuery(PageQuery):
    """Which players."""

    prefix = serializers.RegexField(NAME, required=False, help_text="how the name begins, in any case")


class LadderQuery(Query):
    """On which ladder."""

    ladder = serializers.RegexField(
        r"^(all|2[0-9]{3}Q[1-4])$", required=False, default=ladders.ALL, help_text="`all`, or a season such as `2026Q4`"
    )


class HistoryQuery(PageQuery, LadderQuery):
    """Which part of a history."""


PLAYER_EXAMPLE = {"name": "ada", "is_bot": False, "joined_on": "2026-10-03"}
POINT_EXAMPLE = {
    "win": 1,
    "game": "3v9KQptZ",
    "at": "2026-11-29T20:44:10.000Z",
    "k": 60,
    "before_milli": 1_300_000,
    "delta_milli": 48_499,
    "after_milli": 1_348_499,
}
ROWS_EXAMPLE = {
    "ladder": "all",
    "performance": 1488.3,
    "deviation": 160.2,
    "rows": [{"difficulty": "normal", "seats": 2, "opponent": 1550, "wins": 1, "games": 3}],
}


class Players(ApiView):
    """All players."""

    @extend_schema(
        operation_id="players",
        tags=["players"],
        summary="Players",
        parameters=[PlayersQuery],
        responses=answers(page_shape(PlayerShape, "PlayersPage"), page_example(PLAYER_EXAMPLE), *ALWAYS, 404),
        auth=[],
    )
    def get(self, request: Request) -> Response:
        """By name. Guests and closed accounts are left out."""
        wanted = query_values(PlayersQuery, request)
        players = Listing("players", _player_json, lambda user: [user.username.lower()])
        users = _players(wanted.get("prefix", "").lower(), after=players.values(wanted.get("cursor")))
        return page(request, players, list(users[: wanted["limit"] + 1]), wanted["limit"])


class Player(ApiView):
    """One player."""

    @extend_schema(
        operation_id="player",
        tags=["players"],
        summary="A player",
        responses=answers(PlayerWithStandingsShape, {**PLAYER_EXAMPLE, "standings": [STANDING_EXAMPLE]}, *ALWAYS, 404),
        auth=[],
    )
    def get(self, request: Request, name: str) -> Response:
        """Found by name in any case; the answer has it as its owner writes it."""
        query_values(Query, request)
        user, now = user_called(name), timezone.now()
        standings = Standing.objects.filter(user=user, ladder__in=ladders.ladders_of(now)).select_related("user")
        shown = [_ranked_json(standing, now) for standing in standings.order_by("-ladder")]
        return Response({**_player_json(user), "standings": shown})


class PlayerHistory(ApiView):
    """How one player's rating rose."""

    @extend_schema(
        operation_id="player_history",
        tags=["players"],
        summary="A player's rating, win by win",
        parameters=[HistoryQuery],
        responses=answers(page_shape(PointShape, "HistoryPage"), page_example(POINT_EXAMPLE), *ALWAYS, 404),
        auth=[],
    )
    def get(self, request: Request, name: str) -> Response:
        """Oldest first. Games that were not won change no rating and are not here."""
        wanted = query_values(HistoryQuery, request)
        user = user_called(name)
        points = RatingPoint.objects.filter(user=user, ladder=known_ladder(wanted["ladder"], timezone.now()))
        history = Listing(f"wins of {user.pk} on {wanted['ladder']}", _point_json, lambda point: [point.win])
        last = history.values(wanted.get("cursor"))
        if last is not None:
            points = points.filter(win__gt=last[0])
        rows = list(points.select_related("game").order_by("win")[: wanted["limit"] + 1])
        return page(request, history, rows, wanted["limit"])


class PlayerRows(ApiView):
    """One player's results by row of the table."""

    @extend_schema(
        operation_id="player_rows",
        tags=["players"],
        summary="A player's results by difficulty and seats",
        parameters=[LadderQuery],
        responses=answers(RowsShape, ROWS_EXAMPLE, *ALWAYS, 404),
        auth=[],
    )
    def get(self, request: Request, name: str) -> Response:
        """Rated games that count, all twelve rows."""
        wanted = query_values(LadderQuery, request)
        user, ladder = user_called(name), known_ladder(wanted["ladder"], timezone.now())
        standing = Standing.objects.filter(user=user, ladder=ladder).first()
        performance = standing.performance() if standing else None
        return Response(
            {
                "ladder": ladder,
                "performance": round(performance.rating, 3) if performance else None,
                "deviation": round(performance.deviation, 3) if performance else None,
                "rows": [_row_json(row) for row in (standing or Standing()).results_by_row()],
            }
        )


class PlayerGames(ApiView):
    """One player's games."""

    renderer_classes = [JSONRenderer, lists.NdjsonRenderer]

    @extend_schema(
        operation_id="player_games",
        tags=["players"],
        summary="A player's games",
        parameters=[lists.FilterQuery],
        responses=GAME_LISTS,
        auth=[],
    )
    def get(self, request: Request, name: str) -> HttpResponseBase:
        """Those that everybody may find, newest first; those that a substitute took over are of both."""
        wanted = query_values(lists.FilterQuery, request)
        user = user_called(name)
        return lists.answer(request, Game.objects.listed().filter(pk__in=lists.games_of(user)), wanted)


def user_called(name: str) -> User:
    """The user of that name, written in any case. Raises Http404."""
    return get_object_or_404(User.named(name))


def _players(prefix: str, after: list[str] | None) -> QuerySet[User]:
    # In the order of an index, which finds by how a name begins as well.
    users = User.objects.filter(is_guest=False, closed_at=None).annotate(lower_name=Collate(Lower("username"), "C"))
    if prefix:
        users = users.filter(lower_name__startswith=prefix)
    if after is not None:
        users = users.filter(lower_name__gt=after[0])
    return users.order_by("lower_name")


def _player_json(user: User) -> dict[str, Any]:
    return {"name": user.username, "is_bot": user.is_bot, "joined_on": user.date_joined.date().isoformat()}


def _ranked_json(standing: Standing, now: datetime) -> dict[str, Any]:
    return standing_json(standing, Standing.objects.rank_of(standing, now))


def _point_json(point: RatingPoint) -> dict[str, Any]:
    return {
        "win": point.win,
        "game": point.game.public_id,
        "at": moments.to_json(point.game.finished_at),
        "k": point.k,
        "before_milli": point.before_milli,
        "delta_milli": point.delta_milli,
        "after_milli": point.after_milli,
    }


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "difficulty": row.difficulty.value,
        "seats": row.seats,
        "opponent": row.opponent,
        "wins": row.wins,
        "games": row.games,
    }
