"""What allauth asks us: its refusals in our words, and no greeting at every sign-in."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.utils.translation import gettext_lazy as _


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is not typed
    """Sentences for the codes of allauth's refusals; everything else is its own."""

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
