"""The admin's pages about games and what is said at them.

What a running game keeps secret is not shown here either: positions go through `boards.shown_position`, the seed
through `Game.open_seed`, and no list, filter or search reads either column.
"""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.deeds import Deed
from accounts.desk import Answers, Desk, Period, row_id, users_called
from accounts.models import User
from engine.errors import MalformedNotation
from games import boards, log
from games.models import ChatLine, Game, GameQuerySet, Seat, Status, WaitingGame
from games.services import chat, ending, moderation
from games.templatetags import drawings

LOST_TREASURE = [f"treasure-{letter}" for letter in "ewfo"]
DROWNED = [f"drowned-{seat}" for seat in range(4)]

CLOSE_TABLE = Deed(
    name="close_table",
    label="Close the table",
    effect="The table is gone from the lobby, and who sits at it is told that it was closed.",
    service=lambda game, **said: moderation.close_table(game_id=game.pk, **said),
    fits=lambda game, by: game.status == Status.LOBBY,
)
GAME_DEEDS = [
    CLOSE_TABLE,
    Deed(
        name="end_game",
        label="End the game",
        effect="The game is over without a result of the rules: the seed is opened, nobody wins, nothing goes on.",
        service=lambda game, **said: ending.end_game(game_id=game.pk, **said),
        fits=lambda game, by: game.status == Status.ACTIVE,
    ),
    Deed(
        name="flag_game",
        label="Flag",
        effect="The game is marked, to be looked at again. Players do not see it.",
        service=lambda game, **said: moderation.flag_game(game_id=game.pk, **said),
        fits=lambda game, by: not game.flagged,
    ),
    Deed(
        name="unflag_game",
        label="Take the flag away",
        effect="The mark is gone.",
        service=lambda game, **said: moderation.unflag_game(game_id=game.pk, **said),
        fits=lambda game, by: game.flagged,
    ),
]


class Result(Answers):
    title = "result"
    parameter_name = "result"
    answers = {
        "won": ("won", Q(outcome="won")),
        "lost": ("lost", Q(outcome__in=["water", "landing", *LOST_TREASURE, *DROWNED])),
        "water": ("lost: the water rose to the skull", Q(outcome="water")),
        "landing": ("lost: Fools' Landing has sunk", Q(outcome="landing")),
        "treasure": ("lost: a treasure is out of reach", Q(outcome__in=LOST_TREASURE)),
        "drowned": ("lost: somebody drowned", Q(outcome__in=DROWNED)),
        "conceded": ("conceded", Q(outcome="conceded")),
        "abandoned": ("abandoned", Q(outcome="abandoned")),
        "ended": ("ended by an admin", Q(outcome=ending.ENDED)),
        "closed": ("closed before the start", Q(outcome="closed")),
    }


class SeatCount(Answers):
    title = "number of seats"
    parameter_name = "seat_count"
    answers = {str(number): (str(number), Q(seat_count=number)) for number in (2, 3, 4)}


def games_called(term: str) -> Q:
    """The game of that id, else the games of users whose names begin so."""
    exact = Game.objects.filter(public_id=term).values_list("pk", flat=True).first() or row_id(term)
    if exact is not None:
        return Q(pk=exact)
    users = users_called(term)
    seats = Seat.objects.filter(Q(user__in=users) | Q(substitute__in=users))
    return Q(pk__in=seats.values("game"))


