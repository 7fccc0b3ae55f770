"""Personal tokens: made on a page, shown once, kept as a hash, refused when they should be."""

import hashlib
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import tokens
from accounts.errors import TooManyTokens
from accounts.models import ApiToken
from accounts.services import people
from accounts.services import tokens as token_services
from tests.api.conftest import Program, token_of

TOKEN = re.compile(r"tw_[a-z0-9]{8}_[A-Za-z0-9_-]{43}")


def test_only_the_hash_of_a_token_is_kept(alice):
    text = token_of(alice)
    row = ApiToken.objects.values().get()
    assert TOKEN.fullmatch(text)
    assert row["prefix"] == text[3:11]
    assert row["secret_sha256"] == hashlib.sha256(text.encode()).hexdigest()
    assert text[12:] not in str(row)


def test_me_says_who_and_what(alices):
    answer = alices.get("me")
    assert answer.status_code == 200
    assert answer["Cache-Control"] == "private, no-store"
    assert answer.json()["name"] == "alice"
    assert answer.json()["token"]["scopes"] == ["games:play"]


def test_without_a_token_nobody_is_me(anyone):
    answer = anyone.get("me")
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in_first")
    assert answer["WWW-Authenticate"].startswith("Bearer")
    assert answer["Content-Type"] == "application/problem+json"


BAD = [
    ("another scheme", "Basic YWxpY2U6c2VjcmV0"),
    ("no token at all", "Bearer"),
    ("a made up one", "Bearer tw_abcdefgh_" + "A" * 43),
    ("what is no text", "Bearer tw_\u00e9"),
]


@pytest.mark.parametrize(("why", "header"), BAD, ids=[why for why, _ in BAD])
def test_a_bad_token_is_refused_even_for_what_everybody_reads(anyone, why, header):
    answer = anyone.get("rating/rules", Authorization=header)
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")


def revoke(alice, token):
    token_services.revoke_token(user=alice, token_id=token.pk)


def expire(alice, token):
    ApiToken.objects.filter(pk=token.pk).update(expires_at=timezone.now())


def deactivate(alice, token):
    type(alice).objects.filter(pk=alice.pk).update(is_active=False)


def close(alice, token):
    people.close_account(user=alice)


@pytest.mark.parametrize("end", [revoke, expire, deactivate, close])
def test_a_token_ends_at_once(alices, alice, end):
    assert alices.get("me").status_code == 200
    end(alice, ApiToken.objects.get())
    assert alices.get("me").json()["code"] == "invalid_token"


def test_nobody_revokes_anothers_token(alices, bob):
    assert not token_services.revoke_token(user=bob, token_id=ApiToken.objects.get().pk)
    assert alices.get("me").status_code == 200


def test_a_token_in_the_address_is_refused(alices):
    answer = alices.get("games", {"access_token": alices.text})
    assert (answer.status_code, answer.json()["code"]) == (400, "token_in_address")


def test_a_session_is_no_token(client, alice):
    client.force_login(alice)
    assert client.get("/api/v1/me").json()["code"] == "sign_in_first"
    assert client.post("/api/v1/tables", {}, content_type="application/json").status_code == 401


def test_a_token_without_the_scope_plays_nothing(alice, game):
    answer = Program(token_of(alice)).post(f"games/{game.public_id}/actions", {})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")


def test_its_last_use_is_noted_once_a_minute(alices):
    alices.get("me")
    first = ApiToken.objects.get().last_used_at
    with CaptureQueriesContext(
        connection,
    ) as queries:
        alices.get("me")
    assert ApiToken.objects.get().last_used_at == first
    assert len(queries) == 1
    ApiToken.objects.update(last_used_at=timezone.now() - timedelta(minutes=2))
    alices.get("me")
    assert ApiToken.objects.filter(last_used_at__gt=first).exists()


def test_nobody_has_more_than_so_many(alice):
    for _ in range(token_services.TOKENS_A_USER):
        token_of(alice)
    with pytest.raises(TooManyTokens):
        token_of(alice)


def test_a_guest_has_none(db):
    with pytest.raises(TooManyTokens):
        token_of(people.start_guest())


def test_the_page_shows_a_new_token_once(client, alice):
    client.force_login(alice)
    settings = client.get("/accounts/settings/").content.decode()
    assert 'href="/accounts/tokens/"' in settings
    answer = client.post("/accounts/tokens/", {"name": "my script", "scopes": ["games:play"], "days": "30"})
    (text,) = TOKEN.findall(answer.content.decode())
    assert Program(text).get("me").json()["token"]["name"] == "my script"
    again = client.get("/accounts/tokens/").content.decode()
    assert "my script" in again
    assert text[12:] not in again
    assert "no-store" in answer["Cache-Control"]


def test_the_page_revokes(client, alice):
    text = token_of(alice)
    client.force_login(alice)
    client.post(f"/accounts/tokens/{ApiToken.objects.get().pk}/revoke/")
    assert tokens.find(text) is None
    assert "a test" not in client.get("/accounts/tokens/").content.decode()


def test_the_page_asks_again_for_what_is_missing(client, alice):
    client.force_login(alice)
    assert client.post("/accounts/tokens/", {"name": "", "days": "30"}).status_code == 422
    assert client.post("/accounts/tokens/", {"name": "x", "scopes": ["all"], "days": "30"}).status_code == 422


def test_the_pages_are_for_people_with_an_account(client, db):
    assert client.get("/accounts/tokens/").status_code == 302
