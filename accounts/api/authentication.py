"""Who asks the API: whoever shows a token in the `Authorization` header, or nobody. No cookie is read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts import tokens
from accounts.api.problems import CHALLENGE
from accounts.errors import InvalidToken, ScopeMissing, TokenInAddress
from accounts.models import ApiToken, User
from accounts.services import tokens as token_services

if TYPE_CHECKING:  # views read the settings, which name this module
    from rest_framework.views import APIView

Credentials: TypeAlias = tuple[User, ApiToken]


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer tw_…`. Without the header one is nobody, and may read what everybody may."""

    def authenticate(self, request: Request) -> Credentials | None:
        refuse_token_in_address(value for _, values in request.query_params.lists() for value in values)
        return credentials(request.headers.get("Authorization"))

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE


class HasToken(BasePermission):
    """Any token of somebody."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return isinstance(request.auth, ApiToken) or _refuse()


class MayPlay(BasePermission):
    """A token with the scope `games:play`."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        require_scope(request.auth, tokens.Scope.PLAY)
        return True


def credentials(header: str | None) -> Credentials | None:
    """Whose token stands in the header, and the token; None without one. Raises InvalidToken."""
    if header is None:
        return None
    scheme, _, text = header.partition(" ")
    token = tokens.find(text.strip()) if scheme.lower() == "bearer" else None
    if token is None:
        raise InvalidToken("no such token in force")
    token_services.note_use(token=token)
    return token.user, token


def require_scope(token: object, scope: tokens.Scope) -> None:
    """Raise NotAuthenticated without a token, ScopeMissing if it lacks `scope`."""
    if not isinstance(token, ApiToken):
        _refuse()
    elif scope not in token.scopes:
        raise ScopeMissing(f"token {token.prefix} has {token.scopes}")


def user_of(request: Request | HttpRequest) -> User:
    """Who asks, where a permission or the login saw to it that somebody does."""
    assert isinstance(request.user, User)
    return request.user


def refuse_token_in_address(values: Iterable[str]) -> None:
    """Raise TokenInAddress where one of the query's values is a token: addresses are kept in logs."""
    if any(value.startswith(tokens.BEGINNING) for value in values):
        raise TokenInAddress("a token in the query")


def _refuse() -> bool:
    raise NotAuthenticated
