"""What a seat can ask for, as values, and the lists of them that a set of tiles or cards stands for.

Each distinct action is one object: take it from `interned`, or from the functions below, which remember their lists.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

from engine.tiles import ALL_TILES, Card, Tile, Tiles, Treasure, each_tile


@dataclass(frozen=True, slots=True)
class Move:
    """The active seat's pawn goes to a tile by whatever its role allows: a step, a dive or the flight [A1]."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Navigate:
    """The Navigator moves the pawn of another seat [R-N]."""

    seat: int
    pawn: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class ShoreUp:
    """One flooded tile becomes dry, or for the Engineer two, in canonical order [A2, R-E]."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Give:
    """A treasure card goes to another seat's hand [A3]."""

    seat: int
    to: int
    card: Card


@dataclass(frozen=True, slots=True)
class Capture:
    """Four equal treasure cards are discarded for the treasure [A4]."""

    seat: int
    treasure: Treasure


@dataclass(frozen=True, slots=True)
class Draw:
    """The next treasure card [T2]; it gives up the actions that are left [T1]."""

    seat: int


@dataclass(frozen=True, slots=True)
class Flood:
    """The next flood card [T3]."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discard:
    """A card goes because the hand is over the limit [H3]."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Swim:
    """A pawn whose tile has sunk saves itself [F6]."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Lift:
    """A Helicopter Lift takes pawns, in ascending order, from one tile to another [C4]."""

    seat: int
    pawns: tuple[int, ...]
    tile: Tile


@dataclass(frozen=True, slots=True)
class Sandbag:
    """Sandbags make a flooded tile dry [C5]."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Escape:
    """A Helicopter Lift takes everybody off Fools' Landing with all treasures: the game is won [E1]."""

    seat: int


Action: TypeAlias = Move | Navigate | ShoreUp | Give | Capture | Draw | Flood | Discard | Swim | Lift | Sandbag | Escape
SpendingAction: TypeAlias = Move | Navigate | ShoreUp | Give | Capture
_ONE_OBJECT: Final[dict[Action, Action]] = {}


def interned(action: Action) -> Action:
    """The one object that stands for this action. There are about four thousand, so none is ever dropped."""
    return _ONE_OBJECT.setdefault(action, action)


def seats_named(action: Action) -> tuple[int, ...]:
    """The seat that acts and the seats to which it does something."""
    match action:
        case Navigate(seat, pawn, _):
            return seat, pawn
        case Give(seat, to, _):
            return seat, to
        case Lift(seat, pawns, _):
            return seat, *pawns
        case _:
            return (action.seat,)


@cache
def for_seat(verb: Callable[[int], Action], seat: int) -> tuple[Action, ...]:
    """The seat's one action of this verb."""
    return (interned(verb(seat)),)


@cache
def with_each(verb: Callable[[int, Card], Action], seat: int, cards: tuple[Card, ...]) -> tuple[Action, ...]:
    """The seat's action of this verb with each card."""
    return tuple(interned(verb(seat, card)) for card in cards)


@cache
def gifts(seat: int, to: int, cards: tuple[Card, ...]) -> tuple[Action, ...]:
    """The gifts of each card to one seat."""
    return tuple(interned(Give(seat, to, card)) for card in cards)


def at_each(verb: Callable[[int, Tile], Action], seat: int, tiles: Tiles) -> list[Action]:
    """The seat's action of this verb at each tile of the set."""
    table = _at_all(verb, seat)
    return [table[tile] for tile in each_tile(tiles)]


@cache
def _at_all(verb: Callable[[int, Tile], Action], seat: int) -> tuple[Action, ...]:
    return tuple(interned(verb(seat, tile)) for tile in each_tile(ALL_TILES))


def navigations(seat: int, pawn: int, tiles: Tiles) -> list[Action]:
    """The Navigator's moves of one pawn to each tile of the set."""
    table = _all_navigations(seat, pawn)
    return [table[tile] for tile in each_tile(tiles)]


@cache
def _all_navigations(seat: int, pawn: int) -> tuple[Action, ...]:
    return tuple(interned(Navigate(seat, pawn, tile)) for tile in each_tile(ALL_TILES))


def shorings(seat: int, tiles: Tiles, most: int) -> list[Action]:
    """The shorings-up of one to `most` different tiles of the set."""
    table = _all_shorings(seat)
    within = each_tile(tiles)
    return [table[chosen] for count in range(1, most + 1) for chosen in combinations(within, count)]


@cache
def _all_shorings(seat: int) -> dict[tuple[Tile, ...], Action]:
    chosen = [*combinations(each_tile(ALL_TILES), 1), *combinations(each_tile(ALL_TILES), 2)]
    return {tiles: interned(ShoreUp(seat, tiles)) for tiles in chosen}


def lifts(seat: int, pawns: tuple[int, ...], tiles: Tiles) -> list[Action]:
    """The lifts of one or more of these pawns to each tile of the set."""
    places = each_tile(tiles)
    return [table[tile] for table in _all_lifts(seat, pawns) for tile in places]


@cache
def _all_lifts(seat: int, pawns: tuple[int, ...]) -> tuple[tuple[Action, ...], ...]:
    return tuple(
        tuple(interned(Lift(seat, chosen, tile)) for tile in each_tile(ALL_TILES)) for chosen in passengers(pawns)
    )


@cache
def passengers(pawns: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """One or more of these pawns, in every way in which a lift may take them."""
    return tuple(chosen for count in range(1, len(pawns) + 1) for chosen in combinations(pawns, count))
