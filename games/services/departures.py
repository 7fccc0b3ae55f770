"""Whose account is closed or suspended does not keep others waiting."""

from collections.abc import Callable
from functools import partial
from uuid import uuid4

from django.db import transaction
from django.db.models import QuerySet

from accounts.services import jobs
from games import door
from games.errors import GameNotWaiting, NotYourSeat
from games.models import Game, Seat, Status
from games.services import leaving, lobby

# As many seats as one run frees.
AT_ONCE = 1000


def free_seats_of_the_gone() -> int:
    """Free the seats of closed accounts, and those of suspended ones where a game has not started; return how many.

    In a running game the seat is left, as if its player had said so: who is suspended may be back before the clock has
    run out, who has closed the account is not. Twice is as good as once.
    """
    waiting = Seat.objects.filter(game__status=Status.LOBBY, user__is_active=False).select_related("user")
    pieces: list[Callable[[], int]] = [partial(_free, seat) for seat in waiting[:AT_ONCE]]
    pieces += [partial(_leave, game_id) for game_id in _games_of_the_closed()]
    return jobs.each(pieces, lambda free: free())


def _free(seat: Seat) -> bool:
    try:
        lobby.leave_seat(game_id=seat.game_id, user=seat.user, number=seat.number)
    except (GameNotWaiting, NotYourSeat):  # somebody else was faster
        return False
    return True


def _games_of_the_closed() -> list[int]:
    return list(_seats_of_the_closed().order_by("game_id").values_list("game_id", flat=True).distinct()[:AT_ONCE])


def _seats_of_the_closed() -> QuerySet[Seat]:
    running = Seat.objects.played().filter(game__status=Status.ACTIVE)
    first = running.filter(left_at=None, user__closed_at__isnull=False)
    return first | running.filter(substitute__closed_at__isnull=False)


@transaction.atomic
def _leave(game_id: int) -> int:
    """Leave the seats of one game; others that are at it now come later."""
    game = Game.objects.select_for_update(skip_locked=True, of=("self",)).filter(pk=game_id).first()
    if game is None:
        return 0
    left = 0
    for number in list(_seats_of_the_closed().filter(game=game).values_list("number", flat=True)):
        if game.status == Status.ACTIVE:  # the last one's leaving ends the game
            leaving.leave(door.open_table(game), number, user=None, command_id=uuid4())
            left += 1
    return left
