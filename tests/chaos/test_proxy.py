"""The proxy of the chaos runs: an ordinary one, until it is told to be a bad line."""

import contextlib
import socket
import socketserver
import threading
import time
from random import Random

import pytest

from deploy.services.running import free_port
from tests.chaos.proxy import Proxy

PATIENCE_SECONDS = 5.0


class Echo(socketserver.BaseRequestHandler):
    """Says its port, then whatever it hears."""

    def handle(self):
        self.request.sendall(f"{self.request.getsockname()[1]}\n".encode())
        with contextlib.suppress(ConnectionResetError):
            while heard := self.request.recv(1000):
                self.request.sendall(heard)


@contextlib.contextmanager
def echoing(port):
    socketserver.ThreadingTCPServer.daemon_threads = True
    with socketserver.ThreadingTCPServer(("127.0.0.1", port), Echo) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield
        server.shutdown()


@pytest.fixture
def ports():
    ports = [free_port(), free_port()]
    with echoing(ports[0]), echoing(ports[1]):
        yield ports


@pytest.fixture
def proxy(ports):
    proxy = Proxy(free_port(), [*ports, free_port()], Random(1))
    proxy.start()
    yield proxy
    proxy.end()


@pytest.fixture
def dial(proxy):
    """Opens lines through the proxy; returns each as a file, and the port to which it leads."""
    with contextlib.ExitStack() as lines:

        def dialled():
            line = lines.enter_context(socket.create_connection(("127.0.0.1", proxy.port), PATIENCE_SECONDS))
            file = lines.enter_context(line.makefile("rwb", buffering=0))
            return file, int(file.readline())

        yield dialled


def test_each_new_line_goes_where_the_fewest_are_and_past_what_refuses(dial, ports, proxy):
    assert sorted(port for _, port in (dial(), dial(), dial(), dial())) == sorted([*ports, *ports])
    assert [proxy.busy(port) for port in ports] == [2, 2]


def test_a_line_that_is_cut_ends_at_once(dial, proxy):
    file, _ = dial()
    assert proxy.cut(1.0) == 1
    with pytest.raises(ConnectionResetError):
        file.read(1)


def test_a_muted_line_says_nothing_until_it_is_cut(dial, proxy):
    file, _ = dial()
    assert proxy.mute(1.0) == 1
    file.write(b"is anybody there?")
    time.sleep(0.2)
    assert proxy.cut_muted() == 1
    with pytest.raises(ConnectionResetError):
        file.read(1)


def test_delayed_bytes_come_late_and_in_order_with_the_end_of_the_line_last(dial, proxy):
    file, _ = dial()
    began = time.monotonic()
    for number in range(50):
        proxy.delay(0.05 * (number % 3))
        file.write(b"%d " % number)
        time.sleep(0.002)
    said = b"".join(b"%d " % number for number in range(50))
    assert _read(file, len(said)) == said
    assert time.monotonic() - began > 0.1


def _read(file, count):
    found = b""
    while len(found) < count:
        found += file.read(count - len(found))
    return found
