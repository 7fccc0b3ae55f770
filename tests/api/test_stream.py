"""Following a game, over real Redis and PostgreSQL."""

import asyncio

import pytest

from accounts.live import doorbell
from accounts.models import ApiToken
from accounts.services import people, tokens
from games import live
from games.api import stream
from games.database import in_own_thread
from games.models import Game, PlayedAction
from games.services import lobby
from tests.api.conftest import token_of
from tests.api.following import Stream
from tests.games.playing import act, actions_of
from tests.games.test_whole_game import SEED, WON, hidden_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def token(alice):
    return token_of(alice, "games:play")


@pytest.fixture
def quick(monkeypatch):
    """Heartbeats at once, so that no test waits for one."""
    monkeypatch.setattr(stream, "HEARTBEAT_SECONDS", 0.05)


def following(game, token):
    return Stream(f"games/{game.public_id}/stream", token)


async def behind_its_back(game, user, action):
    """Play an action of which the channel layer tells nobody."""
    quiet = pytest.MonkeyPatch()
    quiet.setattr(live, "send", lambda group, message: None)
    await in_own_thread(act, game, user, action)
    quiet.undo()


async def test_a_stream_begins_with_the_game_and_goes_on_with_entries(game, alice, token):
    async with following(game, token) as told:
        assert (told.status, told.headers["content-type"]) == (200, "application/x-ndjson")
        assert told.headers["x-accel-buffering"] == "no"
        first = await told.line()
        assert (first["type"], first["version"], first["you"], first["seed"]) == ("game", 0, [0], None)
        await in_own_thread(act, game, alice, "0:move K")
        entry = await told.line()
        assert (entry["type"], entry["version"], entry["action"]) == ("entry", 1, "0:move K")


async def test_what_the_layer_lost_is_found(game, alice, token, quick):
    async with following(game, token) as told:
        await told.line()
        await behind_its_back(game, alice, "0:move K")
        assert (await told.line_of("entry"))["version"] == 1
        assert (await told.line_of("heartbeat"))["version"] == 1


async def test_a_gap_is_filled_from_the_log(game, alice, token):
    async with following(game, token) as told:
        await told.line()
        await behind_its_back(game, alice, "0:move K")
        await in_own_thread(act, game, alice, "0:undo")
        assert [(await told.line())["version"] for _ in range(2)] == [1, 2]


async def test_it_ends_with_the_game(game, alice, bob, token):
    async with following(game, token) as told:
        await told.line()
        await in_own_thread(act, game, alice, "0:concede")
        assert "over" not in await told.line()
        await in_own_thread(act, game, bob, "1:concede")
        assert (await told.line())["over"]["outcome"] == "conceded"
        assert await told.line() is None


async def test_a_game_that_is_over_is_told_and_no_more(game, alice, bob, token):
    for user, action in ((alice, "0:concede"), (bob, "1:concede")):
        await in_own_thread(act, game, user, action)
    async with following(game, token) as told:
        assert (await told.line())["status"] == "finished"
        assert await told.line() is None


async def test_a_table_is_followed_into_its_game(waiting_game, alice, token):
    async with following(waiting_game, token) as told:
        assert (await told.line())["status"] == "lobby"
        await in_own_thread(lobby.start_game, game_id=waiting_game.pk, user=alice)
        assert (await told.line())["status"] == "active"
        await in_own_thread(act, waiting_game, alice, "0:draw")
        assert (await told.line())["version"] == 1


async def test_a_revoked_token_ends_it(game, alice, token, quick):
    async with following(game, token) as told:
        await told.line()
        row = await in_own_thread(ApiToken.objects.get)
        await in_own_thread(tokens.revoke_token, user=alice, token_id=row.pk)
        assert await told.line_of("revoked") == {"type": "revoked"}
        assert await told.line() is None


async def test_a_suspension_ends_it_at_once(game, alice, bob, token):
    async with following(game, token) as told:
        await told.line()
        await in_own_thread(people.suspend_user, by=bob, user=alice, reason="a test")
        assert await told.line() == {"type": "revoked"}


REFUSED = [
    ("no token", "games/{game}/stream", False, 401, "sign_in_first"),
    ("a token in the address", "games/{game}/stream?token={token}", False, 400, "token_in_address"),
    ("no such game", "games/nosuchid/stream", True, 404, "not_found"),
]


@pytest.mark.parametrize(("why", "path", "shows", "status", "code"), REFUSED, ids=[row[0] for row in REFUSED])
async def test_a_refusal_is_a_problem(game, token, why, path, shows, status, code):  # noqa: PLR0913 - a row
    address = path.format(game=game.public_id, token=token)
    async with Stream(address, token if shows else None) as told:
        assert told.status == status
        assert told.headers["content-type"] == "application/problem+json"
        assert (await told.line())["code"] == code


async def test_a_token_without_the_scope_follows_nothing(game, alice):
    text = await in_own_thread(token_of, alice)
    async with following(game, text) as told:
        assert told.status == 403


async def test_nothing_else_is_done_at_its_address(game, token):
    async with Stream(f"games/{game.public_id}/stream", token, method="POST") as told:
        assert told.status == 405


async def test_no_program_opens_more_than_so_many(game, token, monkeypatch):
    monkeypatch.setattr(stream, "STREAMS_A_TOKEN", 1)
    async with following(game, token) as first:
        await first.line()
        async with following(game, token) as second:
            assert (second.status, second.headers["retry-after"]) == (429, "5")
    await asyncio.sleep(0)
    async with following(game, token) as third:
        assert third.status == 200


async def test_who_goes_leaves_nothing_behind(game, token):
    assert len(doorbell()) == 0
    async with following(game, token) as told:
        await told.line()
        assert len(doorbell()) == 2  # the table's and the user's
    assert len(doorbell()) == 0
    assert sum(stream._open_streams.values()) == 0


def test_a_wsgi_worker_sends_it_away(alices, game):
    assert alices.get(f"games/{game.public_id}/stream").status_code == 503


@pytest.fixture
def fresh_game(waiting_game, alice, monkeypatch):
    monkeypatch.setattr(lobby, "new_seed", lambda: SEED)
    lobby.start_game(game_id=waiting_game.pk, user=alice)
    return Game.objects.get(pk=waiting_game.pk)


async def test_nothing_secret_leaves_by_the_api_while_a_game_runs(fresh_game, alice, bob, anyone, token):
    game, users, actions = fresh_game, [alice, bob], actions_of(WON)
    paths = ["", "/log", "/legal", "/positions/0", "/record", "/nothing"]
    said = []
    async with following(game, token) as told:
        said.append(await told.line())
        for version, action in enumerate(actions[:-1]):
            await in_own_thread(act, game, users[int(action[0])], action, version)
            said.append(await told.line_of("entry"))
            if version % 20 == 0:
                for path in (*(f"games/{game.public_id}{path}" for path in paths), "games", "players/alice/games"):
                    answer = await in_own_thread(anyone.get, path)
                    said.append({**dict(answer.headers), "body": answer.content.decode()})
                lines = await in_own_thread(lambda: anyone.get("games", Accept="application/x-ndjson").getvalue())
                said.append({"body": lines.decode()})
    entries = await in_own_thread(list, PlayedAction.objects.filter(game=game))
    secrets = hidden_of(entries) | {SEED.hex()}
    assert len(secrets) > 50
    texts = [str(line) for line in said]
    assert [(secret, text[:200]) for text in texts for secret in secrets if secret in text] == []
