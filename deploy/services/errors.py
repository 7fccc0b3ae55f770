"""What stops a start, said to the person who started it."""


class ServiceProblem(Exception):
    """A server cannot be had; the message is one clear sentence that says what to do."""
