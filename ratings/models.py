"""What results are worth. Facts are only ever added; the rest follows from them and can be made anew at any time."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Min, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from games.models import Difficulty, Game
from ratings import elo, ladders

RANKED_GAMES = 20
RANKED_PARTNERS = 3
RANKED_DAYS = 30


def points(milli: int) -> int:
    """A rating in whole points, for display only."""
    return (milli + 500) // 1000


def row_key(difficulty: str, seats: int) -> str:
    """A row of the table of opponents, as it is called in `Standing.rows`."""
    return f"{difficulty}-{seats}"


class Row(NamedTuple):
    """Somebody's results in one row of the table of opponents."""

    difficulty: Difficulty
    seats: int
    opponent: int
    wins: int
    games: int

    @property
    def won_percent(self) -> int | None:
        return round(100 * self.wins / self.games) if self.games else None


class RatedResultQuerySet(models.QuerySet["RatedResult"]):
    """Questions asked of results more than once."""

    def counted(self) -> RatedResultQuerySet:
        """All but those of games whose annulment is in force: the latest decision about a game holds."""
        latest = Annulment.objects.filter(game=OuterRef("game")).order_by("-pk").values("lifted")[:1]
        return self.filter(Coalesce(Subquery(latest), True))

    def in_order(self) -> RatedResultQuerySet:
        """The order in which results count."""
        return self.order_by("finished_at", "game_id")


class RatedResult(models.Model):
    """A fact: one user's result in one rated game. Who left the game has not won it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rated_results", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rated_results")
    difficulty = models.CharField(max_length=9, choices=Difficulty)
    seats = models.PositiveSmallIntegerField()
    opponent_rating = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    finished_at = models.DateTimeField()
    formula_version = models.PositiveSmallIntegerField(default=elo.FORMULA_VERSION)

    objects = RatedResultQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="a_game_is_rated_once_a_user"),
            models.CheckConstraint(condition=Q(seats__range=(2, 4)), name="rated_game_has_two_to_four_seats"),
        ]
        indexes = [
            models.Index(fields=["user", "finished_at", "game"], name="results_in_order"),
            models.Index(fields=["finished_at", "id"], name="results_by_time"),
        ]

    def __str__(self) -> str:
        return f"{'win' if self.won else 'result'} of user {self.user_id} in game {self.game_id}"


class Annulment(models.Model):
    """A fact: somebody decided that a game does not count, or (`lifted`) that it counts again."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="annulments")
    reason = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    lifted = models.BooleanField(default=False)

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="annulment_has_a_reason")]

    def __str__(self) -> str:
        return f"annulment of game {self.game_id}{' lifted' if self.lifted else ''}"


