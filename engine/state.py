"""The state of a game between two actions: one immutable value."""

from enum import Enum
from typing import NamedTuple, TypeAlias

from engine.layouts import Island
from engine.tiles import CARD_LETTERS, Card, Role, Tile, Tiles, Treasure

Hand: TypeAlias = tuple[Card, ...]
NOBODY = -1


class Phase(Enum):
    """The part of a turn. That someone must discard or swim is seen from the hands and the island."""

    ACT = "act"
    DRAW = "draw"
    FLOOD = "flood"
    OVER = "over"


ACT, DRAW, FLOOD, OVER = Phase


class End(Enum):
    """How a game ended, in the order in which the losses are tested [E2]."""

    WON = "won"
    WATER = "water"
    LANDING = "landing"
    TREASURE = "treasure"
    DROWNED = "drowned"


class Outcome(NamedTuple):
    """How the game ended; `subject` is the treasure that was lost or the lowest seat that drowned, else None."""

    end: End
    subject: int | None = None

    def word(self) -> str:
        """The outcome as positions and records write it: `won`, `treasure-e`, `drowned-1`."""
        if self.subject is None:
            return self.end.value
        subject = CARD_LETTERS[self.subject] if self.end is End.TREASURE else self.subject
        return f"{self.end.value}-{subject}"


class Seat(NamedTuple):
    """A seat's role, the tile on which its pawn stands (or which it has just lost), and its hand in canonical order."""

    role: Role
    tile: Tile
    hand: Hand


class Deck(NamedTuple):
    """A draw pile, top card first; its discard pile, first discarded first; and how often it was shuffled so far.

    The cards are treasure cards or tiles, in a draw pile perhaps all HIDDEN.
    """

    pile: tuple[int, ...]
    discard: tuple[int, ...]
    shuffles: int


class State(NamedTuple):
    """A position. Two states are equal when a reader of both could tell no difference.

    `left` counts the actions, treasure cards or flood cards that the phase still has. Once the game is over, and then
    only, `outcome` is set, `turn` is NOBODY, `left` 0 and `has_flown` False.

    What happens at almost every step takes a state apart and builds the next one by position, at half of what
    `_replace` costs.
    """

    island: Island
    flooded: Tiles
    sunk: Tiles
    seats: tuple[Seat, ...]
    turn: int
    phase: Phase
    left: int
    has_flown: bool
    water: int
    captured: tuple[Treasure, ...]
    treasure: Deck
    flood: Deck
    outcome: Outcome | None = None

    def seats_but(self, number: int, seat: Seat) -> tuple[Seat, ...]:
        """The seats of this state but for one."""
        return (*self.seats[:number], seat, *self.seats[number + 1 :])
