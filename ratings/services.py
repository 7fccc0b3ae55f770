"""Every write to the ratings.

Facts come first: a result for each seat of a rated game that is over, and an admin's annulments. Standings and points
follow from them, user by user, in the order (finished_at, game); nobody's rating depends on anybody else's.
"""

from collections import defaultdict
from collections.abc import Iterable

from celery import current_app
from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services import audit, jobs
from games import live, outcomes
from games.models import Game, Seat
from ratings import elo, ladders
from ratings.errors import AnnulmentRefused
from ratings.models import RANKED_PARTNERS, Annulment, RatedResult, RatingPoint, Season, Standing, row_key

REBUILD_TASK = "ratings.rebuild_all_standings"
# As many users as a task makes anew in a few seconds.
REBUILT_AT_ONCE = 200

# By ladder.
Standings = dict[str, Standing]


def rate_finished_games(*, game_id: int | None = None, limit: int | None = None) -> int:
    """Rate every rated game that is over and not yet rated, oldest first; return how many.

    Each game is a transaction of its own, so that this may run twice, late, at the same time as another one, or be
    killed. A game that cannot be rated is logged and does not keep the others waiting; PartlyFailed is raised at the
    end. The table hears what its players gained after the commit. With `game_id` only that game is looked at: whoever
    saw it end spares the search, which takes a second or two among 400,000 games. `limit` is how many at most.
    """
    games = _unrated_games() if game_id is None else _unrated_games().filter(pk=game_id)
    return jobs.each(list(games.values_list("pk", flat=True)[:limit]), _rate_game)


def refresh_standings() -> int:
    """Note the seasons that have begun, and make anew the standings that do not agree with the facts.

    Returns how many of both. A season ends by the calendar and its ladder stays, so its end needs no work; standings
    are written with the facts, so none should ever disagree. Twice is as good as once.
    """
    return _note_seasons(ladders.season_of(timezone.now())) + jobs.each(_wrong_standings(), _replay_if_wrong)


def rebuild_all_standings() -> int:
    """Make every user's standings and points anew from the facts, a transaction each; return of how many users."""
    played = RatedResult.objects.filter(user=OuterRef("pk"))
    users = list(User.objects.filter(Exists(played)).order_by("pk").values_list("pk", flat=True))
    for user_id in users:
        rebuild_standings(user_id=user_id)
    return len(users)


@transaction.atomic
def rebuild_standings(*, user_id: int) -> None:
    """Make a user's standings and points anew from the facts."""
    _lock([user_id])
    _replay(user_id)


@transaction.atomic
def rebuild_standings_for(*, user_id: int, by: User, reason: str) -> None:
    """As `rebuild_standings`, because an admin asks. Raises ReasonMissing."""
    _lock([user_id])
    audit.record(by=by, action="rebuild_standings", subject=User.objects.get(pk=user_id), reason=reason)
    _replay(user_id)


@transaction.atomic
def order_rebuild_of_all(*, by: User, reason: str) -> None:
    """Have a worker make everybody's standings anew, from the commit on. Raises ReasonMissing."""
    audit.record(by=by, action="rebuild_all_standings", subject=by, reason=reason)
    transaction.on_commit(lambda: current_app.send_task(REBUILD_TASK, retry=False))


def rebuild_next_standings(*, after: int) -> int | None:
    """Make anew the standings of the next users by id after `after`, a transaction each.

    Returns the last one's id, or None where nobody is left.
    """
    played = RatedResult.objects.filter(user=OuterRef("pk"))
    users = User.objects.filter(Exists(played), pk__gt=after).order_by("pk").values_list("pk", flat=True)
    last = None
    for last in list(users[:REBUILT_AT_ONCE]):
        rebuild_standings(user_id=last)
    return last


@transaction.atomic
def annul_game(*, game_id: int, by: User, reason: str) -> None:
    """Let a rated game count for nothing: its players' points are replayed without it.

    Raises AnnulmentRefused for a game that has no results or is annulled already, ReasonMissing.
    """
    players = _lock_players(game_id)
    if not RatedResult.objects.counted().filter(game_id=game_id).exists():
        raise AnnulmentRefused(f"game {game_id} does not count")
    audit.record(by=by, action="annul_game", subject=Game.objects.get(pk=game_id), reason=reason)
    _decide(Annulment(game_id=game_id, by=by, reason=reason, at=timezone.now()), players)


