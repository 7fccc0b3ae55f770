"""Sockets and live streams, and in development the pages too, for ASGI servers."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator
from channels.sessions import CookieMiddleware
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
_pages = get_asgi_application()

# Only now, because models can be imported only after Django is set up.
from django.conf import settings  # noqa: E402

from deploy.lifespan import lifespan  # noqa: E402
from games.urls import socket_patterns  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": _pages,
        # Full origins: the stock validator of allowed hosts looks at neither scheme nor port.
        "websocket": OriginValidator(CookieMiddleware(URLRouter(socket_patterns)), settings.SITE_ORIGINS),
        "lifespan": lifespan,
    }
)
