"""Forms of people: allauth's, with our labels."""

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User

NAME_HELP = _("3 to 20 letters, digits, “_” or “-”. Everybody sees it.")
EMAIL_HELP = _("For a forgotten password. Nobody sees it.")
PASSWORD_HELP = _("At least 8 characters, not a common password, and not like your name.")


class _Labelled(forms.Form):
    """A form whose fields bear their label above, and no second one inside that goes when one types."""

    labels: dict[str, Any] = {}
    help_texts: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.help_texts.get(name, "")


class SignInForm(_Labelled, allauth_forms.LoginForm):  # type: ignore[misc]  # allauth is not typed, here and below
    labels = {"login": _("Name or e-mail"), "password": _("Password")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs.update(autocomplete="username", autocapitalize="none", spellcheck="false")


class SignUpForm(_Labelled, allauth_forms.SignupForm):  # type: ignore[misc]
    labels = {"username": _("Name"), "email": _("E-mail"), "password1": _("Password")}
    help_texts = {"username": NAME_HELP, "email": EMAIL_HELP, "password1": PASSWORD_HELP}

    def save(self, request: HttpRequest) -> User:
        """Store the account and its address. Raises IntegrityError, storing nothing, if the name went meanwhile."""
        with transaction.atomic():
            user: User = super().save(request)
        return user


class AddEmailForm(_Labelled, allauth_forms.AddEmailForm):  # type: ignore[misc]
    labels = {"email": _("Another address")}


class ChangePasswordForm(_Labelled, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    labels = {
        "oldpassword": _("Your password now"),
        "password1": _("New password"),
        "password2": _("New password again"),
    }
    help_texts = {"password1": PASSWORD_HELP}


class SetPasswordForm(_Labelled, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    labels = {"password1": _("Password"), "password2": _("Password again")}
    help_texts = {"password1": PASSWORD_HELP}


class ForgottenPasswordForm(_Labelled, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    labels = {"email": _("E-mail")}


class NewPasswordForm(_Labelled, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    labels = {"password1": _("New password"), "password2": _("New password again")}
    help_texts = {"password1": PASSWORD_HELP}


class TurnMailsForm(forms.Form):
    """Whether mails about one's turn are wanted; what a mail program sends for its own button has no such field."""

    wanted = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")], required=False)


class ConfirmPasswordForm(_Labelled, allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    labels = {"password": _("Password")}
