"""The WebSockets of the site's socket processes: uvicorn's own, with a short way for what there is most of.

A move is a small message in and three out, and the library's general way for any frame took a third of its time. The
short way is for a text in one frame that comes in one piece, and for texts on a line that is open. All else, from the
handshake to the closing one, pings, fragments, and whatever a peer does wrong, goes the library's way as ever.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C where the wheel has it
from websockets.protocol import OPEN
from websockets.streams import StreamReader

# RFC 6455, 5.2: the first byte of a text in one frame; the bit of the second that says it is masked, as all that comes
# must be; the lengths there which say that the length itself follows in two bytes, or in eight.
WHOLE_TEXT, MASKED, IN_TWO_BYTES, IN_EIGHT_BYTES = 0x81, 0x80, 126, 127
KEY_BYTES = 4


class WebSocket(WebSocketsSansIOProtocol):
    """One connection; `--ws=deploy.websocket:WebSocket` makes uvicorn use it.

    An application finds `write_at_once` among the scope's extensions as `tidewatch.write`.
    """

    _is_between_frames = False  # what the library has been given ends with the end of a frame

    def data_received(self, data: bytes) -> None:
        """Take some bytes, which may begin and end anywhere."""
        begin = _begin_of_text(data)
        if begin and self._is_between_frames and not self.frames and len(data) - begin <= self.config.ws_max_size:
            self.curr_msg_data_type = "text"
            self.frames = [apply_mask(data[begin:], data[begin - KEY_BYTES : begin])]
            self.send_receive_event_to_app()
        else:
            super().data_received(data)
            self._is_between_frames = _waits_for_a_frame(self.conn.parser)

    async def run_asgi(self) -> None:
        """Run the application, which may write without a task of its own."""
        self.scope["extensions"]["tidewatch.write"] = self.write_at_once  # type: ignore[assignment]
        await super().run_asgi()

    def write_at_once(self, text: str) -> bool:
        """Write a message now, or return False where it must be sent: the line is full, not open yet, or ending."""
        if self.conn.state is not OPEN or not self.writable.is_set() or self.transport.is_closing():
            return False
        payload = text.encode()
        self.transport.write(_head_of_text(len(payload)) + payload)
        return True


def _begin_of_text(data: bytes) -> int:
    """Where the payload begins if `data` is one frame that is a whole text, masked; else 0."""
    if len(data) < 2 + KEY_BYTES or data[0] != WHOLE_TEXT:
        return 0
    length, begin = data[1] - MASKED, 2 + KEY_BYTES
    if length == IN_TWO_BYTES:
        length, begin = int.from_bytes(data[2:4]), 4 + KEY_BYTES
    return begin if len(data) == begin + length else 0


def _head_of_text(length: int) -> bytes:
    """What comes before `length` bytes of a text that is not masked."""
    if length < IN_TWO_BYTES:
        return bytes((WHOLE_TEXT, length))
    if length < 1 << 16:
        return bytes((WHOLE_TEXT, IN_TWO_BYTES)) + length.to_bytes(2)
    return bytes((WHOLE_TEXT, IN_EIGHT_BYTES)) + length.to_bytes(8)


def _waits_for_a_frame(parser: Any) -> bool:
    """Whether the library's parser has nothing of a frame yet: before each it asks whether the stream has ended."""
    while parser.gi_yieldfrom is not None:
        parser = parser.gi_yieldfrom
    return parser.gi_code is StreamReader.at_eof.__code__
