"""Rows of games: the game, its seats, its log, its chat."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import User
from engine import notation
from engine.known import Known, known_from_text
from engine.state import State


class Status(models.TextChoices):
    """The life of a game's row."""

    LOBBY = "lobby"
    ACTIVE = "active"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class Layout(models.TextChoices):
    """The twelve islands, by their names of docs/rules.md."""

    CLASSIC = "classic", "Forbidden Island"
    TREASURE = "treasure", "Treasure Island"
    SHADOWS = "shadows", "Island of Shadows"
    VOLCANO = "volcano", "Volcano Island"
    DEATH = "death", "Island of Death"
    GULLS = "gulls", "Bay of Gulls"
    BONE = "bone", "Bone Island"
    CORAL = "coral", "Coral Reef"
    SKULL = "skull", "Skull Island"
    BRIDGE = "bridge", "Bridge of Horrors"
    ATOLL = "atoll", "Atoll of Decisions"
    ARCH = "arch", "Arch of Fate"


class Difficulty(models.TextChoices):
    """The mark of the water meter at which a game begins, by its name."""

    NOVICE = "novice"
    NORMAL = "normal"
    ELITE = "elite"
    LEGENDARY = "legendary"


class RolesDealt(models.TextChoices):
    """Where roles come from: the seed, the players, or the moment from which a game is played on."""

    RANDOM = "random"
    CHOSEN = "chosen"
    GIVEN = "given"


class Pace(models.TextChoices):
    """How long a turn may take. Each seat has a bank of that much time, full again when its turn begins."""

    NONE = "none", "no clock"
    LIVE_2 = "live2", "2 minutes a turn"
    LIVE_5 = "live5", "5 minutes a turn"
    LIVE_10 = "live10", "10 minutes a turn"
    DAY_1 = "day1", "1 day a turn"
    DAY_2 = "day2", "2 days a turn"
    DAY_3 = "day3", "3 days a turn"

    @property
    def is_live(self) -> bool:
        """Whether people stay at the table while they play."""
        return self.value.startswith("live")

    @property
    def bank(self) -> timedelta | None:
        """How much time a seat has; None without a clock."""
        if self is Pace.NONE:
            return None
        return timedelta(minutes=int(self.value[4:])) if self.is_live else timedelta(days=int(self.value[3:]))

    @property
    def grace(self) -> timedelta:
        """How long after zero the clock acts by itself."""
        return timedelta(seconds=30) if self.is_live else timedelta(hours=1)


class Visibility(models.TextChoices):
    """Who finds a running game: everyone, or only who has its link."""

    PUBLIC = "public"
    LINK = "link"


# What a log's entry may say, after the seat, that is no action of the game; `undo` is the other.
SITE_WORDS = frozenset({"leave", "sit", "skip", "concede", "end"})


class GameQuerySet(models.QuerySet["Game"]):
    """Questions asked of games more than once."""

    def waiting(self) -> GameQuerySet:
        """Tables that have not started."""
        return self.filter(status=Status.LOBBY)

    def listed(self) -> GameQuerySet:
        """Games that everyone may find: public ones, and rated ones once they have been played and are over."""
        over = Q(finished_at__isnull=False, started_at__isnull=False)
        return self.filter(Q(visibility=Visibility.PUBLIC) | Q(over, rated=True))

    def with_seats(self) -> GameQuerySet:
        """Host, seats and their users fetched along: two queries whatever the number of games."""
        return self.select_related("host").prefetch_related(
            models.Prefetch("seats", Seat.objects.select_related("user", "substitute").order_by("number"))
        )


