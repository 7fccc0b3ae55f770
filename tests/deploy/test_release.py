"""A web process that is told to end: its sockets are closed with 1012, and what it was asked it still answers."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import suppress

import psycopg
import pytest
from django.conf import settings
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from deploy.run import UVICORN
from deploy.services.running import free_port
from tests.servers import ROOT, wait_until_it_answers

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_SECONDS = 60
ENDS_WITHIN_SECONDS = 3


def database_url():
    database = settings.DATABASES["default"]
    place = f"{database['HOST']}:{database['PORT']}/{database['NAME']}"
    return f"postgresql://{database['USER']}:{database['PASSWORD']}@{place}"


@pytest.fixture
def web():
    """The port and the process of a web process as production starts it."""
    port = free_port()
    environment = {
        **os.environ,
        "DATABASE_URL": database_url(),
        "REDIS_URL": settings.REDIS_URL,
        "SITE_ORIGINS": f"http://127.0.0.1:{port}",
        "LOG_LEVEL": "WARNING",
    }
    line = [sys.executable, "-m", "uvicorn", "deploy.asgi:application", f"--port={port}", "--log-level=warning"]
    process = subprocess.Popen([*line, *UVICORN], cwd=ROOT, env=environment)
    try:
        wait_until_it_answers(f"http://127.0.0.1:{port}/healthz", PATIENCE_SECONDS, process)
        yield port, process
    finally:
        process.kill()
        process.wait(PATIENCE_SECONDS)


async def ended_with(socket):
    """The code with which the server closed the socket."""
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()
    return socket.close_code


async def test_told_to_end_it_sends_its_sockets_to_another_process(game, web):
    port, process = web
    place, origin = f"ws://127.0.0.1:{port}/ws", Origin(f"http://127.0.0.1:{port}")
    async with (
        connect(f"{place}/games/{game.public_id}/", origin=origin) as table,
        connect(f"{place}/lobby/", origin=origin) as lobby,
    ):
        await table.recv()
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(ENDS_WITHIN_SECONDS):
            assert [await ended_with(socket) for socket in (table, lobby)] == [1012, 1012]
    # By the signal, as uvicorn has it end once all is done.
    assert await asyncio.to_thread(process.wait, ENDS_WITHIN_SECONDS) in (0, -signal.SIGTERM)


def test_told_to_end_it_answers_what_it_was_asked(game, web):
    port, process = web
    answers = []

    def ask():
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/games/{game.public_id}", timeout=10) as answer:
            answers.append((answer.status, game.public_id in answer.read().decode()))

    asking = threading.Thread(target=ask)
    with psycopg.connect(database_url()) as other:
        other.execute("LOCK TABLE games_game IN ACCESS EXCLUSIVE MODE")
        asking.start()
        _wait_until_locked_out(other)
        process.send_signal(signal.SIGTERM)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        assert answers == []
    asking.join(10)
    assert answers == [(200, True)]
    assert process.wait(ENDS_WITHIN_SECONDS) in (0, -signal.SIGTERM)


def _wait_until_locked_out(other):
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'games_game'::regclass"
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if other.execute(waiting).fetchone()[0]:
            return
        time.sleep(0.02)
    raise AssertionError("nobody asks")
