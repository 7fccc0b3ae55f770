"""Channel groups by which sockets are reached, and closed when a session ends.

The channel layer is a doorbell: it delivers at most once. Whatever must not be missed is looked up again by the socket.
"""

import asyncio
import hashlib
import logging
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

# A Redis that hangs must not hold up whoever does something.
PATIENCE_SECONDS = 2.0


def user_group(user_id: int) -> str:
    """The group of all sockets of a user."""
    return f"user.{user_id}"


def session_group(session_key: str) -> str:
    """The group of all sockets of one session. The key itself is a secret and stays out of Redis."""
    return f"session.{hashlib.sha256(session_key.encode()).hexdigest()[:32]}"


def end_sockets(group: str) -> None:
    """Close the sockets of a user or session with code 4401."""
    send(group, {"type": "session.ended"})


def send(group: str, message: dict[str, Any]) -> None:
    """As `send_to_group`, from code that is not async."""
    async_to_sync(send_to_group)(group, message)


async def send_to_group(group: str, message: dict[str, Any]) -> None:
    """Send `message`, or log why not: within two seconds, and without an error for the caller."""
    layer = get_channel_layer()
    assert layer is not None
    try:
        await asyncio.wait_for(layer.group_send(group, message), PATIENCE_SECONDS)
    except (RedisError, OSError, TimeoutError) as error:
        logger.info("not announced group=%s type=%s error=%r", group, message["type"], error)
