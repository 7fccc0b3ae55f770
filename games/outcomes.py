"""How a game ended, in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

WON = "won"


def sentence(outcome: str, players: Sequence[str]) -> str:
    """How a game ended and why; `players` are the names by seat."""
    kind, _dash, which = outcome.partition("-")
    if kind == "drowned":
        return _("The island is lost: %(player)s could swim nowhere.") % {"player": players[int(which)]}
    if kind == "treasure":
        return _("The island is lost: both tiles of %(treasure)s have sunk.") % {"treasure": _treasure(which)}
    sentences = {
        WON: _("You made it off the island."),
        "water": _("The island is lost: the water has reached the skull."),
        "landing": _("The island is lost: Fools’ Landing has sunk, and no helicopter can land."),
        "conceded": _("The crew gave the island up."),
        "abandoned": _("Nobody was left at the table."),
    }
    return sentences.get(kind, _("This game ended before it was decided."))


def word(outcome: str) -> str:
    """The same in a word or two, for lists."""
    words = {WON: _("won"), "conceded": _("conceded"), "abandoned": _("abandoned")}
    lost = outcome.partition("-")[0] in ("water", "landing", "treasure", "drowned")
    return _("lost") if lost else words.get(outcome, _("ended undecided"))


def _treasure(letter: str) -> str:
    return {
        "e": _("the Earth Stone"),
        "w": _("the Statue of the Wind"),
        "f": _("the Crystal of Fire"),
        "o": _("the Ocean’s Chalice"),
    }[letter]