@transaction.atomic
def lift_annulment(*, game_id: int, by: User, reason: str) -> None:
    """Let an annulled game count again. Raises AnnulmentRefused for a game that is not annulled, ReasonMissing."""
    players = _lock_players(game_id)
    if not players or RatedResult.objects.counted().filter(game_id=game_id).exists():
        raise AnnulmentRefused(f"game {game_id} is not annulled")
    audit.record(by=by, action="lift_annulment", subject=Game.objects.get(pk=game_id), reason=reason)
    _decide(Annulment(game_id=game_id, by=by, reason=reason, at=timezone.now(), lifted=True), players)


def _unrated_games() -> QuerySet[Game]:
    results = RatedResult.objects.filter(game=OuterRef("pk"))
    return Game.objects.filter(
        ~Exists(results),
        rated=True,
        started_at__isnull=False,
        finished_at__isnull=False,
    ).order_by("finished_at", "pk")


def _note_seasons(current: str) -> int:
    """Add the seasons from the first in which anybody has played to the current one."""
    known = set(Season.objects.values_list("ladder", flat=True))
    first = Standing.objects.first_season() or current
    missing = [season for season in ladders.seasons_between(first, current) if season not in known]
    Season.objects.bulk_create(
        [
            Season(ladder=season, begins_at=ladders.season_begins_at(season), ends_at=ladders.season_ends_at(season))
            for season in missing[::-1]
        ],
        ignore_conflicts=True,
    )
    return len(missing)


def _wrong_standings(**whose: int) -> list[int]:
    """The users whose all-time standing has other numbers of wins and games than their results. Two queries."""
    latest = Annulment.objects.order_by("game", "-pk").distinct("game").values("pk")
    annulled = Annulment.objects.filter(pk__in=latest, lifted=False).values("game")
    counted = RatedResult.objects.filter(**whose).exclude(game__in=annulled)
    standings = Standing.objects.filter(ladder=ladders.ALL, **whose)
    totals = counted.order_by().values("user").annotate(wins=Count("pk", filter=Q(won=True)), games=Count("pk"))
    facts = set(totals.values_list("user", "wins", "games"))
    shown = set(standings.values_list("user", "wins", "games"))
    return sorted({user_id for user_id, _, _ in facts ^ shown})


@transaction.atomic
def _replay_if_wrong(user_id: int) -> int:
    _lock([user_id])
    if not _wrong_standings(user=user_id):
        return 0
    _replay(user_id)
    return 1


@transaction.atomic
def _rate_game(game_id: int) -> bool:
    """Rate one game, unless somebody else has meanwhile; the lock on its players makes that certain."""
    seats = list(Seat.objects.filter(game_id=game_id).select_related("game").order_by("user_id"))
    _lock(seat.user_id for seat in seats)
    if not seats or RatedResult.objects.filter(game_id=game_id).exists():
        return False
    results = RatedResult.objects.bulk_create(_result(seat) for seat in seats)
    for user_id in _count(results):
        _replay(user_id)
    _tell_after_commit(seats[0].game)
    return True


def _lock(user_ids: Iterable[int]) -> None:
    """Hold users' ratings until the end of the transaction; always in the order of their ids."""
    list(User.objects.select_for_update(no_key=True).filter(pk__in=list(user_ids)).order_by("pk").values_list("pk"))


def _result(seat: Seat) -> RatedResult:
    game = seat.game
    assert game.finished_at is not None
    return RatedResult(
        user_id=seat.user_id,
        game=game,
        difficulty=game.difficulty,
        seats=game.seat_count,
        opponent_rating=elo.opponent_rating(game.difficulty, game.seat_count),
        won=game.outcome == outcomes.WON and seat.left_at is None,
        finished_at=game.finished_at,
    )


def _count(results: list[RatedResult]) -> list[int]:
    """Carry the results of one game into its players' standings.

    Returns the users whose standings are untouched instead, because a later game of theirs counts already.
    """
    users = [result.user_id for result in results]
    standings: defaultdict[int, Standings] = defaultdict(dict)
    for standing in Standing.objects.filter(user__in=users, ladder__in=ladders.ladders_of(results[0].finished_at)):
        standings[standing.user_id][standing.ladder] = standing
    late: list[int] = []
    points: list[RatingPoint] = []
    for result in results:
        if _is_late(result, standings[result.user_id]):
            late.append(result.user_id)
        else:
            points += _carry(result, standings[result.user_id], _partners(result, users))
    _write([standing for user_id in users if user_id not in late for standing in standings[user_id].values()], points)
    return late


def _is_late(result: RatedResult, standings: Standings) -> bool:
    return ladders.ALL in standings and standings[ladders.ALL].last_played_at >= result.finished_at


def _partners(result: RatedResult, users: Iterable[int]) -> list[int]:
    return sorted(user_id for user_id in users if user_id != result.user_id)


def _replay(user_id: int) -> None:
    """Make the standings and points of a locked user anew."""
    results = list(RatedResult.objects.counted().filter(user_id=user_id).in_order())
    players = _players(result.game_id for result in results)
    standings: Standings = {}
    points: list[RatingPoint] = []
    for result in results:
        points += _carry(result, standings, _partners(result, players[result.game_id]))
    RatingPoint.objects.filter(user_id=user_id).delete()
    Standing.objects.filter(user_id=user_id).delete()
    _write(standings.values(), points)


def _players(game_ids: Iterable[int]) -> dict[int, list[int]]:
    players: defaultdict[int, list[int]] = defaultdict(list)
    for game_id, user_id in RatedResult.objects.filter(game__in=list(game_ids)).values_list("game_id", "user_id"):
        players[game_id].append(user_id)
    return players


def _carry(result: RatedResult, standings: Standings, partners: list[int]) -> list[RatingPoint]:
    """Change a user's `standings` by one result, the latest so far; return the points of a win. Nothing is saved."""
    points = []
    for ladder in ladders.ladders_of(result.finished_at):
        if ladder not in standings:
            standings[ladder] = Standing(user_id=result.user_id, ladder=ladder, reached_at=result.finished_at)
        standing = standings[ladder]
        _add_game(standing, result, partners)
        if result.won:
            points.append(_add_win(standing, result))
    return points


def _add_game(standing: Standing, result: RatedResult, partners: list[int]) -> None:
    key = row_key(result.difficulty, result.seats)
    wins, games = standing.rows.get(key, (0, 0))
    standing.rows[key] = [wins + result.won, games + 1]
    standing.games += 1
    standing.last_played_at = result.finished_at
    met = [*standing.partners, *(partner for partner in partners if partner not in standing.partners)]
    standing.partners = met[:RANKED_PARTNERS]


def _add_win(standing: Standing, result: RatedResult) -> RatingPoint:
    before = standing.rating_milli
    gain = elo.rating_gain(before, result.opponent_rating, standing.wins)
    k = elo.k_factor(standing.wins)
    standing.wins += 1
    standing.rating_milli = before + gain
    standing.peak_milli = max(standing.peak_milli, standing.rating_milli)
    standing.reached_at = result.finished_at
    return RatingPoint(
        user_id=result.user_id,
        game_id=result.game_id,
        ladder=standing.ladder,
        win=standing.wins,
        k=k,
        before_milli=before,
        delta_milli=gain,
        after_milli=standing.rating_milli,
    )


def _write(standings: Iterable[Standing], points: list[RatingPoint]) -> None:
    fields = ["rating_milli", "peak_milli", "wins", "games", "rows", "partners", "reached_at", "last_played_at"]
    Standing.objects.bulk_create(
        standings, update_conflicts=True, unique_fields=["user", "ladder"], update_fields=fields
    )
    RatingPoint.objects.bulk_create(points)


def _tell_after_commit(game: Game) -> None:
    points = RatingPoint.objects.filter(game=game, ladder=ladders.ALL).select_related("user").order_by("user_id")
    gains = [
        {
            "user": point.user.username,
            "before_milli": point.before_milli,
            "delta_milli": point.delta_milli,
            "after_milli": point.after_milli,
        }
        for point in points
    ]
    if gains:
        frame = {"type": "rating", "gains": gains}
        transaction.on_commit(lambda: live.tell_table(game.pk, frame), robust=True)


def _lock_players(game_id: int) -> list[int]:
    """Hold the ratings of all who have a result in the game; return their ids."""
    players = _players([game_id]).get(game_id, [])
    _lock(players)
    return players


def _decide(annulment: Annulment, players: list[int]) -> None:
    annulment.save(force_insert=True)
    for user_id in sorted(players):
        _replay(user_id)
