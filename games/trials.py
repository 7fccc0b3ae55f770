"""Positions on which a rule can be tried, with what to try there; the engine judges what people do.

They are written out in the notation, so that `python -m engine` reads them too. A test plays each of them: what the
words promise happens, and what they call impossible is refused for that reason.
"""

from functools import cache
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine import notation, rules
from engine.actions import seats_named
from engine.reasons import Code
from engine.shuffles import SEED_BY_HAND
from engine.tiles import TILE_LETTERS, Tiles


class Refused(NamedTuple):
    """An action that is tried in vain, and why."""

    action: str
    code: Code


class Trial(NamedTuple):
    """A position, what to try there, and the same as actions, one after the other."""

    words: Promise
    position: str
    tries: tuple[str | Refused, ...]

    @property
    def actions(self) -> list[str]:
        return [one.action if isinstance(one, Refused) else one for one in self.tries]

    @property
    def seats(self) -> str:
        """The numbers of the seats that whoever tries it plays: those that act."""
        return "".join(sorted({action[0] for action in self.actions}))


@cache
def around(position: str, tries: tuple[str | Refused, ...]) -> Tiles:
    """The tiles that a trial is about: not dry, chosen or changed there, or where a pawn concerned stands."""
    state = notation.state_from_text(position)
    found = state.flooded | state.sunk
    for one in tries:
        text = one.action if isinstance(one, Refused) else one
        action = notation.action_from_text(text)
        after = state if isinstance(one, Refused) else rules.apply(state, action, SEED_BY_HAND).state
        for tile in (TILE_LETTERS.index(letter) for letter in text if letter.isupper()):
            found |= 1 << tile
        for seat in seats_named(action):
            found |= 1 << state.seats[seat].tile
        found |= (state.flooded ^ after.flooded) | (state.sunk ^ after.sunk)
        state = after
    return found


