"""What programs send, in an address or as JSON: exactly what the schema says, and nothing besides.

The framework's fields are generous (`"yes"` for true, `"3"` for 3, unknown names passed over), which hides mistakes.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

V = TypeVar("V", bound="serializers.Serializer[Any]")

# As in accounts.models, and as those names are that the site gives.
NAME = r"^[A-Za-z0-9_-]{1,20}$"
UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


class Query(serializers.Serializer[Any]):
    """Values in an address; all are text."""

    def to_internal_value(self, data: Any) -> Any:
        """Refuse what is written in another way than the schema says."""
        _refuse(self, data, _reads_as)
        return super().to_internal_value(data)


class Body(serializers.Serializer[Any]):
    """Values of a JSON object."""

    def to_internal_value(self, data: Any) -> Any:
        """Refuse what has another type than the schema says."""
        if isinstance(data, Mapping):
            _refuse(self, data, _has_type)
        return super().to_internal_value(data)


def query_values(kind: type[Query], request: Request) -> dict[str, Any]:
    """The values in the address of `request`. Raises ValidationError, for a name given twice too."""
    if twice := [name for name, values in request.query_params.lists() if len(values) > 1]:
        raise ValidationError({name: ["Only once."] for name in twice})
    return _validated(kind(data=request.query_params.dict()))


def body_values(kind: type[Body], request: Request) -> dict[str, Any]:
    """The values of the JSON object in the body of `request`. Raises ValidationError, ParseError."""
    return _validated(kind(data=request.data))


def _validated(values: V) -> dict[str, Any]:
    values.is_valid(raise_exception=True)
    found: dict[str, Any] = values.validated_data
    return found


def _refuse(
    values: serializers.Serializer[Any],
    data: Mapping[str, Any],
    fits: Callable[[serializers.Field[Any, Any, Any, Any], Any], bool],
) -> None:
    errors = {str(name): ["There is no such value here."] for name in data if name not in values.fields}
    for name, field in values.fields.items():
        if name in data and not (data[name] is None and field.allow_null) and not fits(field, data[name]):
            errors[name] = ["Not of the type that the schema says."]
    if errors:
        raise ValidationError(errors)


def _reads_as(field: object, text: Any) -> bool:
    match field:
        case serializers.BooleanField():
            return text in ("true", "false")
        case serializers.IntegerField():
            return re.fullmatch(r"-?[0-9]{1,12}", text) is not None
        case serializers.DateField():
            return re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) is not None
    return True


def _has_type(field: object, value: Any) -> bool:
    match field:
        case serializers.BooleanField():
            return isinstance(value, bool)
        case serializers.IntegerField():
            return not isinstance(value, bool) and (isinstance(value, int) or _is_whole(value))
        case serializers.UUIDField():
            return isinstance(value, str) and UUID.fullmatch(value) is not None
    return isinstance(value, str)


def _is_whole(value: object) -> bool:
    return isinstance(value, float) and value.is_integer()
