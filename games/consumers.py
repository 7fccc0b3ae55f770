"""The sockets: a table's and the lobby's. JSON in, one service or query, JSON out.

A table's socket keeps who it is, where it is, and the latest version it was sent. It subscribes first and reads the
game then, so nothing falls in between. Entries come through the channel layer; whatever does not follow on the version
it holds makes it read the log instead, and `watch` does so where the last message was lost.
"""

import logging
import time
from functools import partial
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import Http404

from accounts.errors import SiteError
from accounts.live import send_to_group, session_group, user_group
from accounts.models import User
from games import boards, live
from games.database import in_own_thread
from games.errors import IllegalCommand, MalformedMessage, NotYourSeat, SignInFirst, StaleVersion, TooFast
from games.messages import Act, Chat, Hold, Message, Ping, Sync, Why, message_from_json
from games.models import Game
from games.presence import Here, Presence
from games.services import chat, clock, play
from games.watch import watch

logger = logging.getLogger(__name__)

# Close codes of ours; see docs/protocol.md.
MALFORMED, SESSION_ENDED, NO_SUCH_GAME, FLOODING = 4400, 4401, 4404, 4429

# A person's socket may send this many messages at once, and then so many a second.
BURST = 40
MESSAGES_A_SECOND = 10
# Who sends this many more in spite of refusals is cut off.
REFUSALS = 80


class Socket(AsyncWebsocketConsumer):
    """What both kinds of socket share: no thread hop a message, and an end for what is not caught."""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler. Channels' own makes a detour through a thread each time, which costs two thirds."""
        try:
            await getattr(self, get_handler_name(message))(message)
        except StopConsumer:
            raise
        except OSError as error:  # by ASGI what `send` raises when the peer is gone; the disconnect follows
            logger.info("peer gone path=%s error=%r", self.scope["path"], error)
        except Exception:  # the loop of a socket: a bug ends this one, with its trace in the log
            logger.exception("socket failed path=%s", self.scope["path"])
            await self.close(1011)

    @property
    def user(self) -> User | None:
        """Whose session this is, or None for somebody without an account."""
        user: object = self.scope["user"]  # a lazy object that stands for a User or an anonymous one
        return user if isinstance(user, User) else None

    async def join(self, group: str) -> None:
        """Hear what is sent to `group`, until the socket ends."""
        self.groups.append(group)
        await self.channel_layer.group_add(group, self.channel_name)

    async def session_ended(self, message: dict[str, Any]) -> None:
        """The user has logged out or has a new password."""
        await self.close(SESSION_ENDED)


