"""Logs of games that ended long ago move house: all their rows into one.

How a log is packed, and how it is read wherever it lies, is in games/log.py.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.services import jobs
from games import log
from games.models import ArchivedLog, Game, PlayedAction

# So long after its end a game's log is packed.
PATIENCE = timedelta(days=90)
# As many as one run packs: two or three seconds, in which a single worker does nothing else.
AT_ONCE = 50


def archive_finished_games() -> int:
    """Pack the logs of games that have been over for 90 days, those begun first; return how many.

    Each game is a transaction of its own: a log is in rows or packed, never both, never neither. Twice is as good as
    once, and two at once share the work. Raises PartlyFailed at the end if a log could not be packed.
    """
    return jobs.each(list(_starts(timezone.now() - PATIENCE)[:AT_ONCE]), _archive)


def _starts(over_before: datetime) -> QuerySet[PlayedAction, int]:
    """The games to pack. Their first entries are looked for, because those of packed games are gone."""
    starts = PlayedAction.objects.filter(version=0, played_at__lt=over_before, game__finished_at__lt=over_before)
    return starts.order_by("played_at").values_list("game_id", flat=True)


@transaction.atomic
def _archive(game_id: int) -> int:
    over = Game.objects.filter(finished_at__lt=timezone.now() - PATIENCE)
    game = over.select_for_update(skip_locked=True, of=("self",)).filter(pk=game_id).first()
    entries = list(game.actions.order_by("version")) if game else []
    if game is None or not entries:
        return 0
    packed = log.pack(entries)
    assert log.pack(log.unpack(game, packed)) == packed, f"the log of game {game.public_id} would not be read again"
    ArchivedLog.objects.create(game=game, entries=packed, entry_count=len(entries))
    removed, _ = game.actions.all().delete()
    assert removed == len(entries), f"{removed} of {len(entries)} entries of game {game.public_id}"
    return 1