class RatingPoint(models.Model):
    """Derived: what one win did to one rating. Other results have no point, because they change nothing."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_points", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rating_points")
    ladder = models.CharField(max_length=6)
    win = models.PositiveIntegerField()  # which win of the user on this ladder, from 1
    k = models.PositiveSmallIntegerField()
    before_milli = models.PositiveIntegerField()
    delta_milli = models.PositiveIntegerField()
    after_milli = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "ladder"], name="a_game_moves_a_rating_once"),
            models.UniqueConstraint(fields=["user", "ladder", "win"], name="wins_are_numbered"),
            models.CheckConstraint(
                condition=Q(after_milli=F("before_milli") + F("delta_milli")), name="before_and_delta_make_after"
            ),
        ]
        indexes = [models.Index(fields=["ladder", "id"], name="points_by_ladder")]

    def __str__(self) -> str:
        return f"win {self.win} of user {self.user_id} on {self.ladder}"

    @property
    def gain(self) -> int:
        return points(self.delta_milli)

    @property
    def after(self) -> int:
        return points(self.after_milli)


class Season(models.Model):
    """A quarter of the calendar (UTC), noted once it has begun. It ends by the calendar; its ladder stays."""

    ladder = models.CharField(max_length=6, unique=True)
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()  # the first moment after it

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(ends_at__gt=F("begins_at")), name="a_season_ends_after_its_beginning")
        ]

    def __str__(self) -> str:
        return ladders.title(self.ladder)


class StandingQuerySet(models.QuerySet["Standing"]):
    """A ladder, from the top: by rating; of equal ratings the one reached first stands higher."""

    def first_season(self) -> str | None:
        """The oldest season in which anybody has played, or None."""
        first: str | None = self.exclude(ladder=ladders.ALL).aggregate(first=Min("ladder"))["first"]
        return first

    def on(self, ladder: str) -> StandingQuerySet:
        return self.filter(ladder=ladder).order_by("-rating_milli", "reached_at", "user_id").select_related("user")

    def ranked(self, ladder: str, now: datetime) -> StandingQuerySet:
        """Those who have a rank."""
        return self.on(ladder).filter(_has_rank(ladder, now))

    def provisional(self, ladder: str, now: datetime) -> StandingQuerySet:
        """Those who have played, but have no rank yet, or no longer."""
        return self.on(ladder).exclude(_has_rank(ladder, now))

    def rank_of(self, standing: Standing, now: datetime) -> int | None:
        """The rank, from 1, or None for the provisional. Two queries."""
        ranked = self.ranked(standing.ladder, now)
        if not ranked.filter(pk=standing.pk).exists():
            return None
        above = ranked.filter(
            Q(rating_milli__gt=standing.rating_milli)
            | Q(rating_milli=standing.rating_milli, reached_at__lt=standing.reached_at)
            | Q(
                rating_milli=standing.rating_milli,
                reached_at=standing.reached_at,
                user_id__lt=standing.user_id,
            )
        )
        return above.count() + 1


def _has_rank(ladder: str, now: datetime) -> Q:
    enough = Q(games__gte=RANKED_GAMES, partners__len__gte=RANKED_PARTNERS)
    if ladder != ladders.ALL and ladders.season_ends_at(ladder) <= now:
        return enough
    return enough & Q(last_played_at__gte=now - timedelta(days=RANKED_DAYS))


class Standing(models.Model):
    """Derived: where a user stands on a ladder. Ratings are in 1/1000 point."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="standings", db_index=False
    )
    ladder = models.CharField(max_length=6)
    rating_milli = models.PositiveIntegerField(default=elo.START_MILLI)
    peak_milli = models.PositiveIntegerField(default=elo.START_MILLI)
    wins = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    rows = models.JSONField(default=dict)  # by "novice-2" and the like: [wins, games]
    # Ids of the first partners, as many as a rank needs.
    partners = ArrayField(models.BigIntegerField(), size=RANKED_PARTNERS, default=list)
    reached_at = models.DateTimeField()  # when the rating became what it is: the last win, else the first game
    last_played_at = models.DateTimeField()

    objects = StandingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "ladder"], name="one_standing_a_ladder"),
            models.CheckConstraint(condition=Q(wins__lte=F("games")), name="no_more_wins_than_games"),
            models.CheckConstraint(condition=Q(rating_milli__lte=F("peak_milli")), name="no_rating_above_its_peak"),
        ]
        indexes = [
            models.Index(F("ladder"), F("rating_milli").desc(), F("reached_at"), F("user"), name="standings_in_order"),
        ]

    def __str__(self) -> str:
        return f"user {self.user_id} on {self.ladder}"

    @property
    def rating(self) -> int:
        return points(self.rating_milli)

    @property
    def has_met_enough(self) -> bool:
        """Whether games and partners are enough for a rank; then only a recent game can be missing."""
        return self.games >= RANKED_GAMES and len(self.partners) >= RANKED_PARTNERS

    @property
    def won_percent(self) -> int:
        return round(100 * self.wins / self.games)

    def performance(self) -> elo.Performance:
        """How strong the user plays, wins and losses taken together."""
        return elo.performance((row.opponent, row.wins, row.games) for row in self.results_by_row())

    def results_by_row(self) -> list[Row]:
        """All twelve rows of the table of opponents, played or not."""
        return [
            Row(Difficulty(difficulty), seats, opponent, *self.rows.get(row_key(difficulty, seats), (0, 0)))
            for (difficulty, seats), opponent in elo.OPPONENT_RATINGS.items()
        ]
