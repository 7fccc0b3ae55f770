"""A started game in the hands of whoever writes it: its seats, its state, its clocks, and what an entry does to them.

Nothing here touches the database: `door` reads the table before and writes the entry after.

Clocks are kept here because they change with entries and with nothing else: each seat has a bank of time, which runs
while the seat owes something and is full again when the seat's turn begins.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from accounts.models import User
from engine import autoplay, notation
from engine.state import State
from games import boards
from games.log import NewEntry
from games.models import SITE_WORDS, Game, Pace, Seat, Status

_MILLISECOND = timedelta(milliseconds=1)


@dataclass(slots=True)
class OpenTable:
    """A started game with its seats by number and its state; `now` is the time of the entries to come."""

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
        return frozenset([number for number, seat in enumerate(self.seats) if seat.player_id is None])

    def unattended(self) -> list[int]:
        """The seats that nobody plays and for which the clock has something to do, in their turn or out of it."""
        gone = self.has_left()
        if not gone or self.game.is_over:
            return []
        return [number for number in sorted(gone) if autoplay.choose(self.state, number, has_left=gone)]

    def left_milli(self, number: int) -> int:
        """Milliseconds now in the bank of a seat that owes something; 0 without a pace, and where nobody plays it."""
        seat = self.seats[number]
        return max(0, seat.bank_milli - self._elapsed_milli()) if seat.bank_milli and seat.player_id is not None else 0

    def _elapsed_milli(self) -> int:
        return (self.now - self.game.moved_at) // _MILLISECOND if self.game.moved_at else 0


@dataclass(slots=True, kw_only=True)
class Draft:
    """An entry before it is made. `user` is None where the clock acts; `outcome` ends the game."""

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


def ending(draft: Draft, outcome: str, status: Status = Status.FINISHED) -> Draft:
    """The draft as the last entry of its game, with an outcome that the rules do not know."""
    told = [*draft.events, {"type": "ended", "outcome": outcome}]
    return replace(draft, events=told, outcome=outcome, status=status)


def fill_bank(table: OpenTable, number: int) -> None:
    """Give a seat all its time, from the next entry on."""
    table.seats[number].bank_milli = _full_bank(table.game.pace)
    table.seats_changed = True


def start_clocks(table: OpenTable) -> None:
    """Let the clocks of a game that has just been dealt run, all of them full."""
    for seat in table.seats:
        seat.bank_milli = _full_bank(table.game.pace)
    table.seats_changed = True
    _run_clocks(table)


def enter(table: OpenTable, draft: Draft) -> NewEntry:
    """Make an entry of `draft` and carry the table on to what it is after it: game, seats, state, clocks."""
    _stop_clocks(table, draft)
    if draft.user is not None and draft.word not in SITE_WORDS:
        _forget_agreement(table)
    entry = NewEntry(
        version=table.game.version + 1,
        seat=draft.seat,
        user=draft.user,
        command_id=draft.command_id,
        action=draft.action,
        events=draft.events,
        position=notation.state_to_text(draft.state),
        undo_version=draft.undo_version,
        played_at=table.now,
    )
    table.state = draft.state
    _follow(table, draft, entry)
    _run_clocks(table)
    return entry


def turns_begun(entry: NewEntry) -> int:
    """How many turns began with an entry."""
    return sum(event["type"] == "turn" for event in entry.events)


def _follow(table: OpenTable, draft: Draft, entry: NewEntry) -> None:
    game, state = table.game, table.state
    outcome = draft.outcome or (notation.outcome_to_text(state.outcome) if state.outcome else "")
    game.version = entry.version
    game.position = entry.position
    game.active_seat = None if outcome else state.turn
    game.turn += turns_begun(entry)
    if outcome:
        game.status = draft.status
        game.outcome = outcome
        game.finished_at = table.now


def _stop_clocks(table: OpenTable, draft: Draft) -> None:
    for number in table.owing() if table.game.pace != Pace.NONE else ():
        left = table.left_milli(number)
        table.seats_changed |= left != table.seats[number].bank_milli
        table.seats[number].bank_milli = left
    for event in draft.events:
        if event["type"] == "turn":
            _turn_passes(table, table.state.turn, event["seat"], by_clock=draft.user is None)


def _turn_passes(table: OpenTable, before: int, after: int, *, by_clock: bool) -> None:
    ended, begun = table.seats[before], table.seats[after]
    missed = ended.missed_turns + 1 if by_clock and ended.player_id is not None else 0
    full = _full_bank(table.game.pace)
    table.seats_changed |= (ended.missed_turns, begun.bank_milli) != (missed, full)
    ended.missed_turns, begun.bank_milli = missed, full


def _run_clocks(table: OpenTable) -> None:
    table.game.moved_at = table.now
    table.game.deadline_at = _first_zero(table)


def _first_zero(table: OpenTable) -> datetime | None:
    if table.unattended():
        return table.now - Pace(table.game.pace).grace  # nobody is waited for
    if table.game.pace == Pace.NONE:
        return None
    running = [table.seats[number].bank_milli for number in table.owing()]
    return table.now + min(running) * _MILLISECOND if running else None


@cache
def _full_bank(pace: str) -> int:
    bank = Pace(pace).bank
    return bank // _MILLISECOND if bank else 0


def _forget_agreement(table: OpenTable) -> None:
    """A seat's wish to concede stands until somebody plays on."""
    for seat in table.seats:
        table.seats_changed |= seat.concedes
        seat.concedes = False
