"""Taking moves back: what a log's `undo` entries mean (`docs/rules.md`, Undo).

A log holds one entry an action, and entries that are no action of the game: `undo` and the site's own words. The
positions before and after each are stored with the log; what is decided here is which entry an undo takes back.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.actions import Action, Move, Navigate
from engine.errors import RuleError

UNDO: Final = "undo"
UNDOABLE: Final = ("move", "navigate")


class NothingToUndo(RuleError):
    """The latest entry that stands is not one of the seat's own moves of this turn [D1, D2]."""

    code = "nothing_to_undo"


class Entry(NamedTuple):
    """One entry of a log: who, the action without its seat or `undo` or another word, and whether the clock made it."""

    seat: int
    word: str
    by_clock: bool = False


def is_undoable(action: Action) -> bool:
    """Whether an action of this kind can be taken back by the seat whose it was: a move, or a move of another [D1].

    A log's entry of it is then what the next undo takes back, unless the clock made it.
    """
    return isinstance(action, Move | Navigate)


def undo_targets(entries: Sequence[Entry]) -> tuple[int | None, ...]:
    """For each entry the index of the one that an undo right after it would take back; None if there is none [D1, D2].

    Raises NothingToUndo for an `undo` in the log that was not possible.
    """
    targets: list[int | None] = []
    for index, entry in enumerate(entries):
        if entry.word == UNDO:
            taken_back = _taken_back(entries, index, targets[-1] if targets else None)
            targets.append(targets[taken_back - 1] if taken_back else None)
        elif entry.word.split(" ")[0] in UNDOABLE and not entry.by_clock:
            targets.append(index)
        else:
            targets.append(None)
    return tuple(targets)


def _taken_back(entries: Sequence[Entry], index: int, target: int | None) -> int:
    if target is None or entries[target].seat != entries[index].seat:
        raise NothingToUndo(f"entry {index} of the log takes nothing back")
    return target


def line_of_play(entries: Sequence[Entry]) -> tuple[int, ...]:
    """The indexes of the entries that stand: without each `undo` and what it took back, as replays show it [D3].

    Raises NothingToUndo as `undo_targets`.
    """
    targets = undo_targets(entries)
    gone = {targets[index - 1] for index, entry in enumerate(entries) if entry.word == UNDO}
    return tuple(index for index, entry in enumerate(entries) if entry.word != UNDO and index not in gone)
