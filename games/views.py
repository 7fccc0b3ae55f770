"""Pages of the lobby and of tables. What is read is prepared here, so that templates only show it."""

from collections.abc import Callable
from typing import Any, NamedTuple

from allauth.core import ratelimit
from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from engine import undo
from engine.tiles import ROLE_CARDS, Role
from games import boards
from games.errors import GameError, MalformedMessage
from games.forms import LAST_VERSION, LogPageForm, NoForm, OpenGameForm, PlayOnForm, RoleForm, SeatForm
from games.models import Game, RolesDealt, Seat, Status
from games.sentences import SENTENCES, sentence
from games.services import guests, playing_on
from games.services import lobby as tables

# As many rows as a list of the lobby shows.
LISTED = 50


class PartRequest(HttpRequest):
    """A request that may be htmx's, for a part of a page."""

    htmx: HtmxDetails


class RoleChoice(NamedTuple):
    """A role that a seat may choose; `is_taken` by another seat."""

    letter: str
    name: str
    is_own: bool
    is_taken: bool


class Chair(NamedTuple):
    """A seat as the pages show it, taken or not; `role` is the letter of the role that it has already, or nothing."""

    number: int
    seat: Seat | None
    role: str
    is_own: bool
    can_sit: bool
    roles: list[RoleChoice]

    @property
    def role_name(self) -> str:
        return ROLE_CARDS[Role(self.role)].name


class Row(NamedTuple):
    """A game in a list of the lobby."""

    game: Game
    chairs: list[Chair]
    taken: int
    names: str
    is_due: bool


class Listing(NamedTuple):
    """The newest rows of a list, and how many more there are."""

    rows: list[Row]
    more: int


@login_not_required
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    return render(request, "games/lobby.html", {**_listings(request), "form": OpenGameForm()})


@login_not_required
@require_safe
def lobby_tables(request: HttpRequest) -> HttpResponse:
    return render(request, "games/_tables.html", _listings(request))


