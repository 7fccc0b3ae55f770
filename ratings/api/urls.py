"""Addresses of the API of players and ladders."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from ratings.api import players, rules, standings


class PlayerNameConverter(StringConverter):
    """A user's name in an address."""

    regex = "[A-Za-z0-9_-]{1,20}"


class LadderConverter(StringConverter):
    """A ladder's name in an address."""

    regex = "all|2[0-9]{3}Q[1-4]"


register_converter(PlayerNameConverter, "player_name")
register_converter(LadderConverter, "ladder")

urlpatterns = [
    path("players", players.Players.as_view(), name="api_players"),
    path("players/<player_name:name>", players.Player.as_view(), name="api_player"),
    path("players/<player_name:name>/history", players.PlayerHistory.as_view(), name="api_history"),
    path("players/<player_name:name>/rows", players.PlayerRows.as_view(), name="api_rows"),
    path("players/<player_name:name>/games", players.PlayerGames.as_view(), name="api_player_games"),
    path("ladders", standings.Ladders.as_view(), name="api_ladders"),
    path("ladders/<ladder:ladder>", standings.Ladder.as_view(), name="api_ladder"),
    path("ladders/<ladder:ladder>/around/<player_name:name>", standings.LadderAround.as_view(), name="api_around"),
    path("ladders/<ladder:ladder>/distribution", standings.Distribution.as_view(), name="api_distribution"),
    path("rating/rules", rules.RatingRules.as_view(), name="api_rating_rules"),
    path("rating/preview", rules.RatingPreview.as_view(), name="api_rating_preview"),
]
