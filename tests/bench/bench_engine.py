"""How fast the engine plays at random, beside python-chess in the same run, single thread.

Run by `python -m tests.bench.bench_engine [--seconds S] [--repeats N]`. A playout is a game from its deal to its end. A
step is the full legal list of all seats, a choice and its application; for chess likewise the list of legal moves, a
choice and its push; setting up is no part of a step on either side. Time is the processor's, and the two take turns, so
that a busy machine slows both; what counts are the ratios. Writes var/bench/engine.json: name to
{value, unit, low, high}.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import chess

from engine import deal, rules
from engine.layouts import LAYOUTS
from engine.tiles import DIFFICULTIES

RESULTS = Path(__file__).resolve().parents[2] / "var" / "bench" / "engine.json"
MOST_HALF_MOVES_WITHOUT_PROGRESS = 150  # the seventy-five-move rule: the game is drawn


class Rates(NamedTuple):
    playouts: float
    steps: float


class Played(NamedTuple):
    """One game: its steps, and when it began, was set up, and ended."""

    steps: int
    began: float
    set_up: float
    ended: float


def play_island(choices: Random) -> Played:
    """One random game of any layout, difficulty and number of seats."""
    seed = choices.randbytes(32)
    layout, difficulty = choices.choice(tuple(LAYOUTS)), choices.choice(tuple(DIFFICULTIES))
    seats = choices.randint(2, 4)
    began = time.process_time()
    state = deal.new_game(seed, layout, difficulty, seats)
    set_up = time.process_time()
    steps = 0
    while state.outcome is None:
        state = rules.apply(state, choices.choice(rules.legal_actions(state)), seed).state
        steps += 1
    return Played(steps, began, set_up, time.process_time())


def play_chess(choices: Random) -> Played:
    """One random game until mate, stalemate, bare material or the seventy-five-move rule."""
    began = time.process_time()
    board = chess.Board()
    set_up = time.process_time()
    steps = 0
    while moves := list(board.legal_moves):
        board.push(choices.choice(moves))
        steps += 1
        if board.halfmove_clock >= MOST_HALF_MOVES_WITHOUT_PROGRESS or board.is_insufficient_material():
            break
    return Played(steps, began, set_up, time.process_time())


def rates(play: Callable[[Random], Played], choices: Random, seconds: float) -> Rates:
    """Games and steps a second over at least this many seconds of whole games."""
    playouts = steps = 0
    whole = stepping = 0.0
    while whole < seconds:
        game = play(choices)
        playouts += 1
        steps += game.steps
        whole += game.ended - game.began
        stepping += game.ended - game.set_up
    return Rates(playouts / whole, steps / stepping)


def measured(repeats: int, seconds: float) -> dict[str, list[float]]:
    """Each figure once a repeat."""
    choices = Random(20261129)
    figures: dict[str, list[float]] = {}
    for _ in range(repeats):
        ours = rates(play_island, choices, seconds)
        theirs = rates(play_chess, choices, seconds)
        once = {
            "playouts_per_second": ours.playouts,
            "steps_per_second": ours.steps,
            "chess_playouts_per_second": theirs.playouts,
            "chess_moves_per_second": theirs.steps,
            "ratio_playouts": ours.playouts / theirs.playouts,
            "ratio_steps": ours.steps / theirs.steps,
        }
        for name, figure in once.items():
            figures.setdefault(name, []).append(figure)
    return figures


def summary(figures: dict[str, list[float]]) -> dict[str, dict[str, Any]]:
    """The median of each figure with its lowest and highest."""
    return {
        name: {
            "value": round(statistics.median(values), 2),
            "unit": "times" if name.startswith("ratio") else "1/s",
            "low": round(min(values), 2),
            "high": round(max(values), 2),
        }
        for name, values in figures.items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Random playouts of the engine beside python-chess.")
    parser.add_argument("--seconds", type=float, default=2.0, help="of play a repeat and side")
    parser.add_argument("--repeats", type=int, default=5)
    arguments = parser.parse_args()
    results = summary(measured(arguments.repeats, arguments.seconds))
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2) + "\n")
    print(f"python-chess {chess.__version__}, {arguments.repeats} interleaved repeats of {arguments.seconds} s a side")
    for name, result in results.items():
        print(f"{name:28}{result['value']:>12,.2f} {result['unit']:6}({result['low']:,.2f} to {result['high']:,.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
