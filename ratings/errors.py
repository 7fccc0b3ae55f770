"""The refusals of the ratings. docs/protocol.md lists the codes."""

from accounts.errors import SiteError


class AnnulmentRefused(SiteError):
    """The game has no results, is annulled already, or has no annulment to lift. Nothing has changed."""

    code = "annulment_refused"
    status = 409
