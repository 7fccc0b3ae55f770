"""Ends of a started game that the rules do not know: abandoned, or ended by an admin."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services import audit, jobs
from games import door, opened
from games.errors import GameNotActive
from games.models import Game, Pace, Seat, Status
from games.opened import Draft
from games.services import lobby
from games.services.leaving import ABANDONED

# A game without a clock in which nothing has happened for so long is over.
IDLE = timedelta(days=7)
AT_ONCE = 200
ENDED = "ended"


@transaction.atomic
def end_game(*, game_id: int, by: User, reason: str) -> None:
    """End a game that is stuck, as an admin. Raises GameNotActive; ReasonMissing without a reason."""
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    if game.status != Status.ACTIVE:
        raise GameNotActive(f"game {game.public_id} is {game.status}")
    _end(game, ENDED, user=by)
    audit.record(by=by, action="end_game", subject=game, reason=reason)


def abandon_idle_games() -> int:
    """Close the tables that never started and end the games that nobody plays any more; return how many.

    Twice is as good as once. Raises PartlyFailed at the end if one of them could not be ended.
    """
    return jobs.each([lobby.close_stale_tables, _abandon_idle], lambda end: end())


def _abandon_idle() -> int:
    return jobs.each(list(_idle().values_list("pk", flat=True)[:AT_ONCE]), _abandon)


def _idle() -> QuerySet[Game]:
    played = Seat.objects.played().filter(game=OuterRef("pk"))
    quiet = Q(pace=Pace.NONE, moved_at__lt=timezone.now() - IDLE)
    return Game.objects.filter(Q(quiet) | ~Exists(played), status=Status.ACTIVE).order_by("moved_at")


@transaction.atomic
def _abandon(game_id: int) -> bool:
    game = _idle().select_for_update(skip_locked=True, of=("self",)).filter(pk=game_id).first()
    if game is not None:
        _end(game, ABANDONED, user=None)
    return game is not None


def _end(game: Game, outcome: str, *, user: User | None) -> None:
    table = door.open_table(game)
    entry = Draft(action="end", events=[], state=table.state, user=user)
    door.write(table, opened.ending(entry, outcome, Status.ABANDONED))
