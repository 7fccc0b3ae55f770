"""Dealing a new game from a seed (`docs/rules.md`, Set-up; `docs/notation.md`, Fair shuffles)."""

from typing import Final

from engine import shuffles
from engine.layouts import LAYOUTS, lay_tiles
from engine.shuffles import shuffled
from engine.state import Deck, Phase, Seat, State
from engine.tiles import CARD_COUNTS, DIFFICULTIES, ROLE_CARDS, TILE_NAMES, WATERS_RISE, Role
from engine.turns import ACTIONS_A_TURN

SEAT_COUNTS: Final = (2, 3, 4)
FLOODED_AT_START: Final = 6
CARDS_DEALT: Final = 2

commitment = shuffles.commitment


def new_game(seed: bytes, layout: str, difficulty: str, seats: int, roles: str | None = None) -> State:
    """The fresh game that the seed deals; `roles` are the letters of chosen roles in the order of the seats [U1-U5]."""
    dealt = roles_dealt(seed, seats) if roles is None else tuple(Role(letter) for letter in roles)
    assert seats in SEAT_COUNTS
    assert len(set(dealt)) == len(dealt) == seats
    flood_cards = shuffled(seed, "flood", 0, range(len(TILE_NAMES)))
    flooded = flood_cards[:FLOODED_AT_START]
    rises = (WATERS_RISE,) * CARD_COUNTS[WATERS_RISE]
    cards = shuffled(seed, "treasure", 0, _all_but_rises())
    hands = [cards[at : at + CARDS_DEALT] for at in range(0, seats * CARDS_DEALT, CARDS_DEALT)]
    rest = shuffled(seed, "treasure", 1, (*cards[seats * CARDS_DEALT :], *rises))
    return State(
        island=lay_tiles(LAYOUTS[layout], shuffled(seed, "island", 0, range(len(TILE_NAMES)))),
        flooded=sum(1 << tile for tile in flooded),
        sunk=0,
        seats=tuple(
            Seat(role, ROLE_CARDS[role].start, tuple(sorted(hand))) for role, hand in zip(dealt, hands, strict=True)
        ),
        turn=0,
        phase=Phase.ACT,
        left=ACTIONS_A_TURN,
        has_flown=False,
        water=DIFFICULTIES[difficulty],
        captured=(),
        treasure=Deck(rest, (), 2),
        flood=Deck(flood_cards[FLOODED_AT_START:], flooded, 1),
    )


def roles_dealt(seed: bytes, seats: int) -> tuple[Role, ...]:
    """The roles that the seed deals to the seats [U3]."""
    roles = tuple(Role)
    return tuple(roles[at] for at in shuffled(seed, "roles", 0, range(len(roles)))[:seats])


def _all_but_rises() -> tuple[int, ...]:
    return tuple(card for card, count in enumerate(CARD_COUNTS) for _ in range(count) if card != WATERS_RISE)