def open_game(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("lobby")
    form = OpenGameForm(request.POST)
    if form.is_valid():
        try:
            game = tables.open_game(host=_user(request), **form.cleaned_data)
        except GameError as error:
            form.add_error(None, str(sentence(error)))
        else:
            return redirect("game", game.public_id)
    return render(request, "games/lobby.html", {**_listings(request), "form": form}, status=422)


@login_not_required
def play_alone(request: HttpRequest) -> HttpResponse:
    """One click from the front page to a game: a stranger becomes a guest."""
    return _to_new_table(request, lambda user: guests.play_alone(user=user), "lobby")


@login_not_required
def play_on(request: HttpRequest, public_id: str) -> HttpResponse:
    """From a moment of a game that is over to a new table: alone at once, a stranger as a guest, or with friends."""
    game, form = boards.visible_game(public_id), PlayOnForm(request.POST)
    if request.method == "POST" and not form.is_valid():
        messages.error(request, str(SENTENCES["malformed_message"]))
        return redirect("replay", public_id)
    return _to_new_table(
        request, lambda user: playing_on.play_on(game_id=game.pk, user=user, **form.cleaned_data), "replay", public_id
    )


@login_not_required
@require_safe
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    game = boards.visible_game(public_id)
    if game.status == Status.LOBBY:
        return render(request, "games/waiting.html", _room(request, game))
    if game.started_at is None:
        return render(request, "games/closed.html", {"game": game}, status=410)
    chairs = _chairs(request, game)
    context = {
        "game": game,
        "chairs": chairs,
        "socket_path": _socket_path(game),
        "mine": _own(chairs),
        "undoable": undo.UNDOABLE,
    }
    return render(request, "games/table.html", context)


@login_not_required
@require_safe
def waiting_room(request: PartRequest, public_id: str) -> HttpResponse:
    game = boards.visible_game(public_id)
    if game.status != Status.LOBBY:
        return _to(request, "game", public_id)
    return render(request, "games/_room.html", _room(request, game))


def take_seat(request: PartRequest, public_id: str) -> HttpResponse:
    return _change(request, public_id, SeatForm, tables.take_seat)


def leave_seat(request: PartRequest, public_id: str) -> HttpResponse:
    return _change(request, public_id, SeatForm, tables.leave_seat)


def choose_role(request: PartRequest, public_id: str) -> HttpResponse:
    return _change(request, public_id, RoleForm, tables.choose_role)


def start_game(request: PartRequest, public_id: str) -> HttpResponse:
    return _change(request, public_id, NoForm, tables.start_game)


def close_table(request: PartRequest, public_id: str) -> HttpResponse:
    return _change(request, public_id, NoForm, tables.close_table)


@login_not_required
@require_safe
def game_log(request: HttpRequest, public_id: str) -> HttpResponse:
    form = LogPageForm(request.GET)
    if not form.is_valid():
        return JsonResponse({"code": MalformedMessage.code}, status=MalformedMessage.status)
    game = boards.visible_game(public_id)
    return JsonResponse(boards.log_entries(game, form.cleaned_data["before"] or LAST_VERSION))


@login_not_required
@require_safe
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    text = boards.record_text(boards.visible_game(public_id))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{public_id}.fir"'
    return response


def _to_new_table(
    request: HttpRequest, open_table: Callable[[User | None], Game], back: str, *args: str
) -> HttpResponse:
    """Open a table for whoever asks, signed in or not, and lead there; or `back`, with the reason why there is none."""
    if request.method != "POST":
        return redirect(back, *args)
    if too_often := ratelimit.consume_or_429(request, action="play_alone"):
        refusal: HttpResponse = too_often
        return refusal
    try:
        game = open_table(request.user if isinstance(request.user, User) else None)
    except GameError as error:
        messages.error(request, str(sentence(error)))
        return redirect(back, *args)
    if not request.user.is_authenticated:
        login(request, game.host)
    return redirect("game", game.public_id)


def _change(
    request: PartRequest, public_id: str, form_class: type[forms.Form], service: Callable[..., object]
) -> HttpResponse:
    """Let `service` change a waiting table as the form says, then show the table, or why nothing changed."""
    if request.method != "POST":
        return redirect("game", public_id)
    game = boards.visible_game(public_id)
    form = form_class(request.POST)
    if not form.is_valid():
        return _refused(request, game, SENTENCES["malformed_message"], 422)
    try:
        service(game_id=game.pk, user=_user(request), **form.cleaned_data)
    except GameError as error:
        return _refused(request, game, sentence(error), error.status)
    return _changed(request, public_id)


def _changed(request: PartRequest, public_id: str) -> HttpResponse:
    game = boards.visible_game(public_id)
    if game.status == Status.ABANDONED:
        messages.success(request, _("The table is closed."))
        return _to(request, "lobby")
    if game.status != Status.LOBBY or not request.htmx:
        return _to(request, "game", public_id)
    return render(request, "games/_room.html", _room(request, game))


def _refused(request: PartRequest, game: Game, why: Promise, status: int) -> HttpResponse:
    game = boards.visible_game(game.public_id)
    if request.htmx and game.status == Status.LOBBY:
        return render(request, "games/_room.html", {**_room(request, game), "refusal": why}, status=status)
    messages.error(request, str(why))
    return _to(request, "game", game.public_id)


def _to(request: PartRequest, name: str, *args: str) -> HttpResponse:
    """Send the whole browser to a page, from a part of a page too."""
    response = redirect(name, *args)
    return HttpResponseClientRedirect(response.url) if request.htmx else response


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # LoginRequiredMiddleware has seen to it
    return request.user


def _listings(request: HttpRequest) -> dict[str, Any]:
    """The lists of the lobby, one's own games apart: two queries each, however many games there are."""
    mine = Game.objects.none()
    others = Game.objects.listed().with_seats().order_by("-created_at", "-pk")
    if isinstance(request.user, User):
        own = Seat.objects.played_by(request.user).values("game")
        mine = Game.objects.with_seats().filter(pk__in=own, status__in=[Status.LOBBY, Status.ACTIVE])
        others = others.exclude(pk__in=own)
    return {
        # Those that run before those that wait.
        "mine": _listing(request, mine.order_by("status", "-created_at", "-pk")),
        "waiting": _listing(request, others.waiting()),
        "running": _listing(request, others.filter(status=Status.ACTIVE)),
    }


def _listing(request: HttpRequest, games: QuerySet[Game]) -> Listing:
    found = list(games[: LISTED + 1])
    more = games.count() - LISTED if len(found) > LISTED else 0
    return Listing([_row(request, game) for game in found[:LISTED]], more)


def _row(request: HttpRequest, game: Game) -> Row:
    chairs = _chairs(request, game)
    is_due = game.status == Status.ACTIVE and game.active_seat in _own(chairs)
    seats = [chair.seat for chair in chairs if chair.seat]
    names = dict.fromkeys(seat.user.username for seat in seats)  # once each, though one may have several seats
    return Row(game, chairs, len(seats), ", ".join(names), is_due)


def _room(request: HttpRequest, game: Game) -> dict[str, Any]:
    """What the waiting room shows."""
    chairs = _chairs(request, game)
    return {
        "game": game,
        "origin": game.shown_origin(),
        "chairs": chairs,
        "own": _own(chairs),
        "taken": sum(chair.seat is not None for chair in chairs),
        "is_host": game.host == request.user,
        "missing": _missing(game, chairs),
        "link": request.build_absolute_uri(reverse("game", args=[game.public_id])),
        "socket_path": _socket_path(game),
    }


def _chairs(request: HttpRequest, game: Game) -> list[Chair]:
    seats = {seat.number: seat for seat in game.seats.all()}
    sits = any(seat.user == request.user for seat in seats.values())
    can_sit = _may_sit(request.user, game) and not (game.rated and sits)
    return [
        _chair(request.user, game, seats, number, role, can_sit and number not in seats)
        for number, role in enumerate(_roles(game, seats))
    ]


def _roles(game: Game, seats: dict[int, Seat]) -> list[str]:
    """The letter of each seat's role; nothing where it is not known yet. A game that is played on knows before."""
    beginning = game.beginning() if game.status == Status.LOBBY else None
    if beginning is not None:
        return [seat.role.value for seat in beginning.state.seats]
    return [seats[number].role if number in seats else "" for number in range(game.seat_count)]


def _may_sit(user: User | AnonymousUser, game: Game) -> bool:
    """Guests sit alone, and nobody sits down beside them."""
    if not isinstance(user, User):
        return False
    return game.host == user or not (user.is_guest or game.host.is_guest)


def _chair(  # noqa: PLR0913 - what a seat is made of
    user: User | AnonymousUser, game: Game, seats: dict[int, Seat], number: int, role: str, can_sit: bool
) -> Chair:
    seat = seats.get(number)
    is_own = seat is not None and user.is_authenticated and seat.player_id == user.pk
    chooses = is_own and game.roles_dealt == RolesDealt.CHOSEN and game.status == Status.LOBBY
    return Chair(number, seat, role, is_own, can_sit, _role_choices(seats, number) if chooses else [])


def _role_choices(seats: dict[int, Seat], number: int) -> list[RoleChoice]:
    chosen_by = {seat.role: seat.number for seat in seats.values()}
    return [
        RoleChoice(
            role.value, card.name, chosen_by.get(role.value) == number, chosen_by.get(role.value, number) != number
        )
        for role, card in ROLE_CARDS.items()
    ]


def _own(chairs: list[Chair]) -> list[int]:
    return [chair.number for chair in chairs if chair.is_own]


def _missing(game: Game, chairs: list[Chair]) -> str:
    """What is missing before the game can start, or nothing."""
    free = sum(chair.seat is None for chair in chairs)
    if free:
        return ngettext("%(free)d seat is still free.", "%(free)d seats are still free.", free) % {"free": free}
    undecided = sum(chair.seat is not None and not chair.seat.role for chair in chairs)
    if undecided and game.roles_dealt == RolesDealt.CHOSEN:
        return ngettext("%(seats)d seat has no role yet.", "%(seats)d seats have no role yet.", undecided) % {
            "seats": undecided
        }
    return ""


def _socket_path(game: Game) -> str:
    return f"/ws/games/{game.public_id}/"
