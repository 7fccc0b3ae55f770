"""What happened, as values: for animations, the log and replays. The sentences are made where they are shown."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from engine.state import Outcome
from engine.tiles import Card, Tile, Treasure


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


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat's pawn moved for an action; `by` is the Navigator's seat where it was navigated."""

    seat: int
    start: Tile
    to: Tile
    how: How
    by: int | None = None


@dataclass(frozen=True, slots=True)
class ShoredUp:
    """A flooded tile became dry."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Gave:
    """A treasure card changed hands."""

    seat: int
    to: int
    card: Card


@dataclass(frozen=True, slots=True)
class Captured:
    """The team has a treasure; its four cards were discarded."""

    seat: int
    treasure: Treasure


@dataclass(frozen=True, slots=True)
class Drew:
    """A treasure card was turned; a Waters Rise! enters no hand."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Rose:
    """The water meter stands at this mark now."""

    level: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A discard pile was shuffled into, or onto, the draw pile."""

    deck: DeckName


@dataclass(frozen=True, slots=True)
class Flooded:
    """A dry tile became flooded."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Sank:
    """A flooded tile sank; its card left the game."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Swam:
    """A pawn saved itself from a sunk tile."""

    seat: int
    start: Tile
    to: Tile


@dataclass(frozen=True, slots=True)
class Lifted:
    """A Helicopter Lift of `seat` took the pawns of `seats`."""

    seat: int
    seats: tuple[int, ...]
    start: Tile
    to: Tile


@dataclass(frozen=True, slots=True)
class Sandbagged:
    """Sandbags made a tile dry."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card went because of the hand limit."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Escaped:
    """The last Helicopter Lift left."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is this seat's turn now."""

    seat: int


@dataclass(frozen=True, slots=True)
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
