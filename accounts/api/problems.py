"""Refusals of the API as problem+json (RFC 9457), with the codes of the live table. The only place that makes them."""

import logging
import math
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpResponse, JsonResponse
from rest_framework import exceptions
from rest_framework.response import Response

from accounts.errors import InvalidToken, ScopeMissing, SiteError, TokenInAddress

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
CHALLENGE = 'Bearer realm="tidewatch"'

# What the framework itself refuses. Those that a socket can say too bear the socket's code.
_CODES: dict[type[Exception], tuple[str, int]] = {
    exceptions.ParseError: ("malformed_message", 400),
    exceptions.ValidationError: ("invalid_values", 400),
    exceptions.NotAuthenticated: ("sign_in_first", 401),
    exceptions.PermissionDenied: ("not_allowed", 403),
    PermissionDenied: ("not_allowed", 403),
    exceptions.NotFound: ("not_found", 404),
    Http404: ("not_found", 404),
    exceptions.MethodNotAllowed: ("method_not_allowed", 405),
    exceptions.NotAcceptable: ("not_acceptable", 406),
    exceptions.UnsupportedMediaType: ("unsupported_media_type", 415),
    exceptions.Throttled: ("too_fast", 429),
    BadRequest: ("malformed_message", 400),
    SuspiciousOperation: ("malformed_message", 400),
}

Problem = dict[str, Any]


def reply_to_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Django REST framework's handler: the answer to what went wrong, or None for a bug of ours, which is a 500."""
    problem = problem_of(error)
    if problem is None:
        return None
    return Response(problem, status=problem["status"], headers=headers_of(error), content_type=MEDIA_TYPE)


def problem_response(error: Exception) -> HttpResponse:
    """The same where the framework is not, as in streams. Raises what is no refusal."""
    problem = problem_of(error)
    if problem is None:
        raise error
    return JsonResponse(problem, status=problem["status"], headers=headers_of(error), content_type=MEDIA_TYPE)


def problem_of(error: Exception) -> Problem | None:
    """A refusal as data, or None for an error that is none."""
    if isinstance(error, SiteError):
        logger.info("refused code=%s: %s", error.code, error)
        return _problem(error.code, error.status, _said_by(error))
    found = next((_CODES[kind] for kind in type(error).__mro__ if kind in _CODES), None)
    if found is None:
        return None
    errors = {"errors": error.detail} if isinstance(error, exceptions.ValidationError) else {}
    return _problem(*found, errors)


def headers_of(error: Exception) -> dict[str, str]:
    """The headers that belong to a refusal."""
    headers = {"Cache-Control": "no-store"}
    if isinstance(error, exceptions.NotAuthenticated | InvalidToken | TokenInAddress):
        headers["WWW-Authenticate"] = CHALLENGE
    elif isinstance(error, ScopeMissing):
        headers["WWW-Authenticate"] = f'{CHALLENGE}, error="insufficient_scope"'
    elif isinstance(error, exceptions.Throttled):
        headers["Retry-After"] = str(math.ceil(getattr(error, "wait", None) or 1))
    return headers


def _problem(code: str, status: int, more: dict[str, Any]) -> Problem:
    title = code.replace("_", " ").capitalize()
    return {"type": f"urn:tidewatch:{code}", "title": title, "status": status, "code": code, **more}


def _said_by(error: SiteError) -> dict[str, Any]:
    """What the rules say besides, where it is they who refuse."""
    reason = getattr(error, "reason", None)
    return {} if reason is None else {"reason": reason}
