"""Pages of ladders, players and finished games. What is read is prepared here, so that templates only show it."""

import json
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from engine.tiles import ROLE_CARDS, Role
from games import boards, outcomes
from games.models import Game, Seat
from ratings import elo, ladders
from ratings.graph import rating_graph
from ratings.models import RANKED_DAYS, RANKED_GAMES, RANKED_PARTNERS, RatedResult, RatingPoint, Standing, points

ROWS_A_PAGE = 100
GAMES_A_PAGE = 25

RANK_RULE = {"games": RANKED_GAMES, "partners": RANKED_PARTNERS, "days": RANKED_DAYS}


class Tab(NamedTuple):
    """A link to another ladder."""

    ladder: str
    title: str
    is_current: bool


class LadderRow(NamedTuple):
    """A row of a ladder; the provisional have no rank."""

    rank: int | None
    standing: Standing


class Own(NamedTuple):
    """Where the reader stands; `page` has the row."""

    rank: int | None
    standing: Standing
    page: int | None


class Player(NamedTuple):
    """A seat of a finished game; `point` is what its user gained, if anything."""

    seat: Seat
    role: str
    point: RatingPoint | None


class GameRow(NamedTuple):
    """A game in a player's list."""

    game: Game
    outcome: str
    is_won: bool
    partners: list[str]
    point: RatingPoint | None


class GamePage(NamedTuple):
    """Some of a player's games, newest first; `before` is where earlier ones begin."""

    rows: list[GameRow]
    before: str | None


@login_not_required
@require_safe
def ladder(request: HttpRequest, ladder: str = "") -> HttpResponse:
    now = timezone.now()
    name = _known_ladder(ladder or ladders.season_of(now), now)
    page = _page_number(request)
    ranked, provisional, total = _rows(name, now, page)
    if page > 1 and not ranked and not provisional:
        raise Http404(f"page {page} of ladder {name}")
    context = {
        "ladder": name,
        "title": ladders.title(name),
        "tabs": _tabs(name, now),
        "earlier_seasons": _earlier_seasons(name, now),
        "ranked": ranked,
        "provisional": provisional,
        "own": _own(request, name, now),
        "page": page,
        "has_next": page * ROWS_A_PAGE < total,
        "rule": RANK_RULE,
    }
    return render(request, "ratings/ladder.html", context)


@login_not_required
@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    user = _user_called(name)
    if user.username != name:
        return redirect(f"{reverse('player', args=[user.username])}{_query(request)}", permanent=True)
    now = timezone.now()
    ladder = _known_ladder(request.GET.get("ladder", ladders.ALL), now)
    role = _favourite_role(user)
    context = {
        "player": user,
        "role": role,
        "role_name": ROLE_CARDS[role].name if role else "",
        "ladder": ladder,
        "title": ladders.title(ladder),
        "tabs": _tabs(ladder, now),
        "games": _games(user, None),
        "rule": RANK_RULE,
        **_standing(user, ladder, now),
    }
    return render(request, "ratings/player.html", context)


@login_not_required
@require_safe
def player_games(request: HttpRequest, name: str) -> HttpResponse:
    user = _user_called(name)
    if user.username != name:
        return redirect(f"{reverse('player_games', args=[user.username])}{_query(request)}", permanent=True)
    before = request.GET.get("before")
    context = {"player": user, "games": _games(user, before), "is_first": before is None}
    return render(request, "ratings/player_games.html", context)


@login_not_required
@require_safe
def result(request: HttpRequest, public_id: str) -> HttpResponse:
    game = boards.visible_game(public_id)
    if not game.is_over or game.started_at is None:
        return redirect("game", public_id)
    players = _players(game)
    results = RatedResult.objects.filter(game=game)
    context = {
        "game": game,
        "players": players,
        "outcome": outcomes.sentence(game.outcome, [player.seat.user.username for player in players]),
        "is_won": game.outcome == outcomes.WON,
        "turns": game.turn + 1,
        "is_rated": results.exists(),
        "is_annulled": results.exists() and not results.counted().exists(),
        "seats_json": json.dumps(boards.seats_json(game, list(game.seats.all()))),
        "seed": game.open_seed(),
    }
    return render(request, "ratings/result.html", context)


def _known_ladder(name: str, now: datetime) -> str:
    """The name of a ladder that has begun. Raises Http404 for any other."""
    if name != ladders.ALL and not (ladders.is_season(name) and name <= ladders.season_of(now)):
        raise Http404(f"ladder {name}")
    return name


