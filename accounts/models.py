"""Users, what they may, and what was done about them; and the runs of background jobs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import MinLengthValidator, RegexValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Collate, Lower
from django.utils import timezone


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
    is_guest = models.BooleanField(default=False, editable=False)
    is_bot = models.BooleanField("bot account", default=False, editable=False)
    # Whether a mail tells of one's turn at a table by the day.
    turn_mails = models.BooleanField("mail when it is my turn", default=True)
    # How often all sessions of the account were ended at once; each of them knows the number of its time.
    sessions_ended = models.PositiveIntegerField(default=0, editable=False)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_name_is_unique_without_case",
                violation_error_message="Somebody has this name already.",
            ),
        ]
        indexes = [
            models.Index(fields=["date_joined"], name="guests_by_age", condition=Q(is_guest=True, closed_at=None)),
            # What follows is for the admin's lists, latest first, and its searches by the beginning of a word.
            models.Index(fields=["date_joined", "id"], name="users_by_age"),
            models.Index(fields=["date_joined"], name="guest_users", condition=Q(is_guest=True)),
            models.Index(fields=["date_joined"], name="bot_users", condition=Q(is_bot=True)),
            models.Index(fields=["date_joined"], name="staff_users", condition=Q(is_staff=True)),
            models.Index(fields=["date_joined"], name="inactive_users", condition=Q(is_active=False)),
            models.Index(Collate(Lower("username"), "C"), name="users_by_name"),
            models.Index(Collate(Lower("email"), "C"), name="users_by_address"),
        ]

    def get_session_auth_hash(self) -> str:
        """What a session must hold to be one of this account: it changes with the password and `sessions_ended`."""
        return self._of_this_time(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same by the secret keys of before."""
        return map(self._of_this_time, super().get_session_auth_fallback_hash())

    def _of_this_time(self, session_hash: str) -> str:
        return f"{session_hash}.{self.sessions_ended}" if self.sessions_ended else session_hash

    @classmethod
    def named(cls, name: str) -> models.QuerySet[User]:
        """The user of that name in whatever case, if there is one; by the index that keeps names apart."""
        return cls.objects.alias(lower_name=Lower("username")).filter(lower_name=name.lower())


class Suspension(models.Model):
    """A user may not sign in or play while one of these is in force. Ending it early is noted in the row."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="suspensions")
    reason = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    began_at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True)  # null: until it is lifted
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(lifted_at=None), name="a_user_has_one_suspension_that_is_not_lifted"
            ),
        ]

    def __str__(self) -> str:
        return f"suspension of user {self.user_id}"


class OutgoingMail(models.Model):
    """A mail that is still to be sent, or could not be. What was sent is deleted: it may hold a link to a password."""

    to = models.EmailField()
    subject = models.CharField(max_length=200)
    body = models.TextField()
    headers = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, default=timezone.now)  # null: given up
    error = models.CharField(max_length=200, blank=True)  # the latest one's

    class Meta:
        indexes = [
            models.Index(fields=["next_try_at"], name="mails_by_time", condition=Q(next_try_at__isnull=False)),
            models.Index(fields=["to"], name="mails_by_address"),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk}"  # without the address, for audit entries stay when an account is closed


class ApiToken(models.Model):
    """What a program of a user shows instead of a password. Only the hash of its secret is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="api_tokens")
    name = models.CharField(max_length=50)
    prefix = models.CharField(max_length=8, unique=True)  # shown in lists, so that tokens can be told apart
    secret_sha256 = models.CharField(max_length=64, unique=True)  # hex, of the whole token
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["user", "-created_at"], name="tokens_of_a_user"),
            models.Index(fields=["expires_at"], name="tokens_by_end", condition=Q(expires_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.prefix}… of user {self.user_id}"


class AuditEntry(models.Model):
    """What an admin did, to what and why. Written in the same transaction; the database refuses any change of it."""

    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    action = models.CharField(max_length=40)
    subject = models.CharField(max_length=40)  # the model's label, such as "games.Game"
    subject_id = models.BigIntegerField()
    shown_as = models.CharField(max_length=100)
    reason = models.TextField()
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["subject", "subject_id", "-id"], name="audit_by_subject"),
            models.Index(fields=["by", "-id"], name="audit_by_admin"),
            models.Index(fields=["at", "id"], name="audit_by_time"),
            models.Index(fields=["action", "at"], name="audit_by_action"),
            models.Index(Collate(Lower("shown_as"), "C"), name="audit_by_name_of_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.shown_as}"


class JobRun(models.Model):
    """How a background job fares: one row a job, kept up to date by every run."""

    name = models.CharField(max_length=50, unique=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0)  # by the latest run
    runs = models.PositiveBigIntegerField(default=0)
    failures = models.PositiveBigIntegerField(default=0)
    failed_at = models.DateTimeField(null=True)
    error = models.TextField(blank=True)  # the latest one's, kept until the next failure

    def __str__(self) -> str:
        return self.name


class JobHistory(models.Model):
    """A run that did work or failed."""

    job = models.ForeignKey(JobRun, on_delete=models.CASCADE, related_name="history")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    done = models.PositiveIntegerField()
    error = models.TextField(blank=True)

    class Meta:
        verbose_name_plural = "job history"
        indexes = [
            models.Index(fields=["job", "-id"], name="history_by_job"),
            models.Index(fields=["id"], name="failed_runs", condition=~Q(error="")),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(ended_at__gte=F("started_at")), name="a_run_ends_after_its_start"),
        ]

    def __str__(self) -> str:
        return f"{self.job_id} at {self.started_at}"
