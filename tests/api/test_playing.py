"""Playing by the API: the services of the site, with their refusals as problems."""

from uuid import uuid4

import pytest

from accounts.models import User
from games.models import Game
from games.services import lobby
from tests.api.conftest import Program, token_of
from tests.games.playing import act

TABLE = {"layout": "classic", "difficulty": "novice", "seat_count": 2}


def action(game, text, version=None, command_id=None):
    """The body of an action."""
    if version is None:
        version = Game.objects.get(pk=game.pk).version
    return {"id": str(command_id or uuid4()), "version": version, "action": text}


def test_an_action_is_carried_out_once(alices, game):
    body = action(game, "0:move K")
    for _ in range(2):
        answer = alices.post(f"games/{game.public_id}/actions", body)
        assert (answer.status_code, answer.json()) == (200, {"version": 1})
    assert Game.objects.get().version == 1
    assert answer["Cache-Control"] == "private, no-store"


def test_an_action_is_taken_back(alices, game):
    alices.post(f"games/{game.public_id}/actions", action(game, "0:move K"))
    assert alices.get(f"games/{game.public_id}/legal").json()["legal"]["0"]["undo"] is True
    assert alices.post(f"games/{game.public_id}/actions", action(game, "0:undo")).json() == {"version": 2}


REFUSED = [
    ("the rules forbid it", "0:move J", None, 422, "illegal_action"),
    ("another version", "0:move K", 5, 409, "stale_version"),
    ("another's seat", "1:move K", None, 403, "not_your_seat"),
    ("no action", "0:swim", None, 400, "malformed_action"),
    ("nothing to take back", "0:undo", None, 409, "nothing_to_undo"),
]


@pytest.mark.parametrize(("why", "text", "version", "status", "code"), REFUSED, ids=[row[0] for row in REFUSED])
def test_a_refusal_is_a_problem(alices, game, why, text, version, status, code):  # noqa: PLR0913 - a row of the table
    answer = alices.post(f"games/{game.public_id}/actions", action(game, text, version))
    problem = answer.json()
    assert (answer.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert ("reason" in problem) == (code == "illegal_action")
    assert Game.objects.get().version == 0


def test_the_rules_say_why(alices, game):
    problem = alices.post(f"games/{game.public_id}/actions", action(game, "0:move J")).json()
    assert problem["reason"]["rule"]
    assert problem["reason"]["code"] == "not_adjacent"


BAD_BODIES = [
    ("a list", []),
    ("no id", {"version": 0, "action": "0:move K"}),
    ("an id that is none", {"id": "1", "version": 0, "action": "0:move K"}),
    ("a number as text", {"id": str(uuid4()), "version": "0", "action": "0:move K"}),
    ("truth as a number", {"id": str(uuid4()), "version": True, "action": "0:move K"}),
    ("a number as an action", {"id": str(uuid4()), "version": 0, "action": 7}),
    ("too large a number", {"id": str(uuid4()), "version": 2**31, "action": "0:move K"}),
    ("something besides", {"id": str(uuid4()), "version": 0, "action": "0:move K", "seat": 0}),
    ("nothing for a value", {"id": str(uuid4()), "version": None, "action": "0:move K"}),
]


@pytest.mark.parametrize(("why", "body"), BAD_BODIES, ids=[why for why, _ in BAD_BODIES])
def test_a_body_that_is_not_as_the_schema_says_is_refused(alices, game, why, body):
    answer = alices.client.post(
        f"/api/v1/games/{game.public_id}/actions",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {alices.text}"},
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_values")


def test_a_casual_table_is_opened_filled_and_started(alices, bobs):
    opened = alices.post("tables", {**TABLE, "pace": "live5"})
    assert opened.status_code == 201
    table = opened.json()
    assert (table["status"], table["rated"], table["pace"], table["host"]) == ("lobby", False, "live5", "alice")
    path = f"tables/{table['id']}"
    assert bobs.post(f"{path}/seats", {"number": 0}).json()["code"] == "seat_taken"
    assert bobs.post(f"{path}/seats", {"number": 3}).json()["code"] == "no_such_seat"
    assert [seat["user"] for seat in bobs.post(f"{path}/seats", {"number": 1}).json()["seats"]] == ["alice", "bob"]
    assert bobs.post(f"{path}/start").json()["code"] == "not_the_host"
    assert alices.post(f"{path}/start").json()["status"] == "active"
    assert alices.post(f"{path}/start").json()["code"] == "game_not_waiting"


def test_a_seat_is_left_before_the_start(alices, bobs, waiting_game):
    path = f"tables/{waiting_game.public_id}/seats"
    assert bobs.ask("DELETE", f"{path}/0").json()["code"] == "not_your_seat"
    answer = bobs.ask("DELETE", f"{path}/1")
    assert (answer.status_code, answer.content) == (204, b"")
    assert bobs.ask("DELETE", f"{path}/{10**20}").json()["code"] == "not_your_seat"


def test_no_program_sits_down_at_a_rated_table(alices, bob):
    game = lobby.open_game(host=bob, layout="classic", difficulty="novice", seat_count=2, rated=True)
    answer = alices.post(f"tables/{game.public_id}/seats", {"number": 1})
    assert (answer.status_code, answer.json()["code"]) == (403, "bots_play_casual")


def test_a_bot_account_plays_at_casual_tables(alice, bob, waiting_game):
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    bots = Program(token_of(bob, "games:play"))
    assert bots.get("me").json()["is_bot"] is True
    assert bots.post("tables", TABLE).status_code == 201


def test_my_games_are_all_of_mine(alices, bobs, alice, carol, game):
    hidden = lobby.open_game(
        host=alice, layout="classic", difficulty="novice", seat_count=2, rated=False, visibility="link"
    )
    lobby.open_game(host=carol, layout="classic", difficulty="novice", seat_count=2, rated=False)
    assert [found["id"] for found in alices.get("me/games").json()["items"]] == [hidden.public_id, game.public_id]
    assert [found["id"] for found in bobs.get("me/games", {"status": "active"}).json()["items"]] == [game.public_id]


def test_a_seat_that_was_taken_over_is_among_my_games(bob, carol, game):
    act(game, bob, "1:leave")
    act(game, carol, "1:sit")
    carols = Program(token_of(carol, "games:play"))
    (found,) = carols.get("me/games").json()["items"]
    assert (found["seats"][1]["user"], found["seats"][1]["player"]) == ("bob", "carol")
    assert carols.post(f"games/{game.public_id}/actions", action(game, "1:leave")).status_code == 200


def test_no_name_is_in_the_log(anyone, alice, bob, carol, game):
    act(game, bob, "1:leave")
    act(game, carol, "1:sit")
    log = anyone.get(f"games/{game.public_id}/log").content.decode()
    assert '"sat"' in log
    assert not [user for user in ("alice", "bob", "carol") if user in log]


@pytest.mark.parametrize("path", ["me/games", "tables", "games/{game}/actions", "tables/{game}/start"])
def test_playing_needs_a_token(anyone, game, path):
    method = "GET" if path == "me/games" else "POST"
    answer = anyone.ask(method, path.format(game=game.public_id))
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in_first")
