"""Why an action is not legal: one row a reason, citing the rule of docs/rules.md."""

from typing import Any

import pytest

from engine import notation, rules
from engine.reasons import DATA_KEYS, Code, reason_to_json
from engine.sentences import sentence
from tests.engine.scenes import position

WON = {"seats": "EJ:-,PJ:-", "turn": "over:won", "captured": "ewfo", "discard": "h"}
NAVIGATOR = {"seats": "NB:-,MJ:-"}
SUNK_O = {"island": "2AB2/1CDEF1/GHIJKL/MN-OPQR/1STUV1/2WX2"}
SUNK_ROUND_A = {"island": "2-A-B2/1C-DEF1/GHIJKL/MNOPQR/1STUV1/2WX2"}
SUNK_A = {"island": "2-AB2/1CDEF1/GHIJKL/MNOPQR/1STUV1/2WX2"}
SIX = {"seats": "EB:-,PJ:eewwff", "turn": "0:act2"}

REFUSED: list[tuple[str, dict[str, str], str, str, dict[str, Any]]] = [
    ("a game that is over", WON, "0:draw", "E3", {"code": "game_over", "outcome": "won"}),
    ("a seat that does not exist", {}, "2:draw", "P1", {"code": "no_such_seat", "seat": 2}),
    ("a gift to nobody", {"seats": "EB:e,PJ:-"}, "0:give 3 e", "P1", {"code": "no_such_seat", "seat": 3}),
    ("a pawn of nobody", NAVIGATOR, "0:navigate 2 A", "P1", {"code": "no_such_seat", "seat": 2}),
    ("a lift of nobody", {"seats": "EB:h,PJ:-"}, "0:lift 03 A", "P1", {"code": "no_such_seat", "seat": 3}),
    ("out of turn", {}, "1:move I", "T4", {"code": "not_your_turn", "turn": 0}),
    ("somebody's hand first", SIX, "0:move A", "H3", {"code": "must_discard", "seats": [1]}),
    ("somebody's swim first", SUNK_A | {"seats": "EB:-,XA:-"}, "0:draw", "F5", {"code": "must_swim", "seats": [1]}),
    (
        "somebody to lift off first",
        SUNK_ROUND_A | {"seats": "EE:h,MA:-"},
        "0:draw",
        "F8",
        {"code": "must_be_lifted", "seats": [1]},
    ),
    ("no action left", {"turn": "0:act0"}, "0:shore A", "T1", {"code": "no_actions_left"}),
    ("between the treasure cards", {"turn": "0:draw1"}, "0:move A", "T2", {"code": "actions_over", "phase": "draw"}),
    ("among the floods", {"turn": "0:flood2"}, "0:capture e", "T2", {"code": "actions_over", "phase": "flood"}),
    ("a flood too early", {}, "0:flood", "T3", {"code": "treasure_cards_first"}),
    ("a flood between the treasure cards", {"turn": "0:draw1"}, "0:flood", "T3", {"code": "treasure_cards_first"}),
    ("a third card", {"turn": "0:flood2"}, "0:draw", "T2", {"code": "treasure_cards_drawn", "left": 2}),
    ("to the own tile", {}, "0:move B", "A1", {"code": "own_tile", "tile": "B", "seats": [0]}),
    ("into the sea", SUNK_O | {"seats": "EI:-,PJ:-"}, "0:move O", "A1", {"code": "tile_sunk", "tile": "O"}),
    ("far away", {}, "0:move X", "A1", {"code": "not_adjacent", "tile": "X", "at": "B"}),
    ("round a corner", {}, "0:move D", "A1", {"code": "not_diagonal", "tile": "D", "at": "B"}),
    (
        "the Explorer's two steps",
        {"seats": "XB:-,PJ:-"},
        "0:move J",
        "A1",
        {"code": "not_adjacent", "tile": "J", "at": "B"},
    ),
    (
        "a dive under dry land",
        {"seats": "DB:-,PJ:-"},
        "0:move J",
        "R-D",
        {"code": "dive_blocked", "tile": "J", "at": "B"},
    ),
    (
        "a second flight",
        {"turn": "1:act2f"},
        "1:move X",
        "R-P",
        {"code": "already_flown", "tile": "X", "at": "J"},
    ),
    ("a dry tile", {}, "0:shore A", "A2", {"code": "tile_dry", "tile": "A"}),
    ("a sunk tile", SUNK_A, "0:shore A", "A2", {"code": "sunk_for_good", "tile": "A"}),
    (
        "shoring up far away",
        {"island": "2AB2/1CDEF1/GHIJKL/MNOPQR/1STUV1/2Wx2"},
        "0:shore X",
        "A2",
        {"code": "not_adjacent", "tile": "X", "at": "B"},
    ),
    (
        "shoring up round a corner",
        {"island": "2AB2/1CdEF1/GHIJKL/MNOPQR/1STUV1/2WX2"},
        "0:shore D",
        "A2",
        {"code": "not_diagonal", "tile": "D", "at": "B"},
    ),
    (
        "the second of two tiles",
        {"island": "2aB2/1CDEF1/GHIJKL/MNOPQR/1STUV1/2Wx2"},
        "0:shore A X",
        "A2",
        {"code": "not_adjacent", "tile": "X", "at": "B"},
    ),
    (
        "two tiles, but not by the Engineer",
        {"island": "2ab2/1CDEF1/GHIJKL/MNOPQR/1STUV1/2WX2", "seats": "MB:-,PJ:-"},
        "0:shore A B",
        "R-E",
        {"code": "one_tile_only"},
    ),
    ("another's pawn", {}, "0:navigate 1 I", "R-N", {"code": "not_navigator"}),
    ("the own pawn", NAVIGATOR, "0:navigate 0 A", "R-N", {"code": "own_pawn"}),
    ("where it stands", NAVIGATOR, "0:navigate 1 J", "R-N", {"code": "own_tile", "tile": "J", "seats": [1]}),
    ("into the sea by others", NAVIGATOR | SUNK_O, "0:navigate 1 O", "R-N", {"code": "tile_sunk", "tile": "O"}),
    ("three steps", NAVIGATOR, "0:navigate 1 G", "R-N", {"code": "too_far", "seat": 1, "tile": "G", "at": "J"}),
    ("to oneself", {"seats": "EB:e,PJ:-"}, "0:give 0 e", "A3", {"code": "give_to_self"}),
    ("Sandbags as a gift", {"seats": "EB:s,PB:-"}, "0:give 1 s", "A3", {"code": "special_card", "card": "s"}),
    ("a card of others", {"seats": "EB:w,PB:e"}, "0:give 1 e", "A3", {"code": "card_not_held", "card": "e"}),
    (
        "from afar",
        {"seats": "EB:e,MJ:-"},
        "0:give 1 e",
        "A3",
        {"code": "receiver_elsewhere", "seat": 1, "tile": "J"},
    ),
    ("no treasure", {"seats": "EB:h,PJ:-"}, "0:capture h", "A4", {"code": "not_a_treasure", "card": "h"}),
    (
        "a treasure twice",
        {"seats": "ES:eeee,PJ:-", "captured": "e"},
        "0:capture e",
        "A4",
        {"code": "already_captured", "treasure": "e"},
    ),
    (
        "three cards",
        {"seats": "EL:www,PL:w"},
        "0:capture w",
        "A4",
        {"code": "too_few_cards", "treasure": "w", "held": 3, "needed": 4},
    ),
    (
        "on the wrong tile",
        {"seats": "EB:ffff,PJ:-"},
        "0:capture f",
        "A4",
        {"code": "wrong_tile", "treasure": "f", "tiles": ["C", "D"]},
    ),
    ("five cards", {"seats": "EB:eewwf,PJ:-"}, "0:discard e", "H1", {"code": "within_limit", "held": 5, "limit": 5}),
    (
        "six cards between two",
        {"seats": "EB:eewwff,PJ:-", "turn": "0:draw1"},
        "0:discard e",
        "H1",
        {"code": "second_card_first"},
    ),
    ("a card that is not there", SIX, "1:discard o", "H3", {"code": "card_not_held", "card": "o"}),
    ("from dry land", {}, "0:swim A", "F5", {"code": "not_swimming", "at": "B"}),
    (
        "a swim before a discard",
        SUNK_A | {"seats": "EA:eewwff,PJ:-"},
        "0:swim B",
        "H3",
        {"code": "must_discard", "seats": [0]},
    ),
    ("nowhere", SUNK_ROUND_A | {"seats": "EE:h,MA:-"}, "1:swim E", "F8", {"code": "nowhere_to_swim", "at": "A"}),
    (
        "to a sunk tile",
        {"island": "2-A-B2/1CDEF1/GHIJKL/MNOPQR/1STUV1/2WX2", "seats": "EE:-,MA:-"},
        "1:swim B",
        "F6",
        {"code": "tile_sunk", "tile": "B"},
    ),
    (
        "a long swim",
        SUNK_A | {"seats": "EB:-,MA:-"},
        "1:swim X",
        "F6",
        {"code": "not_adjacent", "tile": "X", "at": "A"},
    ),
    (
        "a slanting swim",
        SUNK_A | {"seats": "EB:-,MA:-"},
        "1:swim C",
        "F6",
        {"code": "not_diagonal", "tile": "C", "at": "A"},
    ),
    (
        "not the nearest",
        SUNK_A | {"seats": "EB:-,DA:-"},
        "1:swim X",
        "F6",
        {"code": "not_nearest", "tile": "X", "tiles": ["B", "D"]},
    ),
    ("a lift without the card", {}, "0:lift 0 A", "C4", {"code": "card_not_held", "card": "h"}),
    ("a lift from two tiles", {"seats": "EB:h,PJ:-"}, "0:lift 01 A", "C4", {"code": "pawns_apart", "seats": [0, 1]}),
    (
        "a lift to where they stand",
        {"seats": "EB:h,PJ:-"},
        "0:lift 1 J",
        "C4",
        {"code": "own_tile", "tile": "J", "seats": [1]},
    ),
    ("a lift into the sea", SUNK_O | {"seats": "EB:h,PJ:-"}, "0:lift 1 O", "C4", {"code": "tile_sunk", "tile": "O"}),
    ("Sandbags without the card", {}, "0:sandbag A", "C5", {"code": "card_not_held", "card": "s"}),
    ("Sandbags on a dry tile", {"seats": "EB:s,PJ:-"}, "0:sandbag A", "C5", {"code": "tile_dry", "tile": "A"}),
    (
        "Sandbags on the sea",
        SUNK_A | {"seats": "EB:s,PJ:-"},
        "0:sandbag A",
        "C5",
        {"code": "sunk_for_good", "tile": "A"},
    ),
    ("an escape without the card", {}, "0:escape", "E1", {"code": "card_not_held", "card": "h"}),
    (
        "an escape too early",
        {"seats": "EJ:h,PJ:-", "captured": "ew"},
        "0:escape",
        "E1",
        {"code": "treasures_missing", "treasures": ["f", "o"]},
    ),
    (
        "an escape without everybody",
        {"seats": "EB:h,PJ:-", "captured": "ewfo"},
        "0:escape",
        "E1",
        {"code": "pawns_missing", "seats": [0]},
    ),
]


@pytest.mark.parametrize(("why", "fields", "text", "rule", "expected"), REFUSED, ids=[row[0] for row in REFUSED])
def test_the_reason_is(why, fields, text, rule, expected):
    reason = rules.why_not(position(**fields), notation.action_from_text(text))
    assert reason is not None
    assert reason.rule == rule
    assert reason_to_json(reason) == expected
    said = sentence(reason)
    assert "\n" not in said
    assert "{" not in said


def test_every_code_has_a_row():
    assert {row[4]["code"] for row in REFUSED} == {code.value for code in Code} == {code.value for code in DATA_KEYS}


def test_a_legal_action_has_no_reason():
    assert rules.why_not(position(), notation.action_from_text("0:draw")) is None
