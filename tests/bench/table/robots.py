"""People at a table, played by robots: run in the environment of the site.

`python -m tests.bench.table.robots deal LAYOUT SEATS` starts a game that is the same each time and prints as JSON its
id and a session of whoever sits in seat 0; `play ID ENTRIES SECONDS` plays on, an entry every so many seconds.
"""

import json
import os
import random
import sys
import time
from typing import Any
from uuid import uuid4

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup()

# Only now, because models can be imported only after Django is set up.
from accounts.models import User  # noqa: E402
from engine import notation  # noqa: E402
from games import robot  # noqa: E402
from games.models import Game  # noqa: E402
from games.services import lobby, play  # noqa: E402
from tests.games.sockets import session_of  # noqa: E402

NAMES = ("ada", "grace", "linus", "mei")


def deal(layout: str, seats: str) -> dict[str, Any]:
    """A game of `layout` with its people, who are made where they are missing."""
    lobby.new_seed = lambda: random.Random(layout).randbytes(32)
    people = [
        User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org"})[0]
        for name in NAMES[: int(seats)]
    ]
    game = lobby.open_game(
        host=people[0], layout=layout, difficulty="novice", seat_count=len(people), rated=False, visibility="public"
    )
    for number, person in enumerate(people[1:], 1):
        lobby.take_seat(game_id=game.pk, user=person, number=number)
    lobby.start_game(game_id=game.pk, user=people[0])
    return {"id": game.public_id, "session": session_of(people[0])}


def play_on(public_id: str, entries: str, seconds: str) -> dict[str, Any]:
    """Play so many entries, or fewer where the game ends; say how many."""
    for number in range(int(entries)):
        game = Game.objects.get(public_id=public_id)
        if game.is_over:
            return {"played": number}
        action = robot.choose(game.engine_state())
        play.play_action(
            game_id=game.pk,
            user=game.seats.get(number=action.seat).user,
            command_id=uuid4(),
            expected_version=game.version,
            action=notation.action_to_text(action),
        )
        time.sleep(float(seconds))
    return {"played": int(entries)}


if __name__ == "__main__":
    task, *given = sys.argv[1:]
    print(json.dumps(deal(*given) if task == "deal" else play_on(*given)))
