"""Games for everybody: lists, one game, its log, its positions, its record, what is legal."""

import re
from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.pages import PageQuery, page_of
from accounts.api.schema import ALWAYS, answers, page_example, page_shape
from accounts.api.values import Query, query_values
from accounts.api.view import IMMUTABLE, ApiView
from accounts.errors import UnknownCursor
from games import boards, log
from games.api import lists
from games.api.shapes import (
    ENTRY_EXAMPLE,
    GAME_EXAMPLE,
    EntryShape,
    GameShape,
    PositionShape,
    game_json,
)
from games.models import Game

GAMES_PAGE = page_shape(GameShape, "GamesPage")
STREAMED = OpenApiResponse(
    OpenApiTypes.STR,
    "A line a game; if there are more, a last line with `next`.",
    [OpenApiExample("line", "{…}\n{…}\n")],
)
GAME_LISTS = answers(GAMES_PAGE, page_example(GAME_EXAMPLE), *ALWAYS, 404, more={(200, lists.NDJSON): STREAMED})


class TextRenderer(BaseRenderer):
    """A record is text."""

    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """Problems come here too, as JSON."""
        return data.encode() if isinstance(data, str) else JSONRenderer().render(data)


class LegalShape(serializers.Serializer[Any]):
    """What each seat can do now, by its number; the same as `legal` at the live table."""

    version = serializers.IntegerField()
    legal = serializers.DictField(child=serializers.DictField())


class GameReading(ApiView):
    """Something of one game."""

    def found(self, request: Request, game: str) -> Game:
        """The game of that id. Once it is over and the answer bears no name, the answer can be kept for ever."""
        query_values(Query, request)
        return boards.visible_game(game)


class Games(ApiView):
    """All games that everybody may find."""

    renderer_classes = [JSONRenderer, lists.NdjsonRenderer]

    @extend_schema(
        operation_id="games",
        tags=["games"],
        summary="Games",
        parameters=[lists.GamesQuery],
        responses=GAME_LISTS,
        auth=[],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Newest first. With `Accept: application/x-ndjson` up to 10,000 in one answer, a line each."""
        wanted = query_values(lists.GamesQuery, request)
        return lists.answer(request, Game.objects.listed(), wanted)


class OneGame(GameReading):
    """One game."""

    cache_control = "public, max-age=2"

    @extend_schema(
        operation_id="game",
        tags=["games"],
        summary="A game",
        responses=answers(GameShape, GAME_EXAMPLE, *ALWAYS, 404),
        auth=[],
    )
    def get(self, request: Request, game: str) -> Response:
        """A game as it is now. A game by link is shown to whoever has its id."""
        return Response(game_json(self.found(request, game)))


class GameLog(ApiView):
    """The log of one game."""

    @extend_schema(
        operation_id="game_log",
        tags=["games"],
        summary="The log of a game",
        parameters=[PageQuery],
        responses=answers(page_shape(EntryShape, "LogPage"), page_example(ENTRY_EXAMPLE), *ALWAYS, 404),
        auth=[],
    )
    def get(self, request: Request, game: str) -> Response:
        """Every entry from the start, those taken back too. Of a game that is over it can be kept for ever."""
        wanted = query_values(PageQuery, request)
        found = boards.visible_game(game)
        after = _version_of(wanted.get("cursor", "-1"))
        entries = log.entries(found, after=after, before=after + wanted["limit"] + 2)
        shown = entries[: wanted["limit"]]
        cursor = str(shown[-1].version) if len(entries) > len(shown) else None
        return _kept(found, page_of(request, [boards.log_entry(entry) for entry in shown], cursor))


class GamePosition(GameReading):
    """One moment of a game."""

    @extend_schema(
        operation_id="game_position",
        tags=["games"],
        summary="A position of a game",
        responses=answers(PositionShape, {"version": 17, "position": GAME_EXAMPLE["position"]}, *ALWAYS, 404),
        auth=[],
    )
    def get(self, request: Request, game: str, version: int) -> Response:
        """The position after an entry: while the game runs without the order of the draw piles."""
        found = self.found(request, game)
        entries = log.entries(found, after=version - 1, before=version + 1)
        if not entries:
            raise Http404(f"version {version} of game {game}")
        stored = entries[0].position
        shown = boards.shown_position(found, stored)
        return _kept(found, Response({"version": version, "position": shown}))


class GameRecord(GameReading):
    """The record of one game."""

    renderer_classes = [TextRenderer]

    @extend_schema(
        operation_id="game_record",
        tags=["games"],
        summary="The record of a game that is over",
        responses={
            (200, "text/plain"): OpenApiResponse(
                OpenApiTypes.STR, "The record.", [OpenApiExample("record", '[Site "Tidewatch"]\n…')]
            ),
            **{
                key: value
                for key, value in answers(GameShape, {}, *ALWAYS, 404).items()
                if key != (200, "application/json")
            },
        },
        auth=[],
    )
    def get(self, request: Request, game: str) -> Response:
        """Verifies with `python -m engine verify`. A running game has none."""
        return Response(boards.record_text(self.found(request, game)), content_type="text/plain; charset=utf-8")


class GameLegal(GameReading):
    """What can be done in one game."""

    cache_control = "no-cache"

    @extend_schema(
        operation_id="game_legal",
        tags=["games"],
        summary="What is legal now",
        responses=answers(
            LegalShape, {"version": 17, "legal": {"0": {"move": "LM", "shore": "J", "draw": True}}}, *ALWAYS, 404
        ),
        auth=[],
    )
    def get(self, request: Request, game: str) -> Response:
        """For every seat what its player could do now; nothing once the game is over or before it starts."""
        found = self.found(request, game)
        return Response({"version": found.version, "legal": boards.legal_json(found)})


def _version_of(cursor: str) -> int:
    """A cursor of a log is the version before its page: no secret, and good for as long as the log is."""
    if re.fullmatch(r"-1|[0-9]{1,9}", cursor) is None:
        raise UnknownCursor(f"{cursor!r} of a log")
    return int(cursor)


def _kept(game: Game, answer: Response) -> Response:
    if game.is_over:
        answer.headers["Cache-Control"] = IMMUTABLE
    return answer
