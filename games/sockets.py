"""The sockets: a table's and the lobby's. JSON in, one service or query, JSON out.

A table's socket keeps who it is, where it is, and the latest version it was sent. It enters the table first and reads
the game then, so nothing falls in between. What it sends waits in its outbox, so that one slow line keeps nobody.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable
from django.conf import settings
from django.db import InterfaceError, OperationalError

from accounts import sessions
from accounts.errors import SiteError
from accounts.live import Message, doorbell, session_group, user_group
from accounts.models import User
from accounts.sessions import SignedIn
from games import boards, live
from games.database import in_own_thread
from games.errors import IllegalCommand, MalformedMessage, NotYourSeat, SignInFirst, StaleVersion, TooFast
from games.messages import Act, Chat, Hold, Lead, Ping, Sync, Why, message_from_json
from games.messages import Message as Sent
from games.models import Game, Status
from games.opened import OpenTable
from games.presence import Here, Presence
from games.services import chat, clock, play, review
from games.tables import LiveTable, tables
from games.watch import watch

logger = logging.getLogger(__name__)

# Close codes of ours; see docs/protocol.md.
FAULT, TOO_SLOW = 1011, 1013
MALFORMED, SESSION_ENDED, NO_SUCH_GAME, FLOODING = 4400, 4401, 4404, 4429

# A socket may send so many messages a second, and this many times as many at once.
BURST_SECONDS = 4
# Who sends this many more in spite of refusals is cut off.
REFUSALS = 80
# Frames that wait for a line that takes none; after that the socket is closed, and the client comes back for the rest.
WAITING_FRAMES = 400


class Socket:
    """What both kinds of socket share: an outbox, the session it came with, and an end for what is not caught."""

    def __init__(self, scope: dict[str, Any], receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        self.scope = scope
        self._receive = receive
        self._send_out = send
        # Of the server, if it has it (deploy/websocket.py): sends a frame, or returns False if it must wait.
        self._write_at_once: Callable[[str], bool] | None = scope.get("extensions", {}).get("tidewatch.write")
        self._outbox: deque[str] = deque()
        self._idle: asyncio.Future[None] | None = None  # what the writer waits for when it has nothing to send
        self._close_code: int | None = None
        self.session: SignedIn | None = None

    @property
    def user(self) -> User | None:
        """Whose session this is, or None for somebody without an account."""
        return self.session.user if self.session else None

    async def run(self) -> None:
        """Live until the peer or we close. Whoever sees the socket open is heard and hears already."""
        await self._receive()
        writer: asyncio.Task[None] | None = None
        try:
            await self._guarded(self.entered())
            await self._send_out({"type": "websocket.accept", "subprotocol": None, "headers": []})
            writer = asyncio.create_task(self._write())
            await self._guarded(self._live())
        finally:
            await self.left()
            if writer is not None and self._close_code is None:
                writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer

    async def _guarded(self, life: Coroutine[Any, Any, None]) -> None:
        try:
            await life
        except (
            OperationalError,
            InterfaceError,
        ) as error:  # the client keeps what was not answered, and comes back with it
            logger.warning("no database path=%s error=%r", self.scope["path"], error)
            self.close(FAULT)
        except Exception:  # the loop of a socket: a bug ends this one, with its trace in the log
            logger.exception("socket failed path=%s", self.scope["path"])
            self.close(FAULT)

    async def _live(self) -> None:
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            if message["type"] == "websocket.receive" and self._close_code is None:
                await self.received(message.get("text") or "")

    async def entered(self) -> None:
        """Somebody has come, who is let in when this is done."""

    async def left(self) -> None:
        """The socket has ended."""

    async def received(self, text: str) -> None:
        """A message has come."""

    def put(self, frame: str) -> None:
        """Send `frame` as soon as the line takes it. A line that takes nothing for long is closed."""
        if self._has_sent_all() and self._write_at_once is not None and self._write_at_once(frame):
            return
        if len(self._outbox) >= WAITING_FRAMES:
            self._outbox.clear()
            self.close(TOO_SLOW)
        elif self._close_code is None:
            self._outbox.append(frame)
            self._wake()

    def close(self, code: int) -> None:
        """Close when what waits has been sent."""
        if self._close_code is None:
            self._close_code = code
            self._wake()

    def _has_sent_all(self) -> bool:
        return self._idle is not None and not self._idle.done()

    def _wake(self) -> None:
        if self._idle is not None and self._has_sent_all():
            self._idle.set_result(None)

    async def _write(self) -> None:
        try:
            while True:
                while self._outbox:
                    await self._send_out({"type": "websocket.send", "text": self._outbox.popleft(), "bytes": None})
                if self._close_code is not None:
                    await self._send_out({"type": "websocket.close", "code": self._close_code, "reason": ""})
                    return
                self._idle = asyncio.get_running_loop().create_future()
                await self._idle
        except OSError as error:  # by ASGI what `send` raises when the peer is gone; the disconnect follows
            logger.info("peer gone path=%s error=%r", self.scope["path"], error)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """A game as somebody who comes finds it; to be held in memory where a player comes to a game that runs."""

    frames: list[str]
    version: int
    here: Here
    hears_spectators: bool
    table: OpenTable | None


class TableSocket(Socket):
    """One browser tab, or program, at one table."""

    table: LiveTable
    here: Here
    version: int | None = None
    _heard = 0  # the latest version that was passed before the game was sent
    _hears_spectators = True
    _is_watched = False
    _lead_id: UUID | None = None  # of the page that leads through the finished game

    async def entered(self) -> None:
        """Turn strangers away from what does not exist; else enter the table, then read, then send."""
        self._a_second = settings.SOCKET_MESSAGES_A_SECOND
        self._credit, self._credited_at = BURST_SECONDS * self._a_second, time.monotonic()
        public_id = self.scope["url_route"]["kwargs"]["public_id"]
        self.session, game_id = await in_own_thread(_who_and_where, self.scope["cookies"], public_id)
        if game_id is None:
            self.close(NO_SUCH_GAME)
            return
        for group in self._groups():
            await doorbell().join(group, self._hear)
        self.table = await tables().enter(game_id, self)
        await self._send_game(since=_since(self.scope["query_string"]))
        self._is_watched = True
        await watch().add(self)

    async def left(self) -> None:
        """Be seen to go."""
        if self._is_watched:
            await watch().remove(self)
        if hasattr(self, "table"):
            for group in self._groups():
                doorbell().leave(group, self._hear)
            await tables().leave(self.table, self)
            await self._hand_over()

    def _groups(self) -> list[str]:
        return [user_group(self.session.user.pk), session_group(self.session.key)] if self.session else []

    def _hear(self, message: Message) -> None:
        if message["type"] == "session.ended":
            self.end_session()

    def end_session(self) -> None:
        """Close: the user has logged out, has a new password, or may not be here any more."""
        self.close(SESSION_ENDED)

    async def received(self, text: str) -> None:
        """Answer one message; a refusal always reaches the one who asked."""
        command_id: UUID | None = None
        try:
            message = message_from_json(text)
            command_id = getattr(message, "id", None)
            self._pay()
            await self._answer(message)
        except MalformedMessage as error:
            logger.info("malformed message user=%s error=%s", self.user, error)
            await self._refuse(error, command_id)
            self.close(MALFORMED)
        except SiteError as error:
            logger.info("refused code=%s user=%s: %s", error.code, self.user, error)
            await self._refuse(error, command_id)

    async def _answer(self, message: Sent) -> None:
        match message:
            case Act():
                await self._act(message)
            case Why():
                await self._why(message)
            case Sync(since=since):
                await self._send_game(since)
            case Chat():
                say = partial(chat.say, game_id=self.table.game_id, user=self._known_user(), text=message.text)
                await in_own_thread(say)
                self._put({"type": "ok", "id": message.id})
            case Ping(seat=seat, tile=tile, phrase=phrase):
                await self._point(seat, {"type": "ping", "seat": seat, "tile": tile, "phrase": phrase})
            case Hold(seat=seat, on=on):
                await self._point(seat, {"type": "hold", "seat": seat, "on": on})
            case Lead(id=lead_id, version=None) if lead_id == self._lead_id:
                await self._hand_over()
            case Lead(id=lead_id, version=int(version)):
                await self._lead(lead_id, version)

    async def _act(self, message: Act) -> None:
        version = await self.table.act(
            user=self._known_user(), command_id=message.id, expected_version=message.version, action=message.action
        )
        self._put({"type": "ok", "id": message.id, "version": version})

    async def _why(self, message: Why) -> None:
        why = await in_own_thread(_why_not, self.table.game_id, message.action)
        answer = {"rule": None, "reason": None} if why is None else why
        self._put({"type": "because", "id": message.id, **answer})

    async def _point(self, seat: int, frame: dict[str, Any]) -> None:
        user = self._known_user()
        if seat not in await in_own_thread(_seats_of, self.table.game_id, user):
            raise NotYourSeat(f"user {user.pk} points from seat {seat}")
        message = live.table_message({**frame, "user": user.username})
        doorbell().ring(live.table_group(self.table.game_id), message)

    async def _lead(self, lead_id: UUID, version: int) -> None:
        lead = partial(review.lead, game_id=self.table.game_id, user=self._known_user(), lead_id=lead_id)
        await in_own_thread(lead, version=version)
        self._lead_id = lead_id

    async def _hand_over(self) -> None:
        if self._lead_id is not None:
            hand_over = partial(review.hand_over, game_id=self.table.game_id, user=self._known_user())
            await in_own_thread(hand_over, lead_id=self._lead_id)
            self._lead_id = None

    def _known_user(self) -> User:
        if self.user is None:
            raise SignInFirst("a spectator without an account")
        return self.user

    def _pay(self) -> None:
        now = time.monotonic()
        earned = (now - self._credited_at) * self._a_second
        self._credit, self._credited_at = min(BURST_SECONDS * self._a_second, self._credit + earned) - 1, now
        if self._credit < 0:
            raise TooFast(f"{-self._credit:.0f} messages over")

    async def _refuse(self, error: SiteError, command_id: UUID | None) -> None:
        self._put(
            {
                "type": "refused",
                "id": command_id,
                "code": error.code,
                "reason": error.reason if isinstance(error, IllegalCommand) else None,
                "version": self.version,
            }
        )
        if isinstance(error, StaleVersion):
            await self.table.catch_up()
        if isinstance(error, TooFast) and self._credit < -REFUSALS:
            self.close(FLOODING)

    async def _send_game(self, since: int | None) -> None:
        read = await in_own_thread(self._read_game, since)
        self.here = read.here
        self._hears_spectators = read.hears_spectators
        for frame in read.frames:
            self.put(frame)
        self._put({"type": "synced", "version": read.version})
        self.version = read.version
        if read.table is not None:
            self.table.hold(read.table)
        if self._heard > read.version:
            await self.table.catch_up()

    def _read_game(self, since: int | None) -> _Read:
        game = Game.objects.with_seats().get(pk=self.table.game_id)
        if clock.is_overdue(game) and clock.play_overdue(game_id=game.pk):
            game = Game.objects.with_seats().get(pk=game.pk)
        own = [seat.number for seat in game.seats.all() if self.user and seat.player_id == self.user.pk]
        hears_spectators = not own or game.is_over
        if since is not None and 0 <= game.version - since <= boards.LOG_ENTRIES and game.position:
            frames = [frame for _, frame in boards.entries_after(game, since)]
        else:
            frames = [{**boards.game_frame(game), "you": own, "chat": boards.chat_lines(game, hears_spectators)}]
        if game.is_over:
            frames.append(review.lead_frame(game.pk))
        return _Read(
            frames=[live.frame_text(frame) for frame in frames],
            version=game.version,
            here=Here(game.pk, self.user.username if self.user else "", bool(own)),
            hears_spectators=hears_spectators,
            table=OpenTable(game, list(game.seats.all()), game.engine_state())
            if own and game.status == Status.ACTIVE
            else None,
        )

    def pass_entry(self, version: int, frame: str) -> bool:
        """Send the entry if it is the next; return whether one before it is missing."""
        self._heard = max(self._heard, version)
        if self.version is None or version <= self.version:
            return False
        if version == self.version + 1:
            self.version = version
            self.put(frame)
            return False
        return True

    def pass_frame(self, frame: str) -> None:
        """Send what is for everyone."""
        self.put(frame)

    def pass_chat(self, seated: bool, frame: str) -> None:
        """Send a line of chat, unless it is a spectator's and this is a player's."""
        if seated or self._hears_spectators:
            self.put(frame)

    def tell_presence(self, presence: Presence) -> None:
        """Send who is at the table."""
        self._put({"type": "presence", "present": presence.present, "spectators": presence.spectators})

    def _put(self, frame: dict[str, Any]) -> None:
        self.put(live.frame_text(frame))


class LobbySocket(Socket):
    """A page that shows the list of tables. Everyone may look."""

    async def entered(self) -> None:
        """Listen for changes."""
        await doorbell().join(live.LOBBY_GROUP, self._hear)

    async def left(self) -> None:
        """Listen no longer."""
        doorbell().leave(live.LOBBY_GROUP, self._hear)

    def _hear(self, message: Message) -> None:
        # After a while without hearing, nobody knows whether it has changed.
        self.put('{"type":"lobby"}')


class NoSuchSocket(Socket):
    """Any other path: say so in a way that a browser can hear."""

    async def entered(self) -> None:
        """There is nothing here."""
        self.close(NO_SUCH_GAME)


def asgi(kind: type[Socket]) -> Any:
    """The ASGI application of a kind of socket."""

    async def application(scope: dict[str, Any], receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        await kind(scope, receive, send).run()

    return application


def _since(query: bytes) -> int | None:
    text = parse_qs(query.decode("ascii", "replace")).get("since", [""])[0]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _who_and_where(cookies: dict[str, str], public_id: str) -> tuple[SignedIn | None, int | None]:
    session = sessions.signed_in(cookies.get(settings.SESSION_COOKIE_NAME, ""))
    return session, Game.objects.filter(public_id=public_id).values_list("pk", flat=True).first()


def _why_not(game_id: int, action: str) -> dict[str, Any] | None:
    return play.why_not(game=Game.objects.get(pk=game_id), action=action)


def _seats_of(game_id: int, user: User) -> set[int]:
    return set(Game.objects.get(pk=game_id).seats.played_by(user).values_list("number", flat=True))
