"""What happened, as values: for animations, the log and replays. The sentences are made where they are shown."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias, TypeVar, dataclass_transform

from engine.state import Outcome
from engine.tiles import Card, Tile, Treasure

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True)
def _event(kind: type[Kind]) -> type[Kind]:
    """A frozen dataclass, as far as the type checker can see: frozen at run time, it takes three to six times as long
    to make, at every step."""
    return dataclass(slots=True, unsafe_hash=True)(kind)


class How(Enum):
    """In which way a pawn moved for an action."""

    STEP = "step"
    DIVE = "dive"
    FLY = "fly"
    NAVIGATE = "navigate"


STEP, DIVE, FLY, NAVIGATE = How


class DeckName(Enum):
    """Which of the two decks."""

    TREASURE = "treasure"
    FLOOD = "flood"


@_event
class Moved:
    """A seat's pawn moved for an action; `by` is the Navigator's seat where it was navigated."""

    seat: int
    start: Tile
    to: Tile
    how: How
    by: int | None = None


@_event
class ShoredUp:
    """A flooded tile became dry."""

    seat: int
    tile: Tile


@_event
class Gave:
    """A treasure card changed hands."""

    seat: int
    to: int
    card: Card


@_event
class Captured:
    """The team has a treasure; its four cards were discarded."""

    seat: int
    treasure: Treasure


@_event
class Drew:
    """A treasure card was turned; a Waters Rise! enters no hand."""

    seat: int
    card: Card


@_event
class Rose:
    """The water meter stands at this mark now."""

    level: int


@_event
class Shuffled:
    """A discard pile was shuffled into, or onto, the draw pile."""

    deck: DeckName


@_event
class Flooded:
    """A dry tile became flooded."""

    tile: Tile


@_event
class Sank:
    """A flooded tile sank; its card left the game."""

    tile: Tile


@_event
class Swam:
    """A pawn saved itself from a sunk tile."""

    seat: int
    start: Tile
    to: Tile


@_event
class Lifted:
    """A Helicopter Lift of `seat` took the pawns of `seats`."""

    seat: int
    seats: tuple[int, ...]
    start: Tile
    to: Tile


@_event
class Sandbagged:
    """Sandbags made a tile dry."""

    seat: int
    tile: Tile


@_event
class Discarded:
    """A card went because of the hand limit."""

    seat: int
    card: Card


@_event
class Escaped:
    """The last Helicopter Lift left."""

    seat: int


@_event
class TurnBegan:
    """It is this seat's turn now."""

    seat: int


@_event
class Ended:
    """The game is over."""

    outcome: Outcome


Event: TypeAlias = (
    Moved
    | ShoredUp
    | Gave
    | Captured
    | Drew
    | Rose
    | Shuffled
    | Flooded
    | Sank
    | Swam
    | Lifted
    | Sandbagged
    | Discarded
    | Escaped
    | TurnBegan
    | Ended
)
