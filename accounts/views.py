"""Pages of people beside allauth's."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.views import SignupView
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import User


class SignUpView(SignupView):  # type: ignore[misc]  # allauth is not typed
    """allauth's, where the name that somebody else took in the same moment is told like any other taken one."""

    def form_valid(self, form: Any) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except IntegrityError:
            name = form.cleaned_data["username"]
            if not User.objects.filter(username__iexact=name).exists():
                raise
            form.add_error("username", _("Somebody has this name already."))
            response = self.form_invalid(form)
        return response


@require_safe
def settings(request: HttpRequest) -> HttpResponse:
    address = EmailAddress.objects.get_primary(request.user)
    return render(request, "accounts/settings.html", {"address": address})
