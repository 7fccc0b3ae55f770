"""How the clock plays for a seat that does nothing (`docs/rules.md`, When the clock plays)."""

from typing import Final

from engine import endings, movement, specials, treasures
from engine.actions import Action, Discard, Draw, Escape, Flood, Lift, Sandbag, Swim, interned
from engine.state import Phase, Seat, State
from engine.tiles import (
    CARD_COUNTS,
    CARDS_TO_CAPTURE,
    LANDING,
    LIFT,
    SANDBAGS,
    TREASURE_TILES,
    TREASURES,
    Card,
    Tile,
    Tiles,
    each_tile,
    is_in,
)
from engine.turns import ACTIONS_A_TURN, Awaited, awaited

_OWED: Final = (Awaited.DISCARD, Awaited.SWIM)


def choose(state: State, seat: int, *, has_left: frozenset[int]) -> Action | None:
    """The one action that the clock plays for the seat now; None where it has nothing to play [K1].

    It is legal, and the same for a state and for what `observe` shows of it. It is the seat's own, but for a Helicopter
    Lift that saves a pawn, which may be the card of any seat: look at `action.seat`. `has_left` are the seats that
    nobody plays. One of them may have a special card to play after any step, whoever's turn it is.
    """
    if state.outcome is not None:
        return None
    return (
        _escape(state, seat, has_left)
        or _rescue(state, seat, has_left)
        or _discard(state, seat)
        or _swim(state, seat)
        or _special_card(state, seat, has_left)
        or _go_on(state, seat)
    )


def _escape(state: State, seat: int, has_left: frozenset[int]) -> Action | None:
    """The card of a seat that has left wins the game [K3]."""
    return interned(Escape(seat)) if seat in has_left and specials.can_escape(state, seat) else None


def _rescue(state: State, seat: int, has_left: frozenset[int]) -> Action | None:
    """A Helicopter Lift for the pawns that can swim nowhere, all of them that stand on one tile [K4, K5]."""
    stuck = endings.stuck(state)
    if not stuck:
        return None
    holders = sorted(_lift_holders(state), key=lambda holder: (holder not in has_left, holder != stuck[0], holder))
    if seat not in stuck and not (seat == holders[0] and has_left.issuperset(holders)):
        return None
    pawns = tuple(pawn for pawn in stuck if state.seats[pawn].tile == state.seats[stuck[0]].tile)
    return interned(Lift(holders[0], pawns, _best_place(state, pawns, specials.land(state))))


def _lift_holders(state: State) -> list[int]:
    return [number for number in range(len(state.seats)) if specials.can_lift(state, number)]


def _discard(state: State, seat: int) -> Action | None:
    """The card that is of the least use to the team [K6]."""
    cards = treasures.discardable(state, seat)
    return interned(Discard(seat, min(cards, key=lambda card: _use(state, seat, card)))) if cards else None


def _use(state: State, seat: int, card: Card) -> tuple[int, ...]:
    """The more useful the card is to the team, the greater [K6]."""
    own = state.seats[seat].hand.count(card)
    held = sum(other.hand.count(card) for other in state.seats)
    return _rank_of_use(state, card, own, held), held, own, -state.treasure.discard.count(card), card


def _rank_of_use(state: State, card: Card, own: int, held: int) -> int:
    if card in state.captured:
        return 0
    if card not in TREASURES:
        return 3 if card == SANDBAGS else 4
    if own == CARDS_TO_CAPTURE:
        return 5
    return 1 if held == CARD_COUNTS[card] else 2


def _swim(state: State, seat: int) -> Action | None:
    """To the best of the tiles in reach [K7]; a pawn that reaches none has been lifted off before."""
    if awaited(state) is not Awaited.SWIM or not is_in(state.seats[seat].tile, state.sunk):
        return None
    return interned(Swim(seat, _best_place(state, (seat,), movement.swims(state, seat))))


def _best_place(state: State, pawns: tuple[int, ...], places: Tiles) -> Tile:
    """Fools' Landing once only the escape is lacking, else the tile from which most is in reach [K7]."""
    if _has_all_treasures(state) and is_in(LANDING, places):
        return LANDING
    ways = [_ways(state, pawn) for pawn in pawns]
    return max(each_tile(places), key=lambda tile: _worth(state, tile, ways))


def _has_all_treasures(state: State) -> bool:
    return len(state.captured) == len(TREASURES)


def _ways(state: State, pawn: int) -> dict[Tile, Tiles]:
    """Where the pawn would get by one ordinary move from each tile that has not sunk."""
    role, _, hand = state.seats[pawn]
    return {
        tile: movement.ordinary_moves(state._replace(seats=state.seats_but(pawn, Seat(role, tile, hand))), pawn)
        for tile in each_tile(specials.land(state))
    }


def _worth(state: State, tile: Tile, ways: list[dict[Tile, Tiles]]) -> tuple[int, ...]:
    at_all = sum(_count_within(way, tile, len(way)) for way in ways)
    in_a_turn = sum(_count_within(way, tile, ACTIONS_A_TURN) for way in ways)
    return at_all, in_a_turn, not is_in(tile, state.flooded), -tile


def _count_within(ways: dict[Tile, Tiles], start: Tile, moves: int) -> int:
    """How many tiles the pawn reaches from `start` by at most so many moves, `start` included."""
    found = frontier = 1 << start
    for _ in range(moves):
        reached = 0
        for tile in each_tile(frontier):
            reached |= ways[tile]
        frontier = reached & ~found
        found |= frontier
    return found.bit_count()


def _special_card(state: State, seat: int, has_left: frozenset[int]) -> Action | None:
    """A card of a seat that has left, once nobody owes a discard or a swim [K8]."""
    if seat not in has_left or awaited(state) in _OWED:
        return None
    return _bring_in(state, seat, has_left) or _sandbag(state, seat)


def _bring_in(state: State, seat: int, has_left: frozenset[int]) -> Action | None:
    """A Helicopter Lift takes pawns that nobody plays to Fools' Landing, if another is left for the escape [K8]."""
    away = [pawn for pawn in sorted(has_left) if state.seats[pawn].tile != LANDING]
    in_hands = sum(other.hand.count(LIFT) for other in state.seats)
    if not (away and _has_all_treasures(state) and specials.can_lift(state, seat) and in_hands > 1):
        return None
    pawns = tuple(pawn for pawn in away if state.seats[pawn].tile == state.seats[away[0]].tile)
    return interned(Lift(seat, pawns, LANDING))


def _sandbag(state: State, seat: int) -> Action | None:
    """Sandbags for a tile whose sinking by the next flood card would lose the game [K9]."""
    if state.phase is not Phase.FLOOD:
        return None
    wet = each_tile(specials.baggable(state, seat) & _vital_tiles(state))
    in_danger = [tile for tile in wet if tile not in state.flood.discard]
    if not in_danger:
        return None
    return interned(Sandbag(seat, min(in_danger, key=lambda tile: (tile != LANDING, tile))))


def _vital_tiles(state: State) -> Tiles:
    """Fools' Landing, and the last tile of each treasure that is not captured [E2]."""
    vital = 1 << LANDING
    for treasure, tiles in enumerate(TREASURE_TILES):
        if treasure not in state.captured and tiles & state.sunk:
            vital |= tiles & ~state.sunk
    return vital


def _go_on(state: State, seat: int) -> Action | None:
    """The turn's next card; the actions that are left are given up [K2]."""
    waiting_for = awaited(state)
    if seat != state.turn or waiting_for in _OWED:
        return None
    return interned(Flood(seat) if waiting_for is Awaited.FLOOD_CARD else Draw(seat))
