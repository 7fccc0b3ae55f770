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
