"""What somebody does in a started game: an action of the rules, an undo, or something about one's seat."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import User
from engine import notation, rules, undo
from engine.actions import Action, Escape, Lift, Sandbag
from engine.errors import IllegalAction, MalformedNotation
from engine.reasons import reason_to_json
from games import boards, door
from games.errors import (
    CommandReused,
    GameNotActive,
    IllegalCommand,
    MalformedAction,
    NothingToUndo,
    NotYourSeat,
    StaleVersion,
)
from games.log import NewEntry
from games.models import Game, Status
from games.opened import Draft, OpenTable
from games.services import clock, leaving

logger = logging.getLogger(__name__)

# Cards that anyone plays while others act, and what somebody does about a seat: judged on the game as it is, whatever
# version the player saw.
SPECIAL_CARDS = (Lift, Sandbag, Escape)
SEAT_WORDS = boards.SEAT_WORDS | {"skip"}


@dataclass(frozen=True, slots=True)
class Command:
    """An action on its way in: `word` is one of the site's, or empty where `action` is one of the rules."""

    id: UUID
    user: User
    seat: int
    word: str
    action: Action | None
    expected_version: int


def play_action(*, game_id: int, user: User, command_id: UUID, expected_version: int, action: str) -> int:
    """Carry out `action` for `user` and return the version it led to.

    `action` is one of the notation, or `SEAT:` with `undo`, `leave`, `sit`, `skip` or `concede`. The row lock makes the
    commands of one game happen one after another. `expected_version` is the version that the player was looking at: if
    the game has moved on, StaleVersion says so, except for special cards and for all that is about seats, which are
    judged on the game as it is. A command that was already played is answered again, not played again. Clocks that
    have run out act first. The table hears of it all after the commit.

    Raises a GameError; the command has changed nothing then.
    """
    command = _command(user, command_id, expected_version, action)
    clock.play_overdue(game_id=game_id)
    with transaction.atomic():
        game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
        version = _played_before(game, command) or _play(game, command)
    logger.debug("played game=%s version=%s seat=%s", game.public_id, version, command.seat)
    return version


def read_table(*, game_id: int) -> OpenTable | None:
    """A game that runs, as the quick way takes it into memory; None for one that does not. Three queries, no lock."""
    game = Game.objects.filter(pk=game_id, status=Status.ACTIVE).first()
    return None if game is None else door.open_table(game)


def judge_at_once(
    table: OpenTable, *, user: User, command_id: UUID, expected_version: int, action: str
) -> Draft | None:
    """The entry that `action` makes at a table held in memory, or None wherever there is the least doubt.

    Only an action of the rules, made for the very version that is held, by who plays the seat, while its clock is not
    over, and legal, is judged here. Everything else is for `play_action`, which knows the reasons.
    """
    acts_at = table.game.clock_acts_at
    if table.game.is_over or table.game.version != expected_version or (acts_at and acts_at <= table.now):
        return None
    try:
        command = _command(user, command_id, expected_version, action)
        is_own = command.seat < len(table.seats) and table.seats[command.seat].player_id == user.pk
        return _judge(table, command) if command.action and is_own else None
    except (MalformedAction, IllegalCommand):
        return None


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
    if word in _SITE and len(seat) == 1 and seat in "0123":
        return Command(command_id, user, int(seat), word, None, expected_version)
    action = _parse(text)
    return Command(command_id, user, action.seat, "", action, expected_version)


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
    table = door.open_table(game)
    if command.word != "sit" and not _plays(table, command):
        raise NotYourSeat(f"user {command.user.pk}, seat {command.seat} of game {game.public_id}")
    as_it_is = command.word in SEAT_WORDS or isinstance(command.action, SPECIAL_CARDS)
    if game.version != command.expected_version and not as_it_is:
        raise StaleVersion(f"expected {command.expected_version}, game {game.public_id} is at {game.version}")
    carry_out = _SITE[command.word] if command.word else _act
    return carry_out(table, command).version


def _plays(table: OpenTable, command: Command) -> bool:
    if command.seat >= len(table.seats) or not User.objects.filter(pk=command.user.pk, is_active=True).exists():
        return False
    return table.seats[command.seat].player_id == command.user.pk


def _act(table: OpenTable, command: Command) -> NewEntry:
    return door.write(table, _judge(table, command), not_after=table.game.clock_acts_at)


def _judge(table: OpenTable, command: Command) -> Draft:
    action, game = command.action, table.game
    assert action is not None
    assert game.seed is not None
    text = notation.action_to_text(action)
    try:
        state, events = rules.apply(table.state, action, bytes(game.seed))
    except IllegalAction as refused:
        raise IllegalCommand(f"{text} in game {game.public_id}", _reason_json(refused)) from refused
    told = [notation.event_to_json(event) for event in events]
    undo_version = game.version + 1 if undo.is_undoable(action) else None
    return _draft(command, text, told, state, undo_version)


def _draft(command: Command, text: str, events: list[Any], state: Any, undo_version: int | None) -> Draft:
    return Draft(
        action=text,
        events=events,
        state=state,
        seat=command.seat,
        user=command.user,
        command_id=command.id,
        undo_version=undo_version,
    )


def _reason_json(refused: IllegalAction) -> dict[str, Any]:
    return {"rule": refused.reason.rule, **reason_to_json(refused.reason)}


def _undo(table: OpenTable, command: Command) -> NewEntry:
    game = table.game
    latest = game.actions.get(version=game.version)
    if latest.undo_version is None:
        raise NothingToUndo(f"version {game.version} of game {game.public_id}")
    taken_back = game.actions.get(version=latest.undo_version)
    if taken_back.seat != command.seat or taken_back.user_id != command.user.pk:
        raise NothingToUndo(f"seat {command.seat} at version {game.version} of game {game.public_id}")
    before = game.actions.get(version=taken_back.version - 1)
    told = [{"type": "undone", "seat": command.seat, "version": taken_back.version}]
    state = notation.state_from_text(before.position)
    return door.write(table, _draft(command, f"{command.seat}:{undo.UNDO}", told, state, before.undo_version))


def _leave(table: OpenTable, command: Command) -> NewEntry:
    return leaving.leave(table, command.seat, user=command.user, command_id=command.id)


def _sit(table: OpenTable, command: Command) -> NewEntry:
    return leaving.sit(table, command.seat, user=command.user, command_id=command.id)


def _skip(table: OpenTable, command: Command) -> NewEntry:
    return clock.skip(table, command.seat, user=command.user, command_id=command.id)


def _concede(table: OpenTable, command: Command) -> NewEntry:
    return leaving.concede(table, command.seat, user=command.user, command_id=command.id)


_SITE: dict[str, Callable[[OpenTable, Command], NewEntry]] = {
    undo.UNDO: _undo,
    "leave": _leave,
    "sit": _sit,
    "skip": _skip,
    "concede": _concede,
}
