"""Leaving a started game, sitting down where somebody left, and agreeing to give it up."""

from uuid import UUID

from accounts.models import User
from games import door, opened
from games.errors import AlreadySeated, NotForGuests, NotYourSeat, SeatTaken
from games.log import NewEntry
from games.models import Status
from games.opened import Draft, OpenTable

# Outcomes that the rules do not know.
CONCEDED, ABANDONED = "conceded", "abandoned"


def leave(table: OpenTable, number: int, *, user: User | None, command_id: UUID) -> NewEntry:
    """Free a seat for good as to its user's gain; the clock plays it until somebody sits down.

    `user` is None where the clock decides. When nobody is left the game is abandoned.
    """
    seat = table.seats[number]
    seat.left_at = seat.left_at or table.now
    seat.substitute = None
    seat.concedes = False
    table.seats_changed = True
    events = [{"type": "left", "seat": number}]
    entry = Draft(
        action=f"{number}:leave", events=events, state=table.state, seat=number, user=user, command_id=command_id
    )
    if all(other.player_id is None for other in table.seats):
        return door.write(table, opened.ending(entry, ABANDONED, Status.ABANDONED))
    return door.write(table, opened.ending(entry, CONCEDED) if _all_concede(table) else entry)


def sit(table: OpenTable, number: int, *, user: User, command_id: UUID) -> NewEntry:
    """Seat `user` where somebody left, to play on; this brings no rating.

    Raises NotYourSeat where there is no such seat or the user may not play, NotForGuests, SeatTaken, AlreadySeated.
    """
    if user.is_guest or table.game.host.is_guest:
        raise NotForGuests(f"user {user.pk}, seat {number} of game {table.game.public_id}")
    if number >= len(table.seats) or not User.objects.filter(pk=user.pk, is_active=True, is_guest=False).exists():
        raise NotYourSeat(f"user {user.pk}, seat {number} of game {table.game.public_id}")
    seat = table.seats[number]
    if seat.player_id is not None:
        raise SeatTaken(f"seat {number} of game {table.game.public_id}")
    if table.game.rated and any(user.pk in (other.user_id, other.player_id) for other in table.seats):
        raise AlreadySeated(f"user {user.pk} in game {table.game.public_id}")
    seat.substitute = user
    seat.missed_turns = 0
    opened.fill_bank(table, number)
    events = [{"type": "sat", "seat": number}]
    entry = Draft(
        action=f"{number}:sit", events=events, state=table.state, seat=number, user=user, command_id=command_id
    )
    return door.write(table, entry)


def concede(table: OpenTable, number: int, *, user: User, command_id: UUID) -> NewEntry:
    """Note that a seat would give the game up; when all that are still played agree, it is over.

    The wish is forgotten as soon as somebody plays on.
    """
    table.seats[number].concedes = True
    table.seats_changed = True
    events = [{"type": "conceded", "seat": number}]
    entry = Draft(
        action=f"{number}:concede", events=events, state=table.state, seat=number, user=user, command_id=command_id
    )
    return door.write(table, opened.ending(entry, CONCEDED) if _all_concede(table) else entry)


def _all_concede(table: OpenTable) -> bool:
    return all(seat.concedes for seat in table.seats if seat.player_id is not None)