# By the number of the rule.
TRIALS: Final[dict[str, tuple[Trial, ...]]] = {
    "T1": (
        Trial(
            _(
                "One action is left. Shore up Twilight Hollow, then try to walk on to Observatory: no action is "
                "left. All that remains is to draw."
            ),
            "2SJ2/1UQvN1/DBFHPW/XRLOAE/1KGMC1/2TI2 MH:-,EK:- 0:act1 2 - owfehrwosfeweofhrwsofehwfore/- "
            "HQEWBMTAKCXNGDPIROSULFJ/V 1.2",
            ("0:shore V", Refused("0:move P", Code.NO_ACTIONS_LEFT)),
        ),
    ),
    "T2": (
        Trial(
            _(
                "Draw the first card although two actions are left: they are lost, and Crimson Forest is out of "
                "reach. Then draw the second."
            ),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 NF:e,DM:- 0:act2 2 - fowhrwosfeweofhrwsofehwfore/- "
            "HQEWBMTAKCXNGDPIROSULFVJ/- 1.2",
            ("0:draw", Refused("0:move H", Code.ACTIONS_OVER), "0:draw"),
        ),
    ),
    "T3": (
        Trial(
            _(
                "The water stands at mark 3: three flood cards, one after the other. After the third the turn goes "
                "to the Diver."
            ),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 NF:e,DM:- 0:flood3 3 - owfhrwosfeweofhrwsofehwfore/- "
            "VGOHQEWBMTAKCXNDPIRSULFJ/- 1.2",
            ("0:flood", "0:flood", "0:flood"),
        ),
    ),
    "A1": (
        Trial(
            _(
                "From Copper Gate the Messenger can walk to Howling Garden, flooded as it is. Phantom Rock has "
                "sunk, and Twilight Hollow lies across a corner: choose them, and the board says why not."
            ),
            "2SJ2/1U-QVN1/DBFHPW/XRlOAE/1KGMC1/2TI2 MF:-,EK:- 0:act3 2 - owfehrwosfeweofhrwsofehwfore/- "
            "HEWBMTAKCXNGDPIROSUFVJ/L 1.2",
            (Refused("0:move Q", Code.TILE_SUNK), Refused("0:move V", Code.NOT_DIAGONAL), "0:move L"),
        ),
    ),
    "A2": (
        Trial(
            _(
                "Shore up Copper Gate, where the Messenger stands, and Howling Garden beside it. Twilight Hollow "
                "lies across a corner, too far to reach."
            ),
            "2SJ2/1UQvN1/DBfHPW/XRlOAE/1KGMC1/2TI2 MF:-,EK:- 0:act3 2 - owfehrwosfeweofhrwsofehwfore/- "
            "HQEWBMTAKCXNGDPIROSUJ/FLV 1.2",
            (Refused("0:shore V", Code.NOT_DIAGONAL), "0:shore F", "0:shore L"),
        ),
    ),
    "A3": (
        Trial(
            _(
                "The Engineer holds a Fire card. The Explorer at Fools’ Landing is too far away; the Navigator "
                "stands on the same tile and can have it. The Sandbags stay where they are."
            ),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:fs,NF:-,XJ:- 0:act3 2 - owehrwofeweofhrwsofehwfore/- "
            "HQEWBMTAKCXNGDPIROSULFVJ/- 1.2",
            (Refused("0:give 2 f", Code.RECEIVER_ELSEWHERE), "0:give 1 f"),
        ),
    ),
    "A4": (
        Trial(
            _(
                "Five Ocean cards, but Gold Gate is no place for them: choose one, and the board says where. Move "
                "to Coral Palace, flooded as it is, and capture the Chalice with four of them. The fifth stays in "
                "the hand."
            ),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KgMC1/2TI2 EK:ooooo,PJ:- 0:act3 2 - wfehrwsfewefhrwsfehwfre/- "
            "HQEWBMTAKCXNDPIROSULFVJ/G 1.2",
            (Refused("0:capture o", Code.WRONG_TILE), "0:move G", "0:capture o"),
        ),
    ),
    "R-E": (
        Trial(
            _("Shore up Copper Gate and Howling Garden by one action, then Crimson Forest by another."),
            "2SJ2/1UQVN1/DBfhPW/XRlOAE/1KGMC1/2TI2 EF:-,NK:- 0:act3 2 - owfehrwosfeweofhrwsofehwfore/- "
            "QEWBMTAKCXNGDPIROSUVJ/FLH 1.2",
            ("0:shore F L", "0:shore H"),
        ),
    ),
    "R-X": (
        Trial(
            _(
                "Phantom Rock has sunk, but the Explorer goes round it: shore up Twilight Hollow from Copper Gate, "
                "then move there, across the corner. Temple of the Moon is two steps away and too far."
            ),
            "2SJ2/1U-QvN1/DBFHPW/XRLOAE/1KGMC1/2TI2 XF:-,EK:- 0:act3 2 - owfehrwosfeweofhrwsofehwfore/- "
            "HEWBMTAKCXNGDPIROSULFJ/V 1.2",
            (Refused("0:move S", Code.NOT_ADJACENT), "0:shore V", "0:move V"),
        ),
    ),
    "R-D": (
        Trial(
            _(
                "Howling Garden has sunk and Coral Palace is flooded: the Diver goes from Copper Gate under both "
                "to Temple of the Sun, by one action. Nobody dives under dry land, so Observatory is out of reach."
            ),
            "2SJ2/1UQVN1/DBFHPW/XR-LOAE/1KgMC1/2TI2 DF:-,EK:- 0:act3 2 - owfehrwosfeweofhrwsofehwfore/- "
            "HQEWBMTAKCXNDPIROSUFVJ/G 1.2",
            (Refused("0:move P", Code.DIVE_BLOCKED), "0:move T"),
        ),
    ),
    "R-P": (
        Trial(
            _(
                "Fly to Gold Gate. A second flight, to Watchtower, has to wait for the next turn, but the step to "
                "Silver Gate is an ordinary move."
            ),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 PJ:-,EB:- 0:act3 2 - owfehrwosfeweofhrwsofehwfore/- "
            "HQEWBMTAKCXNGDPIROSULFVJ/- 1.2",
            ("0:move K", Refused("0:move W", Code.ALREADY_FLOWN), "0:move R"),
        ),
    ),
    "R-M": (
        Trial(
            _(
                "The Engineer waits at Temple of the Sun with three Ocean cards. Give the fourth from Copper Gate, "
                "half an island away."
            ),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 MF:o,ET:ooo 0:act3 2 - wfehrwsfewefhrwsfehwfore/- "
            "HQEWBMTAKCXNGDPIROSULFVJ/- 1.2",
            ("0:give 1 o",),
        ),
    ),
    "R-N": (
        Trial(
            _(
                "Steer the Messenger from Copper Gate two steps to Observatory, by one action; then the Explorer "
                "from Temple of the Sun to Silver Gate, the first step across a corner."
            ),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 NK:-,MF:-,XT:- 0:act3 2 - owfehrwosfeweofhrwsofehwfore/- "
            "HQEWBMTAKCXNGDPIROSULFVJ/- 1.2",
            ("0:navigate 1 P", "0:navigate 2 R"),
        ),
    ),
    "C1": (
        Trial(
            _(
                "Draw the second card: it is a Waters Rise! The marker goes to 3, and the three cards on the flood "
                "discard pile are shuffled and laid on top: their tiles come next."
            ),
            "2SJ2/1UqVN1/DBFHPW/XRLOaE/1KGMC1/2TI2 EF:f,NK:- 0:draw1 2 - rowehwosfeweofhrwsofehwfore/- "
            "HEWMTKCXNGDPIROSULFVJ/QAB 1.2",
            ("0:draw", "0:flood"),
        ),
    ),
    "C2": (
        Trial(
            _("Draw both cards, each a Waters Rise! The marker climbs two marks; the discards are shuffled once."),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:f,NK:- 0:act0 2 - rrowehwosfeweofhwsofehwfore/- "
            "HEWMTKCXNGDPIROSULFVJ/QAB 1.2",
            ("0:draw", "0:draw"),
        ),
    ),
    "C3": (
        Trial(
            _("One treasure card is left. Draw it: the discard pile is shuffled at once and is the new draw pile."),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:f,NK:- 0:draw1 2 - o/owehrwosfeweofhrwsofehwfre "
            "HQEWBMTAKCXNGDPIROSULFVJ/- 1.2",
            ("0:draw",),
        ),
    ),
    "C4": (
        Trial(
            _(
                "It is the Engineer’s turn, but the Messenger holds the card. Choose it, lift Engineer and "
                "Navigator from Copper Gate to Coral Palace, and walk on to Howling Garden: no action was spent."
            ),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:-,NF:-,MJ:h 0:act3 2 - owferwosfeweofhrwsofehwfore/- "
            "HQEWBMTAKCXNGDPIROSULFVJ/- 1.2",
            ("2:lift 01 G", "0:move L"),
        ),
    ),
    "C5": (
        Trial(
            _(
                "It is the Engineer’s turn. Choose the Navigator’s Sandbags and lay them at Cliffs of Abandon, at "
                "the far end of the island."
            ),
            "2SJ2/1UQVN1/DBFHPW/XRLOAe/1KGMC1/2TI2 EF:-,NK:s 0:act3 2 - owfehrwofeweofhrwsofehwfore/- "
            "HQWBMTAKCXNGDPIROSULFVJ/E 1.2",
            ("1:sandbag E",),
        ),
    ),
    "C6": (
        Trial(
            _(
                "The next flood card may be that of Fools’ Landing, which is flooded: here it is. Lay the "
                "Navigator’s Sandbags there before it is turned, and it is only flooded again."
            ),
            "2Sj2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:-,NK:s 0:flood2 2 - owfehrwofeweofhrwsofehwfore/- "
            "JGHQEWBMTAKCXNDPIROSULFV/- 1.2",
            ("1:sandbag J", "0:flood", "0:flood"),
        ),
    ),
    "H1": (
        Trial(
            _("The Engineer holds five cards and draws a sixth. Before the first flood card one of them is put away."),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:eewff,NK:- 0:draw1 2 - ohrwosweofhrwsofehwfore/- "
            "HQEWBMTAKCXNGDPIROSULFVJ/- 1.2",
            ("0:draw", Refused("0:flood", Code.MUST_DISCARD), "0:discard w", "0:flood"),
        ),
    ),
    "H2": (
        Trial(
            _(
                "Give the Fire card to the Navigator, who holds five. Now everyone waits, and Howling Garden is "
                "out of reach, until the Navigator has put one away; then the Engineer’s turn goes on."
            ),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:f,NF:eewoo 0:act3 2 - hrwsfweofhrwsofehwfore/- "
            "HQEWBMTAKCXNGDPIROSULFVJ/- 1.2",
            ("0:give 1 f", Refused("0:move L", Code.MUST_DISCARD), "1:discard w", "0:move L"),
        ),
    ),
    "H3": (
        Trial(
            _("Six cards, and one of them is Sandbags: lay them at Phantom Rock, and the hand is within the limit."),
            "2SJ2/1UqVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:eewffs,NK:- 0:flood2 2 - ohrwoweofhrwsofehwfore/- "
            "HEWBMTAKCXNGDPIROSULFVJ/Q 1.2",
            (Refused("0:flood", Code.MUST_DISCARD), "0:sandbag Q", "0:flood"),
        ),
    ),
    "F1": (
        Trial(
            _("Turn a flood card: it is that of Twilight Hollow, which is dry and becomes flooded."),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:-,NK:- 0:flood2 2 - owfehrwosfeweofhrwsofehwfore/- "
            "VGHQEWBMTAKCXNDPIROSULFJ/- 1.2",
            ("0:flood",),
        ),
    ),
    "F2": (
        Trial(
            _("Turn a flood card: it is that of Phantom Rock, which is flooded already and sinks."),
            "2SJ2/1UqVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:-,NK:- 0:flood2 2 - owfehrwosfeweofhrwsofehwfore/- "
            "QGHEWBMTAKCXNDPIROSULFVJ/- 1.2",
            ("0:flood",),
        ),
    ),
    "F3": (
        Trial(
            _(
                "One flood card is left, that of Twilight Hollow. Turn it: the tile is flooded, the pile is made "
                "anew (F4), and as it happens the same card lies on top. Turn that, too."
            ),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:-,NK:- 0:flood2 2 - owfehrwosfeweofhrwsofehwfore/- "
            "V/HQEWBMTAKCXNGDPIROSULFJ 1.2",
            ("0:flood", "0:flood"),
        ),
    ),
    "F5": (
        Trial(
            _(
                "The Messenger stands at Twilight Hollow, which is flooded. Turn a flood card: the tile sinks, and "
                "before the next card the Messenger swims, to Phantom Rock perhaps."
            ),
            "2SJ2/1UQvN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:-,MV:- 0:flood2 2 - owfehrwosfeweofhrwsofehwfore/- "
            "VGHQEWBMTAKCXNDPIROSULFJ/- 1.2",
            ("0:flood", Refused("0:flood", Code.MUST_SWIM), "1:swim Q", "0:flood"),
        ),
    ),
    "F6": (
        Trial(
            _(
                "Twilight Hollow has sunk under three pawns. The Explorer may cross a corner, to Temple of the "
                "Moon; the Pilot may go anywhere, to Dunes of Deception if need be. The Diver takes a nearest "
                "tile: Observatory is too far, Phantom Rock is not."
            ),
            "2SJ2/1UQ-V-N1/DBFHPW/XRLOAE/1KGMC1/2TI2 XV:-,DV:-,PV:- 0:flood1 2 - owfehrwosfeweofhrwsofehwfore/- "
            "GHQEWBMTAKCXDPIROSULFJ/- 1.2",
            ("0:swim S", Refused("1:swim P", Code.NOT_NEAREST), "1:swim Q", "2:swim I"),
        ),
    ),
    "F7": (
        Trial(
            _(
                "Twilight Hollow has sunk. Instead of swimming, the Messenger is lifted off: choose the Engineer’s "
                "Helicopter Lift and bring the Messenger to Fools’ Landing."
            ),
            "2SJ2/1UQ-VN1/DBFHPW/XRLOAE/1KGMC1/2TI2 MV:-,EF:h 0:flood1 2 - owferwosfeweofhrwsofehwfore/- "
            "GHQEWBMTAKCXNDPIROSULFJ/- 1.2",
            ("1:lift 0 J", "0:flood"),
        ),
    ),
    "F8": (
        Trial(
            _(
                "Lost Lagoon has sunk, and so has all that lay beside it. Only the Engineer’s Helicopter Lift can "
                "save the Messenger: to Silver Gate, say."
            ),
            "2SJ2/1UQ-V-N1/DBFH-PW/XRLOAE/1KGMC1/2TI2 MN:-,EF:h 0:flood1 2 - owferwosfeweofhrwsofehwfore/- "
            "GHQEWBMTAKCXDIROSULFJ/- 1.2",
            (Refused("0:flood", Code.MUST_BE_LIFTED), "1:lift 0 R"),
        ),
    ),
    "E1": (
        Trial(
            _(
                "All four treasures are ours, but the Engineer is still at Phantom Rock: choose the Helicopter "
                "Lift, and the board says who is missing. Move to Twilight Hollow, to Fools’ Landing, and lift "
                "off."
            ),
            "2SJ2/1UQvN1/DB-FHPW/XR-L-OAE/1KGMC1/2TI2 EQ:h,PJ:- 0:act2 6 ewfo rshrshwfore/eeeewwwwffffoooo "
            "HQEWBMTAKCXNGDPIRSUJ/V 1.2",
            (Refused("0:escape", Code.PAWNS_MISSING), "0:move V", "0:move J", "0:escape"),
        ),
    ),
    "E2": (
        Trial(
            _("The marker is at 9. Draw: one more Waters Rise!, and it reaches the skull."),
            "2SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:-,NK:- 0:draw1 9 - rowfehwosfeweofhrwsofehwfore/- "
            "HQEWBMTAKCXNGDPIROSULFVJ/- 1.2",
            ("0:draw",),
        ),
        Trial(
            _("Fools’ Landing is flooded and its card is the next. Turn it: no helicopter can land any more."),
            "2Sj2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2TI2 EF:-,NK:- 0:flood2 4 - owfehrwosfeweofhrwsofehwfore/- "
            "JHQEWBMTAKCXNGDPIROSULFV/- 1.2",
            ("0:flood",),
        ),
        Trial(
            _(
                "Temple of the Moon has sunk; Temple of the Sun is flooded and its card is the next. Turn it: the "
                "Earth Stone is out of reach for good."
            ),
            "2-SJ2/1UQVN1/DBFHPW/XRLOAE/1KGMC1/2tI2 EF:-,NK:- 0:flood2 4 - owfehrwosfeweofhrwsofehwfore/- "
            "THQEWBMAKCXNGDPIROULFVJ/- 1.2",
            ("0:flood",),
        ),
        Trial(
            _(
                "Twilight Hollow and Observatory have sunk, and nobody holds a Helicopter Lift. Turn the flood "
                "card: Lost Lagoon sinks under the Messenger, who can swim nowhere."
            ),
            "2SJ2/1UQ-Vn1/DBFH-PW/XRLOAE/1KGMC1/2TI2 EF:-,MN:- 0:flood2 4 - owfehrwosfeweofhrwsofehwfore/- "
            "NHQEWBMTAKCXGDIROSULFJ/- 1.2",
            ("0:flood",),
        ),
    ),
}
