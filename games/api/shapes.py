"""Games as the API writes them: the shapes of the schema, and the functions that fill them."""

from typing import Any

from rest_framework import serializers

from accounts.api import moments
from games import boards
from games.models import Difficulty, Game, Layout, Pace, PlayedAction, RolesDealt, Seat, Status, Visibility

Json = dict[str, Any]

WON = "won"
LOST = ("water", "landing", "treasure", "drowned")
# Results that are no result of the rules.
UNDECIDED = ("conceded", "abandoned", "ended", "closed")
RESULTS = (WON, "lost", *UNDECIDED)


class SeatShape(serializers.Serializer[Seat]):
    """A seat of a table; `user` is who sat there first, `player` who plays it now."""

    number = serializers.IntegerField()
    user = serializers.CharField(allow_null=True)
    player = serializers.CharField(allow_null=True)
    role = serializers.CharField(allow_null=True, help_text="E M D N P or X; see the notation")
    left = serializers.BooleanField()


class GameShape(serializers.Serializer[Game]):
    """A game. While it runs, `seed` is null and the draw piles in `position` are only their sizes."""

    id = serializers.CharField()
    status = serializers.ChoiceField(Status.values)
    result = serializers.ChoiceField(RESULTS, allow_null=True)
    outcome = serializers.CharField(allow_null=True, help_text="the result and why, such as `drowned-1`")
    layout = serializers.ChoiceField(Layout.values)
    difficulty = serializers.ChoiceField(Difficulty.values)
    seat_count = serializers.IntegerField()
    seats = SeatShape(many=True)
    host = serializers.CharField()
    rated = serializers.BooleanField()
    roles_dealt = serializers.ChoiceField(RolesDealt.values)
    pace = serializers.ChoiceField(Pace.values)
    visibility = serializers.ChoiceField(Visibility.values)
    version = serializers.IntegerField(help_text="of the latest entry of its log")
    turn = serializers.IntegerField()
    active_seat = serializers.IntegerField(allow_null=True)
    position = serializers.CharField(allow_null=True)
    commitment = serializers.CharField(allow_null=True, help_text="SHA-256 of the seed, told before the game")
    seed = serializers.CharField(allow_null=True, help_text="64 hex digits, told after the game")
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    deadline_at = serializers.DateTimeField(allow_null=True)


class EntryShape(serializers.Serializer[PlayedAction]):
    """An entry of a game's log. Nobody's name is in it: seats have numbers, the game says who sat there."""

    version = serializers.IntegerField()
    seat = serializers.IntegerField(allow_null=True)
    action = serializers.CharField()
    events = serializers.ListField(child=serializers.DictField())
    at = serializers.DateTimeField()
    by_clock = serializers.BooleanField()


class PositionShape(serializers.Serializer[PlayedAction]):
    """Where everything lies after an entry."""

    version = serializers.IntegerField()
    position = serializers.CharField()


GAME_EXAMPLE: Json = {
    "id": "3v9KQptZ",
    "status": "active",
    "result": None,
    "outcome": None,
    "layout": "classic",
    "difficulty": "normal",
    "seat_count": 2,
    "seats": [
        {"number": 0, "user": "ada", "player": "ada", "role": "M", "left": False},
        {"number": 1, "user": "grace", "player": "grace", "role": "E", "left": False},
    ],
    "host": "ada",
    "rated": True,
    "roles_dealt": "random",
    "pace": "none",
    "visibility": "public",
    "version": 17,
    "turn": 2,
    "active_seat": 0,
    "position": (
        "2Sj2/1UQVN1/DBfHpW/XrLOaE/1KGMC1/2Ti2 MR:eo,EB:fo 0:act3 1 - "
        "????????????????????????/- ??????????????????/PIARFJ 1.2"
    ),
    "commitment": "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
    "seed": None,
    "created_at": "2026-11-29T20:10:00.000Z",
    "started_at": "2026-11-29T20:15:00.000Z",
    "finished_at": None,
    "deadline_at": None,
}
ENTRY_EXAMPLE: Json = {
    "version": 17,
    "seat": 0,
    "action": "0:move K",
    "events": [{"type": "moved", "seat": 0, "from": "L", "to": "K", "how": "step"}],
    "at": "2026-11-29T20:15:03.120Z",
    "by_clock": False,
}


def game_json(game: Game) -> Json:
    """A game whose seats were fetched; nothing is asked of the database."""
    seats = {seat.number: seat for seat in game.seats.all()}
    return {
        "id": game.public_id,
        "status": game.status,
        "result": result_of(game.outcome),
        "outcome": game.outcome or None,
        "layout": game.layout,
        "difficulty": game.difficulty,
        "seat_count": game.seat_count,
        "seats": [_seat_json(number, seats.get(number)) for number in range(game.seat_count)],
        "host": game.host.username,
        "rated": game.rated,
        "roles_dealt": game.roles_dealt,
        "pace": game.pace,
        "visibility": game.visibility,
        "version": game.version,
        "turn": game.turn,
        "active_seat": game.active_seat,
        "position": _position(game),
        "commitment": game.commitment or None,
        "seed": game.open_seed(),
        "created_at": moments.to_json(game.created_at),
        "started_at": moments.to_json(game.started_at),
        "finished_at": moments.to_json(game.finished_at),
        "deadline_at": moments.to_json(game.deadline_at),
    }


def result_of(outcome: str) -> str | None:
    """The result in a word; None while there is none."""
    kind = outcome.partition("-")[0]
    return "lost" if kind in LOST else kind or None


def _position(game: Game) -> str | None:
    if game.is_over:  # as it was stored: the engine of today need not be able to read it
        return game.position or None
    return boards.shown_position(game, game.position) if game.position else None


def _seat_json(number: int, seat: Seat | None) -> Json:
    if seat is None:
        return {"number": number, "user": None, "player": None, "role": None, "left": False}
    player = seat.substitute if seat.left_at else seat.user
    return {
        "number": number,
        "user": seat.user.username,
        "player": player.username if player else None,
        "role": seat.role or None,
        "left": seat.left_at is not None,
    }
