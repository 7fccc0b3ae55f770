"""Addresses of tables."""

from typing import Any

from django.urls import path, re_path, register_converter
from django.urls.converters import StringConverter

from games import handbook, history, practice, views
from games.sockets import LobbySocket, NoSuchSocket, TableSocket, asgi


class PublicIdConverter(StringConverter):
    """A game's public id in an address."""

    regex = "[0-9A-Za-z]{8}"


register_converter(PublicIdConverter, "public_id")

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("rules/", handbook.rules, name="rules"),
    path("tables/", views.lobby_tables, name="lobby_tables"),
    path("tables/open/", views.open_game, name="open_game"),
    path("tables/alone/", views.play_alone, name="play_alone"),
    path("games/", history.games, name="games"),
    path("import/", history.import_record, name="import_record"),
    path("learn/", practice.first_lesson, name="lesson"),
    path("practice.json", practice.practice_json, name="practice_json"),
    path("games/<public_id:public_id>/", views.game, name="game"),
    path("games/<public_id:public_id>/replay/", history.replay, name="replay"),
    path("games/<public_id:public_id>/replay.json", history.replay_json, name="replay_json"),
    path("games/<public_id:public_id>/play-on/", views.play_on, name="play_on"),
    path("games/<public_id:public_id>/moments/<int:version>.svg", history.moment_svg, name="moment_svg"),
    path("games/<public_id:public_id>/moments/<int:version>.png", history.moment_png, name="moment_png"),
    path("games/<public_id:public_id>/room/", views.waiting_room, name="waiting_room"),
    path("games/<public_id:public_id>/take-seat/", views.take_seat, name="take_seat"),
    path("games/<public_id:public_id>/leave-seat/", views.leave_seat, name="leave_seat"),
    path("games/<public_id:public_id>/choose-role/", views.choose_role, name="choose_role"),
    path("games/<public_id:public_id>/start/", views.start_game, name="start_game"),
    path("games/<public_id:public_id>/close/", views.close_table, name="close_table"),
    path("games/<public_id:public_id>/log.json", views.game_log, name="game_log"),
    path("games/<public_id:public_id>/record.fir", views.record, name="record"),
]
# Channels routes take Django's patterns, with ASGI applications in the place of views.
socket_patterns: list[Any] = [
    path("ws/games/<str:public_id>/", asgi(TableSocket)),
    path("ws/lobby/", asgi(LobbySocket)),
    re_path("", asgi(NoSuchSocket)),
]
