"""What docs/api.md tells programs to do, done against the site in a process of its own."""

import json
import os
import re
import shlex
import socket
import subprocess
import sys
import urllib.request
from contextlib import closing
from itertools import pairwise
from urllib.error import HTTPError

import pytest
from django.conf import settings

from accounts.models import User
from engine import records
from games.models import Game
from games.services import lobby
from tests.api.conftest import token_of
from tests.servers import ROOT, wait_until_it_answers

PAGE = (ROOT / "docs" / "api.md").read_text()
PATIENCE_SECONDS = 90


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def free_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def site(transactional_db):
    """The address of a web process on the test's database."""
    database = settings.DATABASES["default"]
    place = f"{database['HOST']}:{database['PORT']}/{database['NAME']}"
    environment = {
        **os.environ,
        "DATABASE_URL": f"postgresql://{database['USER']}:{database['PASSWORD']}@{place}",
        "REDIS_URL": settings.REDIS_URL,
        "LOG_LEVEL": "WARNING",
    }
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "deploy.asgi:application",
        "--port",
        str(port),
        "--log-level",
        "warning",
    ]
    process = subprocess.Popen(command, env=environment, cwd=ROOT)
    try:
        wait_until_it_answers(f"http://127.0.0.1:{port}/healthz", PATIENCE_SECONDS, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)


@pytest.fixture
def solo(alice):
    """A casual game for two whose seats are both alice's."""
    game = lobby.open_game(host=alice, layout="classic", difficulty="novice", seat_count=2, rated=False)
    lobby.take_seat(game_id=game.pk, user=alice, number=1)
    lobby.start_game(game_id=game.pk, user=alice)
    return game


def test_the_ten_lines_play_a_game_to_its_end(site, solo, alice, tmp_path):
    (player,) = blocks("python")
    assert len([line for line in player.splitlines() if line and "import" not in line]) <= 11
    (tmp_path / "player.py").write_text(player)
    command = [sys.executable, "player.py", site, token_of(alice, "games:play")]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert Game.objects.get().status == "finished"
    with urllib.request.urlopen(f"{site}/api/v1/games/{solo.public_id}/record") as answer:
        assert records.record_from_text(answer.read().decode()).game == solo.public_id


def asked(line):
    """The status of what a line of curl asks, without curl, which not every machine has."""
    words = shlex.split(line.partition(" > ")[0].partition(" | ")[0])
    headers = dict(word.split(": ", 1) for option, word in pairwise(words) if option == "--header")
    try:
        with urllib.request.urlopen(urllib.request.Request(words[-1], headers=headers)) as answer:
            return answer.status
    except HTTPError as refused:
        return json.load(refused)["status"]


def test_every_line_of_curl_is_answered(site, solo, alice):
    (lines,) = blocks("sh")
    User.objects.filter(pk=alice.pk).update(username="ada")
    known = {"https://your.site": site, "3v9KQptZ": solo.public_id, "$TOKEN": token_of(alice)}
    for line in lines.splitlines():
        for name, value in known.items():
            line = line.replace(name, value)
        # The game is not over yet, and nobody has a standing.
        assert asked(line) == (404 if "/record" in line or "/around/" in line else 200), line
