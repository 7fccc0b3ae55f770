"""Playing in tests: actions by the one door, and whole games by the rules."""

import random
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from engine import notation, rules, undo
from games.models import Game, PlayedAction
from games.services import lobby, play


def open_table(host, **choices):
    """A table of `host`: classic, Novice, two seats, casual, or as chosen."""
    table: dict[str, Any] = {"layout": "classic", "difficulty": "novice", "seat_count": 2, "rated": False}
    return lobby.open_game(host=host, **table | choices)


def act(game, user, action, version=None, command_id=None):
    if version is None:
        version = Game.objects.get(pk=game.pk).version
    return play.play_action(
        game_id=game.pk, user=user, command_id=command_id or uuid4(), expected_version=version, action=action
    )


def refused(game, error, *args, **kwargs):
    before = Game.objects.values().get(pk=game.pk)
    with pytest.raises(error) as caught:
        act(game, *args, **kwargs)
    assert Game.objects.values().get(pk=game.pk) == before
    assert game.actions.count() == before["version"] + 1
    return caught.value


def play_at_random(game, users, number=0):
    """Let chance play the game to its end; `users` by seat."""
    chance = random.Random(number)
    while (game := Game.objects.get(pk=game.pk)).status == "active":
        action = chance.choice(rules.legal_actions(game.engine_state()))
        act(game, users[action.seat], notation.action_to_text(action), game.version)
    return game


def fast_forward(game, users, actions):
    """Bring a game that has just started to the position after `actions`, which do not end it, in one go."""
    state, entries = game.engine_state(), []
    for version, text in enumerate(actions, 1):
        action = notation.action_from_text(text)
        state, events = rules.apply(state, action, bytes(game.seed))
        entries.append(
            PlayedAction(
                game=game,
                version=version,
                seat=action.seat,
                user=users[action.seat],
                command_id=uuid4(),
                action=text,
                events=[notation.event_to_json(event) for event in events],
                position=notation.state_to_text(state),
                undo_version=version if undo.is_undoable(action) else None,
                played_at=timezone.now(),
            )
        )
    PlayedAction.objects.bulk_create(entries)
    turns = sum(event["type"] == "turn" for entry in entries for event in entry.events)
    Game.objects.filter(pk=game.pk).update(
        version=len(entries), position=entries[-1].position, active_seat=state.turn, turn=turns
    )
    return Game.objects.get(pk=game.pk)


def actions_of(text):
    """The actions of a record, each with its seat and arguments."""
    words = text.split()
    starts = [at for at, word in enumerate(words) if ":" in word]
    return [" ".join(words[at:end]) for at, end in zip(starts, [*starts[1:], None], strict=True)]
