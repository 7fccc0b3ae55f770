"""A game step by step, for the page that shows it again: one of ours, or a record that somebody brings along."""

from itertools import pairwise
from typing import Any

from accounts.models import User
from engine import notation, records, rules
from engine.actions import Action
from engine.state import State
from engine.tiles import TILE_LETTERS
from games import boards, log
from games.models import Game, PlayedAction

# Browsers keep the replay of a game that is over for good: whoever changes its form changes this, part of its address.
FORM = 2

Json = dict[str, Any]


def replay_json(game: Game) -> Json:
    """Every entry of the log with the position after it, and the versions of those that stand. No names.

    `flood_layers` is what everybody knew of the flood pile at the start. Positions of a running game are in public
    form. Two queries, a second pair for a log that was packed away.
    """
    entries = log.entries(game)
    return {
        "version": game.version,
        "status": game.status,
        "outcome": game.outcome or None,
        "flood_layers": boards.flood_layers(entries[0].events, game.beginning()),
        "steps": [entry.version for entry in boards.line_of_play(game)],
        "entries": [_entry_json(game, entry) for entry in entries],
    }


def facts_json(game: Game) -> Json:
    """What the page says of the game beside its steps, names and all."""
    return {
        "layout": game.layout,
        "difficulty": game.difficulty,
        "rated": game.rated,
        "seats": boards.seats_json(game, list(game.seats.all())),
        "sat": _sat(game),
    }


def record_json(replay: records.Replay) -> Json:
    """As `replay_json`, of a record: nothing was taken back, and nobody knows when it was played."""
    record, states = replay
    floods = [] if record.played_on_from else _first_floods(states[0])
    start = _step(0, None, "start", floods, states[0])
    steps = [
        _step(version, action.seat, notation.action_to_text(action), _events(before, action, record.seed), after)
        for version, (action, (before, after)) in enumerate(zip(record.actions, pairwise(states), strict=True), 1)
    ]
    return {
        "version": len(steps),
        "status": "finished",
        "outcome": record.result.word() if record.result else record.termination or records.UNFINISHED,
        "flood_layers": boards.flood_layers(floods, record.played_on_from),
        "steps": list(range(len(states))),
        "entries": [start, *steps],
    }


def record_facts_json(record: records.Record) -> Json:
    """As `facts_json`; a seat for which the record has no name is called by its role."""
    names = [name[:20] for name in record.players]
    names += [""] * (len(record.roles) - len(names))
    return {
        "layout": record.layout,
        "difficulty": record.difficulty,
        "rated": False,
        "seats": [
            {"number": number, "user": names[number] or None, "role": role.value, "left": False}
            for number, role in enumerate(record.roles)
        ],
    }


def _entry_json(game: Game, entry: PlayedAction) -> Json:
    return {**boards.log_entry(entry), "position": boards.shown_position(game, entry.position)}


def _sat(game: Game) -> dict[int, str]:
    """The names of those who sat down where somebody had left, by the version of the entry. Two queries."""
    users = {entry.version: entry.user_id for entry in log.entries(game) if entry.action.endswith(":sit")}
    names = User.objects.in_bulk([user for user in users.values() if user is not None]) if users else {}
    return {version: names[user].username for version, user in users.items() if user in names}


def _step(version: int, seat: int | None, action: str, events: list[Json], state: State) -> Json:
    return {
        "version": version,
        "seat": seat,
        "action": action,
        "events": events,
        "at": None,
        "by_clock": False,
        "position": notation.state_to_text(state),
    }


def _first_floods(state: State) -> list[Json]:
    return [{"type": "flooded", "tile": TILE_LETTERS[tile]} for tile in state.flood.discard]


def _events(before: State, action: Action, seed: bytes) -> list[Json]:
    return [notation.event_to_json(event) for event in rules.apply(before, action, seed).events]
