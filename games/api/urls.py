"""Addresses of the API of games."""

from django.urls import path

from games.api import playing, reading, stream

urlpatterns = [
    path("me/games", playing.MyGames.as_view(), name="api_my_games"),
    path("games", reading.Games.as_view(), name="api_games"),
    path("tables", playing.Tables.as_view(), name="api_tables"),
    path("tables/<public_id:game>/seats", playing.TableSeats.as_view(), name="api_seats"),
    path("tables/<public_id:game>/seats/<int:number>", playing.TableSeat.as_view(), name="api_seat"),
    path("tables/<public_id:game>/start", playing.TableStart.as_view(), name="api_start"),
    path("games/<public_id:game>", reading.OneGame.as_view(), name="api_game"),
    path("games/<public_id:game>/log", reading.GameLog.as_view(), name="api_log"),
    path("games/<public_id:game>/positions/<int:version>", reading.GamePosition.as_view(), name="api_position"),
    path("games/<public_id:game>/record", reading.GameRecord.as_view(), name="api_record"),
    path("games/<public_id:game>/legal", reading.GameLegal.as_view(), name="api_legal"),
    path("games/<public_id:game>/actions", playing.Actions.as_view(), name="api_actions"),
    path("games/<public_id:game>/stream", stream.follow, name="api_stream"),
]
