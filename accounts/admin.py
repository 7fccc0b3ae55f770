"""The admin's pages about people, and about what the site and its admins did."""

from typing import Any

import allauth.account.admin  # noqa: F401  # registers what is replaced below
import django.contrib.auth.admin  # noqa: F401  # likewise
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.deeds import Deed, DeedForm
from accounts.desk import Answers, Desk, Period, row_id, starting, users_called, users_starting
from accounts.models import ApiToken, AuditEntry, JobHistory, JobRun, OutgoingMail, Suspension, User
from accounts.services import mails, people, staff

# Nobody's rights are made of groups, and addresses are confirmed by their owners.
admin.site.unregister([Group, EmailAddress])


class RenameForm(DeedForm):
    name = forms.CharField(label="New name", max_length=20)


class SuspendForm(DeedForm):
    until = forms.DateTimeField(
        required=False,
        label="Until (UTC)",
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        help_text="Empty: until it is lifted.",
    )


class StaffForm(DeedForm):
    name = forms.CharField(max_length=20)
    email = forms.EmailField(label="Address")


def _may_touch(user: User, by: User) -> bool:
    """Staff are the superusers' business."""
    return user.pk != by.pk and user.closed_at is None and (by.is_superuser or not user.is_staff)


def _is_account(user: User, by: User) -> bool:
    return _may_touch(user, by) and not user.is_guest


USER_DEEDS = [
    Deed(
        name="suspend_user",
        label="Suspend",
        effect="The user is signed out everywhere and can neither sign in nor play until then. The reason is kept.",
        service=lambda user, **said: people.suspend_user(user=user, **said),
        form=SuspendForm,
        fits=lambda user, by: _may_touch(user, by) and user.is_active,
    ),
    Deed(
        name="lift_suspension",
        label="Lift the suspension",
        effect="The user can sign in and play again.",
        service=lambda user, **said: people.lift_suspension(user=user, **said),
        fits=lambda user, by: _may_touch(user, by) and not user.is_active,
    ),
    Deed(
        name="rename_user",
        label="Rename",
        effect="The user gets this name at once, in old games too. The former one stays in the audit table.",
        service=lambda user, **said: people.rename_user(user=user, **said),
        form=RenameForm,
        fits=_is_account,
    ),
    Deed(
        name="mark_bot",
        label="Mark as a bot account",
        effect="A program may play under this account, at casual tables only.",
        service=lambda user, **said: people.mark_bot(user=user, is_bot=True, **said),
        fits=lambda user, by: _is_account(user, by) and not user.is_bot and not user.is_staff,
    ),
    Deed(
        name="unmark_bot",
        label="Unmark the bot account",
        effect="The account counts as a person's again and may play rated games.",
        service=lambda user, **said: people.mark_bot(user=user, is_bot=False, **said),
        fits=lambda user, by: _is_account(user, by) and user.is_bot,
    ),
    Deed(
        name="resend_confirmation",
        label="Send the confirmation mail again",
        effect="Each address of the user that is not confirmed gets the link once more.",
        service=lambda user, **said: mails.resend_confirmation(user=user, **said),
        fits=lambda user, by: not user.is_guest and user.closed_at is None,
    ),
    Deed(
        name="appoint_staff",
        label="Appoint as staff",
        effect="The user may look at everything here and do all but make and unmake staff.",
        service=lambda user, **said: staff.appoint_staff(user=user, **said),
        fits=lambda user, by: _is_account(user, by) and user.is_active and not user.is_staff and not user.is_bot,
        superusers_only=True,
    ),
    Deed(
        name="dismiss_staff",
        label="Dismiss from staff",
        effect="The user keeps the account and loses the admin.",
        service=lambda user, **said: staff.dismiss_staff(user=user, **said),
        fits=lambda user, by: user.is_staff and user.pk != by.pk,
        superusers_only=True,
    ),
    Deed(
        name="create_staff",
        label="Create a staff account",
        effect="A new account that may enter the admin. Its owner chooses a password by way of “Forgotten password”.",
        service=staff.create_staff,
        form=StaffForm,
        needs_rows=False,
        superusers_only=True,
    ),
]


class IsSuspended(Answers):
    title = "suspension"
    parameter_name = "suspended"
    answers = {
        "now": ("in force", Q(lifted_at=None)),
        "lifted": ("lifted", Q(lifted_at__isnull=False)),
    }


