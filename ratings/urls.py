"""Addresses of ladders, players and finished games."""

from django.urls import path

from ratings import views

urlpatterns = [
    path("ladder/", views.ladder, name="ladder"),
    path("ladder/<str:ladder>/", views.ladder, name="ladder"),
    path("players/<str:name>/", views.player, name="player"),
    path("players/<str:name>/games/", views.player_games, name="player_games"),
    path("games/<str:public_id>/result/", views.result, name="result"),
]
