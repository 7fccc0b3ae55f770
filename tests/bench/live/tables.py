"""People who are signed in and games that have been dealt, many of them: run in the environment of the site.

`python -m tests.bench.live.tables make TABLES FIRST_ID` deals a few games by the site's own services and has the
database copy them for other people; `lengthened PUBLIC_ID TABLES` copies one with its log; `finished GAMES` adds games
that are over. Each prints as JSON what it made.
"""

import json
import os
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup()

# Only now, because models can be imported only after Django is set up.
from django.conf import settings  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games.models import Game, PlayedAction, Seat  # noqa: E402
from games.services import lobby  # noqa: E402
from ratings.models import RatedResult  # noqa: E402
from tests.admin.crowd import at, multiply  # noqa: E402
from tests.games.sockets import session_of  # noqa: E402
from tests.ratings.played import AUTUMN, played  # noqa: E402

PAIRS = 200
# A game is dealt for each; the others are copies of these, for other people. Their number has no factor in common with
# that of the lanes, so that the tables of a lane are of different deals.
LETTERS = "abcdefghijklmnopqrstuvw"
LOG_ROWS_OF_A_FINISHED_GAME = 10


def make(tables: int, first_id: int) -> dict[str, Any]:
    """Pairs of people with their sessions, and `tables` games that have just begun, pair after pair.

    Sites that share a Redis hear of each other's games, so each of them counts from another `first_id` on.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER SEQUENCE games_game_id_seq RESTART WITH {first_id}")
    people = User.objects.bulk_create(
        [User(username=f"player{number:03}", email=f"{number}@example.org") for number in range(2 * PAIRS)]
    )
    cookies = [f"{settings.SESSION_COOKIE_NAME}={session_of(person)}" for person in people]
    copies = -(-tables // len(LETTERS))
    dealt = [
        _copies(_dealt(people[0], people[1]), copies, letter, first_pair=number, pair_step=len(LETTERS))
        for number, letter in enumerate(LETTERS)
    ]
    return {"cookies": cookies, "games": [game for games in zip(*dealt, strict=True) for game in games][:tables]}


def lengthened(public_id: str, tables: int) -> dict[str, Any]:
    """Copies of a game at the version that it has reached, pair after pair."""
    game = Game.objects.get(public_id=public_id)
    return {"games": _copies(game, tables, f"L{public_id[0]}", first_pair=0, pair_step=1)}


def finished(games: int) -> dict[str, Any]:
    """Rated games that are over, with their seats, their results and the first rows of their logs."""
    ada, grace = User.objects.order_by("pk")[:2]
    game = played(ada, grace)
    copy = f"{game.pk} + n"
    users = (_user_sql(ada.pk, 0, 0, 1), _user_sql(ada.pk, 1, 0, 1))
    multiply(game, games, public_id="'Z' || lpad(n::text, 7, '0')", host=users[0], created_at=at(), finished_at=at())
    for seat, user in zip(game.seats.order_by("number"), users, strict=True):
        multiply(seat, games, game=copy, user=user)
        multiply(_result(seat), games, game=copy, user=user, finished_at=at())
    for version in range(LOG_ROWS_OF_A_FINISHED_GAME):
        multiply(_entry(game, version), games, game=copy, user=users[version % 2], command_id="gen_random_uuid()")
    return {"games": games}


def _dealt(host: User, other: User) -> Game:
    """A game for two that lasts: the lowest water, the classic island."""
    game = lobby.open_game(host=host, layout="classic", difficulty="novice", seat_count=2, rated=False)
    lobby.take_seat(game_id=game.pk, user=other, number=1)
    lobby.start_game(game_id=game.pk, user=host)
    game.refresh_from_db()
    return game


def _copies(game: Game, times: int, prefix: str, *, first_pair: int, pair_step: int) -> list[dict[str, Any]]:
    """Copy a game with its seats and log; copy after copy is played by another pair of people."""
    digits = 8 - len(prefix)
    first = User.objects.order_by("pk").values_list("pk", flat=True)[0]
    users = [_user_sql(first, number, first_pair, pair_step) for number in range(2)]
    multiply(game, times, public_id=f"'{prefix}' || lpad(n::text, {digits}, '0')", host=users[0])
    copy = f"{Game.objects.get(public_id=f'{prefix}{1:0{digits}}').pk} + n - 1"
    for seat in game.seats.order_by("number"):
        multiply(seat, times, game=copy, user=users[seat.number])
    for entry in game.actions.order_by("version"):
        user = users[entry.seat or 0]
        multiply(entry, times, game=copy, user=user, command_id="gen_random_uuid()")
    return [
        {"id": f"{prefix}{n:0{digits}}", "pair": (first_pair + pair_step * (n - 1)) % PAIRS}
        for n in range(1, times + 1)
    ]


def _user_sql(first: int, number: int, first_pair: int, pair_step: int) -> str:
    """SQL for the id of who plays seat `number` of copy `n`; the people's ids follow on each other."""
    return f"{first} + 2 * (({first_pair} + {pair_step} * (n - 1)) % {PAIRS}) + {number}"


def _result(seat: Seat) -> RatedResult:
    return RatedResult.objects.create(
        user=seat.user,
        game=seat.game,
        difficulty="normal",
        seats=2,
        opponent_rating=1550,
        won=True,
        finished_at=AUTUMN,
    )


def _entry(game: Game, version: int) -> PlayedAction:
    return PlayedAction.objects.create(
        game=game,
        version=version,
        seat=version % 2,
        user=game.host,
        command_id=f"00000000-0000-0000-0000-{version:012}",
        action="0:move K",
        events=[{"type": "moved", "seat": 0, "from": "L", "to": "K", "how": "step"}],
        position=game.position,
        played_at=timezone.now(),
    )


def main(task: str, *given: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        # Millions of foreign keys that are right by the way the rows are made.
        cursor.execute("SET LOCAL session_replication_role = replica")
        match task:
            case "make":
                made = make(int(given[0]), int(given[1]))
            case "lengthened":
                made = lengthened(given[0], int(given[1]))
            case "finished":
                made = finished(int(given[0]))
            case _:
                raise SystemExit(f"no such task: {task}")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    print(json.dumps(made))


if __name__ == "__main__":
    main(*sys.argv[1:])
