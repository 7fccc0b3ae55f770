"""Programs that ask the API: one without a token, one with alice's and one with bob's."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.services import tokens


class Program:
    """Asks the API as a program does, with a token or without."""

    def __init__(self, text=None):
        self.text = text
        self.client = Client()

    def get(self, path, query=None, **headers):
        return self.client.get(f"/api/v1/{path}", query or {}, headers=self._headers(headers))

    def post(self, path, body=None, **headers):
        url = f"/api/v1/{path}"
        return self.client.post(url, body or {}, content_type="application/json", headers=self._headers(headers))

    def ask(self, method, path, **headers):
        return self.client.generic(method, f"/api/v1/{path}", headers=self._headers(headers))

    def _headers(self, headers):
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return {**({"Authorization": f"Bearer {self.text}"} if self.text else {}), **named}


def token_of(user, *scopes, days=30):
    _, text = tokens.create_token(
        user=user, name="a test", scopes=scopes, expires_at=timezone.now() + timedelta(days=days)
    )
    return text


@pytest.fixture(autouse=True)
def fresh_limits():
    """Limits are counted by the minute and by address, which all tests share."""
    cache.clear()


@pytest.fixture
def anyone(db):
    return Program()


@pytest.fixture
def alices(alice):
    return Program(token_of(alice, "games:play"))


@pytest.fixture
def bobs(bob):
    return Program(token_of(bob, "games:play"))