@admin.register(Game)
class GameDesk(Desk):
    list_display = [
        "public_id",
        "stands",
        "players",
        "layout",
        "difficulty",
        "clock",
        "rated",
        "flagged",
        "created_at",
    ]
    list_filter = [
        "status",
        Result,
        "flagged",
        "rated",
        "pace",
        "difficulty",
        "layout",
        SeatCount,
        ("created_at", Period),
        ("finished_at", Period),
    ]
    ordering = ("-created_at", "-id")
    search_help_text = "A game's id, or a player's name or its beginning."
    fields = [
        ("public_id", "status", "outcome", "flagged"),
        ("layout", "difficulty", "seat_count", "rated", "roles_dealt", "pace", "visibility"),
        ("host", "version", "turn", "rules_version"),
        ("origin", "origin_version", "played_on_from"),
        ("created_at", "started_at", "moved_at", "deadline_at", "finished_at"),
        "island",
        "seat_rows",
        "chat_rows",
        "log_rows",
        "commitment",
        "seed_if_over",
    ]
    readonly_fields = ["island", "seat_rows", "chat_rows", "log_rows", "seed_if_over"]
    deeds = GAME_DEEDS

    class Media:
        css = {"all": ["games/css/tokens.css", "games/css/island.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        rows = super().get_queryset(request).defer("seed", "position")
        assert isinstance(rows, GameQuerySet)
        return rows.with_seats()

    def found(self, term: str) -> Q:
        return games_called(term)

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        context["site_address"] = reverse("game", args=[context["original"].public_id])
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description="state")
    def stands(self, game: Game) -> str:
        return game.outcome or game.status

    @admin.display(description="pace")
    def clock(self, game: Game) -> str:
        return game.pace

    @admin.display(description="players")
    def players(self, game: Game) -> str:
        return ", ".join(seat.user.username for seat in game.seats.all())

    @admin.display(description="island")
    def island(self, game: Game) -> SafeString:
        shown = _shown_position(game)
        if not shown:
            return SafeString("-")
        return format_html('<div class="sea desk-sea">{}</div><code>{}</code>', drawings.island(game), shown)

    @admin.display(description="seats")
    def seat_rows(self, game: Game) -> SafeString:
        return render_to_string("admin/games/seats.html", {"seats": game.seats.all()})

    @admin.display(description="chat")
    def chat_rows(self, game: Game) -> SafeString:
        lines = game.chat.select_related("user", "hidden_by").order_by("-id")[:200]
        return render_to_string("admin/games/chat.html", {"lines": lines[::-1]})

    @admin.display(description="log")
    def log_rows(self, game: Game) -> SafeString:
        entries = log.entries(game)
        names = dict(User.objects.filter(pk__in={entry.user_id for entry in entries}).values_list("pk", "username"))
        rows = [(entry, names.get(entry.user_id or 0, "the clock")) for entry in entries]
        return render_to_string("admin/games/log.html", {"rows": rows})

    @admin.display(description="seed")
    def seed_if_over(self, game: Game) -> str:
        return game.open_seed() or "secret until the game is over"


def _shown_position(game: Game) -> str:
    """What may be seen of the position; nothing where a broken one keeps a game stuck."""
    if not game.position:
        return ""
    try:
        game.engine_state()  # what cannot be read is not shown, for nobody knows where its secrets lie
    except MalformedNotation:
        return ""
    return boards.shown_position(game, game.position)


@admin.register(WaitingGame)
class WaitingGameDesk(GameDesk):
    """Tables in the lobby: the same rows, those that have not started."""

    list_display = [
        "public_id",
        "host",
        "players",
        "seat_count",
        "layout",
        "difficulty",
        "clock",
        "rated",
        "created_at",
    ]
    list_filter = ["rated", "pace", "difficulty", "layout", "visibility", SeatCount]
    deeds = [CLOSE_TABLE]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).filter(status=Status.LOBBY)


class IsHidden(Answers):
    title = "hidden"
    parameter_name = "hidden"
    answers = {"yes": ("hidden", Q(hidden_by__isnull=False)), "no": ("shown", Q(hidden_by=None))}


@admin.register(ChatLine)
class ChatLineDesk(Desk):
    list_display = ["said_at", "user", "text", "game", "seated", "hidden_by"]
    list_display_links = ["said_at", "text"]
    list_select_related = ["user", "game", "hidden_by"]
    list_filter = [IsHidden]
    search_help_text = "A game's id, or a user's name or its beginning."
    fields = ["game", "user", "seated", "text", "said_at", "hidden_by"]
    deeds = [
        Deed(
            name="hide_line",
            label="Hide the line",
            effect="Nobody sees the line any more, at once and for those who come later.",
            service=lambda line, **said: chat.hide_line(line_id=line.pk, **said),
            fits=lambda line, by: line.hidden_by_id is None,
        ),
        Deed(
            name="show_line",
            label="Show the line again",
            effect="Who opens the table from now on sees the line again.",
            service=lambda line, **said: chat.show_line(line_id=line.pk, **said),
            fits=lambda line, by: line.hidden_by_id is not None,
        ),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatLine]:
        return super().get_queryset(request).defer("game__seed", "game__position")

    def found(self, term: str) -> Q:
        game = Game.objects.filter(public_id=term).values_list("pk", flat=True).first()
        return Q(game=game) if game else Q(user__in=users_called(term))
