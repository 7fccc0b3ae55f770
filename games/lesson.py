"""The first lesson: a game on a fixed deal, in small steps, each rule when it is first needed.

A step is what the coach says and what goes on from there: an action of the learner's, a tile to choose, what the other
pawn plays meanwhile, or nothing but being read. The engine plays the script once, so that the page can begin at any
step; a test holds `brings` against what really happens. The browser knows none of this beforehand.
"""

from functools import cache
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine import notation, rules
from engine.shuffles import SEED_BY_HAND
from engine.state import State
from engine.tiles import TILE_LETTERS, each_tile
from games import boards

Json = dict[str, Any]

# Water two, six tiles flooded; the two Fire cards to come, then a Waters Rise! in the Pilot's turn. The flood cards put
# away lie so that the shuffle of that Waters Rise! brings Misty Marsh, Howling Garden and Temple of the Moon first.
DEAL: Final = (
    "2AR2/1lGKX1/qhBCWs/INJVDT/1EFPm1/2oU2 EB:fs,PJ:fo 0:act3 2 - "
    "ffrwoweeeeewwwfooohhhsrr/- PVABCDEFGIJKNRTUWX/MSQOHL 1.2"
)
# What a turn of each has made of it, with two flooded tiles beside the Engineer.
EARLY: Final = (
    "2aR2/1lGKX1/qHBCWs/INJ-VDT/1EF-P-M1/2-OU2 EG:wo,PH:eewo 0:act3 3 f "
    "eeewwwfooohhhsrr/rsffff BCDEFGIJKNRTUWX/LSQHA 2.2"
)
# Three treasures are captured, a third of the island is gone, and the game can be won in two turns.
LATE: Final = (
    "2AR2/1-LGKx1/-QHbCW-S/-INjVDT/1-EFP-M1/2-OU2 EB:woooh,PT:oh 1:act3 5 ewf "
    "sefoh/eeeewwwwffffsrrr RBACDFGHKNPTUVW/XJ 4.2"
)


class Step(NamedTuple):
    """What is said, and what leads on to the next step.

    `do` is an action in the notation, or `choose` and a tile; without it one reads and goes on. `plays` happens by
    itself on the way on. In a `free` step everything is allowed until the turn ends. `brings` are events that the words
    of the next step take for granted, as their kind and their tile, card or treasure.
    """

    words: Promise
    do: str = ""
    rule: str = ""
    plays: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()
    free: bool = False


class Chapter(NamedTuple):
    """Steps that belong together, on the position that the chapter before left or on one of its own."""

    name: Promise
    steps: tuple[Step, ...]
    position: str = ""
    own: tuple[int, ...] = (0,)


