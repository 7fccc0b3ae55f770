"""Talk at a table."""

from django.db import transaction

from accounts.errors import ChangeRefused
from accounts.models import User
from accounts.services import audit
from games import boards, live
from games.errors import AccountNotActive, BadLine, NotForGuests
from games.models import ChatLine, Game

LONGEST_LINE = 300


@transaction.atomic
def say(*, game_id: int, user: User, text: str) -> ChatLine:
    """Write a line into the table's chat, as a seat or as a spectator. Raises BadLine, NotForGuests, AccountNotActive.

    The table hears of it after the commit.
    """
    user = User.objects.get(pk=user.pk)  # a socket's is as old as the socket
    if not user.is_active:
        raise AccountNotActive(f"user {user.pk} would talk")
    if user.is_guest:
        raise NotForGuests(f"user {user.pk} would talk")
    text = " ".join(text.split())
    if not 0 < len(text) <= LONGEST_LINE or not text.isprintable():
        raise BadLine(f"{len(text)} characters from user {user.pk}")
    game = Game.objects.get(pk=game_id)
    seated = game.seats.played_by(user).exists()
    line = ChatLine.objects.create(game=game, user=user, seated=seated, text=text)
    frame = boards.chat_frame(line)
    transaction.on_commit(lambda: live.tell_chat(game_id, seated, frame), robust=True)
    return line


@transaction.atomic
def hide_line(*, line_id: int, by: User, reason: str) -> None:
    """Let nobody see a line any more, as an admin. Raises ReasonMissing, or ChangeRefused for a hidden one.

    The table hears of it after the commit and takes the line away.
    """
    line = _locked_line(line_id)
    if line.hidden_by_id is not None:
        raise ChangeRefused(f"line {line_id} is hidden already")
    audit.record(by=by, action="hide_line", subject=line, reason=reason)
    _save(line, hidden_by=by)
    frame = {"type": "unsaid", "id": line_id}
    transaction.on_commit(lambda: live.tell_table(line.game_id, frame), robust=True)


@transaction.atomic
def show_line(*, line_id: int, by: User, reason: str) -> None:
    """Let a hidden line be seen by who opens the table from now on. Raises ReasonMissing, or ChangeRefused."""
    line = _locked_line(line_id)
    if line.hidden_by_id is None:
        raise ChangeRefused(f"line {line_id} is not hidden")
    audit.record(by=by, action="show_line", subject=line, reason=reason)
    _save(line, hidden_by=None)


def _save(line: ChatLine, *, hidden_by: User | None) -> None:
    line.hidden_by = hidden_by
    line.save(update_fields=["hidden_by"])


def _locked_line(line_id: int) -> ChatLine:
    return ChatLine.objects.select_for_update(of=("self",)).get(pk=line_id)
