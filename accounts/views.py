"""Pages of people beside allauth's."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.views import LoginView, SignupView
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import NotAGuest
from accounts.forms import ConfirmPasswordForm, TurnMailsForm
from accounts.models import User
from accounts.services import mails, people


class _Entrance:
    """A page for strangers, to which guests count as such: they come to be somebody."""

    @method_decorator(login_not_required)
    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if isinstance(request.user, User) and request.user.is_guest:
            request.guest, request.user = request.user, AnonymousUser()
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        return response


class SignInView(_Entrance, LoginView):  # type: ignore[misc]  # allauth is not typed
    """allauth's. A guest who has an account leaves the guest behind."""


class SignUpView(_Entrance, SignupView):  # type: ignore[misc]
    """allauth's; a guest becomes the account. What somebody else did in the same moment is told at the form."""

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except IntegrityError:
            name = form.cleaned_data["username"]
            if not User.named(name).exists():
                raise
            form.add_error("username", _("Somebody has this name already."))
            response = self.form_invalid(form)
        except NotAGuest:
            form.add_error(None, _("This guest has become an account already, or is gone. Sign in, or load this anew."))
            response = self.form_invalid(form)
        return response


def for_accounts(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that makes sense only to who has an account: guests are sent to make one."""

    @wraps(view)
    def for_account(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if isinstance(request.user, User) and request.user.is_guest:
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return for_account


@for_accounts
@require_safe
def settings(request: HttpRequest) -> HttpResponse:
    address = EmailAddress.objects.get_primary(request.user)
    return render(request, "accounts/settings.html", {"address": address})


@for_accounts
@require_POST
def turn_mails(request: HttpRequest) -> HttpResponse:
    form = TurnMailsForm(request.POST)
    if form.is_valid():
        people.choose_turn_mails(user_id=_user(request).pk, wanted=form.cleaned_data["wanted"] == "yes")
    return redirect("account_settings")


@login_not_required
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop_turn_mails(request: HttpRequest, token: str) -> HttpResponse:
    """The link of a mail. Asking for the page changes nothing, because programs follow links to look at them; the page
    sends its form by itself, and a mail program posts without the page (RFC 8058)."""
    user_id = mails.user_of_turn_mail_token(token)
    form = TurnMailsForm(request.POST)
    if user_id is None or not form.is_valid():
        raise Http404("no such link")
    wanted = form.cleaned_data["wanted"] == "yes"
    if request.method == "POST":
        people.choose_turn_mails(user_id=user_id, wanted=wanted)
    context = {"token": token, "is_done": request.method == "POST", "wanted": wanted}
    return render(request, "accounts/turn_mails.html", context)


@for_accounts
@require_http_methods(["GET", "HEAD", "POST"])
def close_account(request: HttpRequest) -> HttpResponse:
    user = _user(request)
    if refusal := ratelimit.consume_or_429(request, action="reauthenticate", user=user):
        too_often: HttpResponse = refusal
        return too_often
    form = ConfirmPasswordForm(request.POST or None, user=user)
    if not form.is_valid():
        return render(request, "accounts/close.html", {"form": form}, status=422 if form.is_bound else 200)
    people.close_account(user=user)
    logout(request)
    messages.success(request, _("Your account is closed."))
    return redirect("lobby")


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # LoginRequiredMiddleware has seen to it
    return request.user
