"""A web process that neither sees gaps nor looks at tails, for the control: `python -m tests.chaos.blind_server FLAGS`.

It differs from the real one in these two points. What comes through Redis is passed on as it comes, and what does not
come is missed for good: a run against it must fail, or the checks of the run are worth nothing.
"""

from typing import Any

import uvicorn


def pass_on(socket: Any, version: int, frame: str) -> bool:
    """Instead of looking whether the entry follows on what this socket holds."""
    if socket.version is not None:
        socket.version = version
        socket.put(frame)
    return False


async def miss(table: Any) -> None:
    """Instead of reading the log."""


def replace(owner: type, name: str, replacement: object) -> None:
    """Put `replacement` in the place of a method, which must be there."""
    assert callable(getattr(owner, name))
    setattr(owner, name, replacement)


if __name__ == "__main__":
    import deploy.asgi  # noqa: F401 - sets Django up, before there can be sockets
    from games.sockets import TableSocket
    from games.tables import LiveTable

    replace(TableSocket, "pass_entry", pass_on)
    replace(LiveTable, "_catch_up", miss)
    uvicorn.main()
