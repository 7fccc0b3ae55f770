"""Games that are played on from a moment of another one, which is over."""

from django.db import transaction

from accounts.models import User
from accounts.services import people
from engine.errors import MalformedNotation
from games import boards
from games.errors import NotForGuests, NothingToPlayOn
from games.models import Game, PlayedAction, Visibility
from games.services import guests, lobby
from games.services.lobby import Origin


@transaction.atomic
def play_on(*, game_id: int, version: int, user: User | None, alone: bool) -> Game:
    """Open a casual table by link that begins from that moment of a game, with its roles and as many seats.

    Alone `user`, or a new guest where there is none, has every seat and the game starts; else friends are waited for.
    Raises NothingToPlayOn where the game still runs or had ended by then, NotForGuests for a guest or nobody with
    friends, and what `open_game` does; there is no guest then either. The game itself does not change.
    """
    origin = _origin(game_id, version)
    if not alone and (user is None or user.is_guest):
        raise NotForGuests(f"a guest, with friends, from game {origin.game.public_id}")
    user = user or people.start_guest()
    game = lobby.open_game(
        host=user,
        layout=origin.game.layout,
        difficulty=origin.game.difficulty,
        seat_count=origin.game.seat_count,
        rated=False,
        visibility=Visibility.LINK,
        origin=origin,
    )
    if alone:
        guests.start_alone(game=game, user=user)
    return game


def _origin(game_id: int, version: int) -> Origin:
    game = Game.objects.get(pk=game_id)
    if not game.is_over:
        raise NothingToPlayOn(f"game {game.public_id} is {game.status}")
    try:
        return Origin(game, version, boards.known_at(game, version))
    except (PlayedAction.DoesNotExist, MalformedNotation) as error:
        raise NothingToPlayOn(f"version {version} of game {game.public_id}: {error}") from error