CHAPTERS: Final = (
    Chapter(
        _("The island"),
        (
            Step(
                _("This island is sinking. Find its four treasures with the Pilot, then fly off: both win, or nobody."),
                rule="E1",
            ),
            Step(
                _("You are the Engineer, at Bronze Gate. Press your tile: below the island you read what it is."),
                do="choose B",
                rule="P1",
            ),
            Step(
                _("Now press the Watchtower, far in the east. What cannot be done there is told with its reason."),
                do="choose W",
                rule="A1",
            ),
        ),
        DEAL,
    ),
    Chapter(
        _("Three actions"),
        (
            Step(
                _("“Not next to you”, it says. Tiles with an arrow are in reach: press Crimson Forest, then Move."),
                do="0:move H",
                rule="A1",
                brings=("moved H",),
            ),
            Step(
                _("That was one of three actions. This tile is flooded: press it, then Shore up, and it is dry again."),
                do="0:shore H",
                rule="A2",
                brings=("shored H",),
            ),
            Step(
                _("Engineers shore up two tiles for one. Press Howling Garden, Two, Phantom Rock, then Shore up both."),
                do="0:shore L Q",
                rule="R-E",
                brings=("shored L", "shored Q"),
            ),
        ),
    ),
    Chapter(
        _("Cards, then the sea"),
        (
            Step(
                _("Your actions are spent. Next come two treasure cards, in every turn. Press the gold button."),
                do="0:draw",
                rule="T2",
                brings=("drew f",),
            ),
            Step(
                _("A Fire card. Four of a kind are worth a treasure. Draw the second."),
                do="0:draw",
                rule="A4",
                brings=("drew f",),
            ),
            Step(
                _("Now it is the sea’s turn. The water meter stands at 2: two flood cards. Turn the first."),
                do="0:flood",
                rule="T3",
                brings=("flooded P",),
            ),
            Step(
                _("The Observatory was dry; now it is flooded. Turn the second."),
                do="0:flood",
                rule="F1",
                brings=("flooded V", "turn"),
            ),
        ),
    ),
    Chapter(
        _("The Pilot’s turn"),
        (
            Step(
                _("Twilight Hollow is flooded as well. Now watch the Pilot, who may fly to any tile once a turn."),
                rule="R-P",
                plays=("1:move H",),
                brings=("moved H",),
            ),
            Step(
                _("The Pilot came to you for a reason: on the same tile, one card can be given for an action."),
                rule="A3",
                plays=("1:give 0 f",),
                brings=("gave f",),
            ),
            Step(
                _("A fourth Fire card for you. That will do. The Pilot draws."),
                rule="T2",
                plays=("1:draw",),
                brings=("drew r", "rose 3", "shuffled flood"),
            ),
            Step(
                _("Waters Rise! From now on three flood cards a turn, and those put away lie on top again, shuffled."),
                rule="C1",
                plays=("1:draw",),
                brings=("drew w",),
            ),
            Step(
                _("A drop on a tile: its card lies on top. Temple of the Moon would sink. Press it, then Sandbags."),
                do="0:sandbag S",
                rule="C5",
                brings=("sandbagged S",),
            ),
            Step(
                _("Special cards cost no action, and it need not be your turn. Now the flood cards."),
                rule="C6",
                plays=("1:flood",),
                brings=("sank O",),
            ),
            Step(
                _("Misty Marsh was flooded already: it has sunk and is gone for good. The next card."),
                rule="F2",
                plays=("1:flood",),
                brings=("flooded L",),
            ),
            Step(
                _("Howling Garden only gets wet, because you shored it up before. The last card."),
                rule="F1",
                plays=("1:flood",),
                brings=("flooded S", "turn"),
            ),
        ),
    ),
    Chapter(
        _("The first treasure"),
        (
            Step(
                _("The temple stands, thanks to you. Now take your Fire cards to Cave of Embers: walk to Bronze Gate."),
                do="0:move B",
                rule="A4",
                brings=("moved B",),
            ),
            Step(
                _("And on to Cave of Embers. The seal in its corner says that the Crystal of Fire waits there."),
                do="0:move C",
                rule="A1",
                brings=("moved C",),
            ),
            Step(
                _("Here you are. Press your tile, then Capture: four Fire cards for the Crystal."),
                do="0:capture f",
                rule="A4",
                brings=("captured f",),
            ),
        ),
    ),
    Chapter(
        _("A turn of your own"),
        (
            Step(
                _("One treasure of four. A turn later, do as you like: three actions, two cards, three flood cards."),
                rule="T1",
                free=True,
            ),
        ),
        EARLY,
    ),
    Chapter(
        _("Some turns later"),
        (
            Step(
                _("Some turns later only the Ocean’s Chalice is missing. You play both pawns now, as in a game alone."),
                rule="E1",
            ),
            Step(
                _("It is the Pilot’s turn. Fly to the Engineer: press Bronze Gate, then Fly."),
                do="1:move B",
                rule="R-P",
                brings=("moved B",),
            ),
            Step(
                _("The Engineer needs a fourth Ocean card. Press Bronze Gate again, then Give, then Ocean."),
                do="1:give 0 o",
                rule="A3",
                brings=("gave o",),
            ),
            Step(
                _("A hand holds five cards, this one six. Press the Wind card, then Put away: its Statue is yours."),
                do="0:discard w",
                rule="H1",
                brings=("discarded w",),
            ),
            Step(
                _("Fools’ Landing is flooded. If it sinks, no helicopter can land and all is lost. Shore it up."),
                do="1:shore J",
                rule="E2",
                brings=("shored J",),
            ),
            Step(
                _(
                    "All is lost, too, if both tiles of a missing treasure sink, if the water reaches the skull, "
                    "or if a pawn can swim nowhere."
                ),
                rule="E2",
            ),
            Step(_("On with the turn: two treasure cards."), do="1:draw", rule="T2", brings=("drew s",)),
            Step(_("Sandbags: good to have. The second."), do="1:draw", rule="T2", brings=("drew e",)),
            Step(_("Three flood cards. The first."), do="1:flood", rule="T3", brings=("flooded R",)),
            Step(
                _("Silver Gate is flooded. The second: think of the tile on which you stand."),
                do="1:flood",
                rule="F2",
                brings=("sank B",),
            ),
            Step(
                _("Bronze Gate sank under both pawns: they swim. Pilots swim to any tile: press Fools’ Landing, Swim."),
                do="1:swim J",
                rule="F6",
                brings=("swam J",),
            ),
            Step(
                _("The Engineer swims to a tile beside the old one. Press Coral Palace, then Swim."),
                do="0:swim G",
                rule="F6",
                brings=("swam G",),
            ),
            Step(_("One flood card is left."), do="1:flood", rule="F5", brings=("flooded A", "turn")),
        ),
        LATE,
        (0, 1),
    ),
    Chapter(
        _("Off the island"),
        (
            Step(
                _("The Engineer has four Ocean cards and stands at Coral Palace. Press it, then Capture."),
                do="0:capture o",
                rule="A4",
                brings=("captured o",),
            ),
            Step(
                _(
                    "All four are yours; now all must get to Fools’ Landing. "
                    "Press Coral Palace, Lift, then Fools’ Landing, and Lift again."
                ),
                do="0:lift 0 J",
                rule="C4",
                brings=("lifted J",),
            ),
            Step(
                _("Both are there, and the Pilot has another Helicopter Lift. Press the gold button: Lift off."),
                do="1:escape",
                rule="E1",
                brings=("escaped", "ended won"),
            ),
            Step(
                _("You made it, and that is the whole game. Other roles bend other rules; no two games are alike."),
                rule="R-E",
            ),
        ),
        own=(0, 1),
    ),
)


