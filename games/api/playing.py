"""Playing with a token: one's games, actions, and casual tables. Each calls the same service as the site."""

from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.authentication import MayPlay, user_of
from accounts.api.problems import MEDIA_TYPE
from accounts.api.schema import WRITING, answers, refusal
from accounts.api.values import Body, Query, body_values, query_values
from accounts.api.view import PRIVATE, ApiView
from games import boards
from games.api import lists
from games.api.reading import GAME_LISTS
from games.api.shapes import GAME_EXAMPLE, GameShape, game_json
from games.errors import BotsPlayCasual
from games.models import Difficulty, Game, Layout, Pace, RolesDealt, Visibility
from games.services import lobby, play

DONE = {key: value for key, value in answers(GameShape, {}, *WRITING).items() if key != (200, "application/json")}


# The notation's grammar for those who read the schema; what does not follow it is refused as `malformed_action`.
ACTION = (
    "^[0-3]:(draw|flood|escape|undo|leave|sit|skip|concede|(move|swim|sandbag) [A-X]|shore [A-X]( [A-X])?"
    "|navigate [0-3] [A-X]|give [0-3] [efowhs]|(capture|discard) [efowhs]|lift (0?1?2?3|0?1?2|0?1|0) [A-X])$"
)


@extend_schema_field({"type": "string", "pattern": ACTION})
class ActionField(serializers.CharField):
    """Text that the services read."""


class ActionBody(Body):
    """An action on its way in."""

    id = serializers.UUIDField(help_text="made by you; the same id again is answered again and not played again")
    version = serializers.IntegerField(min_value=0, max_value=2**31 - 1, help_text="the one that you were looking at")
    action = ActionField(
        max_length=24,
        trim_whitespace=False,
        help_text="in notation, or `SEAT:` with `undo`, `leave`, `sit`, `skip` or `concede`",
    )


class PlayedShape(serializers.Serializer[Any]):
    """What became of the action."""

    version = serializers.IntegerField(help_text="of the entry that it made")


class TableBody(Body):
    """A casual table to open."""

    layout = serializers.ChoiceField(Layout.values)
    difficulty = serializers.ChoiceField(Difficulty.values)
    seat_count = serializers.IntegerField(min_value=2, max_value=4)
    roles_dealt = serializers.ChoiceField(
        [RolesDealt.RANDOM.value, RolesDealt.CHOSEN.value], required=False, default=RolesDealt.RANDOM.value
    )
    pace = serializers.ChoiceField(Pace.values, required=False, default=Pace.NONE.value)
    visibility = serializers.ChoiceField(Visibility.values, required=False, default=Visibility.PUBLIC.value)


class SeatBody(Body):
    """A seat of a table."""

    number = serializers.IntegerField(min_value=0, max_value=3)


class Playing(ApiView):
    """What needs a token with `games:play`."""

    permission_classes = [MayPlay]
    cache_control = PRIVATE

    def found(self, request: Request, game: str) -> Game:
        """The game of that id."""
        query_values(Query, request)
        return boards.visible_game(game)


class MyGames(Playing):
    """The games of the token's user."""

    renderer_classes = [JSONRenderer, lists.NdjsonRenderer]

    @extend_schema(
        operation_id="my_games",
        tags=["me"],
        summary="My games",
        parameters=[lists.FilterQuery],
        responses={**GAME_LISTS, (403, MEDIA_TYPE): refusal(403)},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """All of one's games, those by link too, newest first."""
        wanted = query_values(lists.FilterQuery, request)
        return lists.answer(request, Game.objects.filter(pk__in=lists.games_of(user_of(request))), wanted)


class Actions(Playing):
    """What is done in a game."""

    @extend_schema(
        operation_id="act",
        tags=["play"],
        summary="Act",
        request=ActionBody,
        responses=answers(PlayedShape, {"version": 18}, *WRITING, 422),
    )
    def post(self, request: Request, game: str) -> Response:
        """Carry out an action, or take one back, for the version that you were looking at."""
        found, wanted = self.found(request, game), body_values(ActionBody, request)
        version = play.play_action(
            game_id=found.pk,
            user=user_of(request),
            command_id=wanted["id"],
            expected_version=wanted["version"],
            action=wanted["action"],
        )
        return Response({"version": version})


class Tables(Playing):
    """Tables that wait for players."""

    @extend_schema(
        operation_id="open_table",
        tags=["play"],
        summary="Open a casual table",
        request=TableBody,
        responses=answers(GameShape, GAME_EXAMPLE, *(set(WRITING) - {404}), status=201),
    )
    def post(self, request: Request) -> Response:
        """The token's user is its host and sits on seat 0."""
        query_values(Query, request)
        table = lobby.open_game(host=user_of(request), rated=False, **body_values(TableBody, request))
        return Response(game_json(boards.visible_game(table.public_id)), status=201)


class TableSeats(Playing):
    """Seats of a table that waits."""

    @extend_schema(
        operation_id="take_seat",
        tags=["play"],
        summary="Take a seat at a casual table",
        request=SeatBody,
        responses=answers(GameShape, GAME_EXAMPLE, *WRITING),
    )
    def post(self, request: Request, game: str) -> Response:
        """Sit down. Sitting where one sits is no error."""
        found, wanted = self.found(request, game), body_values(SeatBody, request)
        if found.rated:
            raise BotsPlayCasual(f"a program at rated game {game}")
        lobby.take_seat(game_id=found.pk, user=user_of(request), number=wanted["number"])
        return Response(game_json(boards.visible_game(game)))


class TableSeat(Playing):
    """One seat of a table that waits."""

    @extend_schema(
        operation_id="leave_seat",
        tags=["play"],
        summary="Leave a seat before the start",
        responses={204: OpenApiResponse(description="The seat is free."), **DONE},
    )
    def delete(self, request: Request, game: str, number: int) -> Response:
        """The host's last seat passes the table on; the last seat of all closes it."""
        lobby.leave_seat(game_id=self.found(request, game).pk, user=user_of(request), number=number)
        return Response(status=204)


class TableStart(Playing):
    """The start of a table."""

    @extend_schema(
        operation_id="start_game",
        tags=["play"],
        summary="Start the game",
        request=None,
        responses=answers(GameShape, GAME_EXAMPLE, *WRITING),
    )
    def post(self, request: Request, game: str) -> Response:
        """The host starts it once every seat is taken."""
        lobby.start_game(game_id=self.found(request, game).pk, user=user_of(request))
        return Response(game_json(boards.visible_game(game)))
