"""What stands before the web processes, as nginx does in production; and it can be a bad line.

A new connection goes to the process that has the fewest, or to another one where that refuses. Told to, it delays
bytes, swallows them, or cuts connections off without a word.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

NO_LINGER = struct.pack("ii", 1, 0)
# Bytes, or the end of them.
Piece = bytes | None


@dataclass(eq=False, slots=True)
class Line:
    """One connection of a client and, once it is made, the one to a web process."""

    port: int = 0
    muted: bool = False
    ends: list[_End] = field(default_factory=list)

    def mute(self) -> None:
        """Swallow what comes from now on."""
        self.muted = True

    def cut(self) -> None:
        """End it as a pulled cable would: nothing that is under way arrives."""
        for end in self.ends:
            end.abort()


class _End(asyncio.Protocol):
    """One end of a line: what it hears goes to the other end, in order, and late where the proxy is told to delay."""

    def __init__(self, proxy: Proxy, line: Line) -> None:
        self._proxy, self._line = proxy, line
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._other: _End | None = None
        self._waiting: deque[tuple[float, Piece]] = deque()
        line.ends.append(self)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def meet(self, other: _End) -> None:
        """Pass on to `other` from now on, first what has been heard already."""
        self._other = other
        self._pass_on_what_is_due()

    def data_received(self, data: bytes) -> None:
        if not self._line.muted:
            self._hear(data)

    def connection_lost(self, error: Exception | None) -> None:
        self._proxy.forget(self._line)
        self._hear(None)

    def abort(self) -> None:
        self._waiting.clear()
        if self._transport is not None:
            # Not even a farewell: what was written and not yet sent is thrown away.
            self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
            self._transport.abort()

    def _hear(self, piece: Piece) -> None:
        due = self._loop.time() + self._proxy.delay_seconds()
        self._waiting.append((max(due, self._waiting[-1][0]) if self._waiting else due, piece))
        if len(self._waiting) == 1 and self._other is not None:
            self._pass_on_what_is_due()

    def _pass_on_what_is_due(self) -> None:
        while self._waiting:
            due, piece = self._waiting[0]
            if due > self._loop.time():
                self._loop.call_at(due, self._pass_on_what_is_due)
                return
            self._waiting.popleft()
            self._pass_on(piece)

    def _pass_on(self, piece: Piece) -> None:
        transport = self._other._transport if self._other else None
        if transport is None or transport.is_closing():
            return
        if piece is None:
            transport.close()
        else:
            transport.write(piece)


class Proxy:
    """The proxy before the web processes at `ports`, in a thread of its own; it listens at `port` from `start` on."""

    def __init__(self, port: int, ports: list[int], chance: Random) -> None:
        self.port = port
        self._ports, self._chance = ports, chance
        self._lines: set[Line] = set()
        self._slowest = 0.0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxy", daemon=True)
        self._connecting: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Return when it listens."""
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(10)

    def end(self) -> None:
        """Cut everything off and stop listening."""
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def delay(self, seconds: float) -> None:
        """Delay every piece by up to so many seconds from now on; 0 ends it."""
        self._slowest = seconds

    def cut(self, share: float) -> int:
        """Cut off that share of the lines, chosen by chance; return how many."""
        return self._each(lambda: self._some(share), Line.cut)

    def mute(self, share: float) -> int:
        """Swallow whatever comes over that share of the lines, both ways, and say nothing; return how many."""
        return self._each(lambda: self._some(share), Line.mute)

    def cut_muted(self) -> int:
        """Cut off the lines that were muted: what they swallowed is gone, so they are of no use; return how many."""
        return self._each(lambda: [line for line in self._lines if line.muted], Line.cut)

    def busy(self, port: int) -> int:
        """How many lines lead to that port."""
        return sum(line.port == port for line in tuple(self._lines))

    def delay_seconds(self) -> float:
        return self._chance.uniform(0, self._slowest) if self._slowest else 0.0

    def forget(self, line: Line) -> None:
        self._lines.discard(line)

    def _some(self, share: float) -> list[Line]:
        lines = sorted(self._lines, key=id)
        return self._chance.sample(lines, round(share * len(lines)))

    def _each(self, lines: Callable[[], list[Line]], do: Callable[[Line], None]) -> int:
        """Do it with each of the lines, in the proxy's own thread; return with how many."""

        async def done() -> int:
            chosen = lines()
            for line in chosen:
                do(line)
            return len(chosen)

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(10)

    async def _listen(self) -> None:
        self._server = await self._loop.create_server(self._accepted, "127.0.0.1", self.port)

    async def _stop(self) -> None:
        self._server.close()
        for task in self._connecting:
            task.cancel()
        for line in list(self._lines):
            line.cut()

    def _accepted(self) -> _End:
        line = Line()
        self._lines.add(line)
        client = _End(self, line)
        task = self._loop.create_task(self._connect(line, client))
        self._connecting.add(task)
        task.add_done_callback(self._connecting.discard)
        return client

    async def _connect(self, line: Line, client: _End) -> None:
        for line.port in sorted(self._ports, key=self.busy):
            try:
                _, web = await self._loop.create_connection(lambda: _End(self, line), "127.0.0.1", line.port)
            except OSError:
                continue
            client.meet(web)
            web.meet(client)
            return
        line.port = 0
        line.cut()
