"""Ladders: who stands where, around somebody, and how the ratings are spread."""

from datetime import datetime
from typing import Any, TypeAlias

from django.db.models import Count, F, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import moments
from accounts.api.pages import Listing, PageQuery, page
from accounts.api.schema import ALWAYS, answers, page_example, page_shape
from accounts.api.values import Query, query_values
from accounts.api.view import ApiView
from accounts.errors import UnknownCursor
from accounts.models import User
from ratings import ladders
from ratings.models import Standing, StandingQuerySet, points

# The provisional have no rank.
RankedRow: TypeAlias = tuple[Standing, int | None]
# Width of a step of the distribution, in points.
STEP = 50


class StandingShape(serializers.Serializer[Standing]):
    """Where somebody stands on a ladder. Ratings in 1/1000 point; `rating` is for display."""

    player = serializers.CharField()
    ladder = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True, help_text="from 1; null: provisional, listed below the ranked")
    rating = serializers.IntegerField()
    rating_milli = serializers.IntegerField()
    peak_milli = serializers.IntegerField()
    wins = serializers.IntegerField()
    games = serializers.IntegerField()
    last_played_at = serializers.DateTimeField()


class LadderShape(serializers.Serializer[Any]):
    """A ladder; that of all time has neither begin nor end."""

    name = serializers.CharField()
    title = serializers.CharField()
    begins_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)


class LaddersShape(serializers.Serializer[Any]):
    """All ladders: of all time, then the seasons, latest first."""

    items = LadderShape(many=True)


class AroundShape(serializers.Serializer[Any]):
    """Somebody's neighbours on a ladder, from the top."""

    items = StandingShape(many=True)


class StepShape(serializers.Serializer[Any]):
    """How many players have a rating from this one on, up to the next step."""

    rating = serializers.IntegerField()
    players = serializers.IntegerField()


class DistributionShape(serializers.Serializer[Any]):
    """How the ratings of a ladder are spread, in steps of 50 points."""

    ladder = serializers.CharField()
    step = serializers.IntegerField()
    items = StepShape(many=True)


class AroundQuery(Query):
    """How many neighbours."""

    span = serializers.IntegerField(
        required=False, min_value=1, max_value=50, default=5, help_text="so many above and so many below"
    )


STANDING_EXAMPLE = {
    "player": "ada",
    "ladder": "2026Q4",
    "rank": 7,
    "rating": 1812,
    "rating_milli": 1_812_345,
    "peak_milli": 1_812_345,
    "wins": 24,
    "games": 41,
    "last_played_at": "2026-11-29T20:44:10.000Z",
}
LADDER_EXAMPLE = {
    "name": "2026Q4",
    "title": "Autumn 2026",
    "begins_at": "2026-10-01T00:00:00.000Z",
    "ends_at": "2027-01-01T00:00:00.000Z",
}


class Ladders(ApiView):
    """Which ladders there are."""

    cache_control = "public, max-age=60"

    @extend_schema(
        operation_id="ladders",
        tags=["ladders"],
        summary="Ladders",
        responses=answers(LaddersShape, {"items": [LADDER_EXAMPLE]}, *ALWAYS),
        auth=[],
    )
    def get(self, request: Request) -> Response:
        """All time, and every season since the first one in which anybody played."""
        query_values(Query, request)
        current = ladders.season_of(timezone.now())
        seasons = ladders.seasons_between(Standing.objects.first_season() or current, current)
        return Response({"items": [_ladder_json(name) for name in (ladders.ALL, *seasons)]})


class Ladder(ApiView):
    """One ladder."""

    @extend_schema(
        operation_id="ladder",
        tags=["ladders"],
        summary="A ladder",
        parameters=[PageQuery],
        responses=answers(page_shape(StandingShape, "LadderPage"), page_example(STANDING_EXAMPLE), *ALWAYS, 404),
        auth=[],
    )
    def get(self, request: Request, ladder: str) -> Response:
        """From the top: those with a rank, then the provisional."""
        wanted = query_values(PageQuery, request)
        now, limit = timezone.now(), wanted["limit"]
        name = known_ladder(ladder, now)
        listing: Listing[RankedRow] = Listing(
            f"ladder {name}", lambda row: standing_json(*row), lambda row: _values(*row)
        )
        place = _place(listing.values(wanted.get("cursor")))
        rows = _ranked_rows(name, now, place, limit + 1)
        rows += _provisional_rows(name, now, place, limit + 1 - len(rows))
        return page(request, listing, rows, limit)


