"""Mails about a table by the day: it is your turn, and you are not there."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import jobs
from accounts.services.mails import queue_mail, site_url, turn_mail_token
from games import boards, presence
from games.models import Game, Pace, PlayedAction, Seat, Status

BY_THE_DAY = [pace.value for pace in Pace if pace.bank and not pace.is_live]
# Who has only just closed the page, or will act at once, needs no mail.
DELAY = timedelta(minutes=1)


def send_turn_mails() -> int:
    """Tell whose turn it is and who is not there; return how many mails were written. Twice is as good as once.

    One mail an absence: after it there is none about this table until its reader has acted there. Only a confirmed
    main address gets any. Raises redis.RedisError where nobody knows who is there.
    """
    due = _due()
    here = presence.who_is_here({player.username for _, player in due})
    return jobs.each([pair for pair in due if pair[1].username not in here], lambda pair: _tell(*pair))


def _due() -> list[tuple[Game, User]]:
    """Tables and the people to be told, each pair once."""
    games: dict[int, list[Seat]] = {}
    for seat in _untold().select_related("game").order_by("game_id", "number"):
        games.setdefault(seat.game_id, []).append(seat)
    owed = {(seats[0].game_id, seat.player_id) for seats in games.values() for seat in _owing(seats)}
    users = User.objects.in_bulk({player_id for _, player_id in owed if player_id})
    return [(games[game_id][0].game, users[player_id]) for game_id, player_id in sorted(owed) if player_id]


def _owing(seats: list[Seat]) -> list[Seat]:
    """Those of one game's seats that the game waits for."""
    owing = boards.owing(seats[0].game.engine_state())
    return [seat for seat in seats if seat.number in owing]


def _untold() -> QuerySet[Seat]:
    """Seats at running tables by the day, whose players want mails and have had none since they last acted there."""
    acted = PlayedAction.objects.filter(
        game=OuterRef("game"), user=OuterRef("player"), version__gt=OuterRef("turn_mailed_version")
    )
    reached = EmailAddress.objects.filter(user=OuterRef("pk"), primary=True, verified=True)
    wants = User.objects.filter(Exists(reached), pk=OuterRef("player"), is_active=True, turn_mails=True)
    running = Seat.objects.played().filter(
        game__status=Status.ACTIVE, game__pace__in=BY_THE_DAY, game__moved_at__lte=timezone.now() - DELAY
    )
    seats = running.annotate(player=Case(When(left_at=None, then=F("user_id")), default=F("substitute_id")))
    return seats.filter(Q(turn_mailed_version=None) | Exists(acted)).filter(Exists(wants))


@transaction.atomic
def _tell(game: Game, player: User) -> bool:
    """Write one mail and note it at all seats of the player, unless somebody else has meanwhile."""
    own = Seat.objects.played_by(player).filter(game=game)
    seats = list(_untold().filter(pk__in=own).select_for_update(of=("self",), skip_locked=True))
    if not seats:
        return False
    for seat in seats:
        seat.turn_mailed_version = game.version
        seat.save(update_fields=["turn_mailed_version"])
    address = EmailAddress.objects.get(user=player, primary=True)
    _write(game, player, min(seat.bank_milli for seat in seats), address.email)
    return True


def _write(game: Game, player: User, bank_milli: int, address: str) -> None:
    stop_url = site_url(reverse("stop_turn_mails", args=[turn_mail_token(player.pk)]))
    others = Seat.objects.played().filter(game=game).exclude(user=player).select_related("user", "substitute")
    names = sorted({(seat.substitute if seat.left_at and seat.substitute else seat.user).username for seat in others})
    context = {
        "game": game,
        "player": player,
        "others": ", ".join(name for name in names if name != player.username),
        "zero_at": game.moved_at + timedelta(milliseconds=bank_milli) if game.moved_at else None,
        "table_url": site_url(reverse("game", args=[game.public_id])),
        "stop_url": stop_url,
        "home": site_url(),
    }
    queue_mail(
        to=address,
        subject=render_to_string("games/email/turn_subject.txt", context).strip(),
        body=render_to_string("games/email/turn_message.txt", context),
        headers={"List-Unsubscribe": f"<{stop_url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )
