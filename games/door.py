"""The door to a started game: whatever happens in one is written here, under the lock of its row.

Whoever writes opens the table (the lock), judges on what it finds, and writes an entry or several. An entry is a row of
the log and an update of the game in one transaction; the table hears of it after the commit, so nobody is told of what
was rolled back. The unique (game, version) is the second guard, for the day somebody forgets the lock.

Clocks are kept here too, because they change with entries and with nothing else: each seat has a bank of time, which
runs while the seat owes something and is full again when the seat's turn begins.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerIsAway

from accounts.models import User
from engine import autoplay, notation
from engine.state import State
from games import boards, live
from games.models import SITE_WORDS, Game, Pace, PlayedAction, Seat, Status

logger = logging.getLogger(__name__)

RATING_TASK = "ratings.rate_finished_games"
_MILLISECOND = timedelta(milliseconds=1)


@dataclass(slots=True)
class OpenTable:
    """A started game whose row is locked, with its seats by number and its state; `now` is the time of all entries."""

    game: Game
    seats: list[Seat]
    state: State
    now: datetime = field(default_factory=timezone.now)
    seats_changed: bool = False  # and must be saved with the next entry

    def owing(self) -> list[int]:
        """The seats whose clocks run: those that must discard or swim, else the active one; none once it is over."""
        return [] if self.game.is_over else boards.owing(self.state)

    def has_left(self) -> frozenset[int]:
        """The seats that nobody plays."""
        return frozenset(number for number, seat in enumerate(self.seats) if seat.player_id is None)

    def unattended(self) -> list[int]:
        """The seats that nobody plays and for which the clock has something to do, in their turn or out of it."""
        gone = frozenset() if self.game.is_over else self.has_left()
        return [number for number in sorted(gone) if autoplay.choose(self.state, number, has_left=gone)]

    def left_milli(self, number: int) -> int:
        """Milliseconds in the bank of a seat now; 0 without a pace, and where nobody plays the seat."""
        seat = self.seats[number]
        if seat.player_id is None:
            return 0
        return max(0, seat.bank_milli - (self._elapsed_milli() if number in self.owing() else 0))

    def _elapsed_milli(self) -> int:
        return (self.now - self.game.moved_at) // _MILLISECOND if self.game.moved_at else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry before it is written. `user` is None where the clock acts; `outcome` ends the game."""

    action: str
    events: list[dict[str, Any]]
    state: State
    seat: int | None = None
    user: User | None = None
    command_id: UUID = field(default_factory=uuid4)
    undo_version: int | None = None
    status: Status = Status.FINISHED
    outcome: str = ""

    @property
    def word(self) -> str:
        """The action without its seat and arguments."""
        return self.action.rpartition(":")[2].partition(" ")[0]


def open_table(game: Game) -> OpenTable:
    """The table of an active game that the caller has locked."""
    return OpenTable(
        game, list(game.seats.select_related("user", "substitute").order_by("number")), game.engine_state()
    )


def ending(draft: Draft, outcome: str, status: Status = Status.FINISHED) -> Draft:
    """The draft as the last entry of its game, with an outcome that the rules do not know."""
    told = [*draft.events, {"type": "ended", "outcome": outcome}]
    return replace(draft, events=told, outcome=outcome, status=status)


def fill_bank(table: OpenTable, number: int) -> None:
    """Give a seat all its time, from the next entry on."""
    table.seats[number].bank_milli = _full_bank(table.game)
    table.seats_changed = True


def begin(table: OpenTable) -> None:
    """Start the clocks of a game that has just been dealt; the caller saves the game."""
    for seat in table.seats:
        seat.bank_milli = _full_bank(table.game)
    table.seats_changed = True
    _save_seats(table)
    _start_clocks(table)


