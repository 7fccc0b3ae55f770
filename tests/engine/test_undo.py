"""Taking moves back [D1-D3]: which entry an undo takes back, and what then stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import notation, rules
from engine.actions import Move, Navigate
from engine.undo import UNDO, Entry, NothingToUndo, is_undoable, line_of_play, undo_targets
from tests.engine.every_action import every_action


def log(*texts: str) -> list[Entry]:
    """Entries as `0:move K`; a star at the end marks one made by the clock."""
    return [Entry(int(text[0]), text[2:].rstrip("*"), text.endswith("*")) for text in texts]


TARGETS = [
    ("a move", ["0:move K"], [0]),
    ("a move of another's pawn", ["0:navigate 1 K"], [0]),
    ("two moves, taken back one after the other", ["0:move K", "0:move L", "0:undo", "0:undo"], [0, 1, 0, None]),
    ("a move after an undo", ["0:move K", "0:undo", "0:move L", "0:undo"], [0, None, 2, None]),
    ("back to a move before an undone one", ["0:move K", "0:move L", "0:undo", "0:move M", "0:undo"], [0, 1, 0, 3, 0]),
    ("shoring up ends it", ["0:move K", "0:shore K"], [0, None]),
    ("but not for the move after it", ["0:shore K", "0:move L", "0:undo"], [None, 1, None]),
    ("a gift, a capture and a draw end it", ["0:give 1 e", "0:capture e", "0:draw"], [None, None, None]),
    ("another seat's special card ends it", ["0:move K", "1:sandbag A"], [0, None]),
    ("and so does the own one", ["0:move K", "0:lift 0 A"], [0, None]),
    ("a swim is no move", ["0:swim K"], [None]),
    ("somebody's leaving ends it", ["0:move K", "1:leave"], [0, None]),
    ("a move made by the clock", ["0:move K*"], [None]),
    ("a move after one made by the clock", ["0:move K*", "0:move L", "0:undo"], [None, 1, None]),
]


@pytest.mark.parametrize(("why", "texts", "targets"), TARGETS, ids=[why for why, _, _ in TARGETS])
def test_what_an_undo_would_take_back(why, texts, targets):
    assert list(undo_targets(log(*texts))) == targets


@pytest.mark.parametrize(
    "texts",
    [
        ["0:undo"],
        ["0:move K", "0:undo", "0:undo"],
        ["0:move K", "1:undo"],
        ["0:move K", "0:draw", "0:undo"],
        ["0:move K*", "0:undo"],
    ],
    ids=" ".join,
)
def test_an_undo_of_nothing_is_refused(texts):
    with pytest.raises(NothingToUndo):
        line_of_play(log(*texts))


def test_what_was_undone_does_not_stand():
    entries = log("0:move K", "0:move L", "0:undo", "0:undo", "0:move B", "0:draw", "1:leave")
    assert line_of_play(entries) == (4, 5, 6)


@pytest.mark.parametrize("action", every_action()[::97])
def test_only_moves_are_undoable(action):
    assert is_undoable(action) == isinstance(action, Move | Navigate)


def test_the_verb_in_a_log_and_the_action_agree():
    for action in every_action()[::11]:
        entry = Entry(action.seat, notation.action_to_text(action)[2:])
        assert (undo_targets([entry]) == (0,)) == is_undoable(action)


@given(st.lists(st.sampled_from(["move K", "navigate 1 L", "shore A", "draw", UNDO]), max_size=30))
def test_undoing_is_as_if_the_move_had_never_been_made(words):
    kept: list[tuple[int, str]] = []
    entries: list[Entry] = []
    for word in words:
        last_move = bool(kept) and kept[-1][1].split()[0] in ("move", "navigate")
        if word == UNDO and not last_move:
            with pytest.raises(NothingToUndo):
                undo_targets([*entries, Entry(0, UNDO)])
            continue
        entries.append(Entry(0, word))
        kept = kept[:-1] if word == UNDO else [*kept, (len(entries) - 1, word)]
    assert list(line_of_play(entries)) == [index for index, _ in kept]


def test_an_undone_flight_can_be_flown_again():
    start = notation.state_from_text(
        "2QF2/1OLbS1/T-REANm/WxCUPJ/1DVHG1/2KI2 PJ:-,DK:ew 0:act3 2 - "
        "whofreefswofeowfwerfrohosh/- VAHODGPJCLIFQSKEWNUT/MBX 3.2"
    )
    flown = rules.apply(start, notation.action_from_text("0:move X"), bytes(32)).state
    assert flown.has_flown
    assert not start.has_flown
    assert Move(0, 16) in rules.legal_actions(start)
