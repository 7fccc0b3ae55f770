"""What admins do to games, besides ending them. Each deed leaves an audit entry."""

from django.db import transaction
from django.utils import timezone

from accounts.errors import ChangeRefused
from accounts.models import User
from accounts.services import audit
from games import live
from games.errors import GameNotWaiting
from games.models import Game, Status
from games.services.lobby import CLOSED


@transaction.atomic
def close_table(*, game_id: int, by: User, reason: str) -> None:
    """Close a table that has not started, whoever is its host. Raises GameNotWaiting, ReasonMissing."""
    game = _locked(game_id)
    if game.status != Status.LOBBY:
        raise GameNotWaiting(f"game {game.public_id} is {game.status}")
    audit.record(by=by, action="close_table", subject=game, reason=reason)
    game.status = Status.ABANDONED
    game.outcome = CLOSED
    game.finished_at = timezone.now()
    game.save(update_fields=["status", "outcome", "finished_at"])
    transaction.on_commit(lambda: live.tell_table(game_id, {"type": "lobby"}), robust=True)
    transaction.on_commit(live.ring_lobby, robust=True)


@transaction.atomic
def flag_game(*, game_id: int, by: User, reason: str) -> None:
    """Mark a game to be looked at again. Raises ReasonMissing, or ChangeRefused for a flagged one."""
    _set_flag(_locked(game_id), True, by, reason)


@transaction.atomic
def unflag_game(*, game_id: int, by: User, reason: str) -> None:
    """Take the mark away. Raises ReasonMissing, or ChangeRefused for a game that is not flagged."""
    _set_flag(_locked(game_id), False, by, reason)


def _set_flag(game: Game, flagged: bool, by: User, reason: str) -> None:
    if game.flagged == flagged:
        raise ChangeRefused(f"game {game.public_id} has flagged={flagged} already")
    audit.record(by=by, action="flag_game" if flagged else "unflag_game", subject=game, reason=reason)
    game.flagged = flagged
    game.save(update_fields=["flagged"])


def _locked(game_id: int) -> Game:
    return Game.objects.select_for_update(of=("self",)).get(pk=game_id)
