"""Why an action is not legal, as data: the rule that forbids it, a code, and what it depends on.

Whoever shows a reason makes the sentence from the code and its data. `DATA_KEYS` lists every code with the keys that
its data has; a code is part of the protocol, so it is never renamed and never used again for something else.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias

from engine.tiles import CARD_LETTERS, TILE_LETTERS

Datum: TypeAlias = int | str | tuple[int, ...]


class Code(StrEnum):
    """What kind of reason it is."""

    GAME_OVER = "game_over"
    NO_SUCH_SEAT = "no_such_seat"
    NOT_YOUR_TURN = "not_your_turn"
    MUST_DISCARD = "must_discard"
    MUST_SWIM = "must_swim"
    MUST_BE_LIFTED = "must_be_lifted"
    NO_ACTIONS_LEFT = "no_actions_left"
    ACTIONS_OVER = "actions_over"
    TREASURE_CARDS_FIRST = "treasure_cards_first"
    TREASURE_CARDS_DRAWN = "treasure_cards_drawn"
    OWN_TILE = "own_tile"
    TILE_SUNK = "tile_sunk"
    NOT_ADJACENT = "not_adjacent"
    NOT_DIAGONAL = "not_diagonal"
    DIVE_BLOCKED = "dive_blocked"
    ALREADY_FLOWN = "already_flown"
    NOT_NAVIGATOR = "not_navigator"
    OWN_PAWN = "own_pawn"
    TOO_FAR = "too_far"
    TILE_DRY = "tile_dry"
    SUNK_FOR_GOOD = "sunk_for_good"
    ONE_TILE_ONLY = "one_tile_only"
    GIVE_TO_SELF = "give_to_self"
    SPECIAL_CARD = "special_card"
    CARD_NOT_HELD = "card_not_held"
    RECEIVER_ELSEWHERE = "receiver_elsewhere"
    NOT_A_TREASURE = "not_a_treasure"
    ALREADY_CAPTURED = "already_captured"
    WRONG_TILE = "wrong_tile"
    TOO_FEW_CARDS = "too_few_cards"
    WITHIN_LIMIT = "within_limit"
    SECOND_CARD_FIRST = "second_card_first"
    NOT_SWIMMING = "not_swimming"
    NOWHERE_TO_SWIM = "nowhere_to_swim"
    NOT_NEAREST = "not_nearest"
    PAWNS_APART = "pawns_apart"
    TREASURES_MISSING = "treasures_missing"
    PAWNS_MISSING = "pawns_missing"


DATA_KEYS: Final[dict[Code, tuple[str, ...]]] = {
    Code.GAME_OVER: ("outcome",),  # as in a position: "won", "drowned-1"
    Code.NO_SUCH_SEAT: ("seat",),
    Code.NOT_YOUR_TURN: ("turn",),  # the active seat
    Code.MUST_DISCARD: ("seats",),  # who must come down to five cards first
    Code.MUST_SWIM: ("seats",),  # whose tile has sunk
    Code.MUST_BE_LIFTED: ("seats",),  # whose pawn can swim nowhere
    Code.NO_ACTIONS_LEFT: (),
    Code.ACTIONS_OVER: ("phase",),  # "draw" or "flood": what the turn has come to
    Code.TREASURE_CARDS_FIRST: (),
    Code.TREASURE_CARDS_DRAWN: ("left",),  # flood cards still to draw
    Code.OWN_TILE: ("tile", "seats"),  # whose pawns stand there already
    Code.TILE_SUNK: ("tile",),
    Code.NOT_ADJACENT: ("tile", "at"),  # `at` is where the pawn stands
    Code.NOT_DIAGONAL: ("tile", "at"),
    Code.DIVE_BLOCKED: ("tile", "at"),
    Code.ALREADY_FLOWN: ("tile", "at"),
    Code.NOT_NAVIGATOR: (),
    Code.OWN_PAWN: (),
    Code.TOO_FAR: ("seat", "tile", "at"),  # whose pawn, where to, where it stands
    Code.TILE_DRY: ("tile",),
    Code.SUNK_FOR_GOOD: ("tile",),
    Code.ONE_TILE_ONLY: (),
    Code.GIVE_TO_SELF: (),
    Code.SPECIAL_CARD: ("card",),
    Code.CARD_NOT_HELD: ("card",),
    Code.RECEIVER_ELSEWHERE: ("seat", "tile"),  # the receiver, and where its pawn stands
    Code.NOT_A_TREASURE: ("card",),
    Code.ALREADY_CAPTURED: ("treasure",),
    Code.WRONG_TILE: ("treasure", "tiles"),  # where it can be captured
    Code.TOO_FEW_CARDS: ("treasure", "held", "needed"),
    Code.WITHIN_LIMIT: ("held", "limit"),
    Code.SECOND_CARD_FIRST: (),
    Code.NOT_SWIMMING: ("at",),
    Code.NOWHERE_TO_SWIM: ("at",),
    Code.NOT_NEAREST: ("tile", "tiles"),  # where to, and the nearest tiles
    Code.PAWNS_APART: ("seats",),
    Code.TREASURES_MISSING: ("treasures",),
    Code.PAWNS_MISSING: ("seats",),  # who is not on Fools' Landing
}


@dataclass(frozen=True, slots=True)
class Reason:
    """The rule of `docs/rules.md` that forbids an action, the code, and its data in the order of `DATA_KEYS`."""

    rule: str
    code: Code
    data: tuple[tuple[str, Datum], ...] = ()


def because(rule: str, code: Code, **data: Datum) -> Reason:
    """The reason with this data, which has the keys that `DATA_KEYS` lists for the code, in their order."""
    return Reason(rule, code, tuple(data.items()))


_LETTERS: Final = {
    "tile": TILE_LETTERS,
    "at": TILE_LETTERS,
    "tiles": TILE_LETTERS,
    "card": CARD_LETTERS,
    "treasure": CARD_LETTERS,
    "treasures": CARD_LETTERS,
}


def reason_to_json(reason: Reason) -> dict[str, Any]:
    """`{"code": …}` and the data beside it: tiles, cards and treasures as letters, several of anything as a list."""
    return {"code": reason.code.value} | {key: _plain(key, datum) for key, datum in reason.data}


def _plain(key: str, datum: Datum) -> int | str | list[int | str]:
    if isinstance(datum, str):
        return datum
    letters = _LETTERS.get(key)
    if isinstance(datum, tuple):
        return [letters[item] if letters else item for item in datum]
    return letters[datum] if letters else datum
