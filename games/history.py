"""Pages of what was played: everybody's games, a game step by step, and records that people bring along."""

from typing import Any, NamedTuple

from allauth.core import ratelimit
from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine import notation
from engine.errors import MalformedNotation
from engine.state import State
from engine.tiles import TREASURES
from games import boards, isles, listings, log, outcomes, raster, replays
from games.imports import ImportForm
from games.models import Game, PlayedAction

FOR_GOOD = "public, max-age=31536000, immutable"
# What pages that show a preview ask for.
PREVIEW_SIZE = (1200, 630)
# A link that is passed round is looked at by many in a short time.
PREVIEW_SECONDS = 86_400


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
        "at": _version(request, game),
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
@require_safe
def moment_svg(request: HttpRequest, public_id: str, version: int) -> HttpResponse:
    """A moment of a game that is over, as a picture that needs no other file."""
    game, state = _moment(public_id, version)
    return _picture(isles.picture(state, _words(game, state)), "image/svg+xml")


@login_not_required
@require_safe
def moment_png(request: HttpRequest, public_id: str, version: int) -> HttpResponse:
    """The same for those who take no SVG, in the size of previews."""
    game, state = _moment(public_id, version)
    key = f"moment-{replays.FORM}-{game.pk}-{version}"
    picture = cache.get(key)
    if picture is None:
        if too_often := ratelimit.consume_or_429(request, action="preview"):
            refusal: HttpResponse = too_often
            return refusal
        picture = raster.png(isles.picture(state, "", PREVIEW_SIZE))
        cache.set(key, picture, PREVIEW_SECONDS)
    return _picture(picture, "image/png")


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


def _version(request: HttpRequest, game: Game) -> int | None:
    """The moment that a link leads to; None where it names none, or something else."""
    text = request.GET.get("at", "")
    return min(int(text), game.version) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _moment(public_id: str, version: int) -> tuple[Game, State]:
    """The position of a game that is over after an entry. Raises Http404."""
    game = boards.visible_game(public_id)
    if not game.is_over or game.started_at is None:
        raise Http404(f"game {public_id} is not over")
    try:
        return game, notation.state_from_text(log.entry_at(game, version).position)
    except (PlayedAction.DoesNotExist, MalformedNotation) as error:
        raise Http404(f"version {version} of game {public_id}") from error


def _words(game: Game, state: State) -> str:
    """What a picture shows, for who cannot see it."""
    return _("%(island)s: water at mark %(water)d, %(treasures)d of %(all)d treasures, %(sunk)d tiles sunk") % {
        "island": game.get_layout_display(),
        "water": state.water,
        "treasures": len(state.captured),
        "all": len(TREASURES),
        "sunk": state.sunk.bit_count(),
    }


def _picture(content: str | bytes, content_type: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response["Cache-Control"] = FOR_GOOD
    return response


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
