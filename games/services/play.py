"""The one door for everything that happens in a started game."""

import logging
import time
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerIsAway

from accounts.models import User
from engine import notation, rules, undo
from engine.actions import Action, Escape, Lift, Sandbag
from engine.errors import IllegalAction, MalformedNotation
from engine.reasons import reason_to_json
from engine.state import State
from games import boards, live
from games.errors import (
    CommandReused,
    GameNotActive,
    IllegalCommand,
    MalformedAction,
    NothingToUndo,
    NotYourSeat,
    StaleVersion,
)
from games.models import Game, PlayedAction, Status

logger = logging.getLogger(__name__)

RATING_TASK = "ratings.rate_finished_games"
# Cards that anyone plays while others act: judged on the position as it is, whatever version the player saw.
SPECIAL_CARDS = (Lift, Sandbag, Escape)


@dataclass(frozen=True, slots=True)
class Command:
    """An action on its way in. `action` is None for an undo."""

    id: UUID
    user: User
    seat: int
    action: Action | None
    expected_version: int


def play_action(*, game_id: int, user: User, command_id: UUID, expected_version: int, action: str) -> int:
    """Carry out `action` (notation, or `SEAT:undo`) for `user` and return the version it led to.

    The row lock makes the commands of one game happen one after another. `expected_version` is the version that the
    player was looking at: if the game has moved on, StaleVersion says so and nothing changes, except for a special
    card, which is judged on the position as it is. A command that was already played is answered again, not played
    again. The table hears of it after the commit, so nobody is told of an action that was rolled back.

    Raises a GameError; nothing has changed then.
    """
    began = time.monotonic()
    command = _command(user, command_id, expected_version, action)
    with transaction.atomic():
        game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
        version = _played_before(game, command) or _play(game, command)
    milliseconds = 1000 * (time.monotonic() - began)
    logger.info("played game=%s version=%s seat=%s ms=%.1f", game.public_id, version, command.seat, milliseconds)
    return version


def why_not(*, game: Game, action: str) -> dict[str, Any] | None:
    """The rule and reason that forbid `action` in the game as it is, as JSON, or None where it is legal.

    Raises MalformedAction, GameNotActive.
    """
    asked = _parse(action)
    if game.status != Status.ACTIVE:
        raise GameNotActive(f"why {action} in game {game.public_id}, {game.status}")
    reason = rules.why_not(game.engine_state(), asked)
    return None if reason is None else {"rule": reason.rule, "reason": reason_to_json(reason)}


def _command(user: User, command_id: UUID, expected_version: int, text: str) -> Command:
    seat, _, word = text.partition(":")
    if word == undo.UNDO and len(seat) == 1 and seat in "0123":
        return Command(command_id, user, int(seat), None, expected_version)
    action = _parse(text)
    return Command(command_id, user, action.seat, action, expected_version)


def _parse(text: str) -> Action:
    try:
        return notation.action_from_text(text)
    except MalformedNotation as error:
        raise MalformedAction(f"{text!r}: {error}") from error


def _played_before(game: Game, command: Command) -> int | None:
    entry = game.actions.filter(command_id=command.id).only("version", "user_id").first()
    if entry is None:
        return None
    if entry.user_id != command.user.pk:
        raise CommandReused(f"{command.id} in game {game.public_id}")
    return entry.version


def _play(game: Game, command: Command) -> int:
    if game.status != Status.ACTIVE:
        raise GameNotActive(f"game {game.public_id} is {game.status}")
    if not game.seats.filter(user=command.user, user__is_active=True, number=command.seat, left_at=None).exists():
        raise NotYourSeat(f"user {command.user.pk}, seat {command.seat} of game {game.public_id}")
    if game.version != command.expected_version and not isinstance(command.action, SPECIAL_CARDS):
        raise StaleVersion(f"expected {command.expected_version}, game {game.public_id} is at {game.version}")
    entry, state = _undone(game, command) if command.action is None else _acted(game, command, command.action)
    _write(game, entry, state)
    return entry.version


def _acted(game: Game, command: Command, action: Action) -> tuple[PlayedAction, State]:
    assert game.seed is not None
    try:
        state, events = rules.apply(game.engine_state(), action, bytes(game.seed))
    except IllegalAction as refused:
        text = notation.action_to_text(action)
        raise IllegalCommand(f"{text} in game {game.public_id}", _reason_json(refused)) from refused
    entry = _entry(game, command, notation.action_to_text(action), [notation.event_to_json(event) for event in events])
    entry.position = notation.state_to_text(state)
    entry.undo_version = entry.version if undo.is_undoable(action) else None
    return entry, state


def _reason_json(refused: IllegalAction) -> dict[str, Any]:
    return {"rule": refused.reason.rule, **reason_to_json(refused.reason)}


def _undone(game: Game, command: Command) -> tuple[PlayedAction, State]:
    latest = game.actions.get(version=game.version)
    if latest.undo_version is None:
        raise NothingToUndo(f"version {game.version} of game {game.public_id}")
    taken_back = game.actions.get(version=latest.undo_version)
    if taken_back.seat != command.seat or taken_back.user_id != command.user.pk:
        raise NothingToUndo(f"seat {command.seat} at version {game.version} of game {game.public_id}")
    before = game.actions.get(version=taken_back.version - 1)
    told = [{"type": "undone", "seat": command.seat, "version": taken_back.version}]
    entry = _entry(game, command, f"{command.seat}:{undo.UNDO}", told)
    entry.position = before.position
    entry.undo_version = before.undo_version
    return entry, notation.state_from_text(before.position)


def _entry(game: Game, command: Command, text: str, events: list[dict[str, Any]]) -> PlayedAction:
    return PlayedAction(
        game=game,
        version=game.version + 1,
        seat=command.seat,
        user=command.user,
        command_id=command.id,
        action=text,
        events=events,
        played_at=timezone.now(),
    )


def _write(game: Game, entry: PlayedAction, state: State) -> None:
    entry.save(force_insert=True)
    game.version = entry.version
    game.position = entry.position
    game.active_seat = None if state.outcome else state.turn
    game.turn += sum(event["type"] == "turn" for event in entry.events)
    fields = ["version", "position", "active_seat", "turn"]
    if state.outcome:
        game.status = Status.FINISHED
        game.outcome = notation.outcome_to_text(state.outcome)
        game.finished_at = entry.played_at
        fields += ["status", "outcome", "finished_at"]
    game.save(update_fields=fields)
    frame = live.frame_text(boards.entry_frame(game, entry, state))
    transaction.on_commit(lambda: live.tell_entry(game.pk, entry.version, frame), robust=True)
    if game.is_over:
        transaction.on_commit(lambda: _tell_of_the_end(game), robust=True)


def _tell_of_the_end(game: Game) -> None:
    live.ring_lobby()
    try:
        current_app.send_task(RATING_TASK, kwargs={"game_id": game.pk}, retry=False)
    except BrokerIsAway:
        logger.info("rating not nudged game=%s", game.public_id)  # beat finds the game within a minute
