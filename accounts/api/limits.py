"""How often the API may be asked, counted by the minute in the shared cache.

A cache that is away lets everybody through: the limits protect the site's speed, and nginx has coarser ones.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from django.core.cache import cache
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import ApiToken

if TYPE_CHECKING:  # views read the settings, which name this module
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)


class RequestLimit(SimpleRateThrottle):
    """So many requests a minute: of one address without a token, or of one token."""

    scope = "address"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return f"api:{self.scope}:{self._asking(request)}"

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request in its minute. Two that ask at once are two."""
        self.scope = "token" if isinstance(request.auth, ApiToken) else "address"
        self.num_requests, self.duration = self.parse_rate(self.THROTTLE_RATES[self.scope])
        assert self.num_requests is not None
        assert self.duration is not None
        window, passed = divmod(time.time(), self.duration)
        self._left = self.duration - passed
        return _count(f"{self.get_cache_key(request, view)}:{window:.0f}", self.duration) <= self.num_requests

    def wait(self) -> float:
        """Seconds until the next minute."""
        return self._left

    def _asking(self, request: Request) -> str:
        return request.auth.prefix if isinstance(request.auth, ApiToken) else self.get_ident(request)


def _count(key: str, seconds: int) -> int:
    """How many there were with `key`, this one included; 0 where nobody can tell."""
    try:
        cache.add(key, 0, 2 * seconds)
        return cache.incr(key)
    except (RedisError, OSError, ValueError) as error:  # ValueError: thrown out of a full cache in between
        logger.warning("not counted key=%s error=%r", key, error)
        return 0
