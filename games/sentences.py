"""What a page says for the code of a refusal. The live table has its own list, in the player's browser."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.errors import SiteError

SENTENCES: dict[str, Promise] = {
    "account_not_active": _("This account is suspended or closed."),
    "already_seated": _("You sit at this table already; in a rated game every seat is a different player."),
    "bad_line": _("A line has between 1 and 300 characters."),
    "bots_play_casual": _("Bot accounts play casual games only."),
    "cannot_be_rated": _("In a rated game roles are dealt. Play a casual game to choose them."),
    "clock_still_runs": _("There is still time on the clock."),
    "command_reused": _("This was sent before by somebody else. Load the page again."),
    "game_not_active": _("This game has not begun, or is over."),
    "game_not_waiting": _("This table has started or was closed in the meantime."),
    "game_not_over": _("This game still runs. It is gone through together when it is over."),
    "illegal_action": _("The rules do not allow that."),
    "malformed_action": _("That could not be read."),
    "malformed_message": _("That could not be read."),
    "malformed_position": _("That is no position."),
    "no_such_seat": _("There is no such seat at this table."),
    "not_for_guests": _("Guests play casual games alone, without chat. Make an account: your games stay yours."),
    "not_ready": _("Not yet: every seat must be taken, and every role chosen where roles are chosen."),
    "not_the_host": _("Only the host starts the game or closes the table."),
    "not_your_seat": _("This seat is not yours."),
    "nothing_to_play_on": _("Only a game that is over can be played on, from a moment before its end."),
    "nothing_to_undo": _("There is nothing that could be taken back."),
    "role_taken": _("Somebody has chosen this role in the meantime."),
    "roles_are_dealt": _("At this table roles are dealt."),
    "seat_taken": _("Somebody was faster: the seat is taken."),
    "sign_in_first": _("Sign in first."),
    "somebody_leads": _("Somebody else leads."),
    "stale_version": _("The game has moved on. Look again."),
    "too_fast": _("That was too fast. Wait a moment."),
    "too_many_tables": _("You have as many waiting tables as anyone may have. Close one first."),
}


def sentence(error: SiteError) -> Promise:
    """The sentence for an error's code; every code has one."""
    return SENTENCES[error.code]
