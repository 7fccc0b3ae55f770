"""The admin reads ratings; services own the rows."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from ratings.models import Annulment, RatedResult, RatingPoint, Standing


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # Django has no such subscript when it runs
    """Rows to look at, found by the player's name or the game's id."""

    search_fields = ["user__username__istartswith", "game__public_id__exact"]
    show_full_result_count = False
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(RatedResult)
class RatedResultAdmin(ReadOnlyAdmin):
    list_display = ["user", "game", "difficulty", "seats", "opponent_rating", "won", "finished_at"]
    list_select_related = ["user", "game"]
    list_filter = ["won", "difficulty", "seats"]


@admin.register(Annulment)
class AnnulmentAdmin(ReadOnlyAdmin):
    list_display = ["game", "lifted", "reason", "by", "at"]
    list_select_related = ["game", "by"]
    search_fields = ["game__public_id__exact"]


@admin.register(RatingPoint)
class RatingPointAdmin(ReadOnlyAdmin):
    list_display = ["user", "ladder", "win", "game", "k", "before_milli", "delta_milli", "after_milli"]
    list_select_related = ["user", "game"]


@admin.register(Standing)
class StandingAdmin(ReadOnlyAdmin):
    list_display = ["user", "ladder", "rating_milli", "wins", "games", "last_played_at"]
    list_select_related = ["user"]
    search_fields = ["user__username__istartswith"]
