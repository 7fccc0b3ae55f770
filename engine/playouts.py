"""Random games, for tests, benchmarks and the command line: every choice follows from a seed too."""

import hmac
from random import Random

from engine import deal, rules
from engine.actions import Action
from engine.records import Record


def random_record(seed: bytes, number: int, layout: str, difficulty: str, seats: int) -> Record:
    """The random game of this number that the seed stands for; its own seed is another one for each number."""
    own_seed = hmac.digest(seed, f"game:{number}".encode(), "sha256")
    choices = Random(hmac.digest(own_seed, b"choices", "sha256"))
    start = state = deal.new_game(own_seed, layout, difficulty, seats)
    played: list[Action] = []
    while state.outcome is None:
        played.append(choices.choice(rules.legal_actions(state)))
        state = rules.apply(state, played[-1], own_seed).state
    return Record(
        layout=layout,
        difficulty=difficulty,
        roles=tuple(seat.role for seat in start.seats),
        roles_dealt="random",
        seed=own_seed,
        result=state.outcome,
        actions=tuple(played),
    )
