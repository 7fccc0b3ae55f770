"""What all of the API does alike: problems, methods, caching, limits, other sites."""

import pytest
from django.core.cache import cache
from redis.exceptions import ConnectionError as RedisIsAway

from accounts.api.limits import RequestLimit
from games import errors

BAD_QUERIES = [
    ("an unknown name", "games", {"players": "ada"}),
    ("a number too large", "games", {"limit": "101"}),
    ("a number in other digits", "games", {"limit": "\u0663"}),
    ("a fraction", "games", {"limit": "1.0"}),
    ("no such choice", "games", {"layout": "moon"}),
    ("a generous truth", "games", {"rated": "yes"}),
    ("a week as a day", "games", {"ended_from": "2026-W48-7"}),
    ("nothing", "games", {"player": ""}),
    ("twice", "games", {"layout": ["classic", "volcano"]}),
    ("a name without values", "me", {"x": "1"}),
    ("a value missing", "rating/preview", {"seats": "2"}),
    ("a letter that is none", "players", {"prefix": "a\x00"}),
]


@pytest.mark.parametrize(("why", "path", "query"), BAD_QUERIES, ids=[why for why, _, _ in BAD_QUERIES])
def test_values_that_are_not_as_the_schema_says_are_refused(alices, why, path, query):
    answer = alices.get(path, query)
    assert answer.status_code == 400, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["type"], problem["status"], problem["code"]) == (
        "urn:tidewatch:invalid_values",
        400,
        "invalid_values",
    )
    assert problem["errors"]


ELSEWHERE = ["nothing", "games/", "games/short", "players/a%00b", "players/a%0Ab", "players/%C3%A9", "ladders/"]


@pytest.mark.parametrize("path", ELSEWHERE)
def test_what_is_not_there_is_a_problem_and_no_page(anyone, path):
    for method in ("GET", "POST", "DELETE"):
        answer = anyone.ask(method, path)
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_methods_that_are_not_there_are_named(anyone):
    answer = anyone.ask("PUT", "games")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer["Allow"] == "GET, HEAD, OPTIONS"


def test_options_name_the_methods(anyone):
    answer = anyone.ask("OPTIONS", "games")
    assert (answer.status_code, answer["Allow"], answer.content) == (204, "GET, HEAD, OPTIONS", b"")


def test_head_is_get_without_a_body(anyone):
    got, headed = anyone.ask("GET", "rating/rules"), anyone.ask("HEAD", "rating/rules")
    assert headed.content == b""
    assert dict(headed.headers) == dict(got.headers)


def test_another_format_is_not_acceptable(anyone):
    answer = anyone.get("rating/rules", Accept="text/csv")
    assert (answer.status_code, answer.json()["code"]) == (406, "not_acceptable")


def test_a_body_must_be_json(alices):
    path = "/api/v1/tables"
    headers = {"Authorization": f"Bearer {alices.text}"}
    form = alices.client.post(path, {"layout": "classic"}, headers=headers)
    assert (form.status_code, form.json()["code"]) == (415, "unsupported_media_type")
    broken = alices.client.post(path, "{", content_type="application/json", headers=headers)
    assert (broken.status_code, broken.json()["code"]) == (400, "malformed_message")


def test_what_is_unchanged_is_not_sent_again(anyone, game):
    path = f"games/{game.public_id}"
    first = anyone.get(path)
    assert first["Cache-Control"] == "public, max-age=2"
    again = anyone.get(path, If_None_Match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    game.host.username = "alicia"
    game.host.save(update_fields=["username"])
    renamed = anyone.get(path, If_None_Match=first["ETag"])
    assert (renamed.status_code, renamed.json()["host"]) == (200, "alicia")


def test_other_sites_may_read(anyone):
    assert anyone.get("rating/rules", Origin="https://else.example")["Access-Control-Allow-Origin"] == "*"
    assert anyone.get("nothing", Origin="https://else.example")["Access-Control-Allow-Origin"] == "*"
    asked = {"Origin": "https://else.example", "Access_Control_Request_Method": "GET"}
    preflight = anyone.ask("OPTIONS", "games", **asked)
    assert preflight.status_code == 204
    assert preflight["Access-Control-Allow-Headers"] == "Authorization, If-None-Match"


def test_other_sites_may_not_write(alices, client):
    assert "Access-Control-Allow-Origin" not in alices.post("tables", Origin="https://else.example")
    asked = {"Origin": "https://else.example", "Access_Control_Request_Method": "POST"}
    assert alices.ask("OPTIONS", "tables", **asked)["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert "Access-Control-Allow-Origin" not in client.get("/", headers={"Origin": "https://else.example"})


@pytest.fixture
def _three_a_minute(monkeypatch):
    monkeypatch.setattr(RequestLimit, "THROTTLE_RATES", {"address": "3/min", "token": "4/min"})
    monkeypatch.setattr("accounts.api.limits.time.time", lambda: 6_000_045.5)


@pytest.mark.usefixtures("_three_a_minute")
def test_too_many_requests_are_told_when_to_come_back(anyone, alices):
    assert [anyone.get("rating/rules").status_code for _ in range(4)] == [200, 200, 200, 429]
    answer = anyone.get("rating/rules")
    assert (answer.json()["code"], answer["Retry-After"]) == (errors.TooFast.code, "15")
    assert [alices.get("rating/rules").status_code for _ in range(5)] == [200, 200, 200, 200, 429]


@pytest.mark.usefixtures("_three_a_minute")
def test_guessing_tokens_is_no_faster(anyone):
    bad = {"Authorization": "Bearer tw_guess"}
    assert [anyone.get("me", **bad).status_code for _ in range(4)] == [401, 401, 401, 429]


@pytest.mark.usefixtures("_three_a_minute")
def test_without_its_cache_the_api_lets_everybody_through(anyone, monkeypatch, caplog):
    def away(*args, **kwargs):
        raise RedisIsAway

    monkeypatch.setattr(cache, "add", away)
    assert [anyone.get("rating/rules").status_code for _ in range(5)] == [200] * 5
    assert "not counted" in caplog.text
    caplog.clear()


@pytest.mark.usefixtures("_three_a_minute")
def test_a_made_up_address_does_not_help(anyone):
    statuses = [anyone.get("rating/rules", X_Forwarded_For=f"10.0.0.{n}").status_code for n in range(4)]
    assert statuses == [200, 200, 200, 429]


def test_the_codes_are_those_of_the_socket(anyone, alices, game):
    assert anyone.get("me").json()["code"] == errors.SignInFirst.code
    answer = alices.client.post(
        "/api/v1/tables", "[", content_type="application/json", headers={"Authorization": f"Bearer {alices.text}"}
    )
    assert answer.json()["code"] == errors.MalformedMessage.code
