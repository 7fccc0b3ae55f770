"""Cards that any seat plays at any moment: Helicopter Lift, Sandbags and the escape (`docs/rules.md`, Cards)."""

from engine.actions import Escape, Lift, Sandbag, passengers
from engine.events import Escaped, Event, Lifted, Sandbagged
from engine.state import Seat, State
from engine.tiles import ALL_TILES, LANDING, LIFT, SANDBAGS, TREASURES, Tile, Tiles, is_in
from engine.treasures import put_away


def standing(state: State) -> dict[Tile, tuple[int, ...]]:
    """The seats by the tile on which their pawns stand, sunk tiles too [F7]."""
    groups: dict[Tile, tuple[int, ...]] = {}
    for number, seat in enumerate(state.seats):
        groups[seat.tile] = (*groups.get(seat.tile, ()), number)
    return groups


def holders(state: State) -> list[int]:
    """The seats that hold a special card: those come last in a hand, and a Waters Rise! is never in one."""
    return [number for number, (_, _, hand) in enumerate(state.seats) if hand and hand[-1] >= LIFT]


def land(state: State) -> Tiles:
    """The tiles that have not sunk."""
    return ALL_TILES & ~state.sunk


def landing_places(state: State, start: Tile) -> Tiles:
    """Where a Helicopter Lift may set down pawns that stand on `start` [C4]."""
    return land(state) & ~(1 << start)


def may_fly(state: State, pawns: tuple[int, ...], tile: Tile) -> bool:
    """Whether a Helicopter Lift may take these pawns, named in ascending order, to the tile [C4]."""
    start = start_of(state, pawns)
    return start is not None and is_in(tile, landing_places(state, start))


def start_of(state: State, pawns: tuple[int, ...]) -> Tile | None:
    """The tile on which all these pawns, named in ascending order, stand; None if there is no such tile."""
    for tile, standing_there in standing(state).items():
        if pawns in passengers(standing_there):
            return tile
    return None


def can_lift(state: State, number: int) -> bool:
    """Whether the seat holds a Helicopter Lift."""
    return LIFT in state.seats[number].hand


def baggable(state: State, number: int) -> Tiles:
    """The tiles that the seat can make dry by Sandbags [C5]."""
    return state.flooded if SANDBAGS in state.seats[number].hand else 0


def can_escape(state: State, number: int) -> bool:
    """Whether the seat can win the game [E1]."""
    return can_lift(state, number) and is_ready(state)


def is_ready(state: State) -> bool:
    """Whether nothing but a Helicopter Lift is lacking: all treasures, and every pawn on Fools' Landing [E1]."""
    return len(state.captured) == len(TREASURES) and all(seat.tile == LANDING for seat in state.seats)


def lift(state: State, action: Lift) -> tuple[State, tuple[Event, ...]]:
    """The pawns fly to the tile."""
    start = state.seats[action.pawns[0]].tile
    seats = list(state.seats)
    for pawn in action.pawns:
        role, _, hand = seats[pawn]
        seats[pawn] = Seat(role, action.tile, hand)
    after = put_away(state._replace(seats=tuple(seats)), action.seat, LIFT)
    return after, (Lifted(action.seat, action.pawns, start, action.tile),)


def sandbag(state: State, action: Sandbag) -> tuple[State, tuple[Event, ...]]:
    """The tile becomes dry."""
    after = put_away(state, action.seat, SANDBAGS)
    return after._replace(flooded=state.flooded ^ 1 << action.tile), (Sandbagged(action.seat, action.tile),)


def escape(state: State, action: Escape) -> tuple[State, tuple[Event, ...]]:
    """Everybody leaves."""
    return put_away(state, action.seat, LIFT), (Escaped(action.seat),)
