"""Positions, actions and events to text or JSON and back (`docs/notation.md`, `docs/protocol.md`)."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final, assert_never

from engine import events, movement, shoring, specials, treasures
from engine.actions import (
    Action,
    Capture,
    Discard,
    Draw,
    Escape,
    Flood,
    Give,
    Lift,
    Move,
    Navigate,
    Sandbag,
    ShoreUp,
    Swim,
    interned,
)
from engine.errors import MalformedNotation
from engine.events import Event
from engine.reading import read_outcome, read_position, shown
from engine.state import Deck, Outcome, Phase, Seat, State
from engine.tiles import CARD_LETTERS, HIDDEN, TILE_LETTERS, Card, Tile, tile_letters
from engine.turns import ACTION, DISCARD, FLOOD_CARD, NOTHING, TREASURE_CARD, awaited, over_limit, swimmers


def state_to_text(state: State) -> str:
    """The position of the state: eight fields, in the form (server's or public) of the state itself."""
    treasure, flood = state.treasure, state.flood
    seats = ",".join(map(_seat, state.seats))
    decks = f"{_deck(treasure, _CARD_CODES)} {_deck(flood, _TILE_CODES)} {flood.shuffles}.{treasure.shuffles}"
    return f"{_island(state)} {seats} {_turn(state)} {state.water} {cards_to_text(state.captured)} {decks}"


def _island(state: State) -> str:
    text = state.island.dry
    for letter in tile_letters(state.flooded):
        text = text.replace(letter, letter.lower())
    for letter in tile_letters(state.sunk):
        text = text.replace(letter, "-" + letter)
    return text


@lru_cache(maxsize=4096)
def _seat(seat: Seat) -> str:
    return f"{seat.role.value}{TILE_LETTERS[seat.tile]}:{cards_to_text(seat.hand)}"


def _turn(state: State) -> str:
    if state.outcome is not None:
        return f"{Phase.OVER.value}:{state.outcome.word()}"
    return f"{state.turn}:{state.phase.value}{state.left}{'f' if state.has_flown else ''}"


@cache
def cards_to_text(cards: tuple[Card, ...]) -> str:
    """The letters of treasure cards, or of captured treasures; `-` for none."""
    return "".join(CARD_LETTERS[card] for card in cards) or "-"


# Piles are long, so their cards become letters as bytes, by these tables.
_CARD_CODES: Final = CARD_LETTERS.encode().ljust(256)
_TILE_CODES: Final = TILE_LETTERS.encode().ljust(256)


def _deck(deck: Deck, codes: bytes) -> str:
    pile, discard, _ = deck
    return f"{'?' * len(pile) if HIDDEN in pile else _pile(pile, codes)}/{_pile(discard, codes)}"


def _pile(cards: tuple[int, ...], codes: bytes) -> str:
    return bytes(cards).translate(codes).decode() or "-"


def state_from_text(text: str) -> State:
    """The state that a position describes. Raises MalformedNotation, which names the field."""
    return read_position(text)


def outcome_to_text(outcome: Outcome) -> str:
    """How positions and records write the outcome: `won`, `treasure-e`, `drowned-1`."""
    return outcome.word()


def outcome_from_text(text: str) -> Outcome:
    """The outcome so written. Raises MalformedNotation."""
    if outcome := read_outcome(text):
        return outcome
    raise MalformedNotation("outcome", f"{shown(text)} is none")


def action_to_text(action: Action) -> str:
    """The action with its seat before it: `0:move K`."""
    return f"{action.seat}:{_words(action)}"


def _words(action: Action) -> str:  # noqa: C901 - one flat list of verbs
    match action:
        case Move(_, tile):
            return f"move {TILE_LETTERS[tile]}"
        case Navigate(_, pawn, tile):
            return f"navigate {pawn} {TILE_LETTERS[tile]}"
        case ShoreUp(_, tiles):
            return " ".join(("shore", *(TILE_LETTERS[tile] for tile in tiles)))
        case Give(_, to, card):
            return f"give {to} {CARD_LETTERS[card]}"
        case Capture(_, treasure):
            return f"capture {CARD_LETTERS[treasure]}"
        case Draw():
            return "draw"
        case Flood():
            return "flood"
        case Discard(_, card):
            return f"discard {CARD_LETTERS[card]}"
        case Swim(_, tile):
            return f"swim {TILE_LETTERS[tile]}"
        case Lift(_, pawns, tile):
            return f"lift {_seats(pawns)} {TILE_LETTERS[tile]}"
        case Sandbag(_, tile):
            return f"sandbag {TILE_LETTERS[tile]}"
        case Escape():
            return "escape"
        case _:
            assert_never(action)


def _seats(numbers: tuple[int, ...]) -> str:
    return "".join(map(str, numbers))


_SEAT_DIGITS: Final = "0123"
_BARE: Final[dict[str, Callable[[int], Action]]] = {"draw": Draw, "flood": Flood, "escape": Escape}
_AT_TILE: Final[dict[str, Callable[[int, Tile], Action]]] = {"move": Move, "swim": Swim, "sandbag": Sandbag}
_WITH_CARD: Final[dict[str, Callable[[int, Card], Action]]] = {"capture": Capture, "discard": Discard}
VERBS: Final = (*_BARE, *_AT_TILE, *_WITH_CARD, "navigate", "shore", "give", "lift")


@cache
def action_from_text(text: str) -> Action:
    """The action that the text, with its seat before it, stands for, whether legal or not.

    Raises MalformedNotation. A card in it may be any of the deck, a seat any of 0 to 3. There is one text for each of
    some four thousand actions, so all that were read once are kept; what is malformed is not.
    """
    prefix, colon, words = text.partition(":")
    if not colon:
        raise MalformedNotation("action", f"{shown(text)} has no seat before it")
    return interned(_action(_seat_number(prefix), words.split(" "), text))


def _action(seat: int, words: list[str], text: str) -> Action:
    match words:
        case [verb] if verb in _BARE:
            return _BARE[verb](seat)
        case [verb, tile] if verb in _AT_TILE:
            return _AT_TILE[verb](seat, _tile(tile))
        case [verb, card] if verb in _WITH_CARD:
            return _WITH_CARD[verb](seat, _card(card))
        case ["navigate", pawn, tile]:
            return Navigate(seat, _seat_number(pawn), _tile(tile))
        case ["give", to, card]:
            return Give(seat, _seat_number(to), _card(card))
        case ["shore", *tiles] if len(tiles) in (1, 2):
            return ShoreUp(seat, _ascending([_tile(tile) for tile in tiles], text))
        case ["lift", pawns, tile] if pawns:
            return Lift(seat, _ascending([_seat_number(pawn) for pawn in pawns], text), _tile(tile))
    problem = "has the wrong arguments" if words[0] in VERBS else "has an unknown verb"
    raise MalformedNotation("action", f"{shown(text)} {problem}")


def _seat_number(text: str) -> int:
    if len(text) == 1 and text in _SEAT_DIGITS:
        return int(text)
    raise MalformedNotation("action", f"{shown(text)} is no seat")


def _tile(text: str) -> Tile:
    if len(text) == 1 and text in TILE_LETTERS:
        return TILE_LETTERS.index(text)
    raise MalformedNotation("action", f"{shown(text)} is no tile")


def _card(text: str) -> Card:
    if len(text) == 1 and text in CARD_LETTERS:
        return CARD_LETTERS.index(text)
    raise MalformedNotation("action", f"{shown(text)} is no card")


def _ascending(numbers: list[int], text: str) -> tuple[int, ...]:
    if numbers != sorted(set(numbers)):
        raise MalformedNotation("action", f"{shown(text)} does not name each once and in order")
    return tuple(numbers)


def event_to_json(event: Event) -> dict[str, Any]:  # noqa: C901 - one flat list of events
    """The event as the live protocol writes it."""
    match event:
        case events.Moved(seat, start, to, how, by):
            navigator = {} if by is None else {"by": by}
            return {"type": "moved", "seat": seat, **_way(start, to), "how": how.value, **navigator}
        case events.ShoredUp(seat, tile):
            return {"type": "shored", "seat": seat, "tile": TILE_LETTERS[tile]}
        case events.Gave(seat, receiver, card):
            return {"type": "gave", "seat": seat, "to": receiver, "card": CARD_LETTERS[card]}
        case events.Captured(seat, treasure):
            return {"type": "captured", "seat": seat, "treasure": CARD_LETTERS[treasure]}
        case events.Drew(seat, card):
            return {"type": "drew", "seat": seat, "card": CARD_LETTERS[card]}
        case events.Rose(level):
            return {"type": "rose", "level": level}
        case events.Shuffled(deck):
            return {"type": "shuffled", "deck": deck.value}
        case events.Flooded(tile):
            return {"type": "flooded", "tile": TILE_LETTERS[tile]}
        case events.Sank(tile):
            return {"type": "sank", "tile": TILE_LETTERS[tile]}
        case events.Swam(seat, start, to):
            return {"type": "swam", "seat": seat, **_way(start, to)}
        case events.Lifted(seat, seats, start, to):
            return {"type": "lifted", "seat": seat, "seats": list(seats), **_way(start, to)}
        case events.Sandbagged(seat, tile):
            return {"type": "sandbagged", "seat": seat, "tile": TILE_LETTERS[tile]}
        case events.Discarded(seat, card):
            return {"type": "discarded", "seat": seat, "card": CARD_LETTERS[card]}
        case events.Escaped(seat):
            return {"type": "escaped", "seat": seat}
        case events.TurnBegan(seat):
            return {"type": "turn", "seat": seat}
        case events.Ended(outcome):
            return {"type": "ended", "outcome": outcome.word()}
        case _:
            assert_never(event)


def _way(start: Tile, to: Tile) -> dict[str, str]:
    return {"from": TILE_LETTERS[start], "to": TILE_LETTERS[to]}


def legal_to_json(state: State) -> dict[str, dict[str, Any]]:
    """What is legal, by seat and then by verb, as the live protocol writes it; `rules.legal_actions` in small."""
    waiting_for = awaited(state)
    if waiting_for is NOTHING:
        return {}
    legal: list[dict[str, Any]] = [{} for _ in state.seats]
    for number in specials.holders(state):
        legal[number] |= _special_cards(state, number)
    if waiting_for is ACTION:
        legal[state.turn] |= _spending_an_action(state, state.turn)
        legal[state.turn]["draw"] = True
    elif waiting_for is TREASURE_CARD:
        legal[state.turn]["draw"] = True
    elif waiting_for is FLOOD_CARD:
        legal[state.turn]["flood"] = True
    elif waiting_for is DISCARD:
        for number in over_limit(state):
            legal[number]["discard"] = cards_to_text(treasures.discardable(state, number))
    else:
        for number in swimmers(state):
            if tiles := movement.swims(state, number):
                legal[number]["swim"] = tile_letters(tiles)
    return {str(number): verbs for number, verbs in enumerate(legal) if verbs}


def _special_cards(state: State, number: int) -> dict[str, Any]:
    verbs: dict[str, Any] = {}
    if specials.can_lift(state, number) and (lift := _lift(state)):
        verbs["lift"] = lift
    if tiles := specials.baggable(state, number):
        verbs["sandbag"] = tile_letters(tiles)
    if specials.can_escape(state, number):
        verbs["escape"] = True
    return verbs


def _lift(state: State) -> dict[str, Any] | None:
    starts = {
        TILE_LETTERS[tile]: _seats(pawns)
        for tile, pawns in specials.standing(state).items()
        if specials.landing_places(state, tile)
    }
    return {"from": starts, "to": tile_letters(specials.land(state))} if starts else None


def _spending_an_action(state: State, number: int) -> dict[str, Any]:
    verbs: dict[str, Any] = {}
    if moves := movement.ordinary_moves(state, number):
        verbs["move"] = tile_letters(moves)
    if flights := movement.flights(state, number):
        verbs["fly"] = tile_letters(flights)
    if navigations := _navigations(state, number):
        verbs["navigate"] = navigations
    if tiles := shoring.shorable(state, number):
        verbs["shore"] = tile_letters(tiles)
        if tiles.bit_count() > 1 and shoring.most_at_once(state, number) > 1:
            verbs["shore2"] = True
    if gifts := _gifts(state, number):
        verbs["give"] = gifts
    if capturable := treasures.capturable(state, number):
        verbs["capture"] = cards_to_text(capturable)
    return verbs


def _navigations(state: State, number: int) -> dict[str, str]:
    pawns = movement.navigable(state, number)
    return {str(pawn): tile_letters(tiles) for pawn in pawns if (tiles := movement.navigations(state, pawn))}


def _gifts(state: State, number: int) -> dict[str, str]:
    cards = treasures.treasure_kinds(state.seats[number].hand)
    return {str(to): cards_to_text(cards) for to in treasures.receivers(state, number)} if cards else {}