@admin.register(User)
class UserDesk(Desk):
    list_display = ["username", "email", "is_active", "is_staff", "is_guest", "is_bot", "date_joined", "last_login"]
    list_filter = ["is_active", "is_guest", "is_bot", "is_staff", ("date_joined", Period)]
    ordering = ("-date_joined", "-id")
    search_help_text = "A name or an address, or its beginning; or an id."
    fields = [
        "id",
        "username",
        "email",
        "addresses",
        ("is_active", "is_guest", "is_bot"),
        ("is_staff", "is_superuser"),
        ("date_joined", "last_login", "closed_at"),
        "turn_mails",
        "suspended",
    ]
    readonly_fields = ["addresses", "suspended"]
    deeds = USER_DEEDS

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return super().get_queryset(request).defer("password")

    def found(self, term: str) -> Q:
        number = row_id(term)
        return Q(pk__in=[*users_starting(term), *([] if number is None else [number])])

    @admin.display(description="addresses")
    def addresses(self, user: User) -> SafeString:
        rows = EmailAddress.objects.filter(user=user).order_by("-primary", "email")
        return format_html_join(", ", "{} ({})", ((row.email, _address_note(row)) for row in rows)) or SafeString("-")

    @admin.display(description="suspensions")
    def suspended(self, user: User) -> SafeString:
        rows = user.suspensions.select_related("by").order_by("-id")
        said = ((row.began_at, _end_of(row), row.by, row.reason) for row in rows)
        return format_html_join("", "<p>{:%Y-%m-%d %H:%M} {}, by {}: {}</p>", said) or SafeString("-")


def _address_note(address: Any) -> str:
    return ", ".join(["main"] * address.primary + ["confirmed" if address.verified else "not confirmed"])


def _end_of(suspension: Suspension) -> str:
    if suspension.lifted_at:
        return f"lifted {suspension.lifted_at:%Y-%m-%d %H:%M}"
    return f"until {suspension.until:%Y-%m-%d %H:%M}" if suspension.until else "until it is lifted"


@admin.register(EmailAddress)
class EmailAddressDesk(Desk):
    list_display = ["email", "user", "primary", "verified"]
    list_select_related = ["user"]
    list_filter = ["verified"]
    search_help_text = "An address or its beginning, or a user's name."
    fields = ["email", "user", "primary", "verified"]

    def found(self, term: str) -> Q:
        if "@" in term:
            return Q(email__startswith=term.lower())
        return Q(user__in=users_called(term))


@admin.register(Suspension)
class SuspensionDesk(Desk):
    list_display = ["user", "began_at", "until", "lifted_at", "by", "reason"]
    list_select_related = ["user", "by"]
    list_filter = [IsSuspended]
    search_help_text = "A user's name or its beginning."
    fields = ["user", "reason", "by", "began_at", "until", "lifted_at"]
    deeds = [
        Deed(
            name="lift_suspension",
            label="Lift the suspension",
            effect="The user can sign in and play again.",
            service=lambda suspension, **said: people.lift_suspension(user=suspension.user, **said),
            fits=lambda suspension, by: suspension.lifted_at is None and _may_touch(suspension.user, by),
        )
    ]

    def found(self, term: str) -> Q:
        return Q(user__in=users_called(term))


class TokenState(Answers):
    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("in_force", "in force"), ("expired", "expired"), ("revoked", "revoked")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        now = timezone.now()
        match self.value():
            case "in_force":
                return queryset.filter(Q(expires_at=None) | Q(expires_at__gt=now), revoked_at=None)
            case "expired":
                return queryset.filter(expires_at__lte=now, revoked_at=None)
            case "revoked":
                return queryset.filter(revoked_at__isnull=False)
        return queryset


