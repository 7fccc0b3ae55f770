"""A program that follows a game: the site's own ASGI application, asked as an HTTP client would."""

import json

from asgiref.testing import ApplicationCommunicator

from deploy.asgi import application

PATIENCE_SECONDS = 5


class Stream:
    """One request, read line by line."""

    def __init__(self, path, token=None, method="GET"):
        path, _, query = path.partition("?")
        headers = [(b"host", b"localhost:8000")]
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        scope = {"type": "http", "method": method, "path": f"/api/v1/{path}", "query_string": query.encode()}
        self.http = ApplicationCommunicator(application, {**scope, "headers": headers, "client": ["127.0.0.1", 1]})
        self.status = 0
        self.headers = {}
        self._rest = b""
        self.is_open = True

    async def __aenter__(self):
        await self.http.send_input({"type": "http.request", "body": b"", "more_body": False})
        start = await self.http.receive_output(PATIENCE_SECONDS)
        self.status = start["status"]
        self.headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        return self

    async def __aexit__(self, *error):
        await self.http.send_input({"type": "http.disconnect"})
        await self.http.wait(PATIENCE_SECONDS)

    async def line(self):
        """The next line, or None at the end."""
        while b"\n" not in self._rest and self.is_open:
            message = await self.http.receive_output(PATIENCE_SECONDS)
            self._rest += message.get("body", b"")
            self.is_open = message.get("more_body", False)
        text, _, self._rest = self._rest.partition(b"\n")
        return json.loads(text) if text else None

    async def line_of(self, kind):
        """The next line of that type; others are passed over."""
        while (line := await self.line()) is not None:
            if line["type"] == kind:
                return line
        return None
