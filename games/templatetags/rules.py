"""What the page of rules shows: links from rule to rule, and a still picture of each position to be tried."""

import re
from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import notation
from engine.tiles import ROLE_CARDS, TILE_NAMES, each_tile, is_in
from games import isles
from games.rulebook import CHAPTERS
from games.trials import Trial, around

register = template.Library()

NUMBER = re.compile("|".join(rf"\b{rule.number}\b" for chapter in CHAPTERS for rule in chapter.rules))


@register.filter
def with_links(words: Promise | str, page: str = "") -> SafeString:
    """The sentence with each number of a rule as a link to it; `page` is the address of the page of rules elsewhere."""
    return SafeString(NUMBER.sub(lambda found: f'<a href="{page}#r-{found[0]}">{found[0]}</a>', escape(str(words))))


@register.simple_tag
def still(trial: Trial) -> SafeString:
    """The part of the trial's position that it is about, named by what differs from a dry, empty island."""
    return format_html('<div class="still" role="img" aria-label="{}">{}</div>', _label(trial), _drawn(trial))


@cache
def _drawn(trial: Trial) -> SafeString:
    state = notation.state_from_text(trial.position)
    return SafeString(isles.detail(state, around(trial.position, trial.tries), static("games/tiles.svg"), "chart"))


def _label(trial: Trial) -> str:
    state = notation.state_from_text(trial.position)
    shown = around(trial.position, trial.tries)
    pawns = [
        _("%(role)s at %(tile)s") % {"role": ROLE_CARDS[seat.role].name, "tile": TILE_NAMES[seat.tile]}
        for seat in state.seats
        if is_in(seat.tile, shown)
    ]
    parts = [", ".join(pawns)]
    for words, tiles in ((_("flooded: %(tiles)s"), state.flooded), (_("sunk: %(tiles)s"), state.sunk)):
        if tiles & shown:
            parts.append(words % {"tiles": ", ".join(TILE_NAMES[tile] for tile in each_tile(tiles & shown))})
    return _("Part of the island. %(what)s") % {"what": "; ".join(parts)}
