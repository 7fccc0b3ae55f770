"""A client of a table in tests: the site's own ASGI application, asked as a browser would."""

import json
from importlib import import_module
from uuid import uuid4

from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from deploy.asgi import application
from games.database import in_own_thread

PATIENCE_SECONDS = 5


def session_of(user):
    """A signed-in session of `user`, as its cookie's value."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return session.session_key


class Client:
    """One socket. Frames that are only about presence are kept apart, since they come when they like."""

    def __init__(self, path, session=None, origin=settings.SITE_ORIGINS[0]):
        headers = [(b"host", b"localhost:8000")]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if session:
            headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()))
        path, _, query = path.partition("?")
        scope = {"type": "websocket", "path": path, "query_string": query.encode(), "headers": headers}
        self.socket = ApplicationCommunicator(application, {**scope, "subprotocols": []})
        self.presence = []
        self.frames = []

    @classmethod
    async def at(cls, game, user=None, query=""):
        """A client that has opened a socket to the table."""
        session = await in_own_thread(session_of, user) if user else None
        client = cls(f"/ws/games/{game.public_id}/{query}", session)
        assert await client.connect()
        return client

    async def connect(self):
        """Whether the server accepts the socket."""
        await self.socket.send_input({"type": "websocket.connect"})
        return (await self._output())["type"] == "websocket.accept"

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        await self.socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.socket.wait(PATIENCE_SECONDS)

    async def receive(self):
        """The next frame that is not about presence."""
        while True:
            message = await self._output()
            assert message["type"] == "websocket.send", message
            text = message["text"]
            frame = json.loads(text)
            if frame["type"] == "presence":
                self.presence.append(frame)
                continue
            self.frames.append(text)
            return frame

    async def receive_type(self, kind):
        """The next frame of that type; others are passed over."""
        while (frame := await self.receive())["type"] != kind:
            pass
        return frame

    async def send(self, **message):
        await self.send_text(json.dumps(message))

    async def send_text(self, text):
        await self.socket.send_input({"type": "websocket.receive", "text": text})

    async def send_bytes(self, data):
        await self.socket.send_input({"type": "websocket.receive", "bytes": data})

    async def act(self, action, version, command_id=None):
        """Send a command and return its id."""
        command_id = str(command_id or uuid4())
        await self.send(type="act", id=command_id, version=version, action=action)
        return command_id

    async def close_code(self):
        """The code with which the server closed the socket."""
        while True:
            message = await self._output()
            if message["type"] == "websocket.close":
                return message.get("code")

    async def _output(self):
        return await self.socket.receive_output(PATIENCE_SECONDS)
