"""The admin's pages about ratings, and what only the top of the site knows about users and games."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.admin import UserDesk
from accounts.deeds import Deed
from accounts.desk import Answers, Desk, Period, row_id, users_called
from accounts.models import User
from games.admin import GameDesk
from games.models import Game
from ratings import ladders, services
from ratings.models import Annulment, RatedResult, RatingPoint, Season, Standing

ANNUL = Deed(
    name="annul_game",
    label="Annul the rating",
    effect="The game counts for nothing: its players' points are replayed without it, and standings follow.",
    service=lambda game, **said: services.annul_game(game_id=game.pk, **said),
    fits=lambda game, by: game.rated and game.is_over and RatedResult.objects.counted().filter(game=game).exists(),
)
LIFT = Deed(
    name="lift_annulment",
    label="Let the rating count again",
    effect="The annulled game counts again: its players' points are replayed with it, and standings follow.",
    service=lambda game, **said: services.lift_annulment(game_id=game.pk, **said),
    fits=lambda game, by: game.rated and _is_annulled(game),
)
REBUILD = Deed(
    name="rebuild_standings",
    label="Rebuild the standings",
    effect="The user's points and standings are made anew from the results.",
    service=lambda user, **said: services.rebuild_standings_for(user_id=user.pk, **said),
    fits=lambda user, by: not user.is_guest,
)


def _is_annulled(game: Game) -> bool:
    latest = Annulment.objects.filter(game=game).order_by("-pk").first()
    return latest is not None and not latest.lifted


# Games and users again, because games and accounts do not know that there are ratings.
admin.site.unregister([Game, User])


@admin.register(Game)
class RatedGameDesk(GameDesk):
    """Games, with what they were worth."""

    fields = [*GameDesk.fields[:4], "rating", *GameDesk.fields[4:]]
    readonly_fields = [*GameDesk.readonly_fields, "rating"]
    deeds = [*GameDesk.deeds, ANNUL, LIFT]

    @admin.display(description="rating")
    def rating(self, game: Game) -> SafeString:
        if not game.rated:
            return SafeString("casual")
        count = game.rated_results.count()
        if not count:
            return SafeString("not rated yet")
        address = reverse("admin:ratings_ratedresult_changelist")
        note = ", annulled" if _is_annulled(game) else ""
        return format_html('<a href="{}?q={}">{} results</a>{}', address, game.public_id, count, note)


@admin.register(User)
class RatedUserDesk(UserDesk):
    """Users, with where they stand."""

    fields = [*UserDesk.fields, "elsewhere"]
    readonly_fields = [*UserDesk.readonly_fields, "elsewhere"]
    deeds = [*UserDesk.deeds, REBUILD]

    @admin.display(description="more about the user")
    def elsewhere(self, user: User) -> SafeString:
        return format_html(
            '<a href="{}?q={}">games</a>, <a href="{}?q={}">results</a>, <a href="{}?q={}">standings</a>, '
            '<a href="{}?q={}">chat</a>, <a href="{}?q={}">tokens</a>',
            *(part for name in _ABOUT_USERS for part in (reverse(f"admin:{name}_changelist"), user.username)),
        )


_ABOUT_USERS = ["games_game", "ratings_ratedresult", "ratings_standing", "games_chatline", "accounts_apitoken"]


def results_of(term: str) -> Q:
    """Rows of the game of that id, else of the users whose names begin so."""
    game = Game.objects.filter(public_id=term).values_list("pk", flat=True).first()
    return Q(game=game) if game else Q(user__in=users_called(term))


class Seats(Answers):
    title = "number of seats"
    parameter_name = "seats"
    answers = {str(number): (str(number), Q(seats=number)) for number in (2, 3, 4)}


class Ladder(Answers):
    """All time and the seasons in which anybody has played."""

    title = "ladder"
    parameter_name = "ladder"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        first = Standing.objects.first_season()
        now = ladders.season_of(timezone.now())
        seasons = ladders.seasons_between(first, now) if first else []
        return [(ladder, ladders.title(ladder)) for ladder in (ladders.ALL, *seasons)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(ladder=self.value()) if self.value() else queryset


@admin.register(RatedResult)
class RatedResultDesk(Desk):
    list_display = ["user", "game", "difficulty", "seats", "opponent_rating", "won", "finished_at"]
    list_display_links = ["finished_at"]
    list_select_related = ["user", "game"]
    list_filter = ["won", "difficulty", Seats, ("finished_at", Period)]
    ordering = ("-finished_at", "-id")
    search_help_text = "A game's id, or a user's name or its beginning."
    fields = ["user", "game", "difficulty", "seats", "opponent_rating", "won", "finished_at", "formula_version"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatedResult]:
        return super().get_queryset(request).defer("game__seed", "game__position")

    def found(self, term: str) -> Q:
        return results_of(term)


class IsLifted(Answers):
    title = "kind"
    parameter_name = "kind"
    answers = {"annulled": ("annulled", Q(lifted=False)), "lifted": ("lifted", Q(lifted=True))}


@admin.register(Annulment)
class AnnulmentDesk(Desk):
    list_display = ["game", "lifted", "reason", "by", "at"]
    list_select_related = ["game", "by"]
    list_filter = [IsLifted]
    search_help_text = "A game's id, or the name of an admin or its beginning."
    fields = ["game", "lifted", "reason", "by", "at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Annulment]:
        return super().get_queryset(request).defer("game__seed", "game__position")

    def found(self, term: str) -> Q:
        game = Game.objects.filter(public_id=term).values_list("pk", flat=True).first()
        return Q(game=game) if game else Q(by__in=users_called(term))


@admin.register(RatingPoint)
class RatingPointDesk(Desk):
    list_display = ["id", "user", "ladder", "win", "game", "k", "before_milli", "delta_milli", "after_milli"]
    list_select_related = ["user", "game"]
    list_filter = [Ladder]
    search_help_text = "A game's id, or a user's name or its beginning."
    fields = ["user", "ladder", "win", "game", "k", "before_milli", "delta_milli", "after_milli"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatingPoint]:
        return super().get_queryset(request).defer("game__seed", "game__position")

    def found(self, term: str) -> Q:
        return results_of(term)


@admin.register(Season)
class SeasonDesk(Desk):
    list_display = ["ladder", "__str__", "begins_at", "ends_at", "top"]
    ordering = ("-ladder",)
    fields = ["ladder", "begins_at", "ends_at", "top"]
    readonly_fields = ["top"]

    @admin.display(description="standings")
    def top(self, season: Season) -> SafeString:
        address = reverse("admin:ratings_standing_changelist")
        return format_html('<a href="{}?ladder={}">from the top</a>', address, season.ladder)


@admin.register(Standing)
class StandingDesk(Desk):
    """Ladders from the top."""

    list_display = ["user", "ladder", "rating_milli", "peak_milli", "wins", "games", "last_played_at"]
    list_select_related = ["user"]
    list_filter = [Ladder]
    ordering = ("ladder", "-rating_milli", "reached_at", "user_id")
    search_help_text = "A user's name or its beginning, or the user's id."
    fields = ["user", "ladder", "rating_milli", "peak_milli", "wins", "games", "rows", "reached_at", "last_played_at"]
    deeds = [
        Deed(
            name="rebuild_standings",
            label="Rebuild the user's standings",
            effect=REBUILD.effect,
            service=lambda standing, **said: services.rebuild_standings_for(user_id=standing.user_id, **said),
        ),
        Deed(
            name="rebuild_all_standings",
            label="Rebuild everybody's standings",
            effect="A worker makes all points and standings anew from the results, user by user. It may take a while.",
            service=services.order_rebuild_of_all,
            needs_rows=False,
        ),
    ]

    def found(self, term: str) -> Q:
        number = row_id(term)
        named = Q(user__in=users_called(term))
        return named if number is None else named | Q(user=number)
