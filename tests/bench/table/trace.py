"""Chromium's own trace, read: what its main thread did for each entry of the log."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "v8.execute"]
Event = dict[str, Any]

# An entry has some hundreds of bytes, and no other frame that a watching player gets while others play.
ENTRY_BYTES = 250
DRAWN = "Commit"


class Cost(NamedTuple):
    """The main thread's time for one entry, in milliseconds."""

    cpu_ms: float  # to the drawn board, of the processor
    wall_ms: float  # likewise, as the clock has it
    until_next_cpu_ms: float  # all of it to the next entry, motion included


def costs_of_entries(events: Sequence[Event]) -> list[Cost]:
    """For every entry that came over the socket and was followed by another."""
    page = _main_thread(events)
    of_page = sorted((event for event in events if (event["pid"], event["tid"]) == page), key=lambda event: event["ts"])
    tasks = [event for event in of_page if event["name"] == "RunTask" and event["ph"] == "X"]
    drawn = [event["ts"] for event in of_page if event["name"] == DRAWN]
    came = [
        event["ts"]
        for event in of_page
        if event["name"] == "WebSocketReceive" and event["args"]["data"].get("dataLength", 0) >= ENTRY_BYTES
    ]
    costs = []
    for start, following in pairwise(came):
        first_drawn = next((at for at in drawn if start <= at < following), None)
        if first_drawn is None:
            continue
        until_drawn = [task for task in tasks if task["ts"] + task["dur"] >= start and task["ts"] <= first_drawn]
        until_next = [task for task in tasks if task["ts"] + task["dur"] >= start and task["ts"] < following]
        costs.append(Cost(_sum(until_drawn, "tdur"), _sum(until_drawn, "dur"), _sum(until_next, "tdur")))
    return costs


def _main_thread(events: Sequence[Event]) -> tuple[int, int]:
    """Process and thread that receive the socket's frames."""
    found = next(event for event in events if event["name"] == "WebSocketReceive")
    return found["pid"], found["tid"]


def _sum(tasks: Sequence[Event], field: str) -> float:
    return float(sum(task.get(field, 0) for task in tasks)) / 1000
