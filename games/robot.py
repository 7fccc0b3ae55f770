"""A simple player: sees what everybody sees, looks one action ahead, and wins now and then.

The demo's games are played by it. It is no analysis of the game and no judge of anybody's play.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine import rules
from engine.actions import (
    Action,
    Capture,
    Discard,
    Draw,
    Escape,
    Flood,
    Give,
    Lift,
    Move,
    Navigate,
    Sandbag,
    ShoreUp,
    Swim,
)
from engine.observation import observe
from engine.specials import land
from engine.state import State
from engine.tiles import LANDING, LIFT, SANDBAGS, TREASURE_TILES, TREASURES, Card, Tile, Tiles, each_tile

_NO_SEED: Final = bytes(32)  # nothing is shuffled by what is tried out here
_FAR: Final = 9


def choose(state: State) -> Action:
    """The action that the robots at a table would play next; some seat can act."""
    state = observe(state)
    legal = rules.legal_actions(state)
    return _best(state, _urgent(legal) or _sandbags_in_need(state, legal) or _of_the_turn(legal))


def _urgent(legal: tuple[Action, ...]) -> Sequence[Action]:
    for kind in (Escape, Capture, Swim, Discard):
        if found := [action for action in legal if isinstance(action, kind)]:
            return found
    return []


def _sandbags_in_need(state: State, legal: tuple[Action, ...]) -> list[Action]:
    bags = [action for action in legal if isinstance(action, Sandbag) and _weight(state, action.tile) >= 6]
    return list(bags) if any(isinstance(action, Flood) for action in legal) else []


def _of_the_turn(legal: tuple[Action, ...]) -> list[Action]:
    kinds = (Move, Navigate, ShoreUp, Give, Draw, Flood)
    return [action for action in legal if isinstance(action, kinds)] or [
        action for action in legal if isinstance(action, Lift)
    ]


def _best(state: State, choices: Sequence[Action]) -> Action:
    return max(choices, key=lambda action: _value_after(state, action))


def _value_after(state: State, action: Action) -> float:
    if isinstance(action, Draw | Flood):
        return _value(state) + 0.05  # better than an action that brings nothing
    return _value(rules.apply(state, action, _NO_SEED).state)


def _value(state: State) -> float:
    ours = 100 * len(state.captured) - sum(_danger(state, tile) for tile in each_tile(state.flooded))
    return ours + _cards(state) + sum(_hopes(state)) - (_to_the_landing(state) if len(state.captured) == 4 else 0)


def _danger(state: State, tile: Tile) -> float:
    """How bad it is that a tile is flooded: by what hangs on it, and by how far away the nearest pawn is."""
    weight = _weight(state, tile)
    if weight < 3:
        return weight
    return weight + weight / 5 * min(_distance(state, seat.tile, 1 << tile) for seat in state.seats)


def _weight(state: State, tile: Tile) -> float:
    if tile == LANDING:
        return 9
    for treasure in TREASURES:
        tiles = TREASURE_TILES[treasure]
        if tiles >> tile & 1 and treasure not in state.captured:
            return 6 if tiles & state.sunk else 3
    return 1


def _cards(state: State) -> float:
    return sum(_worth(state, card) for seat in state.seats for card in seat.hand)


def _worth(state: State, card: Card) -> float:
    if card in (LIFT, SANDBAGS):
        return 8 if card == LIFT else 4
    return 0 if card in state.captured else 0.5


def _hopes(state: State) -> Iterator[float]:
    for treasure in TREASURES:
        if treasure not in state.captured:
            held = [seat.hand.count(treasure) for seat in state.seats]
            most = max(held)
            number = held.index(most)
            yield 2 * min(most, 4) ** 2 + 6 * min(sum(held), 4) - _way(state, treasure, number, most)


def _way(state: State, treasure: Card, number: int, most: int) -> float:
    at = state.seats[number].tile
    if most >= 4:
        return 2 * _distance(state, at, TREASURE_TILES[treasure])
    givers = [seat.tile for other, seat in enumerate(state.seats) if other != number and treasure in seat.hand]
    return 0.6 * sum(_distance(state, tile, 1 << at) for tile in givers)


def _to_the_landing(state: State) -> float:
    return sum(3 * _distance(state, seat.tile, 1 << LANDING) for seat in state.seats)


def _distance(state: State, start: Tile, goals: Tiles) -> int:
    """Steps over land from `start` to the nearest of `goals`, or a large number."""
    reached, steps = 1 << start, 0
    while not reached & goals and steps < _FAR:
        for tile in each_tile(reached):
            reached |= state.island.near[tile] & land(state)
        steps += 1
    return steps
