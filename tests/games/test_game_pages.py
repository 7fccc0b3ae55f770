"""The page of a game, its log and its record: found by everyone who may, and nothing secret in them."""

import json

import pytest
from django.views import defaults

from games.models import Game
from tests.games.playing import act, play_at_random

SECRET_SEED = "00" * 32
PATHS = ["", "log.json", "record.fir", "room/", "take-seat/"]


@pytest.fixture
def finished(game, alice, bob):
    return play_at_random(game, [alice, bob])


def test_everyone_may_watch_a_running_game(client, game):
    response = client.get(f"/games/{game.public_id}/")
    assert response.status_code == 200
    assert f"/ws/games/{game.public_id}/" in response.content.decode()


def test_neither_seed_nor_draw_piles_are_in_the_page_of_a_running_game(client, game, alice):
    client.force_login(alice)
    text = client.get(f"/games/{game.public_id}/").content.decode()
    treasure, flood = Game.objects.get(pk=game.pk).position.split()[5:7]
    assert SECRET_SEED not in text
    assert treasure.partition("/")[0] not in text
    assert flood.partition("/")[0] not in text


def test_the_table_goes_on_standing_after_the_end(client, finished):
    assert client.get(f"/games/{finished.public_id}/").status_code == 200


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "public_id", ["AAAAAAAA", "short", "far-too-long-for-a-game", "AAAA%00AA", "AAAA%0AAA", "ÄÄÄÄÄÄÄÄ"]
)
def test_a_game_that_does_not_exist(client, alice, public_id, path):
    client.force_login(alice)
    response = client.post(f"/games/{public_id}/{path}") if "seat" in path else client.get(f"/games/{public_id}/{path}")
    assert response.status_code == 404
    assert "This page has sunk" in response.content.decode()


def test_the_log_page_by_page(client, finished):
    latest = client.get(f"/games/{finished.public_id}/log.json").json()
    versions = [entry["version"] for entry in latest["log"]]
    assert versions[-1] == finished.version
    seen = versions
    while latest["more"]:
        latest = client.get(f"/games/{finished.public_id}/log.json?before={seen[0]}").json()
        seen = [entry["version"] for entry in latest["log"]] + seen
    assert seen == list(range(1, finished.version + 1))


@pytest.mark.parametrize("before", ["0", "-1", "x", "1.5", "99999999999999999999", "%00"])
def test_a_log_page_that_cannot_be_read(client, game, before):
    response = client.get(f"/games/{game.public_id}/log.json?before={before}")
    assert response.status_code == 400
    assert response.json() == {"code": "malformed_message"}


def test_the_log_of_a_running_game_says_no_secret(client, game, alice):
    act(game, alice, "0:draw")
    text = json.dumps(client.get(f"/games/{game.public_id}/log.json").json())
    assert '"action": "0:draw"' in text
    assert SECRET_SEED not in text
    assert "position" not in text


def test_a_table_that_waits_has_an_empty_log(client, waiting_game):
    assert client.get(f"/games/{waiting_game.public_id}/log.json").json() == {"log": [], "more": False}


def test_a_finished_game_has_a_record_to_download(client, finished):
    response = client.get(f"/games/{finished.public_id}/record.fir")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="{finished.public_id}.fir"'
    assert f'[Seed "{SECRET_SEED}"]' in response.content.decode()


@pytest.mark.parametrize("which", ["waiting_game", "game"])
def test_before_the_end_there_is_no_record(client, request, which):
    game = request.getfixturevalue(which)
    response = client.get(f"/games/{game.public_id}/record.fir")
    assert response.status_code == 404
    assert SECRET_SEED not in response.content.decode()


ADDRESSES = ["/", "/accounts/login/", "/accounts/signup/", "/nothing/", "/tables/"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_allows_nothing_inline(client, db, address):
    response = client.get(address)
    policy = response["Content-Security-Policy"]
    assert "script-src 'self';" in policy + ";"
    assert "style-src 'self';" in policy + ";"
    assert "unsafe" not in policy
    text = response.content.decode()
    assert " style=" not in text
    assert "<style" not in text
    assert " onclick=" not in text


BROKEN = [
    (defaults.server_error, 500, "Something broke on our side"),
    (lambda request: defaults.permission_denied(request, PermissionError()), 403, "Not for you"),
    (lambda request: defaults.bad_request(request, ValueError()), 400, "That could not be read"),
]


@pytest.mark.parametrize(("answer", "status", "words"), BROKEN, ids=[str(row[1]) for row in BROKEN])
def test_what_went_wrong_is_told_in_the_look_of_the_site(rf, answer, status, words):
    response = answer(rf.get("/"))
    assert response.status_code == status
    assert words in response.content.decode()
    assert "Back to the tables" in response.content.decode()