class TableConsumer(Socket):
    """One browser tab, or program, at one table."""

    game_id = 0
    version = 0
    hears_spectators = True

    async def connect(self) -> None:
        """Turn strangers away from what does not exist; else subscribe, then read, then send."""
        await self.accept()
        try:
            game = await in_own_thread(boards.visible_game, self.scope["url_route"]["kwargs"]["public_id"])
        except Http404:
            await self.close(NO_SUCH_GAME)
            return
        self.game_id = game.pk
        self._credit, self._credited_at = float(BURST), time.monotonic()
        await self.join(live.table_group(game.pk))
        if self.user:
            await self.join(user_group(self.user.pk))
            await self.join(session_group(self.scope["session"].session_key or ""))
        await self._send_game(since=_since(self.scope["query_string"]))
        await watch().add(self)

    async def disconnect(self, code: int) -> None:
        """Be seen to go."""
        if self.game_id:
            await watch().remove(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer one message; a refusal always reaches the one who asked."""
        command_id: UUID | None = None
        try:
            message = message_from_json(text_data or "")
            command_id = getattr(message, "id", None)
            self._pay()
            await self._answer(message)
        except MalformedMessage as error:
            logger.info("malformed message user=%s error=%s", self.user, error)
            await self._refuse(error, command_id)
            await self.close(MALFORMED)
        except SiteError as error:
            logger.info("refused code=%s user=%s: %s", error.code, self.user, error)
            await self._refuse(error, command_id)

    async def _answer(self, message: Message) -> None:
        match message:
            case Act():
                await self._act(message)
            case Why():
                await self._why(message)
            case Sync(since=since):
                await self._send_game(since)
            case Chat():
                await in_own_thread(partial(chat.say, game_id=self.game_id, user=self._known_user(), text=message.text))
                await self._send({"type": "ok", "id": str(message.id)})
            case Ping(seat=seat, tile=tile):
                await self._point(seat, {"type": "ping", "seat": seat, "tile": tile})
            case Hold(seat=seat, on=on):
                await self._point(seat, {"type": "hold", "seat": seat, "on": on})

    async def _act(self, message: Act) -> None:
        act = partial(
            play.play_action,
            game_id=self.game_id,
            user=self._known_user(),
            command_id=message.id,
            expected_version=message.version,
            action=message.action,
        )
        version = await in_own_thread(act)
        await self._send({"type": "ok", "id": str(message.id), "version": version})

    async def _why(self, message: Why) -> None:
        why = await in_own_thread(_why_not, self.game_id, message.action)
        answer = {"rule": None, "reason": None} if why is None else why
        await self._send({"type": "because", "id": str(message.id), **answer})

    async def _point(self, seat: int, frame: dict[str, Any]) -> None:
        user = self._known_user()
        if seat not in await in_own_thread(_seats_of, self.game_id, user):
            raise NotYourSeat(f"user {user.pk} points from seat {seat}")
        message = live.table_message({**frame, "user": user.username})
        await send_to_group(live.table_group(self.game_id), message)

    def _known_user(self) -> User:
        if self.user is None:
            raise SignInFirst("a spectator without an account")
        return self.user

    def _pay(self) -> None:
        now = time.monotonic()
        earned = (now - self._credited_at) * MESSAGES_A_SECOND
        self._credit, self._credited_at = min(BURST, self._credit + earned) - 1, now
        if self._credit < 0:
            raise TooFast(f"{-self._credit:.0f} messages over")

    async def _refuse(self, error: SiteError, command_id: UUID | None) -> None:
        await self._send(
            {
                "type": "refused",
                "id": str(command_id) if command_id else None,
                "code": error.code,
                "reason": error.reason if isinstance(error, IllegalCommand) else None,
                "version": self.version,
            }
        )
        if isinstance(error, StaleVersion):
            await self.catch_up()
        if isinstance(error, TooFast) and self._credit < -REFUSALS:
            await self.close(FLOODING)

    async def _send_game(self, since: int | None) -> None:
        frames, self.version, self.here = await in_own_thread(self._read_game, since)
        for frame in frames:
            await self._send(frame)
        await self._send({"type": "synced", "version": self.version})

    def _read_game(self, since: int | None) -> tuple[list[dict[str, Any]], int, Here]:
        clock.play_overdue(game_id=self.game_id)
        game = Game.objects.with_seats().get(pk=self.game_id)
        own = [seat.number for seat in game.seats.all() if self.user and seat.player_id == self.user.pk]
        self.hears_spectators = not own or game.is_over
        name = self.user.username if self.user else ""
        here = Here(game.pk, self.channel_name, name, bool(own))
        if since is not None and 0 <= game.version - since <= boards.LOG_ENTRIES and game.position:
            return [frame for _, frame in boards.entries_after(game, since)], game.version, here
        lines = boards.chat_lines(game, self.hears_spectators)
        return [{**boards.game_frame(game), "you": own, "chat": lines}], game.version, here

    async def catch_up(self) -> None:
        """Send the entries that this socket has not been sent yet."""
        for version, frame in await in_own_thread(_entries_after, self.game_id, self.version):
            if version == self.version + 1:
                self.version = version
                await self._send(frame)

    async def tell_presence(self, presence: Presence) -> None:
        """Send who is at the table."""
        frame = {"type": "presence", "present": presence.present, "spectators": presence.spectators}
        await self._send(frame)

    async def table_entry(self, message: dict[str, Any]) -> None:
        """An entry was written: pass it on if it is the next, read the log if one is missing."""
        if message["version"] == self.version + 1:
            self.version = message["version"]
            await self.send(text_data=message["frame"])
        elif message["version"] > self.version:
            await self.catch_up()

    async def table_frame(self, message: dict[str, Any]) -> None:
        """Pass on what is for everyone."""
        await self.send(text_data=message["frame"])

    async def table_chat(self, message: dict[str, Any]) -> None:
        """Pass on a line of chat, unless it is a spectator's and this is a player's."""
        if message["seated"] or self.hears_spectators:
            await self.send(text_data=message["frame"])

    async def _send(self, frame: dict[str, Any]) -> None:
        await self.send(text_data=live.frame_text(frame))


class LobbyConsumer(Socket):
    """A page that shows the list of tables."""

    async def connect(self) -> None:
        """Everyone may look."""
        await self.accept()
        await self.join(live.LOBBY_GROUP)

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        """Say that the list is another one now."""
        await self.send(text_data='{"type":"lobby"}')


class NoSuchSocket(Socket):
    """Any other path."""

    async def connect(self) -> None:
        """Say so in a way that a browser can hear."""
        await self.accept()
        await self.close(NO_SUCH_GAME)


def _since(query: bytes) -> int | None:
    text = parse_qs(query.decode("ascii", "replace")).get("since", [""])[0]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _why_not(game_id: int, action: str) -> dict[str, Any] | None:
    return play.why_not(game=Game.objects.get(pk=game_id), action=action)


def _seats_of(game_id: int, user: User) -> set[int]:
    return set(Game.objects.get(pk=game_id).seats.played_by(user).values_list("number", flat=True))


def _entries_after(game_id: int, version: int) -> list[tuple[int, dict[str, Any]]]:
    return boards.entries_after(Game.objects.get(pk=game_id), version)
