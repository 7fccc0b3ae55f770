"""What every view of the API does alike: limits for bad tokens too, caching by ETag, OPTIONS."""

import hashlib
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.errors import InvalidToken

SAFE = ("GET", "HEAD")
# What nobody can change any more, and nobody's name is in.
IMMUTABLE = "public, max-age=31536000, immutable"
PRIVATE = "private, no-store"


class ApiView(APIView):
    """A resource; `cache_control` is what may be done with an answer to GET. Asking again by its ETag is cheap."""

    cache_control = "public, max-age=5"

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """As ever, but who shows bad tokens is counted by address, so that guessing is no faster."""
        try:
            super().initial(request, *args, **kwargs)
        except InvalidToken:
            request.auth = None
            self.check_throttles(request)
            raise

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Say how long the answer may be kept, and by which tag it is asked for again."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        is_read = request.method in SAFE and answer.status_code == 200
        answer.headers.setdefault("Cache-Control", self.cache_control if is_read else PRIVATE)
        if is_read and isinstance(answer, Response):
            answer.add_post_render_callback(partial(_tagged, request._request))
        return answer

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        """Which methods there are."""
        return Response(status=204, headers={"Allow": ", ".join(self.allowed_methods)})


class NothingHere(ApiView):
    """Any other address below the API's: a problem like all others instead of a page."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse every method alike."""
        super().initial(request, *args, **kwargs)
        raise NotFound


def _tagged(request: HttpRequest, response: HttpResponse) -> HttpResponseBase | None:
    """The rendered answer with its tag, or the 304 for whoever has it already."""
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response.headers["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=response)
