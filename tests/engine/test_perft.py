"""How many sequences of legal actions there are, by length; a change of a number is a change of the rules."""

import pytest

from engine import notation, rules
from engine.deal import new_game
from engine.state import State
from tests.engine import oracle
from tests.engine.scenes import ZEROS

STUCK = (
    "2qF2/1O-LbS1/T-R-E-ANM/WX-CUPJ/1DVHG1/2KI2 ME:-,PK:h,XE:s 0:flood1 2 - "
    "fwoeoforshfrferfeoehowwwwe/- PTOJUWVDMFSNIXHKG/QB 3.2"
)
OVER_LIMIT = (
    "2QF2/1OLBS1/tRE-ANM/WXCUPJ/1DVHg1/2KI2 EB:eewffs,MR:s,XK:ww 0:flood3 3 - "
    "rrffoeohohorhfweowe/- WNJHKCLEPUVOXRSIBMFD/TQG 3.2"
)
WET = (
    "2QF2/1OLbS1/tReaNM/WXCuPJ/1DVHG1/2Ki2 EA:-,MR:w 0:act3 1 - "
    "wheowrreoweseoohsohewfffffr/- LJGNVDMXSWQCFKHROP/AIBUTE 1.2"
)
STARTS = [
    ("two on the classic island", new_game(ZEROS, "classic", "novice", 2, "ME"), [8, 52, 301, 304, 310, 319]),
    ("three on the volcano", new_game(ZEROS, "volcano", "elite", 3, "DXN"), [73, 639, 4642]),
    ("four on the arch", new_game(ZEROS, "arch", "legendary", 4, "PEMD"), [117, 4869]),
    ("two on the bridge", new_game(ZEROS, "bridge", "normal", 2, "ND"), [10, 101, 1061, 1061]),
    ("a pawn to be lifted off", notation.state_from_text(STUCK), [81, 557, 2134, 9728]),
    ("a hand over the limit", notation.state_from_text(OVER_LIMIT), [8, 32, 75, 181, 433]),
    ("much to shore up", notation.state_from_text(WET), [15, 123, 773, 1463]),
]


def perft(state: State, length: int) -> int:
    legal = rules.legal_actions(state)
    if length == 1:
        return len(legal)
    return sum(perft(rules.apply(state, action, ZEROS).state, length - 1) for action in legal)


def perft_by_the_oracle(position: str, length: int) -> int:
    legal = oracle.legal(position)
    if length == 1:
        return len(legal)
    return sum(perft_by_the_oracle(oracle.play(position, action, ZEROS.hex()), length - 1) for action in legal)


@pytest.mark.parametrize(("why", "start", "counts"), STARTS, ids=[why for why, _, _ in STARTS])
def test_the_number_of_sequences_is(why, start, counts):
    assert [perft(start, length) for length in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(("why", "start", "counts"), STARTS, ids=[why for why, _, _ in STARTS])
def test_the_oracle_counts_the_same(why, start, counts):
    assert [perft_by_the_oracle(notation.state_to_text(start), length) for length in (1, 2)] == counts[:2]
