"""The root of every refusal of the site."""


class SiteError(Exception):
    """The site says no: to a person, who is told `code`, and with HTTP `status` where that applies.

    The message is for the log. Codes are listed in docs/protocol.md, never renamed and never used again.
    """

    code = "refused"
    status = 400


class ReasonMissing(SiteError):
    """An admin's deed needs a reason. Nothing has changed."""

    code = "reason_missing"
    status = 422


class ChangeRefused(SiteError):
    """The account is not of a kind for this, is closed, or is so already."""

    code = "change_refused"
    status = 409


class NameRefused(SiteError):
    """No name that an account may have, or somebody else's."""

    code = "name_refused"
    status = 422


class NotAGuest(SiteError):
    """Who asks to keep a guest's games is no guest any more: another window was faster, or a day has passed."""

    code = "not_a_guest"
    status = 409


class InvalidToken(SiteError):
    """No token of this site, or one that is revoked or has expired, or whose user may not sign in."""

    code = "invalid_token"
    status = 401


class TokenInAddress(SiteError):
    """A token stood in the address, where logs and histories keep it."""

    code = "token_in_address"
    status = 400


class ScopeMissing(SiteError):
    """The token does not have the scope that this needs."""

    code = "scope_missing"
    status = 403


class TooManyTokens(SiteError):
    """The user has as many tokens as anyone may have, or is a guest, who has none."""

    code = "too_many_tokens"
    status = 409


class UnknownCursor(SiteError):
    """No page begins there: this list did not give that cursor."""

    code = "unknown_cursor"
    status = 404
