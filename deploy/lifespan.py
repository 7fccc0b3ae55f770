"""What an ASGI process does when it starts and when it ends."""

import gc
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connections


async def lifespan(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer the server's questions; give the pool's connections back at the end."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            _collect_less()
            await send({"type": "lifespan.startup.complete"})
        elif message["type"] == "lifespan.shutdown":
            await sync_to_async(_close_pools)()
            await send({"type": "lifespan.shutdown.complete"})
            return


def _collect_less() -> None:
    """Look for cycles of garbage less often: hardly anything here makes one, and looking took a fifth of all time.

    What was made up to now, modules above all, stays for good and is not looked through any more.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def _close_pools() -> None:
    for connection in connections.all():
        connection.close()
        if close_pool := getattr(connection, "close_pool", None):
            close_pool()
