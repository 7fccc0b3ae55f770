"""Every refusal of a table. The codes are part of the protocol: docs/protocol.md lists them."""

from typing import Any

from accounts.errors import SiteError


class GameError(SiteError):
    """A table refuses. Nothing has changed."""

    code = "game_error"


class MalformedMessage(GameError):
    """What came over a socket is no message of the protocol."""

    code = "malformed_message"


class MalformedAction(GameError):
    """The action cannot be read; see docs/notation.md."""

    code = "malformed_action"


class MalformedPosition(GameError):
    """The position cannot be read, or hides the card that would be drawn; see docs/notation.md."""

    code = "malformed_position"


class IllegalCommand(GameError):
    """The rules forbid the action; `reason` is the engine's, as JSON."""

    code = "illegal_action"
    status = 422

    def __init__(self, message: str, reason: dict[str, Any]) -> None:
        super().__init__(message)
        self.reason = reason


class StaleVersion(GameError):
    """The game moved on since the client last looked; it should catch up."""

    code = "stale_version"
    status = 409


class NotYourSeat(GameError):
    """Somebody else, or nobody, sits there."""

    code = "not_your_seat"
    status = 403


class CommandReused(GameError):
    """Another player's command had this id."""

    code = "command_reused"
    status = 409


class GameNotActive(GameError):
    """The game has not started or is over."""

    code = "game_not_active"
    status = 409


class NothingToPlayOn(GameError):
    """Only a game that is over is played on, from a moment before its end."""

    code = "nothing_to_play_on"
    status = 409


class ClockStillRuns(GameError):
    """Nobody else's time is over."""

    code = "clock_still_runs"
    status = 409


class NothingToUndo(GameError):
    """The latest entry is not a move of one's own in this turn."""

    code = "nothing_to_undo"
    status = 409


class GameNotWaiting(GameError):
    """The game has started or was closed: seats and settings no longer change."""

    code = "game_not_waiting"
    status = 409


class NoSuchSeat(GameError):
    """The table has fewer seats."""

    code = "no_such_seat"
    status = 404


class SeatTaken(GameError):
    """Somebody was faster."""

    code = "seat_taken"
    status = 409


class AlreadySeated(GameError):
    """In a rated game every seat is a different player."""

    code = "already_seated"
    status = 409


class RoleTaken(GameError):
    """Another seat plays this role."""

    code = "role_taken"
    status = 409


class RolesAreDealt(GameError):
    """At this table roles come from the seed; nobody chooses one."""

    code = "roles_are_dealt"
    status = 409


class NotTheHost(GameError):
    """Only the host starts the game or closes the table."""

    code = "not_the_host"
    status = 403


class NotReady(GameError):
    """A seat is empty, or has not chosen its role."""

    code = "not_ready"
    status = 409


class TooManyTables(GameError):
    """The user has as many waiting tables as anyone may have."""

    code = "too_many_tables"
    status = 409


class NotForGuests(GameError):
    """A guest plays casual games alone: no seat beside others, no rated game, no chat."""

    code = "not_for_guests"
    status = 403


class BotsPlayCasual(GameError):
    """The account is a program's, and the game would be rated."""

    code = "bots_play_casual"
    status = 403


class AccountNotActive(GameError):
    """The account is suspended or closed."""

    code = "account_not_active"
    status = 403


class CannotBeRated(GameError):
    """Roles of a rated game are dealt."""

    code = "cannot_be_rated"
    status = 422


class SignInFirst(GameError):
    """Only people with an account do this."""

    code = "sign_in_first"
    status = 401


class GameNotOver(GameError):
    """The game still runs; it is gone through together afterwards."""

    code = "game_not_over"
    status = 409


class SomebodyLeads(GameError):
    """Somebody else leads, or the same user in another window."""

    code = "somebody_leads"
    status = 409


class BadLine(GameError):
    """A line of chat has between 1 and 300 characters."""

    code = "bad_line"
    status = 422


class TooFast(GameError):
    """More messages than a person sends; wait a moment."""

    code = "too_fast"
    status = 429
