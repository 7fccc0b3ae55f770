"""Addresses of tables."""

from django.urls import URLPattern, path, re_path

from games.consumers import LobbyConsumer, NoSuchSocket, TableConsumer

urlpatterns: list[URLPattern] = []
# Channels routes take Django's patterns, with consumers in the place of views.
socket_patterns: list[URLPattern] = [
    path("ws/games/<str:public_id>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    path("ws/lobby/", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", NoSuchSocket.as_asgi()),  # type: ignore[arg-type]
]
