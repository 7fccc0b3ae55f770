"""What happens to a table before its game starts: open, sit, choose, start, close."""

import secrets
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services import jobs
from engine import deal, known, notation
from engine.known import Known
from engine.state import State
from engine.tiles import TILE_LETTERS, Role
from games import door, live
from games.errors import (
    AccountNotActive,
    AlreadySeated,
    BotsPlayCasual,
    CannotBeRated,
    GameNotWaiting,
    NoSuchSeat,
    NotForGuests,
    NotReady,
    NotTheHost,
    NotYourSeat,
    RolesAreDealt,
    RoleTaken,
    SeatTaken,
    TooManyTables,
)
from games.models import Game, Pace, PlayedAction, RolesDealt, Seat, Status, Visibility

# So that nobody fills the lobby.
TABLES_A_HOST = 5
# A table that has not started in this time is closed.
PATIENCE = timedelta(hours=24)
STALE_AT_ONCE = 1000
# Outcome of a game that never started.
CLOSED = "closed"


class Origin(NamedTuple):
    """The moment of a game that is over from which a new one is played on, and what everybody knew then."""

    game: Game
    version: int
    known: Known


_ID_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"


@transaction.atomic
def open_game(  # noqa: PLR0913 - the choices that make a table
    *,
    host: User,
    layout: str,
    difficulty: str,
    seat_count: int,
    rated: bool,
    visibility: str = Visibility.PUBLIC,
    roles_dealt: str = RolesDealt.RANDOM,
    pace: str = Pace.NONE,
    origin: Origin | None = None,
) -> Game:
    """Open a table, with `host` on seat 0; a guest sits on every seat. With an `origin` roles are given by it.

    Raises TooManyTables, CannotBeRated, NotForGuests, BotsPlayCasual, AccountNotActive.
    """
    if origin is not None:
        roles_dealt = RolesDealt.GIVEN
    if rated and roles_dealt != RolesDealt.RANDOM:
        raise CannotBeRated("roles were to be chosen")
    host = User.objects.select_for_update(no_key=True).get(pk=host.pk)
    _require_may_play(host, rated=rated)
    if Game.objects.waiting().filter(host=host).count() >= TABLES_A_HOST:
        raise TooManyTables(f"user {host.pk}")
    game = Game.objects.create(
        public_id="".join(secrets.choice(_ID_LETTERS) for _ in range(8)),
        host=host,
        layout=layout,
        difficulty=difficulty,
        seat_count=seat_count,
        rated=rated,
        visibility=visibility,
        roles_dealt=roles_dealt,
        pace=pace,
        **_origin_fields(origin),
    )
    for number in range(seat_count if host.is_guest else 1):
        Seat.objects.create(game=game, number=number, user=host, rated=rated)
    _announce(game)
    return game


@transaction.atomic
def take_seat(*, game_id: int, user: User, number: int) -> None:
    """Seat `user`. Of several who ask at once one gets the seat, the others SeatTaken.

    Raises GameNotWaiting, NoSuchSeat, SeatTaken, NotForGuests, BotsPlayCasual, AccountNotActive, or AlreadySeated in a
    rated game. Sitting where one sits is no error.
    """
    game = _waiting_game(game_id)
    _require_may_play(user, rated=game.rated)
    if (user.is_guest or game.host.is_guest) and game.host_id != user.pk:
        raise NotForGuests(f"user {user.pk} in game {game.public_id}")
    if not 0 <= number < game.seat_count:
        raise NoSuchSeat(f"seat {number} of game {game.public_id}")
    seated = {seat.number: seat.user_id for seat in game.seats.all()}
    if seated.get(number) == user.pk:
        return
    if number in seated:
        raise SeatTaken(f"seat {number} of game {game.public_id}")
    if game.rated and user.pk in seated.values():
        raise AlreadySeated(f"user {user.pk} in game {game.public_id}")
    Seat.objects.create(game=game, number=number, user=user, rated=game.rated)
    _announce(game)


@transaction.atomic
def leave_seat(*, game_id: int, user: User, number: int) -> None:
    """Free a seat of `user`. The host's last one passes the table on; the last seat of all closes it.

    Raises GameNotWaiting, NotYourSeat.
    """
    game = _waiting_game(game_id)
    deleted, _ = game.seats.filter(user=user, number=number).delete()
    if not deleted:
        raise NotYourSeat(f"user {user.pk}, seat {number} of game {game.public_id}")
    seats = list(game.seats.order_by("number"))
    if not seats:
        _close(game)
    elif game.host_id == user.pk and all(seat.user_id != user.pk for seat in seats):
        game.host_id = seats[0].user_id
        game.save(update_fields=["host"])
    _announce(game)


@transaction.atomic
def choose_role(*, game_id: int, user: User, number: int, role: str) -> None:
    """Give `user`'s seat the role of that letter, or none for "". Another letter than the six is the caller's fault.

    Raises GameNotWaiting, RolesAreDealt, NotYourSeat, RoleTaken.
    """
    game = _waiting_game(game_id)
    if game.roles_dealt != RolesDealt.CHOSEN:
        raise RolesAreDealt(f"game {game.public_id}")
    seat = game.seats.filter(user=user, number=number).first()
    if seat is None:
        raise NotYourSeat(f"user {user.pk}, seat {number} of game {game.public_id}")
    if role and game.seats.filter(role=Role(role).value).exclude(pk=seat.pk).exists():
        raise RoleTaken(f"role {role} in game {game.public_id}")
    seat.role = role
    seat.save(update_fields=["role"])
    _announce(game)


