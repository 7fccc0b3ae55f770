"""Accounts in tests: attempts counted anew for each, and passwords hashed in no time."""

from uuid import uuid4

import pytest


@pytest.fixture(autouse=True)
def quick_and_without_a_past(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # Attempts are counted in Redis, which outlives a test.
    settings.CACHES = {"default": {**settings.CACHES["default"], "KEY_PREFIX": uuid4().hex}}
