"""What every test can use: four people, and a game that two of them play."""

import pytest

from accounts.models import User
from games.services import lobby

pytest_plugins = ["tests.services_plugin", "tests.browser_plugin"]


def _person(name: str) -> User:
    return User.objects.create_user(name, f"{name}@example.org")


@pytest.fixture
def alice(db) -> User:
    """The host, on seat 0."""
    return _person("alice")


@pytest.fixture
def bob(db) -> User:
    """On seat 1."""
    return _person("bob")


@pytest.fixture
def carol(db) -> User:
    """A spectator."""
    return _person("carol")


@pytest.fixture
def mallory(db) -> User:
    """With no right to anything."""
    return _person("mallory")


@pytest.fixture
def waiting_game(alice, bob):
    """A casual table for two, both seats taken, not started."""
    game = lobby.open_game(host=alice, layout="classic", difficulty="novice", seat_count=2, rated=False)
    lobby.take_seat(game_id=game.pk, user=bob, number=1)
    return game


@pytest.fixture
def game(waiting_game, alice, monkeypatch):
    """The game of notation.md's example, just started: seed of zeros, Messenger and Engineer."""
    monkeypatch.setattr(lobby, "new_seed", lambda: bytes(32))
    lobby.start_game(game_id=waiting_game.pk, user=alice)
    waiting_game.refresh_from_db()
    return waiting_game