@transaction.atomic
def close_table(*, game_id: int, user: User) -> None:
    """Close a table that has not started; its host asks. Raises GameNotWaiting, NotTheHost."""
    game = _waiting_game(game_id)
    _require_host(game, user)
    _close(game)
    _announce(game)


@transaction.atomic
def start_game(*, game_id: int, user: User) -> None:
    """Deal the cards, or lay them as they were known where the game is played on.

    In a rated game chance decides who sits where, elsewhere people stay where they sat down.
    The seed is made here and nowhere else. Raises GameNotWaiting, NotTheHost, NotReady, or what `take_seat` raises if
    an account is no longer one that may play; nothing changes then.
    """
    game = _waiting_game(game_id)
    _require_host(game, user)
    seats = list(game.seats.select_related("user").order_by("number"))
    if len(seats) < game.seat_count:
        raise NotReady(f"{len(seats)} of {game.seat_count} seats taken in game {game.public_id}")
    for seat in seats:
        _require_may_play(seat.user, rated=game.rated)
    chosen = "".join(seat.role for seat in seats) if game.roles_dealt == RolesDealt.CHOSEN else None
    if chosen is not None and len(chosen) < game.seat_count:
        raise NotReady(f"roles {chosen} of game {game.public_id}")
    if game.rated:
        secrets.SystemRandom().shuffle(seats)
    _deal(game, seats, chosen)
    _announce(game)


def close_stale_tables() -> int:
    """Close the tables that have not started in 24 hours; return how many. Twice is as good as once."""
    stale = Game.objects.waiting().filter(created_at__lt=timezone.now() - PATIENCE).order_by("created_at")
    return jobs.each(list(stale.values_list("pk", flat=True)[:STALE_AT_ONCE]), _close_if_stale)


@transaction.atomic
def _close_if_stale(game_id: int) -> bool:
    stale = Game.objects.select_for_update(skip_locked=True).waiting().filter(pk=game_id)
    game = stale.filter(created_at__lt=timezone.now() - PATIENCE).first()
    if game is None:
        return False
    _close(game)
    _announce(game)
    return True


def _waiting_game(game_id: int) -> Game:
    game = Game.objects.select_for_update(of=("self",)).select_related("host").get(pk=game_id)
    if game.status != Status.LOBBY:
        raise GameNotWaiting(f"game {game.public_id} is {game.status}")
    return game


def _require_may_play(user: User, *, rated: bool) -> None:
    if not user.is_active:
        raise AccountNotActive(f"user {user.pk}")
    if user.is_guest and rated:
        raise NotForGuests(f"user {user.pk} in a rated game")
    if user.is_bot and rated:
        raise BotsPlayCasual(f"user {user.pk}")


def _require_host(game: Game, user: User) -> None:
    if game.host_id != user.pk:
        raise NotTheHost(f"user {user.pk} in game {game.public_id}")


def _origin_fields(origin: Origin | None) -> dict[str, Any]:
    if origin is None:
        return {}
    text = known.known_to_text(origin.known)
    return {"origin": origin.game, "origin_version": origin.version, "played_on_from": text}


def _close(game: Game) -> None:
    game.status = Status.ABANDONED
    game.outcome = CLOSED
    game.finished_at = timezone.now()
    game.save(update_fields=["status", "outcome", "finished_at"])


def new_seed() -> bytes:
    """The secret from which every shuffle of a game follows."""
    return secrets.token_bytes(32)


def _deal(game: Game, seats: list[Seat], chosen: str | None) -> None:
    now = timezone.now()
    game.seed = new_seed()
    state = _first_position(game, game.seed, chosen)
    game.commitment = deal.commitment(game.seed)
    game.position = notation.state_to_text(state)
    game.active_seat = state.turn
    game.status = Status.ACTIVE
    game.started_at = now
    game.save(update_fields=["seed", "commitment", "position", "active_seat", "status", "started_at"])
    game.seats.all().delete()  # anew, for numbers and users are unique at every moment
    for number, seat in enumerate(seats):
        role = state.seats[number].role.value
        Seat.objects.create(game=game, number=number, user_id=seat.user_id, rated=game.rated, role=role)
    door.begin(door.open_table(game))
    game.save(update_fields=["moved_at", "deadline_at"])
    PlayedAction.objects.create(
        game=game,
        version=0,
        user=game.host,
        command_id=uuid4(),
        action="start",
        events=_first_floods(state) if game.beginning() is None else [],
        position=game.position,
        played_at=now,
    )


def _first_position(game: Game, seed: bytes, chosen: str | None) -> State:
    beginning = game.beginning()
    if beginning is not None:
        return known.played_on(beginning, seed)
    return deal.new_game(seed, game.layout, game.difficulty, game.seat_count, chosen)


def _first_floods(state: State) -> list[dict[str, Any]]:
    return [{"type": "flooded", "tile": TILE_LETTERS[tile]} for tile in state.flood.discard]


def _announce(game: Game) -> None:
    transaction.on_commit(lambda: live.tell_table(game.pk, {"type": "lobby"}), robust=True)
    transaction.on_commit(live.ring_lobby, robust=True)
