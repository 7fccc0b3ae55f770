"""Users."""

from collections.abc import Callable

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator, RegexValidator
from django.db import models
from django.db.models.functions import Lower


def refuse_reserved_name(name: str) -> None:
    """Raise ValidationError for names that the site itself gives to closed and guest accounts."""
    if name.lower().startswith(("closed-", "guest-")):
        raise ValidationError("Names may not begin with “closed-” or “guest-”.", code="reserved")


USERNAME_VALIDATORS: list[Callable[[str], None]] = [
    RegexValidator(r"\A[A-Za-z0-9_-]*\Z", "A name has only letters from A to Z, digits, “_” and “-”."),
    MinLengthValidator(3, "A name has at least 3 characters."),
    refuse_reserved_name,
]


class User(AbstractUser):
    """An account. Its name is unique without regard to case and shown as it was typed."""

    username = models.CharField(
        "name",
        max_length=20,
        unique=True,
        validators=USERNAME_VALIDATORS,
        help_text="3 to 20 letters, digits, “_” or “-”.",
        error_messages={"unique": "Somebody has this name already."},
    )
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_name_is_unique_without_case",
                violation_error_message="Somebody has this name already.",
            ),
        ]
