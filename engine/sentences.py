"""Reasons as English sentences, for the command line and for records that people bring along; a table makes its own."""

from typing import Final

from engine.reasons import Code, Datum, Reason
from engine.tiles import CARD_NAMES, TILE_NAMES, TREASURE_NAMES

_SENTENCES: Final[dict[Code, str]] = {
    Code.GAME_OVER: "The game is over ({outcome}).",
    Code.NO_SUCH_SEAT: "There is no {seat}.",
    Code.NOT_YOUR_TURN: "It is the turn of {turn}.",
    Code.MUST_DISCARD: "First {seats} must come down to five cards.",
    Code.MUST_SWIM: "First {seats} must swim: the tile has sunk.",
    Code.MUST_BE_LIFTED: "First {seats} must be lifted off: there is nowhere to swim.",
    Code.NO_ACTIONS_LEFT: "No actions are left.",
    Code.ACTIONS_OVER: "The actions are over; what goes on is the {phase}.",
    Code.TREASURE_CARDS_FIRST: "Two treasure cards come before the flood cards.",
    Code.TREASURE_CARDS_DRAWN: "Both treasure cards are drawn; flood cards left: {left}.",
    Code.OWN_TILE: "On {tile} is {seats} already.",
    Code.TILE_SUNK: "{tile} has sunk; that is open sea.",
    Code.NOT_ADJACENT: "{tile} is not next to {at}.",
    Code.NOT_DIAGONAL: "{tile} lies diagonally from {at}; only the Explorer reaches that.",
    Code.DIVE_BLOCKED: "No way for the Diver from {at} to {tile}: only flooded or sunk spaces may be passed.",
    Code.ALREADY_FLOWN: "{tile} is not next to {at}, and the Pilot has flown this turn.",
    Code.NOT_NAVIGATOR: "Only the Navigator moves the pawns of others.",
    Code.OWN_PAWN: "The Navigator does not navigate the own pawn.",
    Code.TOO_FAR: "{tile} is not within two steps of {seat} on {at}.",
    Code.TILE_DRY: "{tile} is dry.",
    Code.SUNK_FOR_GOOD: "{tile} has sunk; nothing brings it back.",
    Code.ONE_TILE_ONLY: "Only the Engineer shores up two tiles with one action.",
    Code.GIVE_TO_SELF: "A card is given to another seat.",
    Code.SPECIAL_CARD: "{card} cannot be given away; only treasure cards can.",
    Code.CARD_NOT_HELD: "There is no card {card} in the hand.",
    Code.RECEIVER_ELSEWHERE: "{seat} stands on {tile}; only the Messenger gives from afar.",
    Code.NOT_A_TREASURE: "{card} is no treasure.",
    Code.ALREADY_CAPTURED: "The team has {treasure} already.",
    Code.WRONG_TILE: "The place to capture {treasure} is {tiles}.",
    Code.TOO_FEW_CARDS: "In hand are {held} of the {needed} cards for {treasure}.",
    Code.WITHIN_LIMIT: "The hand of {held} is within the limit of {limit}.",
    Code.SECOND_CARD_FIRST: "The second treasure card is drawn before a card is put away.",
    Code.NOT_SWIMMING: "{at} has not sunk, so nobody swims from there.",
    Code.NOWHERE_TO_SWIM: "There is nowhere to swim from {at}; only a Helicopter Lift helps.",
    Code.NOT_NEAREST: "{tile} is not the nearest: that is {tiles}.",
    Code.PAWNS_APART: "The pawns of {seats} do not all stand on one tile.",
    Code.TREASURES_MISSING: "The team does not have {treasures} yet.",
    Code.PAWNS_MISSING: "Not on Fools' Landing: {seats}.",
}
_NAMES: Final = {
    "tile": TILE_NAMES,
    "at": TILE_NAMES,
    "tiles": TILE_NAMES,
    "card": CARD_NAMES,
    "treasure": TREASURE_NAMES,
    "treasures": TREASURE_NAMES,
    "seat": tuple(f"seat {number}" for number in range(4)),
    "seats": tuple(f"seat {number}" for number in range(4)),
    "turn": tuple(f"seat {number}" for number in range(4)),
}


def sentence(reason: Reason) -> str:
    """The reason in English, on one line."""
    said = _SENTENCES[reason.code].format(**{key: _name(key, datum) for key, datum in reason.data})
    return said[0].upper() + said[1:]


def _name(key: str, datum: Datum) -> str:
    if isinstance(datum, tuple):
        return (" or " if key == "tiles" else " and ").join(_name(key, item) for item in datum)
    return _NAMES[key][datum] if key in _NAMES and isinstance(datum, int) else str(datum)