class LadderAround(ApiView):
    """One ladder, where somebody stands."""

    @extend_schema(
        operation_id="ladder_around",
        tags=["ladders"],
        summary="A ladder around a player",
        parameters=[AroundQuery],
        responses=answers(AroundShape, {"items": [STANDING_EXAMPLE]}, *ALWAYS, 404),
        auth=[],
    )
    def get(self, request: Request, ladder: str, name: str) -> Response:
        """The player's standing among its neighbours: the ranked among the ranked, the provisional among theirs."""
        span = query_values(AroundQuery, request)["span"]
        now = timezone.now()
        standings = Standing.objects.filter(ladder=known_ladder(ladder, now)).select_related("user")
        own = get_object_or_404(standings, user__in=User.named(name))
        rank = Standing.objects.rank_of(own, now)
        of_kind = Standing.objects.ranked if rank else Standing.objects.provisional
        among = of_kind(own.ladder, now)
        above = list(among.filter(_above(own)).reverse()[:span])[::-1]
        below = list(among.filter(_below(own))[:span])
        first = rank - len(above) if rank else None
        rows = [*above, own, *below]
        return Response({"items": [standing_json(row, first and first + at) for at, row in enumerate(rows)]})


class Distribution(ApiView):
    """How the ratings of one ladder are spread."""

    cache_control = "public, max-age=300"

    @extend_schema(
        operation_id="ladder_distribution",
        tags=["ladders"],
        summary="How ratings are spread",
        responses=answers(
            DistributionShape, {"ladder": "all", "step": STEP, "items": [{"rating": 1300, "players": 41}]}, *ALWAYS, 404
        ),
        auth=[],
    )
    def get(self, request: Request, ladder: str) -> Response:
        """Everybody who has played on the ladder, by steps of 50 points; steps without anybody are left out."""
        query_values(Query, request)
        name = known_ladder(ladder, timezone.now())
        steps = Standing.objects.filter(ladder=name).values(at=F("rating_milli") / (STEP * 1000))
        counted = steps.annotate(players=Count("pk")).order_by("at")
        items = [{"rating": step["at"] * STEP, "players": step["players"]} for step in counted]
        return Response({"ladder": name, "step": STEP, "items": items})


def known_ladder(name: str, now: datetime) -> str:
    """The name of a ladder that has begun. Raises Http404 for any other."""
    if name != ladders.ALL and not (ladders.is_season(name) and name <= ladders.season_of(now)):
        raise Http404(f"ladder {name}")
    return name


def standing_json(standing: Standing, rank: int | None) -> dict[str, Any]:
    """A standing whose user was fetched."""
    return {
        "player": standing.user.username,
        "ladder": standing.ladder,
        "rank": rank,
        "rating": points(standing.rating_milli),
        "rating_milli": standing.rating_milli,
        "peak_milli": standing.peak_milli,
        "wins": standing.wins,
        "games": standing.games,
        "last_played_at": moments.to_json(standing.last_played_at),
    }


def _ladder_json(name: str) -> dict[str, Any]:
    begins = ends = None
    if name != ladders.ALL:
        begins, ends = ladders.season_begins_at(name), ladders.season_ends_at(name)
    return {
        "name": name,
        "title": ladders.title(name),
        "begins_at": moments.to_json(begins),
        "ends_at": moments.to_json(ends),
    }


def _values(standing: Standing, rank: int | None) -> list[Any]:
    """A row's place in the order of the ladder. Its user is named, not numbered, because cursors can be read."""
    return [rank is not None, standing.rating_milli, standing.reached_at.isoformat(), standing.user.username]


def _place(values: list[Any] | None) -> tuple[bool, Standing] | None:
    """Whether a page begins among the ranked, and after which place."""
    if values is None:
        return None
    is_ranked, rating_milli, reached_at, name = values
    user = User.objects.filter(username=name).only("pk").first()
    if user is None:
        raise UnknownCursor(f"nobody is called {name!r} any more")
    return is_ranked, Standing(rating_milli=rating_milli, reached_at=datetime.fromisoformat(reached_at), user=user)


def _ranked_rows(name: str, now: datetime, place: tuple[bool, Standing] | None, most: int) -> list[RankedRow]:
    if place and not place[0]:
        return []
    found = list(_behind(Standing.objects.ranked(name, now), place)[:most])
    first = (Standing.objects.rank_of(found[0], now) or 1) if found else 1
    return [(standing, first + at) for at, standing in enumerate(found)]


def _provisional_rows(name: str, now: datetime, place: tuple[bool, Standing] | None, most: int) -> list[RankedRow]:
    provisional = Standing.objects.provisional(name, now)
    behind = _behind(provisional, place if place and not place[0] else None)
    return [(standing, None) for standing in behind[:most]]


def _behind(standings: StandingQuerySet, place: tuple[bool, Standing] | None) -> QuerySet[Standing]:
    return standings.filter(_below(place[1])) if place else standings


def _above(standing: Standing) -> Q:
    same = Q(rating_milli=standing.rating_milli)
    reached = standing.reached_at
    return (
        Q(rating_milli__gt=standing.rating_milli)
        | same & Q(reached_at__lt=reached)
        | same & Q(reached_at=reached, user_id__lt=standing.user_id)
    )


def _below(standing: Standing) -> Q:
    same = Q(rating_milli=standing.rating_milli)
    reached = standing.reached_at
    return (
        Q(rating_milli__lt=standing.rating_milli)
        | same & Q(reached_at__gt=reached)
        | same & Q(reached_at=reached, user_id__gt=standing.user_id)
    )