class Moment(NamedTuple):
    """A step with its chapter's number, the position on which it begins, and the events since one was laid."""

    chapter: int
    step: Step
    position: str
    events: tuple[Json, ...]


@cache
def moments() -> tuple[Moment, ...]:
    """The whole lesson, step by step. What is free is not played: a chapter after it has a position of its own."""
    position = ""
    events: tuple[Json, ...] = ()
    found: list[Moment] = []
    for number, chapter in enumerate(CHAPTERS):
        if chapter.position:
            position, events = chapter.position, _laid(notation.state_from_text(chapter.position))
        for step in chapter.steps:
            found.append(Moment(number, step, position, events))
            for action in actions_of(step):
                state, brought = rules.apply(
                    notation.state_from_text(position), notation.action_from_text(action), SEED_BY_HAND
                )
                position = notation.state_to_text(state)
                events += tuple(notation.event_to_json(event) for event in brought)
    return tuple(found)


def _laid(state: State) -> tuple[Json, ...]:
    """The flood cards that are no longer in the draw pile, as the events that took them out of it."""
    sunk = [{"type": "sank", "tile": TILE_LETTERS[tile]} for tile in each_tile(state.sunk)]
    return (*sunk, *({"type": "flooded", "tile": TILE_LETTERS[tile]} for tile in state.flood.discard))


def actions_of(step: Step) -> tuple[str, ...]:
    """What is played in a step, the learner's or not."""
    return step.plays if not step.do or step.do.startswith("choose ") else (step.do, *step.plays)


def lesson_json() -> list[Json]:
    """The steps as the page needs them, in the language of the request."""
    return [
        {
            "chapter": moment.chapter,
            "words": str(moment.step.words),
            "rule": moment.step.rule,
            "do": moment.step.do,
            "plays": moment.step.plays,
            "free": moment.step.free,
            "position": moment.position,
            "layers": boards.flood_layers(moment.events),
            "own": CHAPTERS[moment.chapter].own,
        }
        for moment in moments()
    ]
