"""Work for each job to find: as small as it can be, in more pieces than one."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from unittest.mock import patch

from django.contrib.sessions.models import Session
from django.db.models import Count, F
from django.utils import timezone

from accounts.models import Suspension, User
from accounts.services import people
from games import log
from games.models import ArchivedLog, Game, PlayedAction, Seat, Status
from games.services import demo, lobby
from ratings import services
from ratings.models import RatedResult, Standing
from tests.games.playing import open_table
from tests.ratings.played import derived, person, played

DAY = timedelta(days=1)
_numbers = count(1)


@dataclass(frozen=True)
class Case:
    """`make` makes work in `pieces` pieces; `is_right` says whether all of it is done, whole and once.

    While `table` is locked against writing a worker stops in the middle of its first transaction, or of a later one.
    """

    job: str
    make: Callable[[], None]
    pieces: int
    table: str
    is_right: Callable[[], bool]


def somebody():
    return person(f"somebody{next(_numbers)}")


def started_game(**choices):
    host, guest = somebody(), somebody()
    game = open_table(host, **choices)
    lobby.take_seat(game_id=game.pk, user=guest, number=1)
    lobby.start_game(game_id=game.pk, user=host)
    return Game.objects.get(pk=game.pk)


def whole_logs():
    """Whether every game has all entries up to its version."""
    counted = Game.objects.annotate(entries=Count("actions"))
    return not counted.filter(started_at__isnull=False).exclude(entries=F("version") + 1).exists()


def run_out_of_time():
    # of fresh games one in fifty is lost by a first turn in which nobody acts; this deal is not
    with patch.object(lobby, "new_seed", lambda: bytes([1]) * 32):
        for _ in range(3):
            started_game(pace="live2")
    past = timezone.now() - timedelta(minutes=5)
    Game.objects.update(moved_at=past, deadline_at=past + timedelta(minutes=2))


def clocks_have_acted():
    games = Game.objects.filter(version__gt=0, deadline_at__gt=timezone.now())
    missed = Seat.objects.filter(missed_turns=1).count()
    return games.count() == 3 and missed == 3 and whole_logs()


def stand_idle():
    open_table(somebody())
    Game.objects.update(created_at=timezone.now() - 2 * DAY)
    started_game()
    Game.objects.filter(status=Status.ACTIVE).update(moved_at=timezone.now() - 8 * DAY)
    Seat.objects.filter(game=started_game(pace="day3")).update(left_at=timezone.now())
    open_table(somebody())
    started_game()


def idle_games_are_over():
    ended = Game.objects.filter(status=Status.ABANDONED).order_by("outcome").values_list("outcome", "version")
    going = Game.objects.filter(status__in=[Status.LOBBY, Status.ACTIVE]).count()
    return list(ended) == [("abandoned", 1), ("abandoned", 1), ("closed", 0)] and going == 2 and whole_logs()


def finish_rated_games():
    ada, grace, linus = (somebody() for _ in range(3))
    for number, players in enumerate([(ada, grace), (grace, linus), (ada, grace, linus)]):
        played(*players, finished_at=timezone.now() - number * DAY / 24)


def agree_with_facts():
    before = derived()
    services.rebuild_all_standings()
    return derived() == before


def games_are_rated():
    return (
        RatedResult.objects.count() == 7 and Standing.objects.filter(ladder="all").count() == 3 and agree_with_facts()
    )


def spoil_standings():
    finish_rated_games()
    services.rate_finished_games()
    services.refresh_standings()
    Standing.objects.update(wins=0)


def let_sessions_expire():
    for number, passed in enumerate([DAY, 2 * DAY, -DAY]):
        Session.objects.create(session_key=f"key{number}", expire_date=timezone.now() - passed)


def let_guests_go():
    for passed in [2 * DAY, 3 * DAY, timedelta(hours=1)]:
        User.objects.filter(pk=people.start_guest().pk).update(date_joined=timezone.now() - passed)


def guests_are_gone():
    closed = User.objects.filter(username__startswith="closed-", is_active=False, closed_at__isnull=False)
    return closed.count() == 2 and User.objects.filter(username__startswith="guest-", closed_at=None).count() == 1


def grow_old():
    users = [somebody(), somebody()]
    for days in [91, 92, 89]:
        began_at = timezone.now() - days * DAY
        demo.play_demo_game(users=users, layout="classic", difficulty="novice", began_at=began_at)


def logs_are_packed():
    packed = ArchivedLog.objects.values_list("game", flat=True)
    kept = PlayedAction.objects.values_list("game", flat=True).distinct()
    versions = [[entry.version for entry in log.entries(game)] for game in Game.objects.all()]
    whole = all(
        found == list(range(game.version + 1)) for game, found in zip(Game.objects.all(), versions, strict=True)
    )
    return len(packed) == 2 and len(kept) == 1 and not set(packed) & set(kept) and whole


def let_suspensions_end():
    boss = somebody()
    for passed in [DAY, 2 * DAY, -DAY]:
        people.suspend_user(by=boss, user=somebody(), reason="a test", until=timezone.now() - passed)


def suspensions_are_lifted():
    return Suspension.objects.filter(lifted_at=None).count() == 1 and User.objects.filter(is_active=False).count() == 1


def leave_for_good():
    people.close_account(user=Seat.objects.get(game=started_game(), number=1).user)
    guest = somebody()
    lobby.take_seat(game_id=open_table(somebody()).pk, user=guest, number=1)
    people.close_account(user=guest)


def seats_are_free():
    kept = Seat.objects.filter(user__is_active=False, left_at=None).exists()
    return not kept and Seat.objects.count() == 3 and Game.objects.filter(version=1).count() == 1 and whole_logs()


CASES = [
    Case("sweep_deadlines", run_out_of_time, 3, "games_game", clocks_have_acted),
    Case("abandon_idle_games", stand_idle, 3, "games_playedaction", idle_games_are_over),
    Case("rate_finished_games", finish_rated_games, 3, "ratings_standing", games_are_rated),
    Case("refresh_standings", spoil_standings, 3, "ratings_standing", games_are_rated),
    Case("clear_sessions", let_sessions_expire, 2, "django_session", lambda: Session.objects.count() == 1),
    Case("close_expired_guests", let_guests_go, 2, "accounts_user", guests_are_gone),
    Case("archive_finished_games", grow_old, 2, "games_playedaction", logs_are_packed),
    Case("lift_expired_suspensions", let_suspensions_end, 2, "accounts_user", suspensions_are_lifted),
    Case("free_seats_of_the_gone", leave_for_good, 2, "games_seat", seats_are_free),
]
