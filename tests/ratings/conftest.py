"""Three players who have not played yet."""

import pytest

from tests.ratings.played import person


@pytest.fixture
def ada(db):
    return person("ada")


@pytest.fixture
def grace(db):
    return person("grace")


@pytest.fixture
def linus(db):
    return person("linus")


@pytest.fixture
def told(monkeypatch):
    """What tables were told: (game id, frame)."""
    frames = []
    monkeypatch.setattr("games.live.tell_table", lambda game_id, frame: frames.append((game_id, frame)))
    return frames
