"""Games that robots played, so that a developer's machine has something to show."""

from datetime import datetime, timedelta
from uuid import uuid4

from django.db import transaction

from accounts.models import User
from engine import notation, rules, undo
from engine.state import State
from games import robot
from games.models import Game, PlayedAction, Status
from games.services import lobby

AN_ENTRY = timedelta(seconds=6)


class NotWon(Exception):
    """The robots lost; the game was rolled back."""


@transaction.atomic
def play_demo_game(*, users: list[User], layout: str, difficulty: str, began_at: datetime) -> Game:
    """Let robots play a rated game in the names of `users`, as if it had begun at `began_at`."""
    game = lobby.open_game(host=users[0], layout=layout, difficulty=difficulty, seat_count=len(users), rated=True)
    for number, user in enumerate(users[1:], 1):
        lobby.take_seat(game_id=game.pk, user=user, number=number)
    lobby.start_game(game_id=game.pk, user=users[0])
    game.refresh_from_db()
    Game.objects.filter(pk=game.pk).update(created_at=began_at, started_at=began_at)
    game.actions.update(played_at=began_at)
    entries, state = _play_out(game, began_at)
    PlayedAction.objects.bulk_create(entries)
    _finish(game, entries, state)
    return game


@transaction.atomic
def win_demo_game(*, users: list[User], layout: str, difficulty: str, began_at: datetime) -> Game:
    """As `play_demo_game`, but raises NotWon, and nothing has changed, where the robots lose: most of the time."""
    game = play_demo_game(users=users, layout=layout, difficulty=difficulty, began_at=began_at)
    if game.outcome != "won":
        raise NotWon(game.outcome)
    return game


def _play_out(game: Game, began_at: datetime) -> tuple[list[PlayedAction], State]:
    assert game.seed is not None
    state = game.engine_state()
    entries: list[PlayedAction] = []
    users = dict(game.seats.values_list("number", "user"))
    while state.outcome is None:
        action = robot.choose(state)
        state, events = rules.apply(state, action, bytes(game.seed))
        version = len(entries) + 1
        entry = PlayedAction(
            game=game,
            version=version,
            seat=action.seat,
            user_id=users[action.seat],
            command_id=uuid4(),
            action=notation.action_to_text(action),
            events=[notation.event_to_json(event) for event in events],
            position=notation.state_to_text(state),
            undo_version=version if undo.is_undoable(action) else None,
            played_at=began_at + version * AN_ENTRY,
        )
        entries.append(entry)
    return entries, state


def _finish(game: Game, entries: list[PlayedAction], state: State) -> None:
    assert state.outcome is not None
    game.version = len(entries)
    game.position = entries[-1].position
    game.active_seat = None
    game.turn = sum(event["type"] == "turn" for entry in entries for event in entry.events)
    game.status = Status.FINISHED
    game.outcome = notation.outcome_to_text(state.outcome)
    game.finished_at = entries[-1].played_at
    game.save(update_fields=["version", "position", "active_seat", "turn", "status", "outcome", "finished_at"])
