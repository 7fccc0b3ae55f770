"""What a client may send over a table's socket: decoding is parsing and checking in one."""

from typing import Annotated, Literal, TypeAlias
from uuid import UUID

import msgspec

from games.errors import MalformedMessage

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3)]
Version = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
ActionText = Annotated[str, msgspec.Meta(max_length=24)]
TileLetter = Annotated[str, msgspec.Meta(pattern=r"\A[A-X]\Z")]
# What can be said with a finger; the page has the words.
Phrase = Literal["meet", "shore", "treasure", "danger", "leave", "thanks"]


class Act(msgspec.Struct, tag="act", frozen=True):
    """Carry out an action (or `SEAT:undo`), made for `version`."""

    id: UUID
    version: Version
    action: ActionText


class Why(msgspec.Struct, tag="why", frozen=True):
    """Which rule forbids this action?"""

    id: UUID
    action: ActionText


class Sync(msgspec.Struct, tag="sync", frozen=True):
    """Send what came after version `since`, or the whole game."""

    since: Version | None = None


class Chat(msgspec.Struct, tag="chat", frozen=True):
    """Say something."""

    id: UUID
    text: Annotated[str, msgspec.Meta(max_length=2000)]


class Ping(msgspec.Struct, tag="ping", frozen=True):
    """Point at a tile, and say a short thing about it."""

    seat: SeatNumber
    tile: TileLetter
    phrase: Phrase | None = None


class Hold(msgspec.Struct, tag="hold", frozen=True):
    """Ask the drawer to wait, or release them."""

    seat: SeatNumber
    on: bool


class Lead(msgspec.Struct, tag="lead", frozen=True):
    """Lead everybody through a finished game to `version`, or hand the lead over; `id` is the page's own."""

    id: UUID
    version: Version | None


Message: TypeAlias = Act | Why | Sync | Chat | Ping | Hold | Lead

_decoder = msgspec.json.Decoder(Message)


def message_from_json(text: str) -> Message:
    """The message that `text` is. Raises MalformedMessage for anything else."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise MalformedMessage(str(error)) from error