@admin.register(ApiToken)
class ApiTokenDesk(Desk):
    """Tokens, of which even the hash is nobody's business."""

    list_display = ["prefix", "user", "name", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at"]
    list_select_related = ["user"]
    list_filter = [TokenState]
    search_help_text = "A token's prefix, or a user's name or its beginning."
    fields = ["prefix", "user", "name", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ApiToken]:
        return super().get_queryset(request).defer("secret_sha256")

    def found(self, term: str) -> Q:
        return Q(prefix=term) | Q(user__in=users_called(term))


class MailState(Answers):
    title = "state"
    parameter_name = "state"
    answers = {
        "waits": ("on its way", Q(next_try_at__isnull=False)),
        "given_up": ("given up", Q(next_try_at=None)),
    }


@admin.register(OutgoingMail)
class OutgoingMailDesk(Desk):
    """Mails that are not sent yet. Their text may open an account, so it is not shown."""

    list_display = ["to", "subject", "created_at", "tries", "next_try_at", "error"]
    list_filter = [MailState]
    search_help_text = "An address or its beginning."
    fields = ["to", "subject", "created_at", "tries", "next_try_at", "error"]
    deeds = [
        Deed(
            name="resend_mail",
            label="Send again",
            effect="The mail is tried again at once, and for some hours if need be.",
            service=lambda mail, **said: mails.resend_mail(mail_id=mail.pk, **said),
        )
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[OutgoingMail]:
        return super().get_queryset(request).defer("body", "headers")

    def found(self, term: str) -> Q:
        return Q(to__startswith=term.lower())


class DeedFilter(Answers):
    title = "deed"
    parameter_name = "deed"
    names = [
        "annul_game",
        "appoint_staff",
        "close_table",
        "create_staff",
        "dismiss_staff",
        "end_game",
        "flag_game",
        "hide_line",
        "lift_annulment",
        "lift_suspension",
        "mark_bot",
        "rebuild_all_standings",
        "rebuild_standings",
        "rename_user",
        "resend_confirmation",
        "resend_mail",
        "show_line",
        "suspend_user",
        "unflag_game",
    ]
    answers = {name: (name.replace("_", " "), Q(action=name)) for name in names}


@admin.register(AuditEntry)
class AuditEntryDesk(Desk):
    list_display = ["at", "by", "action", "subject", "shown_as", "reason"]
    list_select_related = ["by"]
    list_filter = [DeedFilter, ("at", Period)]
    ordering = ("-at", "-id")
    search_help_text = "What it was done to, or its beginning: a user's name, a game's id; or by whom: by NAME."
    linked_by = ["subject", "subject_id"]
    fields = ["at", "by", "action", "subject", "subject_id", "shown_as", "reason", "details"]

    def found(self, term: str) -> Q:
        if term.startswith("by "):
            return Q(by__in=users_called(term[3:].strip()))
        return Q(pk__in=starting(AuditEntry.objects.all(), "shown_as", term))


class JobState(Answers):
    title = "latest run"
    parameter_name = "latest"
    answers = {
        "failed": ("failed", Q(failed_at__gte=F("started_at"))),
        "ended": ("ended", Q(ended_at__gte=F("started_at"))),
        "runs": ("runs, or was killed", Q(ended_at=None) | Q(ended_at__lt=F("started_at"))),
    }


@admin.register(JobRun)
class JobRunDesk(Desk):
    list_display = ["name", "started_at", "ended_at", "done", "runs", "failures", "failed_at"]
    list_filter = [JobState]
    ordering = ("name",)
    fields = ["name", "started_at", "ended_at", "done", "runs", "failures", "failed_at", "error", "history"]
    readonly_fields = ["history"]

    @admin.display(description="latest runs that did work or failed")
    def history(self, job: JobRun) -> SafeString:
        rows = job.history.order_by("-id")[:20]
        said = ((row.started_at, row.ended_at, row.done, row.error.partition("\n")[0]) for row in rows)
        lines = format_html_join("", "<li>{:%Y-%m-%d %H:%M:%S} to {:%H:%M:%S}: {} done {}</li>", said)
        return format_html("<ul>{}</ul>", lines) if lines else SafeString("-")


class RunFailed(Answers):
    title = "result"
    parameter_name = "result"
    answers = {"failed": ("failed", ~Q(error="")), "done": ("did work", Q(error=""))}


@admin.register(JobHistory)
class JobHistoryDesk(Desk):
    list_display = ["job", "started_at", "ended_at", "done", "error"]
    list_select_related = ["job"]
    list_filter = [RunFailed]
    search_help_text = "A job's name or its beginning."
    fields = ["job", "started_at", "ended_at", "done", "error"]

    def found(self, term: str) -> Q:
        return Q(job__in=list(JobRun.objects.filter(name__startswith=term).values_list("pk", flat=True)))
