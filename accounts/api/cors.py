"""What pages of other sites may do with the API: read it, with a token or without, and never with our cookies."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

PATH = "/api/"
_OPEN = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag, Link, Retry-After"}
_PREFLIGHT = {
    **_OPEN,
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


@sync_and_async_middleware
def open_reads(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Answer preflights, and let every origin read what GET gives. Writes from a browser stay with our own pages."""
    if iscoroutinefunction(get_response):

        async def for_async(request: HttpRequest) -> HttpResponseBase:
            return _preflight(request) or _opened(request, await get_response(request))

        return for_async

    def for_sync(request: HttpRequest) -> HttpResponseBase:
        return _preflight(request) or _opened(request, get_response(request))

    return for_sync


def _preflight(request: HttpRequest) -> HttpResponse | None:
    asks = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    return HttpResponse(status=204, headers=_PREFLIGHT) if asks and request.path.startswith(PATH) else None


def _opened(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    if request.path.startswith(PATH) and request.method in ("GET", "HEAD"):
        for name, value in _OPEN.items():
            response.headers[name] = value
    return response
