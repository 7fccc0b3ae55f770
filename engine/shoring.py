"""Shoring up flooded tiles (`docs/rules.md`, Actions and Roles)."""

from engine import movement
from engine.actions import ShoreUp
from engine.events import Event, ShoredUp
from engine.state import State
from engine.tiles import ENGINEER, Tile, Tiles, is_in


def shorable(state: State, number: int) -> Tiles:
    """The flooded tiles in the seat's reach [A2, R-X]."""
    return movement.reach(state, number) & state.flooded


def most_at_once(state: State, number: int) -> int:
    """How many tiles the seat may shore up by one action [R-E]."""
    return 2 if state.seats[number].role is ENGINEER else 1


def may_shore(state: State, number: int, tiles: tuple[Tile, ...]) -> bool:
    """Whether the seat may shore up these tiles, named in canonical order, by one action."""
    within = shorable(state, number)
    named = tuple(sorted(set(tiles)))
    return 1 <= len(tiles) <= most_at_once(state, number) and tiles == named and all(is_in(at, within) for at in tiles)


def shore_up(state: State, action: ShoreUp) -> tuple[State, tuple[Event, ...]]:
    """The tiles become dry for one action; their flood cards stay where they are."""
    dried = sum(1 << tile for tile in action.tiles)
    after = state._replace(flooded=state.flooded & ~dried, left=state.left - 1)
    return after, tuple(ShoredUp(action.seat, tile) for tile in action.tiles)
