"""Talk at a table."""

from django.db import transaction

from accounts.models import User
from games import boards, live
from games.errors import BadLine, NotForGuests
from games.models import ChatLine, Game

LONGEST_LINE = 300


@transaction.atomic
def say(*, game_id: int, user: User, text: str) -> ChatLine:
    """Write a line into the table's chat, as a seat or as a spectator. Raises BadLine, NotForGuests.

    The table hears of it after the commit.
    """
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
