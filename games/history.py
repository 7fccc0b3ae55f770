"""Pages of what was played: everybody's games, a game step by step, and records that people bring along."""

from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.views.decorators.http import require_http_methods, require_safe

from games import boards, listings, outcomes, replays
from games.imports import ImportForm
from games.models import Game

FOR_GOOD = "public, max-age=31536000, immutable"


class GameRow(NamedTuple):
    """A game in a list."""

    game: Game
    players: list[str]
    outcome: str
    is_won: bool


@login_not_required
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    form = listings.GamesForm(request.GET)
    if form.has_error("before"):
        raise Http404("no such page")
    context: dict[str, Any] = {"form": form, "is_first": not request.GET.get("before"), "asked": _asked(request)}
    if form.is_valid():
        page = listings.page(form.cleaned_data)
        context |= {"rows": [_row(game) for game in page.games], "before": page.before}
    return render(request, "games/games.html", context, status=200 if form.is_valid() else 422)


@login_not_required
@require_safe
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    game = boards.visible_game(public_id)
    if game.started_at is None:
        return redirect("game", public_id)
    context = {
        "game": game,
        "players": _players(game),
        "outcome": outcomes.word(game.outcome) if game.is_over else "",
        "facts": replays.facts_json(game),
        "form": replays.FORM,
        "is_private": not game.is_listed,
        "origin": game.shown_origin(),
    }
    return render(request, "games/replay.html", context)


@login_not_required
@require_safe
def replay_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """The steps without names: those of a game that is over may be kept for good."""
    game = boards.visible_game(public_id)
    if game.started_at is None:
        raise Http404(f"game {public_id} has not started")
    etag = quote_etag(f"{replays.FORM}-{game.version}-{game.status}")
    response = get_conditional_response(request, etag) or JsonResponse(replays.replay_json(game))
    response["ETag"] = etag
    response["Cache-Control"] = FOR_GOOD if game.is_over else "no-cache"
    return response


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_record(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "games/import.html", {"form": ImportForm()})
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "games/import.html", {"form": form}, status=422)
    steps = form.cleaned_data["replay"]
    facts = replays.record_facts_json(steps.record)
    context = {"record": steps.record, "facts": facts, "steps": replays.record_json(steps)}
    return render(request, "games/replay.html", context)


def _asked(request: HttpRequest) -> str:
    """What the list was asked for, as the beginning of an address of its other pages."""
    query = request.GET.copy()
    query.pop("before", None)
    for name in [name for name, value in query.items() if not value]:
        del query[name]
    return f"{query.urlencode()}&" if query else ""


def _row(game: Game) -> GameRow:
    outcome = outcomes.word(game.outcome) if game.is_over else ""
    return GameRow(game, _players(game), outcome, game.outcome == outcomes.WON)


def _players(game: Game) -> list[str]:
    return list(dict.fromkeys(seat.user.username for seat in game.seats.all()))
