"""What other packages tell us: a session has ended, so its sockets end."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import live
from accounts.models import User


@receiver(user_logged_out)
def end_sockets_of_session(sender: object, request: HttpRequest, **kwargs: Any) -> None:
    """Logging out ends the sockets of that browser."""
    if request.session.session_key:
        live.end_sockets(live.session_group(request.session.session_key))


@receiver([password_changed, password_reset, password_set])
def end_sockets_of_user(sender: object, user: User, **kwargs: Any) -> None:
    """A new password ends every other session; the browser at hand comes back by itself."""
    live.end_sockets(live.user_group(user.pk))