class Game(models.Model):
    """One game from the lobby to its result.

    `seed` and the draw piles in `position` are secrets until the game is over: nothing shows this row's fields
    without going through `observation` or a check of the status.
    """

    public_id = models.CharField(max_length=8, unique=True)
    status = models.CharField(max_length=9, choices=Status, default=Status.LOBBY)
    layout = models.CharField(max_length=8, choices=Layout)
    difficulty = models.CharField(max_length=9, choices=Difficulty)
    seat_count = models.PositiveSmallIntegerField()
    rated = models.BooleanField()
    roles_dealt = models.CharField(max_length=6, choices=RolesDealt, default=RolesDealt.RANDOM)
    pace = models.CharField(max_length=8, choices=Pace, default=Pace.NONE)
    visibility = models.CharField(max_length=6, choices=Visibility, default=Visibility.PUBLIC)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hosted_games")
    seed = models.BinaryField(max_length=32, null=True)
    commitment = models.CharField(max_length=64, blank=True)
    position = models.TextField(blank=True)  # notation.md, server form
    version = models.PositiveIntegerField(default=0)
    active_seat = models.PositiveSmallIntegerField(null=True)
    turn = models.PositiveIntegerField(default=0)
    outcome = models.CharField(max_length=10, blank=True)
    rules_version = models.PositiveSmallIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)  # of the latest entry: the clocks run from here
    deadline_at = models.DateTimeField(null=True)  # when the first of the clocks that run is at zero
    flagged = models.BooleanField(default=False)  # an admin wants to look at it again
    # Where a game that is played on comes from; it begins from what everybody knew then (notation.md, nine fields).
    origin = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="+", db_index=False)
    origin_version = models.PositiveIntegerField(null=True)
    played_on_from = models.TextField(blank=True, default="", db_default="")

    objects = GameQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(seat_count__range=(2, 4)), name="game_has_two_to_four_seats"),
            models.CheckConstraint(
                condition=Q(rated=False) | Q(roles_dealt=RolesDealt.RANDOM), name="roles_of_a_rated_game_are_dealt"
            ),
            models.CheckConstraint(
                condition=(
                    Q(roles_dealt=RolesDealt.GIVEN, origin__isnull=False, origin_version__isnull=False)
                    & ~Q(played_on_from="")
                )
                | (~Q(roles_dealt=RolesDealt.GIVEN) & Q(origin=None, origin_version=None, played_on_from="")),
                name="game_that_is_played_on_has_an_origin",
            ),
            models.CheckConstraint(
                condition=Q(status=Status.LOBBY, started_at=None)
                | Q(status=Status.ABANDONED)
                | (Q(seed__isnull=False, started_at__isnull=False) & ~Q(position="") & ~Q(commitment="")),
                name="started_game_has_seed_and_position",
            ),
            models.CheckConstraint(
                condition=(Q(status__in=[Status.LOBBY, Status.ACTIVE]) & Q(outcome="", finished_at=None))
                | (Q(status__in=[Status.FINISHED, Status.ABANDONED], finished_at__isnull=False) & ~Q(outcome="")),
                name="game_that_is_over_has_outcome_and_time",
            ),
        ]
        # None with what changes at every move: the row can then be written anew in its place. For that its pages keep
        # some room (migration 0006).
        indexes = [
            models.Index(fields=["status", "created_at"], name="games_by_status"),
            models.Index(fields=["finished_at", "id"], name="games_by_end", condition=Q(finished_at__isnull=False)),
            models.Index(
                fields=["deadline_at"],
                name="games_by_deadline",
                condition=Q(status="active", deadline_at__isnull=False),
            ),
            # What follows is for the admin's lists, latest first.
            models.Index(fields=["created_at", "id"], name="games_by_creation"),
            models.Index(fields=["layout", "created_at"], name="games_by_layout"),
            models.Index(fields=["difficulty", "created_at"], name="games_by_difficulty"),
            models.Index(fields=["pace", "created_at"], name="games_by_pace"),
            models.Index(fields=["outcome", "created_at"], name="games_by_outcome", condition=~Q(outcome="")),
            models.Index(fields=["created_at"], name="flagged_games", condition=Q(flagged=True)),
        ]

    def __str__(self) -> str:
        return self.public_id

    @property
    def is_over(self) -> bool:
        """Finished or abandoned: nothing is secret any more."""
        return self.status in (Status.FINISHED, Status.ABANDONED)

    @property
    def is_listed(self) -> bool:
        """Whether everyone may find it; as `GameQuerySet.listed`."""
        return self.visibility == Visibility.PUBLIC or (self.rated and self.is_over and self.started_at is not None)

    @property
    def clock_acts_at(self) -> datetime | None:
        """When the clock acts by itself if nobody else does; None where it never does."""
        return None if self.deadline_at is None else self.deadline_at + Pace(self.pace).grace

    def shown_origin(self) -> Game | None:
        """The game from which this one is played on, unless only who has its link may find it. A query."""
        return self.origin if self.origin is not None and self.origin.is_listed else None

    def beginning(self) -> Known | None:
        """What the game is played on from; None for one that is dealt."""
        return known_from_text(self.played_on_from) if self.played_on_from else None

    def engine_state(self) -> State:
        """The engine's value of `position`; the game must have started."""
        return notation.state_from_text(self.position)

    def open_seed(self) -> str | None:
        """The seed in hex once the game is over, None before that."""
        return bytes(self.seed).hex() if self.is_over and self.seed is not None else None


