"""The short way for texts does what the library does, however the bytes come."""

import asyncio
import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from deploy.websocket import WebSocket

MOST_BYTES = 200
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Line(asyncio.Transport):
    """What is written, and whether the line was closed."""

    def __init__(self):
        super().__init__()
        self.written = b""
        self.closing = False

    def write(self, data):
        self.written += data

    def is_closing(self):
        return self.closing

    def close(self):
        self.closing = True

    def pause_reading(self):
        """Reading goes on: the tests say what comes."""

    def resume_reading(self):
        """Reading goes on."""


class Peer:
    """A client of an application that accepts and then only listens, over a protocol class of the server."""

    def __init__(self, protocol_class):
        self.heard = []
        self.line = Line()
        config = Config(app=self._listen, ws_max_size=MOST_BYTES, ws_per_message_deflate=False, log_config=None)
        config.load()
        config.loaded_app = self._listen
        self.protocol = protocol_class(config, ServerState(), {})
        self.protocol.connection_made(self.line)

    async def _listen(self, scope, receive, send):
        self.scope, self.send = scope, send
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            self.heard.append(message)
        self.heard.append(message)

    async def open(self):
        """Shake hands; what the server answers to it is forgotten."""
        self.protocol.data_received(HANDSHAKE)
        await settled()
        self.line.written = b""
        return self

    async def say(self, *pieces):
        """Send bytes in pieces, as long as the line is not closed."""
        for piece in pieces:
            if not self.line.closing:
                self.protocol.data_received(piece)
            await settled()


async def settled():
    """Everything that is ready has run."""
    for _ in range(5):
        await asyncio.sleep(0)


def frame(opcode, data, fin=True):
    return Frame(opcode, data, fin).serialize(mask=True)


TEXT = frame(Opcode.TEXT, b'{"type":"sync"}')
FRAMES = st.sampled_from(
    [
        TEXT,
        frame(Opcode.TEXT, "wåter".encode() * 30),
        frame(Opcode.TEXT, b""),
        frame(Opcode.TEXT, b"x" * MOST_BYTES),
        frame(Opcode.TEXT, b"x" * (MOST_BYTES + 1)),
        frame(Opcode.TEXT, b"\xff"),
        frame(Opcode.TEXT, b"in ", fin=False),
        frame(Opcode.CONT, b"parts"),
        frame(Opcode.BINARY, b"\x00\x01"),
        frame(Opcode.PING, b"there?"),
        frame(Opcode.PONG, b""),
        frame(Opcode.CLOSE, b"\x03\xe8bye"),
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
        b"\xc1" + TEXT[1:],
        b"\x81\xfe",
        b"\x81\xff\x00\x00\x00\x00\x00\x01\x00\x00",
    ]
)


@given(st.lists(FRAMES, max_size=6), st.data())
def test_whatever_comes_in_whatever_pieces_it_does_what_the_library_does(frames, data):
    stream = b"".join(frames)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=6)) | set(_ends(frames)))
    pieces = [stream[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True) if begin < end]

    async def told(protocol_class):
        peer = await Peer(protocol_class).open()
        await peer.say(*pieces)
        return peer.heard, peer.line.written, peer.line.closing

    logging.disable(logging.CRITICAL)
    try:
        assert asyncio.run(told(WebSocket)) == asyncio.run(told(WebSocketsSansIOProtocol))
    finally:
        logging.disable(logging.NOTSET)


def _ends(frames):
    at = 0
    for one in frames[:-1]:
        at += len(one)
        yield at


async def test_a_text_in_one_piece_goes_the_short_way(monkeypatch):
    peer = await Peer(WebSocket).open()
    monkeypatch.setattr(peer.protocol.conn, "receive_data", None)
    await peer.say(TEXT, TEXT)
    assert [message["text"] for message in peer.heard] == ['{"type":"sync"}'] * 2


async def test_what_only_looks_like_a_frame_is_the_rest_of_one():
    peer = await Peer(WebSocket).open()
    head = bytes((0x82, 0x80 | len(TEXT))) + bytes(4)  # of a binary message, masked by nothing
    await peer.say(head, TEXT, TEXT)
    assert peer.heard == [
        {"type": "websocket.receive", "bytes": TEXT},
        {"type": "websocket.receive", "text": '{"type":"sync"}'},
    ]


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536])
async def test_what_is_written_at_once_is_what_the_library_writes(length):
    text = "ä" * (length // 2) + "x" * (length % 2)
    short, library = await Peer(WebSocket).open(), await Peer(WebSocketsSansIOProtocol).open()
    assert short.scope["extensions"]["tidewatch.write"](text)
    await library.send({"type": "websocket.send", "text": text})
    assert short.line.written == library.line.written


async def test_nothing_is_written_at_once_on_a_line_that_is_full_or_ends_or_is_gone():
    peer = await Peer(WebSocket).open()
    write = peer.scope["extensions"]["tidewatch.write"]
    peer.protocol.pause_writing()
    assert not write("full")
    peer.protocol.resume_writing()
    await peer.send({"type": "websocket.close", "code": 1000})
    closing = peer.line.written
    assert not write("ending")
    assert peer.line.written == closing
    gone = await Peer(WebSocket).open()
    gone.line.close()
    assert not gone.scope["extensions"]["tidewatch.write"]("gone")
