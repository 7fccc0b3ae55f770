"""People without an account: a table for one, and their end."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services import jobs, people
from games.models import Difficulty, Game, Layout, Seat, Visibility
from games.services import lobby

# A guest who has not played for so long is gone.
PATIENCE = timedelta(days=1)
# As many as one run closes.
AT_ONCE = 1000


@transaction.atomic
def play_alone(*, user: User | None) -> Game:
    """Open the simplest casual table for two, with `user` on both seats, and start it; None is a new guest.

    Raises what `open_game` does; then there is no guest either.
    """
    user = user or people.start_guest()
    game = lobby.open_game(
        host=user,
        layout=Layout.CLASSIC,
        difficulty=Difficulty.NOVICE,
        seat_count=2,
        rated=False,
        visibility=Visibility.LINK,
    )
    start_alone(game=game, user=user)
    return game


@transaction.atomic
def start_alone(*, game: Game, user: User) -> None:
    """Seat the host of a waiting table on every seat and start the game; raises what both do."""
    for number in range(game.seat_count):
        lobby.take_seat(game_id=game.pk, user=user, number=number)
    lobby.start_game(game_id=game.pk, user=user)
    game.refresh_from_db()


def close_expired_guests() -> int:
    """Close the guests who have not played for a day; return how many. Their games stay. Twice is as good as once."""
    return jobs.each(list(_expired().values_list("pk", flat=True)[:AT_ONCE]), _close_if_expired)


@transaction.atomic
def _close_if_expired(user_id: int) -> bool:
    """Under the lock that `keep_guest` takes too, so that nobody loses an account that was just made."""
    guest = _expired().select_for_update(skip_locked=True, no_key=True).filter(pk=user_id).first()
    if guest is None:
        return False
    people.close_account(user=guest)
    return True


def _expired() -> QuerySet[User]:
    since = timezone.now() - PATIENCE
    lately = Q(game__created_at__gte=since) | Q(game__moved_at__gte=since)
    plays = Seat.objects.filter(lately, user=OuterRef("pk"))
    return User.objects.filter(~Exists(plays), is_guest=True, closed_at=None, date_joined__lt=since)
