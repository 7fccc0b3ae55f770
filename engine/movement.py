"""Where a pawn may go: step, dive, fly, be navigated, swim (`docs/rules.md`, Actions, Roles and Floods)."""

from engine.actions import Move, Navigate, Swim
from engine.events import DIVE, FLY, NAVIGATE, STEP, Event, How, Moved, Swam
from engine.layouts import Island
from engine.state import Seat, State
from engine.tiles import ALL_TILES, DIVER, EXPLORER, NAVIGATOR, PILOT, Role, Tile, Tiles, each_tile, is_in


def moves(state: State, number: int) -> Tiles:
    """Where the seat's pawn gets by one action, its flight included [A1, R-D, R-P, R-X]."""
    return ordinary_moves(state, number) | flights(state, number)


def ordinary_moves(state: State, number: int) -> Tiles:
    """Where the seat's pawn gets by one action without the Pilot's flight."""
    role, tile, _ = state.seats[number]
    if role is DIVER:
        return _dives(state.island, tile, state.flooded | state.sunk) & ~state.sunk
    return _steps(state.island, role)[tile] & ~state.sunk


def flights(state: State, number: int) -> Tiles:
    """Where the Pilot gets only by the flight of this turn; nowhere for others and once it is used up [R-P]."""
    role, tile, _ = state.seats[number]
    if role is not PILOT or state.has_flown:
        return 0
    return ALL_TILES & ~(state.sunk | 1 << tile | state.island.near[tile])


def _steps(island: Island, role: Role) -> tuple[Tiles, ...]:
    return island.around if role is EXPLORER else island.near


def _dives(island: Island, start: Tile, wet: Tiles) -> Tiles:
    """The spaces at the end of a way on which all between the first and the last are wet, but for the start."""
    found = frontier = island.near[start]
    own = 1 << start
    while frontier := frontier & wet:
        reached = _beside(island, frontier)
        frontier = reached & ~found
        found |= reached
    return found & ~own


def _beside(island: Island, tiles: Tiles) -> Tiles:
    """The spaces orthogonally adjacent to any of these."""
    near = island.near
    beside = 0
    for tile in each_tile(tiles):
        beside |= near[tile]
    return beside


def navigable(state: State, number: int) -> list[int]:
    """The seats whose pawns the seat may navigate: all others' for the Navigator, none for anyone else [R-N]."""
    if state.seats[number].role is not NAVIGATOR:
        return []
    return [other for other in range(len(state.seats)) if other != number]


def may_navigate(state: State, number: int, pawn: int, tile: Tile) -> bool:
    """Whether the seat may move the pawn of the other seat to the tile [R-N]."""
    return pawn in navigable(state, number) and is_in(tile, navigations(state, pawn))


def navigations(state: State, pawn: int) -> Tiles:
    """Where the Navigator gets this seat's pawn: one or two steps as that pawn would step [R-N]."""
    role, tile, _ = state.seats[pawn]
    steps = _steps(state.island, role)
    land = ~state.sunk
    first = steps[tile] if role is DIVER else steps[tile] & land
    reached = first
    for middle in each_tile(first):
        reached |= steps[middle]
    return reached & land & ~(1 << tile)


def reach(state: State, number: int) -> Tiles:
    """The spaces on which the seat's pawn may shore up: its own and those beside it [A2, R-X]."""
    role, tile, _ = state.seats[number]
    return _steps(state.island, role)[tile] | 1 << tile


def swims(state: State, number: int) -> Tiles:
    """Where the seat's pawn may swim from its sunk tile; nowhere if it can only be lifted off [F6, F8]."""
    role, tile, _ = state.seats[number]
    land = ALL_TILES & ~state.sunk
    if role is PILOT:
        return land
    if role is DIVER:
        return _nearest(state.island, tile, land)
    return _steps(state.island, role)[tile] & land


def _nearest(island: Island, start: Tile, land: Tiles) -> Tiles:
    passed = 1 << start
    ring = island.near[start]
    while ring and not ring & land:
        passed |= ring
        ring = _beside(island, ring) & ~passed
    return ring & land


def move(state: State, action: Move) -> tuple[State, tuple[Event, ...]]:
    """The pawn moves for one action; the flight is used where no ordinary move gets there [R-P]."""
    number, to = action.seat, action.tile
    island, flooded, sunk, seats, turn, phase, left, has_flown, water, captured, treasure, flood, _ = state
    role, start, hand = seats[number]
    how = _how(island, role, start, to)
    has_flown = has_flown or how is FLY
    seats = state.seats_but(number, Seat(role, to, hand))
    after = State(island, flooded, sunk, seats, turn, phase, left - 1, has_flown, water, captured, treasure, flood)
    return after, (Moved(number, start, to, how),)


def _how(island: Island, role: Role, start: Tile, to: Tile) -> How:
    if is_in(to, _steps(island, role)[start]):
        return STEP
    return FLY if role is PILOT else DIVE


def navigate(state: State, action: Navigate) -> tuple[State, tuple[Event, ...]]:
    """The other seat's pawn moves for one action of the Navigator."""
    pawn, to = action.pawn, action.tile
    role, start, hand = state.seats[pawn]
    after = state._replace(seats=state.seats_but(pawn, Seat(role, to, hand)), left=state.left - 1)
    return after, (Moved(pawn, start, to, NAVIGATE, by=action.seat),)


def swim(state: State, action: Swim) -> tuple[State, tuple[Event, ...]]:
    """The pawn leaves its sunk tile; it costs nothing and is no flight [F6]."""
    number, to = action.seat, action.tile
    role, start, hand = state.seats[number]
    return state._replace(seats=state.seats_but(number, Seat(role, to, hand))), (Swam(number, start, to),)
