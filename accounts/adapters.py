"""What allauth asks us: its refusals in our words, its mails by our way, and who may come in."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import mails, people


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is not typed
    """What we change of allauth's ways; everything else is its own."""

    error_messages: dict[str, Any] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "cannot_remove_primary_email": _("Your main address cannot be removed."),
        "duplicate_email": _("Your account has this address already."),
        "email_password_mismatch": _("Address and password do not match."),
        "email_taken": _("An account has this address already."),
        "enter_current_password": _("This is not your password."),
        "incorrect_password": _("This is not your password."),
        "invalid_or_expired_key": _("This link is not valid any more."),
        "invalid_password_reset": _("This link is not valid any more."),
        "max_email_addresses": _("An account has at most %d addresses."),
        "rate_limited": _("That was too often. Wait a few minutes."),
        "too_many_login_attempts": _("Too many failed attempts. Wait a few minutes."),
        "unverified_primary_email": _("Your main address must be a confirmed one."),
        "username_password_mismatch": _("Name and password do not match."),
        "username_taken": _("Somebody has this name already."),
    }

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue the mail; a worker sends it."""
        request = _request()
        home = request.build_absolute_uri("/") if request else mails.site_url()
        message = self.render_mail(template_prefix, email, {"email": email, "home": home, **context})
        mails.queue_mail(to=email, subject=message.subject, body=message.body)

    def get_email_confirmation_url(self, request: HttpRequest | None, emailconfirmation: Any) -> str:
        """The link of a confirming mail, which an admin or a job may send without the request of its reader."""
        path = reverse("account_confirm_email", args=[emailconfirmation.key])
        request = request or _request()
        return request.build_absolute_uri(path) if request else mails.site_url(path)

    def new_user(self, request: HttpRequest) -> User:
        """The row for who signs up: a guest's, which keeps its games, or a new one. Raises NotAGuest."""
        guest: User | None = getattr(request, "guest", None)  # set by the page
        return people.keep_guest(guest=guest) if guest else User()

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Let in again whose suspension has run out, and nobody else who is not active.

        A session in which a guest has signed up is no longer the guest's, and would be emptied when it is next seen,
        together with what allauth keeps there until the address is confirmed.
        """
        if kwargs["signup"]:
            for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
                request.session.pop(key, None)
        if not user.is_active and people.lift_expired_suspensions(user_id=user.pk):
            user.refresh_from_db()
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Say until when the account is suspended, or that it is closed."""
        suspension = people.suspension_in_force(user)
        return render(request, "account/account_inactive.html", {"suspension": suspension}, status=403)


def _request() -> HttpRequest | None:
    """The request that allauth is answering, if there is one."""
    request: HttpRequest | None = context.request
    return request
