"""Following a game: a line of JSON for everything that happens, for as long as the game runs. ASGI workers serve it.

As a socket does, a stream listens first and reads the game then. Entries come by the doorbell; whatever
does not follow on the version it holds makes it read the log, and so does every heartbeat, where also the token is
looked at again.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import APIException, MethodNotAllowed, Throttled

from accounts import tokens
from accounts.api import authentication, moments
from accounts.api.problems import problem_response
from accounts.errors import SiteError
from accounts.live import Message, doorbell, user_group
from accounts.models import ApiToken, User
from games import boards, live
from games.api.lists import NDJSON
from games.database import in_own_thread
from games.models import Game

HEARTBEAT_SECONDS = 5.0
# Open at once, of one token in one process; a program follows each of its games once.
STREAMS_A_TOKEN = 20

_open_streams: Counter[int] = Counter()


class Follower:
    """One stream: who follows, which game, and the latest version sent."""

    def __init__(self, game: Game, user: User, token: ApiToken) -> None:
        self.game_id = game.pk
        self.user_id = user.pk
        self.token_id = token.pk
        self.version = -1
        self.is_over = False

    async def lines(self) -> AsyncIterator[str]:
        """The game, then its entries and a heartbeat every few seconds, until the game or the token is over."""
        heard: asyncio.Queue[Message] = asyncio.Queue()
        _open_streams[self.token_id] += 1
        groups = (live.table_group(self.game_id), user_group(self.user_id))
        try:
            for group in groups:
                await doorbell().join(group, heard.put_nowait)
            yield await self._game()
            while not self.is_over:
                try:
                    message = await asyncio.wait_for(heard.get(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    message = None
                async for line in self._said(message):
                    yield line
        finally:
            _open_streams[self.token_id] -= 1
            for group in groups:
                doorbell().leave(group, heard.put_nowait)

    async def _said(self, message: Message | None) -> AsyncIterator[str]:
        """The lines that follow from a message, or from the time having passed without one."""
        match message:
            case {"type": "table.entry", "version": int(version), "frame": str(frame)} if version == self.version + 1:
                self.version = version
                self.is_over = '"over":' in frame
                yield f"{frame}\n"
            case {"type": "table.entry", "version": int(version)} if version > self.version:
                async for line in self._missing():
                    yield line
            case {"type": "table.frame", "frame": '{"type":"lobby"}'}:
                yield await self._game()
            case None | {"type": "session.ended" | "deaf"}:
                async for line in self._heartbeat():
                    yield line

    async def _game(self) -> str:
        frame, self.version, self.is_over = await in_own_thread(self._read_game)
        return _line(frame)

    async def _missing(self) -> AsyncIterator[str]:
        entries, self.is_over = await in_own_thread(self._read_missing)
        for version, frame in entries:
            if version == self.version + 1:
                self.version = version
                yield _line(frame)

    async def _heartbeat(self) -> AsyncIterator[str]:
        if not await in_own_thread(self._token_is_in_force):
            self.is_over = True
            yield _line({"type": "revoked"})
            return
        async for line in self._missing():
            yield line
        yield _line({"type": "heartbeat", "version": self.version, "at": moments.to_json(timezone.now())})

    def _read_game(self) -> tuple[dict[str, Any], int, bool]:
        game = Game.objects.with_seats().get(pk=self.game_id)
        own = [seat.number for seat in game.seats.all() if seat.player_id == self.user_id]
        return {**boards.game_frame(game), "you": own}, game.version, game.is_over

    def _read_missing(self) -> tuple[list[tuple[int, dict[str, Any]]], bool]:
        game = Game.objects.with_seats().get(pk=self.game_id)
        return boards.entries_after(game, self.version), game.is_over

    def _token_is_in_force(self) -> bool:
        return tokens.in_force(timezone.now()).filter(pk=self.token_id).exists()


@csrf_exempt
@login_not_required
async def follow(request: HttpRequest, game: str) -> HttpResponseBase:
    """Follow a game with a token that has `games:play`."""
    try:
        follower = await in_own_thread(partial(_follower, request, game))
    except (SiteError, APIException, Http404) as error:
        return problem_response(error)
    if not isinstance(request, ASGIRequest):  # a stream would hold a whole WSGI worker
        return HttpResponse(status=503)
    return StreamingHttpResponse(
        follower.lines(), content_type=NDJSON, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    )


def _follower(request: HttpRequest, public_id: str) -> Follower:
    if request.method != "GET":
        raise MethodNotAllowed(request.method or "")
    authentication.refuse_token_in_address(value for _, values in request.GET.lists() for value in values)
    user, token = authentication.credentials(request.headers.get("Authorization")) or (None, None)
    authentication.require_scope(token, tokens.Scope.PLAY)
    assert user is not None
    assert token is not None
    if _open_streams[token.pk] >= STREAMS_A_TOKEN:
        raise Throttled(wait=HEARTBEAT_SECONDS)
    return Follower(boards.visible_game(public_id), user, token)


def _line(frame: dict[str, Any]) -> str:
    return live.frame_text(frame) + "\n"
