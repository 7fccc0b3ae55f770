"""A web process that neither sees gaps nor looks at tails, for the control: `python -m tests.chaos.blind_server FLAGS`.

It differs from the real one in these two points. What comes through Redis is passed on as it comes, and what does not
come is missed for good: a run against it must fail, or the checks of the run are worth nothing.
"""

from typing import Any

import uvicorn


async def pass_on(socket: Any, message: dict[str, Any]) -> None:
    """Instead of looking whether the entry follows on what this socket holds."""
    socket.version = message["version"]
    await socket.send(text_data=message["frame"])


async def miss(socket: Any) -> None:
    """Instead of reading the log."""


if __name__ == "__main__":
    import deploy.asgi  # noqa: F401 - sets Django up, before there can be consumers
    from games.consumers import TableConsumer

    for name, replacement in (("table_entry", pass_on), ("catch_up", miss)):
        assert callable(getattr(TableConsumer, name))
        setattr(TableConsumer, name, replacement)
    uvicorn.main()
