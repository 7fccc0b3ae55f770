"""What operations of the schema have in common: answers with their examples, and problems."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, inline_serializer
from rest_framework import serializers

from accounts.api.problems import MEDIA_TYPE

Shape: TypeAlias = "type[serializers.Serializer[Any]] | serializers.Serializer[Any]"
Answers: TypeAlias = dict[Any, Any]


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # which subclassing does
    """The token in the `Authorization` header."""

    target_class = "accounts.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal token, made on the page of your settings: `tw_…`",
        }


class ProblemShape(serializers.Serializer[Any]):
    """Why something was not done, by RFC 9457; `code` is for programs and never changes its meaning."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    errors = serializers.DictField(  # type: ignore[assignment]  # a field, which the framework tells from its property
        required=False, help_text="what is wrong with which value"
    )
    reason = serializers.DictField(required=False, help_text="with `illegal_action`: the rule and what it depends on")


def _problem(code: str, status: int, **more: Any) -> dict[str, Any]:
    title = code.replace("_", " ").capitalize()
    return {"type": f"urn:tidewatch:{code}", "title": title, "status": status, "code": code, **more}


PROBLEMS: dict[int, tuple[str, dict[str, Any]]] = {
    400: (
        "A value in the address or body is not as the schema says.",
        _problem("invalid_values", 400, errors={"limit": ["Ensure this value is less than or equal to 100."]}),
    ),
    401: ("The token is missing, or not in force.", _problem("invalid_token", 401)),
    403: ("Not with this token, or not by this user.", _problem("not_your_seat", 403)),
    404: ("There is no such thing.", _problem("not_found", 404)),
    406: ("Not in the format that `Accept` asks for.", _problem("not_acceptable", 406)),
    409: ("Not now: something has changed, or comes first.", _problem("stale_version", 409)),
    415: ("The body is not JSON.", _problem("unsupported_media_type", 415)),
    422: (
        "The rules forbid it.",
        _problem("illegal_action", 422, reason={"rule": "A1", "code": "not_adjacent", "tile": "J", "at": "R"}),
    ),
    429: ("Too many requests; come back after `Retry-After` seconds.", _problem("too_fast", 429)),
}
ALWAYS = (400, 401, 406, 429)
WRITING = (*ALWAYS, 403, 404, 409, 415)

RETRY_AFTER = OpenApiParameter(
    "Retry-After", OpenApiTypes.INT, OpenApiParameter.HEADER, response=[429], description="seconds"
)


def answers(
    shape: Shape, example: Any, *problems: int, status: int = 200, more: Mapping[Any, OpenApiResponse] | None = None
) -> Answers:
    """The answers of an operation: what it gives, with an example, and the problems with these statuses."""
    given = OpenApiResponse(shape, examples=[OpenApiExample("example", value=example, status_codes=[str(status)])])
    unchanged = (
        {304: OpenApiResponse(description="As before: `If-None-Match` had its `ETag`.")} if status == 200 else {}
    )
    refusals = {(code, MEDIA_TYPE): refusal(code) for code in sorted(problems)}
    return {(status, "application/json"): given, **(more or {}), **unchanged, **refusals}


def page_shape(item: type[serializers.Serializer[Any]], name: str) -> serializers.Serializer[Any]:
    """A page of such items."""
    next_page = serializers.CharField(allow_null=True, help_text="`cursor` of the next page, or null on the last one")
    return inline_serializer(name, {"items": item(many=True), "next": next_page})


def page_example(item: Any) -> dict[str, Any]:
    """A page with one item, and another page after it."""
    return {"items": [item], "next": "WyIzdjlLUXB0WiJd:2gT…"}


def refusal(status: int) -> OpenApiResponse:
    """The problem with this status, with an example."""
    description, example = PROBLEMS[status]
    return OpenApiResponse(
        ProblemShape, description, [OpenApiExample("example", value=example, status_codes=[str(status)])]
    )


def close_bodies(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Say of what programs send that nothing besides is taken, for so the views do it."""
    shapes = result["components"]["schemas"]
    for operation in (operation for methods in result["paths"].values() for operation in methods.values()):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            shapes[content["schema"]["$ref"].rpartition("/")[2]]["additionalProperties"] = False
    return result
