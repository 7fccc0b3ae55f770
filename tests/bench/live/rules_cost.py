"""What the rules alone cost of a move: judged, carried out, the next legal list, the position in both of its forms."""

import time
from typing import NamedTuple

import psycopg

from engine import notation, rules
from engine.actions import Action
from engine.observation import observe
from engine.state import State
from tests.bench.live.servers import Broken, Server
from tests.bench.live.stage import Stage

SAMPLE = 4000
# Moves that this run has made, each with the position before it.
QUERY = """
    SELECT before.position, played.action, game.seed
    FROM games_playedaction played
    JOIN games_playedaction before ON before.game_id = played.game_id AND before.version = played.version - 1
    JOIN games_game game ON game.id = played.game_id
    WHERE played.action NOT LIKE '%%undo' AND game.seed IS NOT NULL
    ORDER BY played.id DESC LIMIT %s
"""


class Move(NamedTuple):
    state: State
    action: Action
    seed: bytes


def measure(stage: Stage, web: Server) -> None:
    """The moves of the run made once more, by the engine and nothing else."""
    moves = _moves(stage.servers.database_url(stage.tables.database))
    if not moves:
        raise Broken("no moves were made before: measure `rates` in the same run")
    for _ in range(stage.repeats):
        began = time.process_time()
        for move in moves:
            _make(move)
        stage.figures.add(rules_us_per_move=1e6 * (time.process_time() - began) / len(moves))


def _moves(database_url: str) -> list[Move]:
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(QUERY, (SAMPLE,)).fetchall()
    return [
        Move(notation.state_from_text(position), notation.action_from_text(action), bytes(seed))
        for position, action, seed in rows
    ]


def _make(move: Move) -> None:
    state, events = rules.apply(move.state, move.action, move.seed)
    for event in events:
        notation.event_to_json(event)
    notation.legal_to_json(state)
    notation.state_to_text(state)
    notation.state_to_text(observe(state))
