"""The ways in which the engine says no."""

from engine.reasons import Reason


class RuleError(Exception):
    """The root of the engine's refusals; nothing has changed when one is raised. `code` names the kind."""

    code = "rule"


class IllegalAction(RuleError):
    """The rules forbid the action in this position; `reason` says why."""

    code = "illegal_action"

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.rule} {reason.code.value}")
        self.reason = reason


class HiddenCard(RuleError):
    """The step needs the face or the place of a card that this form of the position hides."""

    code = "hidden_card"

    def __init__(self, field: str) -> None:
        super().__init__(f"{field}: a hidden card (?) cannot be drawn")


class MalformedNotation(RuleError):
    """A text is not in the notation; `field` names the part that is wrong, `problem` says what is wrong there."""

    code = "malformed_notation"

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem
