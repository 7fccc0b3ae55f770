"""What everybody knows of a position, and a game played on from it (`docs/notation.md`, A game played on)."""

from itertools import chain
from typing import NamedTuple

from engine.errors import MalformedNotation
from engine.notation import state_from_text, state_to_text
from engine.shuffles import shuffled
from engine.state import Deck, State
from engine.tiles import ALL_TILES, CARD_COUNTS, HIDDEN, TILE_LETTERS, Card, Tiles, each_tile, set_of, tile_letters


class Known(NamedTuple):
    """A position in public form, and the sets of tiles in its flood draw pile, from top to bottom.

    Nothing of it depends on the order of a draw pile, so it may be told to anybody. The game is not over.
    """

    state: State
    flood_layers: tuple[Tiles, ...]


def played_on(known: Known, seed: bytes) -> State:
    """The position with which a game begins that is played on: both draw piles in the seed's order, all else as known.

    A set of the flood pile stays above the ones below it; they are shuffled one by one, the lowest first [U6].
    """
    treasure, flood = known.state.treasure, known.state.flood
    pile: tuple[int, ...] = ()
    for number, layer in enumerate(reversed(known.flood_layers), flood.shuffles):
        pile = shuffled(seed, "flood", number, each_tile(layer)) + pile
    cards = shuffled(seed, "treasure", treasure.shuffles, _face_down(known.state))
    return known.state._replace(
        treasure=Deck(cards, treasure.discard, treasure.shuffles + 1),
        flood=Deck(pile, flood.discard, flood.shuffles + len(known.flood_layers)),
    )


def _face_down(state: State) -> tuple[Card, ...]:
    """The cards of the treasure draw pile in canonical order: those that lie nowhere else."""
    seen = [*state.treasure.discard, *chain.from_iterable(seat.hand for seat in state.seats)]
    return tuple(card for card, count in enumerate(CARD_COUNTS) for _ in range(count - seen.count(card)))


def known_to_text(known: Known) -> str:
    """The public position, and as a ninth field the sets of the flood draw pile, from top to bottom."""
    return f"{state_to_text(known.state)} {'/'.join(map(tile_letters, known.flood_layers))}"


def known_from_text(text: str) -> Known:
    """What the text says is known. Raises MalformedNotation, which names the field."""
    position, _, layers = text.rpartition(" ")
    state = state_from_text(position)
    if state.outcome is not None:
        raise MalformedNotation("TURN", "the game is over; nobody plays on")
    for field, deck in (("TREASURE", state.treasure), ("FLOOD", state.flood)):
        if HIDDEN not in deck.pile:
            raise MalformedNotation(field, "the draw pile is not face down")
    return Known(state, _layers(layers, state))


def _layers(text: str, state: State) -> tuple[Tiles, ...]:
    letters = text.split("/")
    if not all(layer and layer == "".join(sorted(set(layer) & set(TILE_LETTERS))) for layer in letters):
        raise MalformedNotation("LAYERS", "sets of tiles in canonical order, with / between them")
    hidden = ALL_TILES & ~state.sunk & ~sum(1 << tile for tile in state.flood.discard)
    if "".join(sorted(text.replace("/", ""))) != tile_letters(hidden):
        raise MalformedNotation("LAYERS", "not the tiles of the flood draw pile, each once")
    return tuple(map(set_of, letters))