class WaitingGame(Game):
    """A game that waits in the lobby, so that the admin has a list of its own for those."""

    class Meta:
        proxy = True
        verbose_name = "table in the lobby"
        verbose_name_plural = "tables in the lobby"


class SeatQuerySet(models.QuerySet["Seat"]):
    """Questions asked of seats more than once."""

    def played(self) -> SeatQuerySet:
        """Seats that somebody plays: those that were left count only with a substitute."""
        return self.filter(Q(left_at=None) | Q(substitute__isnull=False))

    def played_by(self, user: User) -> SeatQuerySet:
        """The seats that `user` plays now."""
        return self.filter(Q(user=user, left_at=None) | Q(substitute=user))


class Seat(models.Model):
    """A seat that somebody has taken. A seat without a row is free."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats")
    role = models.CharField(max_length=1, blank=True)
    rated = models.BooleanField()  # the game's, here for the constraint below
    # Set once, for good: the user gains nothing from this game, whoever plays on.
    left_at = models.DateTimeField(null=True)
    substitute = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="substituted_seats"
    )
    bank_milli = models.PositiveBigIntegerField(default=0)  # milliseconds left when the clock last stood still
    missed_turns = models.PositiveSmallIntegerField(default=0)  # in a row, that the clock had to finish
    concedes = models.BooleanField(default=False)
    # The game's version when its player was last told by mail to be the one that all wait for.
    turn_mailed_version = models.PositiveIntegerField(null=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(substitute=None) | Q(left_at__isnull=False), name="only_a_left_seat_has_a_substitute"
            ),
            models.UniqueConstraint(fields=["game", "number"], name="seat_is_taken_once"),
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(rated=True), name="rated_seats_are_different_users"
            ),
            models.UniqueConstraint(fields=["game", "role"], condition=~Q(role=""), name="no_role_twice"),
            models.CheckConstraint(condition=Q(number__lte=3), name="seat_number_is_0_to_3"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of game {self.game_id}"

    @property
    def player_id(self) -> int | None:
        """The user who plays this seat now; None where it was left and nobody has sat down."""
        return self.substitute_id if self.left_at else self.user_id


class PlayedAction(models.Model):
    """One entry of a game's log. Entries are only ever added.

    Entry 0 is the start (`start`); after it `action` is an action in notation or one of `undo`, `leave`, `sit`,
    `skip`, `concede`, `end`, each with its seat as prefix where it has one. `user` is null where the clock acted.
    """

    # Both without an index of their own: the one below begins with the game, and nobody asks for all that a user did.
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="actions", db_index=False)
    version = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    command_id = models.UUIDField()
    action = models.CharField(max_length=24)
    events = models.JSONField()
    position = models.TextField()  # after it; notation.md, server form
    # The version of the move that an undo would take back now, or null.
    undo_version = models.PositiveIntegerField(null=True)
    played_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="one_entry_a_version"),
            models.UniqueConstraint(fields=["game", "command_id"], name="a_command_is_played_once"),
            models.CheckConstraint(
                condition=Q(undo_version__isnull=True) | Q(undo_version__lte=F("version")),
                name="undo_reaches_back",
            ),
        ]
        # The games whose logs still lie in rows, those begun first.
        indexes = [models.Index(fields=["played_at"], name="logs_by_start", condition=Q(version=0))]

    def __str__(self) -> str:
        return f"entry {self.version} of game {self.game_id}"


class ChatLine(models.Model):
    """What somebody said at a table. Lines of spectators are apart from those of the seats."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="chat")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    seated = models.BooleanField()
    text = models.CharField(max_length=300)
    said_at = models.DateTimeField(default=timezone.now)
    hidden_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["game", "id"], name="chat_by_game")]

    def __str__(self) -> str:
        return f"line {self.pk} in game {self.game_id}"


class ArchivedLog(models.Model):
    """The log of a game that ended long ago: all its entries in one compressed row, instead of theirs."""

    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="archived_log")
    entries = models.BinaryField()
    entry_count = models.PositiveIntegerField()
    archived_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"log of game {self.game_id}"
