"""The description of the API: complete, and true, as schemathesis finds with every check that it has."""

import json
from io import StringIO

import pytest
import schemathesis
from django.core.management import call_command
from django.core.servers.basehttp import WSGIRequestHandler
from schemathesis.engine import events

from accounts.api.limits import RequestLimit
from games.models import Game
from games.services import lobby
from ratings.services import rate_finished_games
from tests.api.conftest import token_of
from tests.games.playing import act, play_at_random

EXAMPLES = 5
STREAM = "/api/v1/games/{game}/stream"
# Without `max-time`: given one, schemathesis draws more and more cases until that time is over.
CONFIG = {
    "generation": {"max-examples": EXAMPLES, "deterministic": True},
    "operations": [
        # It is for ASGI servers; test_stream.py follows it.
        {"include-path": STREAM, "enabled": False},
        # What the schema allows the rules of the game may forbid.
        {
            "include-operation-id": "act",
            "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "401", "403", "404", "409", "422"]}},
        },
    ],
}


@pytest.fixture(scope="module")
def described():
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", stdout=out)
    return json.loads(out.getvalue())


def operations(described):
    return [
        (path, method, operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    ]


def test_the_schema_is_of_the_newer_kind(described):
    assert described["openapi"].startswith("3.1")


def test_every_answer_has_an_example(described):
    missing = [
        (method, path, status)
        for path, method, operation in operations(described)
        for status, answer in operation["responses"].items()
        for content in answer.get("content", {}).values()
        if not {"example", "examples"} & set(content)
    ]
    assert missing == []


def test_every_operation_says_what_it_is(described):
    assert [
        (method, path)
        for path, method, operation in operations(described)
        if not {"summary", "description", "operationId", "tags"} <= set(operation)
    ] == []


def test_only_writing_and_oneself_need_a_token(described):
    free = {
        path for path, method, operation in operations(described) if "security" not in operation and method == "get"
    }
    guarded = {operation["operationId"] for _, _, operation in operations(described) if "security" in operation}
    assert "/api/v1/games" in free
    assert guarded == {
        "me", "my_games", "act", "open_table", "take_seat", "leave_seat", "start_game", "follow_game",
    }  # fmt: skip


@pytest.fixture
def things(transactional_db, alice, bob, waiting_game, monkeypatch):
    """Something behind every address: games that run, wait, are over and rated; players, ladders."""
    monkeypatch.setattr(RequestLimit, "THROTTLE_RATES", {"address": "1000000/min", "token": "1000000/min"})
    running = lobby.open_game(host=alice, layout="volcano", difficulty="elite", seat_count=2, rated=False)
    lobby.take_seat(game_id=running.pk, user=bob, number=1)
    lobby.start_game(game_id=running.pk, user=alice)
    over = lobby.open_game(host=alice, layout="classic", difficulty="novice", seat_count=2, rated=True)
    lobby.take_seat(game_id=over.pk, user=bob, number=1)
    lobby.start_game(game_id=over.pk, user=alice)
    seats = Game.objects.get(pk=over.pk).seats.select_related("user").order_by("number")
    play_at_random(over, [seat.user for seat in seats])
    rate_finished_games()
    act(running, alice, "0:draw")
    return {"game": [running.public_id, over.public_id, waiting_game.public_id], "name": ["alice", "bob"]}


def found_by_schemathesis(schema):
    """What each check found, and what kept the engine from looking; how many cases it tried."""
    problems, cases = [], 0
    for event in schemathesis.engine.from_schema(schema).execute():
        match event:
            case events.ScenarioFinished(recorder=recorder):
                cases += len(recorder.cases)
                for case_id, checks in recorder.checks.items():
                    asked = recorder.cases[case_id].value
                    problems += [
                        (check.name, asked.as_curl_command(), check.failure_info.failure.message)
                        for check in checks
                        if check.failure_info is not None
                    ]
            case events.NonFatalError(label=label, value=error):
                problems.append((label, "error", str(error)))
            case events.FatalError(exception=error):
                raise error
    return problems, cases


@pytest.fixture
def quick_server(live_server, monkeypatch):
    """It writes head and body apart; with Nagle's algorithm each body waits 40 ms for the client's word of its head."""
    monkeypatch.setattr(WSGIRequestHandler, "disable_nagle_algorithm", True)
    return live_server


def test_the_api_does_what_its_schema_says(things, alice, quick_server):
    config = schemathesis.Config.from_dict(
        {**CONFIG, "headers": {"Authorization": f"Bearer {token_of(alice, 'games:play')}"}}
    )
    schema = schemathesis.openapi.from_url(f"{quick_server.url}/api/v1/openapi.json", config=config)

    @schema.hook
    def map_path_parameters(context, path_parameters):
        """Let every other address be of something that is there."""
        for name, values in things.items():
            if name in (path_parameters or {}) and (number := hash(path_parameters[name])) % 2:
                path_parameters[name] = values[number // 2 % len(values)]
        return path_parameters

    problems, cases = found_by_schemathesis(schema)
    assert problems == []
    assert cases > 200
