"""What happens when a clock runs out.

At zero any other seat may skip; after a grace the clock acts by itself, and for a seat that nobody plays at once. The
truth is `deadline_at` in the database: every command looks at it first, and so does whoever shows the game; a sweep
looks at all of them each second. Any number of these at once do no harm, for each works under the game's lock.
"""

from collections.abc import Collection
from datetime import datetime
from functools import reduce
from operator import or_
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services import jobs
from engine import autoplay, notation, rules
from games import door
from games.errors import ClockStillRuns
from games.log import NewEntry
from games.models import Game, Pace, Status
from games.opened import Draft, OpenTable
from games.services import leaving

# So many turns in a row that the clock had to finish make a seat one that was left.
MISSED_TURNS = 2
# The clock finishes at most this much at a time: a turn has some fifteen steps.
STEPS = 60
AT_ONCE = 200


def sweep_deadlines() -> int:
    """Let the clock act in every game in which it is due, the longest due first; return in how many it did."""
    return _play_all(Game.objects.filter(_overdue(timezone.now())))


def play_overdue_of(game_ids: Collection[int]) -> int:
    """The same for these games only."""
    return _play_all(Game.objects.filter(_overdue(timezone.now()), pk__in=game_ids))


def _play_all(due: QuerySet[Game]) -> int:
    ids = list(due.order_by("deadline_at").values_list("pk", flat=True)[:AT_ONCE])
    return jobs.each(ids, lambda game_id: play_overdue(game_id=game_id))


def is_overdue(game: Game) -> bool:
    """Whether the clock should have acted by now in a game that was just read."""
    acts_at = game.clock_acts_at
    return game.status == Status.ACTIVE and acts_at is not None and acts_at <= timezone.now()


def play_overdue(*, game_id: int) -> bool:
    """Let the clock act in this game if it is due. Returns whether it did; False where somebody else is at it."""
    if not Game.objects.filter(_overdue(timezone.now()), pk=game_id).exists():
        return False
    with transaction.atomic():
        due = Game.objects.select_for_update(skip_locked=True, of=("self",)).filter(_overdue(timezone.now()))
        game = due.filter(pk=game_id).first()
        if game is None:
            return False
        table = door.open_table(game)
        _finish(table, _out_of_time(table)[0])
    return True


def skip(table: OpenTable, number: int, *, user: User, command_id: UUID) -> NewEntry:
    """Another seat's time is over, and `number` does not wait: the clock acts for it now. Raises ClockStillRuns.

    The entry returned is the skip's; those of the clock follow it.
    """
    late = next((other for other in _out_of_time(table) if other != number), None)
    if late is None:
        raise ClockStillRuns(f"seat {number} in game {table.game.public_id}")
    events = [{"type": "skipped", "seat": late}]
    entry = Draft(
        action=f"{number}:skip", events=events, state=table.state, seat=number, user=user, command_id=command_id
    )
    written = door.write(table, entry)
    _finish(table, late)
    return written


def _overdue(now: datetime) -> Q:
    """Games in which the clock acts by itself: their grace is over too."""
    late = [Q(pace=pace.value, deadline_at__lte=now - pace.grace) for pace in Pace]
    return Q(status=Status.ACTIVE) & reduce(or_, late)


def _out_of_time(table: OpenTable) -> list[int]:
    gone = table.unattended()
    if gone or Pace(table.game.pace).bank is None:
        return gone
    return [number for number in table.owing() if table.left_milli(number) == 0]


def _finish(table: OpenTable, number: int) -> None:
    """Play for a seat until it owes nothing: for the active one to the end of its turn, if nobody else must act."""
    for _ in range(STEPS):
        action = autoplay.choose(table.state, number, has_left=table.has_left())
        if action is None:
            break
        assert table.game.seed is not None
        state, events = rules.apply(table.state, action, bytes(table.game.seed))
        told = [notation.event_to_json(event) for event in events]
        door.write(table, Draft(action=notation.action_to_text(action), events=told, state=state, seat=action.seat))
    _leave_if_away(table, number)


def _leave_if_away(table: OpenTable, number: int) -> None:
    seat = table.seats[number]
    if not table.game.is_over and seat.player_id is not None and seat.missed_turns >= MISSED_TURNS:
        leaving.leave(table, number, user=None, command_id=uuid4())
