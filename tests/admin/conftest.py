"""People who may enter the admin."""

import pytest

from accounts.models import User


@pytest.fixture
def boss(db) -> User:
    """A superuser."""
    return User.objects.create_superuser("boss", "boss@example.org")


@pytest.fixture
def helper(db) -> User:
    """One of the staff, and no superuser."""
    return User.objects.create_user("helper", "helper@example.org", is_staff=True)


@pytest.fixture
def desk(client, boss):
    """The browser of a superuser."""
    client.force_login(boss)
    return client
