"""Finished games as rows: a ladder needs hundreds of them, more than could be played in a test."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from accounts.models import User
from games.models import Game, Seat, Status
from ratings.models import RatingPoint, Standing

AUTUMN = datetime(2026, 11, 1, 12, tzinfo=UTC)
WON = (
    "2Sj2/1UQVN1/DBfHpW/XrLOaE/1KGMC1/2Ti2 MJ:eo,EJ:fo over:won 1 ewfo "
    "ereswowwwffrhhewoforesf/h QCTHNEVWUGMBDKLOXS/PIARFJ 1.2"
)
_numbers = count(1)


def person(name: str) -> User:
    return User.objects.create_user(name, f"{name}@example.org")


def played(
    *users: User, outcome: str = "won", finished_at: datetime = AUTUMN, left: Collection[User] = (), **fields: Any
) -> Game:
    """A game that `users` have played to `outcome`; those in `left` had gone by then."""
    started_at = finished_at - timedelta(hours=1)
    values: dict[str, Any] = {
        "rated": True,
        "layout": "classic",
        "difficulty": "normal",
        "status": Status.FINISHED,
        "turn": 17,
    }
    game = Game.objects.create(
        public_id=f"game{next(_numbers):04}",
        seat_count=len(users),
        host=users[0],
        seed=bytes(32),
        commitment="66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        position=WON,
        outcome=outcome,
        created_at=started_at,
        started_at=started_at,
        finished_at=finished_at,
        **values | fields,
    )
    for number, (user, role) in enumerate(zip(users, "MEDN", strict=False)):
        left_at = finished_at if user in left else None
        Seat.objects.create(game=game, number=number, user=user, role=role, rated=game.rated, left_at=left_at)
    return game


def season(number: int) -> datetime:
    """The moment `number` hours into the autumn of 2026."""
    return datetime(2026, 10, 1, tzinfo=UTC) + timedelta(hours=number)


def derived(user: User | None = None) -> list[dict[str, Any]]:
    """Every standing and point, as values: what a rebuild must give again."""
    wanted: dict[str, User] = {} if user is None else {"user": user}
    standings = Standing.objects.filter(**wanted).order_by("user_id", "ladder").values()
    points = RatingPoint.objects.filter(**wanted).order_by("user_id", "ladder", "win").values()
    return [{name: value for name, value in row.items() if name != "id"} for row in (*standings, *points)]
