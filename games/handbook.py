"""The page of rules, with what is in the box and positions to try the rules on."""

from typing import NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.layouts import LAYOUTS
from games import box
from games.rulebook import CHAPTERS, Rule
from games.trials import TRIALS, Trial


class RuleShown(NamedTuple):
    """A rule with the positions to try it on, and for a role the drawing of its pawn."""

    rule: Rule
    trials: tuple[Trial, ...]
    pawn: str


@login_not_required
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    context = {
        "chapters": [(chapter, [_shown(rule) for rule in chapter.rules]) for chapter in CHAPTERS],
        "treasures": box.treasures(),
        "cards": box.cards(),
        "roles": box.roles(),
        "marks": box.marks(),
        "layouts": LAYOUTS.items(),
    }
    return render(request, "games/rules.html", context)


def _shown(rule: Rule) -> RuleShown:
    role = rule.number.removeprefix("R-") if rule.number.startswith("R-") else ""
    return RuleShown(rule, TRIALS.get(rule.number, ()), f"pawn-{role}" if role else "")
