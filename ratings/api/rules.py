"""What a win is worth: the rules of the rating as data, and a look at what one would bring."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.schema import ALWAYS, answers
from accounts.api.values import Query, query_values
from accounts.api.view import ApiView
from games.models import Difficulty
from ratings import elo
from ratings.models import RANKED_DAYS, RANKED_GAMES, RANKED_PARTNERS

# K changes within so many wins and never after.
_WINS_LOOKED_AT = 100


class OpponentShape(serializers.Serializer[Any]):
    """A row of the table of opponents."""

    difficulty = serializers.ChoiceField(Difficulty.values)
    seats = serializers.IntegerField()
    opponent = serializers.IntegerField()


class FactorShape(serializers.Serializer[Any]):
    """The most points that a win can bring, from this many wins on."""

    wins = serializers.IntegerField()
    k = serializers.IntegerField()


class RankedShape(serializers.Serializer[Any]):
    """What a rank takes."""

    games = serializers.IntegerField()
    partners = serializers.IntegerField()
    days = serializers.IntegerField(help_text="since the latest game; not asked of past seasons")


class RulesShape(serializers.Serializer[Any]):
    """How ratings come about.

    A win brings `k * (1 - 1 / (1 + 10 ** ((opponent - rating) / scale)))`, anything else nothing.
    """

    formula_version = serializers.IntegerField()
    start_milli = serializers.IntegerField()
    scale = serializers.FloatField()
    k_factors = FactorShape(many=True)
    opponents = OpponentShape(many=True)
    ranked = RankedShape()


class PreviewQuery(Query):
    """Whose win, at what."""

    rating_milli = serializers.IntegerField(min_value=0, max_value=10_000_000)
    difficulty = serializers.ChoiceField(Difficulty.values)
    seats = serializers.IntegerField(min_value=2, max_value=4)
    wins = serializers.IntegerField(
        required=False, default=0, min_value=0, max_value=1_000_000, help_text="on the ladder, before this one"
    )


class PreviewShape(serializers.Serializer[Any]):
    """What a win would bring."""

    opponent = serializers.IntegerField()
    k = serializers.IntegerField()
    expected_score = serializers.FloatField()
    gain_milli = serializers.IntegerField()
    after_milli = serializers.IntegerField()


RULES = {
    "formula_version": elo.FORMULA_VERSION,
    "start_milli": elo.START_MILLI,
    "scale": elo.SCALE,
    "k_factors": [
        {"wins": wins, "k": elo.k_factor(wins)}
        for wins in range(_WINS_LOOKED_AT)
        if wins == 0 or elo.k_factor(wins) != elo.k_factor(wins - 1)
    ],
    "opponents": [
        {"difficulty": difficulty, "seats": seats, "opponent": opponent}
        for (difficulty, seats), opponent in elo.OPPONENT_RATINGS.items()
    ],
    "ranked": {"games": RANKED_GAMES, "partners": RANKED_PARTNERS, "days": RANKED_DAYS},
}


class RatingRules(ApiView):
    """How ratings come about."""

    cache_control = "public, max-age=3600"

    @extend_schema(
        operation_id="rating_rules",
        tags=["rating"],
        summary="The rules of the rating",
        responses=answers(RulesShape, RULES, *ALWAYS),
        auth=[],
    )
    def get(self, request: Request) -> Response:
        """They change from a game on only together with `formula_version`."""
        query_values(Query, request)
        return Response(RULES)


class RatingPreview(ApiView):
    """What a win would bring."""

    cache_control = "public, max-age=3600"

    @extend_schema(
        operation_id="rating_preview",
        tags=["rating"],
        summary="What a win would bring",
        parameters=[PreviewQuery],
        responses=answers(
            PreviewShape,
            {"opponent": 1550, "k": 60, "expected_score": 0.191693, "gain_milli": 48498, "after_milli": 1348498},
            *ALWAYS,
        ),
        auth=[],
    )
    def get(self, request: Request) -> Response:
        """By the rating before it, the row of the table, and the wins so far."""
        wanted = query_values(PreviewQuery, request)
        rating_milli, wins = wanted["rating_milli"], wanted["wins"]
        opponent = elo.opponent_rating(wanted["difficulty"], wanted["seats"])
        gain = elo.rating_gain(rating_milli, opponent, wins)
        return Response(
            {
                "opponent": opponent,
                "k": elo.k_factor(wins),
                "expected_score": round(elo.expected_score(rating_milli / 1000, opponent), 6),
                "gain_milli": gain,
                "after_milli": rating_milli + gain,
            }
        )
