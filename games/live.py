"""What tables and the lobby are told, by the doorbell of `accounts.live`.

Rings may be lost or come in another order, so they are never the truth: entries carry their version, and who missed one
sees the gap and reads the log. Services call these functions after the commit.
"""

from typing import Any

import msgspec

from accounts.live import Message, send

LOBBY_GROUP = "lobby"

_encoder = msgspec.json.Encoder()


def table_group(game_id: int) -> str:
    """The group of whoever is at one table."""
    return f"table.{game_id}"


def frame_text(frame: dict[str, Any]) -> str:
    """A frame as it goes over the wire, the same text for every socket."""
    return _encoder.encode(frame).decode()


def table_message(frame: dict[str, Any]) -> Message:
    """The message that takes `frame` to everyone at a table."""
    return {"type": "table.frame", "frame": frame_text(frame)}


def entry_message(version: int, frame: str) -> Message:
    """The message that takes the entry of `version`, encoded as `frame`, to everyone at a table."""
    return {"type": "table.entry", "version": version, "frame": frame}


def tell_table(game_id: int, frame: dict[str, Any]) -> None:
    """Send `frame` to everyone at the table."""
    send(table_group(game_id), table_message(frame))


def tell_entry(game_id: int, version: int, frame: str) -> None:
    """Send an entry to everyone at the table."""
    send(table_group(game_id), entry_message(version, frame))


def tell_chat(game_id: int, seated: bool, frame: dict[str, Any]) -> None:
    """Send a line of chat. The seats do not hear the spectators while they play."""
    send(table_group(game_id), {"type": "table.chat", "seated": seated, "frame": frame_text(frame)})


def ring_lobby() -> None:
    """Tell the lobby's pages that the list of tables has changed."""
    send(LOBBY_GROUP, {"type": "lobby.changed"})