def write(table: OpenTable, draft: Draft) -> PlayedAction:
    """Write an entry, and with it the game, its clocks and perhaps its end; announce it after the commit."""
    _stop_clocks(table, draft)
    if draft.user is not None and draft.word not in SITE_WORDS:
        _forget_agreement(table)
    entry = _entry(table.game, draft, table.now)
    entry.save(force_insert=True)
    table.state = draft.state
    fields = _follow(table, draft, entry)
    _start_clocks(table)
    table.game.save(update_fields=[*fields, "moved_at", "deadline_at"])
    _save_seats(table)
    _announce(table, entry)
    return entry


def _entry(game: Game, draft: Draft, now: datetime) -> PlayedAction:
    return PlayedAction(
        game=game,
        version=game.version + 1,
        seat=draft.seat,
        user=draft.user,
        command_id=draft.command_id,
        action=draft.action,
        events=draft.events,
        position=notation.state_to_text(draft.state),
        undo_version=draft.undo_version,
        played_at=now,
    )


def _follow(table: OpenTable, draft: Draft, entry: PlayedAction) -> list[str]:
    game, state = table.game, table.state
    outcome = draft.outcome or (notation.outcome_to_text(state.outcome) if state.outcome else "")
    game.version = entry.version
    game.position = entry.position
    game.active_seat = None if outcome else state.turn
    game.turn += sum(event["type"] == "turn" for event in entry.events)
    if outcome:
        game.status = draft.status
        game.outcome = outcome
        game.finished_at = table.now
    return ["version", "position", "active_seat", "turn", "status", "outcome", "finished_at"]


def _stop_clocks(table: OpenTable, draft: Draft) -> None:
    for number in table.owing():
        left = table.left_milli(number)
        table.seats_changed |= left != table.seats[number].bank_milli
        table.seats[number].bank_milli = left
    for event in draft.events:
        if event["type"] == "turn":
            _turn_passes(table, table.state.turn, event["seat"], by_clock=draft.user is None)


def _turn_passes(table: OpenTable, before: int, after: int, *, by_clock: bool) -> None:
    ended, begun = table.seats[before], table.seats[after]
    missed = ended.missed_turns + 1 if by_clock and ended.player_id is not None else 0
    full = _full_bank(table.game)
    table.seats_changed |= (ended.missed_turns, begun.bank_milli) != (missed, full)
    ended.missed_turns, begun.bank_milli = missed, full


def _start_clocks(table: OpenTable) -> None:
    table.game.moved_at = table.now
    table.game.deadline_at = _first_zero(table)


def _first_zero(table: OpenTable) -> datetime | None:
    pace = Pace(table.game.pace)
    if table.unattended():
        return table.now - pace.grace  # nobody is waited for
    running = [table.seats[number].bank_milli for number in table.owing()]
    return table.now + min(running) * _MILLISECOND if pace.bank and running else None


def _full_bank(game: Game) -> int:
    bank = Pace(game.pace).bank
    return bank // _MILLISECOND if bank else 0


def _forget_agreement(table: OpenTable) -> None:
    """A seat's wish to concede stands until somebody plays on."""
    for seat in table.seats:
        table.seats_changed |= seat.concedes
        seat.concedes = False


def _save_seats(table: OpenTable) -> None:
    if not table.seats_changed:
        return
    table.seats_changed = False
    Seat.objects.bulk_update(table.seats, ["bank_milli", "missed_turns", "concedes", "left_at", "substitute"])


def _announce(table: OpenTable, entry: PlayedAction) -> None:
    game = table.game
    frame = live.frame_text(boards.entry_frame(game, entry, table.state, table.seats))
    transaction.on_commit(lambda: live.tell_entry(game.pk, entry.version, frame), robust=True)
    if game.is_over:
        transaction.on_commit(lambda: _tell_of_the_end(game), robust=True)


def _tell_of_the_end(game: Game) -> None:
    live.ring_lobby()
    try:
        current_app.send_task(RATING_TASK, kwargs={"game_id": game.pk}, retry=False)
    except BrokerIsAway:
        logger.info("rating not nudged game=%s", game.public_id)  # beat finds the game within a minute
