"""Boards on which one can try things, and the first lesson: the engine judges positions that the page brings along.

Nothing is stored, and nothing of a running game can be learned here: its positions leave the server without the order
of the draw piles, and such a position cannot draw. What is shuffled follows from the seed of positions written by hand,
so that the same action always does the same.
"""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from engine import notation, rules
from engine.actions import Action
from engine.errors import HiddenCard, IllegalAction, MalformedNotation
from engine.reasons import reason_to_json
from engine.shuffles import SEED_BY_HAND
from engine.state import State
from games import lesson
from games.errors import GameError, IllegalCommand, MalformedAction, MalformedMessage, MalformedPosition

# Longer than any position and any action.
MOST_POSITION, MOST_ACTION = 300, 24
# An answer follows from its address alone.
KEPT_SECONDS = 3600

Json = dict[str, Any]


class QuestionForm(forms.Form):
    """A position, and what is done in it or asked about it; both actions at once are no question."""

    position = forms.CharField(max_length=MOST_POSITION)
    action = forms.CharField(max_length=MOST_ACTION, required=False)
    why = forms.CharField(max_length=MOST_ACTION, required=False)

    def clean(self) -> Json:
        cleaned: Json = super().clean() or {}
        if cleaned.get("action") and cleaned.get("why"):
            raise forms.ValidationError("either action or why")
        return cleaned


@login_not_required
@require_safe
def first_lesson(request: HttpRequest) -> HttpResponse:
    return render(request, "games/lesson.html", {"chapters": lesson.CHAPTERS, "steps": lesson.lesson_json()})


@login_not_required
@require_safe
def practice_json(request: HttpRequest) -> JsonResponse:
    """A frame of the protocol: `game` for a position alone, `entry` or `refused` for an action, `because` for `why`."""
    try:
        response = JsonResponse(_answer(QuestionForm(request.GET)))
    except GameError as error:
        refused: Json = {"type": "refused", "code": error.code, "reason": None}
        if isinstance(error, IllegalCommand):
            refused["reason"] = error.reason
        elif isinstance(error, MalformedPosition):
            refused["problem"] = str(error)
        response = JsonResponse(refused, status=error.status)
    patch_cache_control(response, public=True, max_age=KEPT_SECONDS)
    return response


def game(position: str) -> Json:
    """The position as a game of which nothing has been played. Raises MalformedPosition."""
    state = _state(position)
    return {
        "type": "game",
        "status": "finished" if state.outcome else "active",
        "outcome": state.outcome.word() if state.outcome else None,
        "position": notation.state_to_text(state),
        "legal": notation.legal_to_json(state),
    }


def entry(position: str, action: str) -> Json:
    """What the action does in the position. Raises MalformedPosition, MalformedAction, IllegalCommand."""
    asked = _action(action)
    try:
        after, events = rules.apply(_state(position), asked, SEED_BY_HAND)
    except IllegalAction as refused:
        reason = {"rule": refused.reason.rule, **reason_to_json(refused.reason)}
        raise IllegalCommand(f"{action} in {position}", reason) from refused
    except HiddenCard as hidden:
        raise MalformedPosition(str(hidden)) from hidden
    told = {
        "type": "entry",
        "seat": asked.seat,
        "action": notation.action_to_text(asked),
        "events": [notation.event_to_json(event) for event in events],
        "position": notation.state_to_text(after),
        "legal": notation.legal_to_json(after),
    }
    return told | ({"over": {"status": "finished", "outcome": after.outcome.word()}} if after.outcome else {})


def because(position: str, action: str) -> Json:
    """The rule that forbids the action, and why; both None where it is legal. Raises as `entry` for malformed text."""
    reason = rules.why_not(_state(position), _action(action))
    return {
        "type": "because",
        "rule": reason.rule if reason else None,
        "reason": reason_to_json(reason) if reason else None,
    }


def _answer(form: QuestionForm) -> Json:
    if not form.is_valid():
        raise MalformedMessage(form.errors.as_text())
    asked = form.cleaned_data
    if asked["action"]:
        return entry(asked["position"], asked["action"])
    return because(asked["position"], asked["why"]) if asked["why"] else game(asked["position"])


def _state(text: str) -> State:
    try:
        return notation.state_from_text(text)
    except MalformedNotation as error:
        raise MalformedPosition(str(error)) from error


def _action(text: str) -> Action:
    try:
        return notation.action_from_text(text)
    except MalformedNotation as error:
        raise MalformedAction(str(error)) from error
