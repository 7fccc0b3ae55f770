"""Who one is, and what one's token may."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import moments
from accounts.api.authentication import HasToken, user_of
from accounts.api.schema import ALWAYS, answers
from accounts.api.values import Query, query_values
from accounts.api.view import PRIVATE, ApiView
from accounts.models import ApiToken


class TokenShape(serializers.Serializer[ApiToken]):
    """The token that was shown, by what may be told of it."""

    name = serializers.CharField()
    prefix = serializers.CharField(help_text="the eight letters after `tw_`")
    scopes = serializers.ListField(child=serializers.CharField())
    expires_at = serializers.DateTimeField(allow_null=True)


class MeShape(serializers.Serializer[ApiToken]):
    """The user of the token."""

    name = serializers.CharField()
    is_bot = serializers.BooleanField(help_text="a bot account plays casual games only")
    token = TokenShape()


EXAMPLE = {
    "name": "ada",
    "is_bot": False,
    "token": {
        "name": "my script",
        "prefix": "k3v9qz7a",
        "scopes": ["games:play"],
        "expires_at": "2027-11-29T20:15:00Z",
    },
}


class Me(ApiView):
    """Who one is."""

    permission_classes = [HasToken]
    cache_control = PRIVATE

    @extend_schema(operation_id="me", tags=["me"], summary="Who am I?", responses=answers(MeShape, EXAMPLE, *ALWAYS))
    def get(self, request: Request) -> Response:
        """The user of the token that was shown, and what the token may."""
        query_values(Query, request)
        token = request.auth
        assert isinstance(token, ApiToken)
        shown = {
            "name": token.name,
            "prefix": token.prefix,
            "scopes": token.scopes,
            "expires_at": moments.to_json(token.expires_at),
        }
        user = user_of(request)
        return Response({"name": user.username, "is_bot": user.is_bot, "token": shown})