def _page_number(request: HttpRequest) -> int:
    text = request.GET.get("page", "1")
    if not (text.isascii() and text.isdecimal() and len(text) < 8 and int(text) > 0):
        raise Http404(f"page {text}")
    return int(text)


def _rows(name: str, now: datetime, page: int) -> tuple[list[LadderRow], list[LadderRow], int]:
    """The ranked and the provisional of a page, and how many there are on all pages. Four queries."""
    start, end = (page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE
    ranked = Standing.objects.ranked(name, now)
    provisional = Standing.objects.provisional(name, now)
    ranks = ranked.count()
    above = [LadderRow(start + place, standing) for place, standing in enumerate(ranked[start:end], 1)]
    below = provisional[max(start - ranks, 0) : max(end - ranks, 0)]
    return above, [LadderRow(None, standing) for standing in below], ranks + provisional.count()


def _tabs(ladder: str, now: datetime) -> list[Tab]:
    current = ladders.season_of(now)
    names = [current, ladders.ALL] if ladder in (current, ladders.ALL) else [ladder, current, ladders.ALL]
    return [Tab(name, ladders.title(name), name == ladder) for name in names]


def _earlier_seasons(ladder: str, now: datetime) -> list[Tab]:
    current = ladders.season_of(now)
    first = Standing.objects.first_season() or current
    seasons = ladders.seasons_between(first, current)
    return [Tab(name, ladders.title(name), False) for name in seasons if name not in (current, ladder)]


def _own(request: HttpRequest, ladder: str, now: datetime) -> Own | None:
    if not isinstance(request.user, User):
        return None
    standing = Standing.objects.filter(user=request.user, ladder=ladder).first()
    if standing is None:
        return None
    rank = Standing.objects.rank_of(standing, now)
    return Own(rank, standing, None if rank is None else (rank - 1) // ROWS_A_PAGE + 1)


def _user_called(name: str) -> User:
    """The user of that name, written in any case. Raises Http404."""
    return get_object_or_404(User.named(name))


def _query(request: HttpRequest) -> str:
    query = request.GET.urlencode()
    return f"?{query}" if query else ""


def _favourite_role(user: User) -> Role | None:
    """The role that the user has played most often."""
    played = Seat.objects.filter(user=user, game__started_at__isnull=False).exclude(role="")
    most = played.values("role").annotate(games=Count("pk")).order_by("-games", "role").first()
    return None if most is None else Role(most["role"])


def _standing(user: User, ladder: str, now: datetime) -> dict[str, Any]:
    standing = Standing.objects.filter(user=user, ladder=ladder).first()
    if standing is None:
        return {"standing": None}
    won = RatingPoint.objects.filter(user=user, ladder=ladder).order_by("win").values_list("after_milli", flat=True)
    ratings = [points(milli) for milli in (elo.START_MILLI, *won)]
    return {
        "standing": standing,
        "rank": Standing.objects.rank_of(standing, now),
        "performance": standing.performance(),
        "graph": rating_graph(ratings) if standing.wins else None,
        "rows": standing.results_by_row(),
    }


def _games(user: User, before: str | None) -> GamePage:
    """A page of the games that everybody may find. Four queries, and one more for `before`, a game's public id."""
    games = Game.objects.listed().filter(pk__in=Seat.objects.filter(user=user).values("game"))
    games = games.filter(started_at__isnull=False, finished_at__isnull=False)
    if before is not None:
        last = get_object_or_404(games, public_id=before)
        games = games.filter(Q(finished_at__lt=last.finished_at) | Q(finished_at=last.finished_at, pk__lt=last.pk))
    found = list(games.with_seats().order_by("-finished_at", "-pk")[: GAMES_A_PAGE + 1])
    shown = found[:GAMES_A_PAGE]
    gained = RatingPoint.objects.filter(user=user, ladder=ladders.ALL, game__in=shown)
    point_by_game = {point.game_id: point for point in gained}
    rows = [_game_row(game, user, point_by_game.get(game.pk)) for game in shown]
    return GamePage(rows, shown[-1].public_id if len(found) > len(shown) else None)


def _game_row(game: Game, user: User, point: RatingPoint | None) -> GameRow:
    partners = {seat.user.username: None for seat in game.seats.all() if seat.user_id != user.pk}
    return GameRow(game, outcomes.word(game.outcome), game.outcome == outcomes.WON, list(partners), point)


def _players(game: Game) -> list[Player]:
    gained = {point.user_id: point for point in RatingPoint.objects.filter(game=game, ladder=ladders.ALL)}
    return [Player(seat, ROLE_CARDS[Role(seat.role)].name, gained.get(seat.user_id)) for seat in game.seats.all()]
