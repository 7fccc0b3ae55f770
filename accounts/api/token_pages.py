"""The page on which one makes and revokes tokens."""

from datetime import timedelta
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import tokens
from accounts.api.authentication import user_of
from accounts.errors import TooManyTokens
from accounts.models import ApiToken
from accounts.services import tokens as token_services


class TokenForm(forms.Form):
    """A token to be made."""

    name = forms.CharField(label=gettext_lazy("What is it for?"), max_length=50)
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do beside reading"),
        required=False,
        choices=tokens.Scope.choices,
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("How long it is good for"),
        coerce=int,
        initial=90,
        widget=forms.RadioSelect,
        choices=[
            (30, gettext_lazy("30 days")),
            (90, gettext_lazy("90 days")),
            (365, gettext_lazy("a year")),
            (0, gettext_lazy("until revoked")),
        ],
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def api_tokens(request: HttpRequest) -> HttpResponse:
    """One's tokens, and a form for a new one, whose text is shown in the answer and never again."""
    if user_of(request).is_guest:
        return redirect("account_signup")
    form = TokenForm(request.POST or None)
    if not form.is_valid():
        return _page(request, form, status=422 if form.is_bound else 200)
    days = form.cleaned_data["days"]
    try:
        token, text = token_services.create_token(
            user=user_of(request),
            name=form.cleaned_data["name"],
            scopes=form.cleaned_data["scopes"],
            expires_at=timezone.now() + timedelta(days=days) if days else None,
        )
    except TooManyTokens:
        form.add_error(None, _("You have as many tokens as anyone may have. Revoke one first."))
        return _page(request, form, status=409)
    return _page(request, TokenForm(), token=token, text=text)


@require_POST
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    """End a token. Whoever uses it is refused from this moment."""
    token_services.revoke_token(user=user_of(request), token_id=token_id)
    return redirect("api_tokens")


def _page(request: HttpRequest, form: TokenForm, *, status: int = 200, **context: Any) -> HttpResponse:
    own = ApiToken.objects.filter(user=user_of(request), revoked_at=None).order_by("-created_at", "-pk")
    rows = {"form": form, "tokens": own, "now": timezone.now(), **context}
    return render(request, "accounts/tokens.html", rows, status=status)
