"""Shoring up flooded tiles (`docs/rules.md`, Actions and Roles)."""

from engine import movement
from engine.actions import ShoreUp
from engine.events import Event, ShoredUp
from engine.state import State
from engine.tiles import ENGINEER, Tile, Tiles, each_tile


def shorable(state: State, number: int) -> Tiles:
    """The flooded tiles in the seat's reach [A2, R-X]."""
    return movement.reach(state, number) & state.flooded


def most_at_once(state: State, number: int) -> int:
    """How many tiles the seat may shore up by one action [R-E]."""
    return 2 if state.seats[number].role is ENGINEER else 1


def may_shore(state: State, number: int, tiles: tuple[Tile, ...]) -> bool:
    """Whether the seat may shore up these tiles, named in canonical order, by one action."""
    wanted = sum([1 << tile for tile in tiles])
    return 1 <= len(tiles) <= most_at_once(state, number) and tiles == each_tile(wanted & shorable(state, number))


def shore_up(state: State, action: ShoreUp) -> tuple[State, tuple[Event, ...]]:
    """The tiles become dry for one action; their flood cards stay where they are."""
    island, flooded, sunk, seats, turn, phase, left, has_flown, water, captured, treasure, flood, _ = state
    for tile in action.tiles:
        flooded ^= 1 << tile
    after = State(island, flooded, sunk, seats, turn, phase, left - 1, has_flown, water, captured, treasure, flood)
    return after, tuple([ShoredUp(action.seat, tile) for tile in action.tiles])
