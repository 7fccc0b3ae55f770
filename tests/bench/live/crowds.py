"""Sockets that only listen: 2,000 spectators of one table, and 5,000 people who sit at tables and do nothing."""

import os
import signal
import statistics
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import psutil

from tests.bench.live.driver import Played
from tests.bench.live.rates import LASTING_SPARE, TABLES
from tests.bench.live.servers import Broken, Server
from tests.bench.live.stage import SITE, Place, Stage, lanes_of

WATCHERS = 2000
WATCHED_MOVES = 24  # fewer where the game ends before

FIRST_IDLE = 100  # after so many the process has imported and cached what it needs
WEIGHED_IDLE = 2000
IDLE = 5000


def measure_watchers(stage: Stage, web: Server) -> None:
    """From sending a move until the last of 2,000 spectators has its entry.

    The clients share the machine, and what they need to read 2,000 frames is in the figure.
    """
    for _ in range(stage.repeats):
        place = stage.tables.places(web, stage.tables.take(1))[0]
        spectator = {"url": place["url"], "origin": place["origin"], "cookie": ""}
        with stage.driver.lanes("watched", SITE, [[place]]), _crowd(stage, "watchers"):
            stage.driver.ask("crowd", name="watchers", places=[spectator] * WATCHERS)
            told = stage.driver.ask("watch", name="watched", crowd="watchers", moves=WATCHED_MOVES)
        if told["lost"] or not told["milliseconds"]:
            raise Broken(f"{told['lost']} of the spectators were lost, {len(told['milliseconds'])} moves were seen")
        stage.figures.add(watchers_2000_ms=statistics.median(told["milliseconds"]))


def measure_idle(stage: Stage, web: Server) -> None:
    """What an idle socket weighs, and play on a process with 5,000 of them beside play on one without.

    The process that is not in play stands still meanwhile, so that its sockets cost nothing.
    """
    with ExitStack() as stack:
        full = stack.enter_context(stage.servers.web(stage.tables.database, "web-idle"))
        stack.enter_context(_crowd(stage, "idle"))
        _fill(stage, full)
        for process in (web, full):
            places = stage.tables.places(process, stage.tables.take(TABLES * LASTING_SPARE))
            stack.enter_context(stage.driver.lanes(_name(process), SITE, lanes_of(places, TABLES)))
        for _ in range(stage.repeats):
            alone = _played(stage, web, stopped=full)
            beside = _played(stage, full, stopped=web)
            stage.figures.add(idle_5000_ratio=alone.per_second / beside.per_second)
        if lost := stage.driver.ask("lost", crowd="idle")["lost"]:
            raise Broken(f"{lost} idle sockets were lost")


def _fill(stage: Stage, web: Server) -> None:
    idle = _people(stage.tables.places(web, stage.tables.take(IDLE // 2)))
    weighed = FIRST_IDLE + WEIGHED_IDLE
    stage.driver.ask("crowd", name="idle", places=idle[:FIRST_IDLE])
    before = psutil.Process(web.pid).memory_info().rss
    stage.driver.ask("crowd", name="idle", places=idle[FIRST_IDLE:weighed])
    grown = psutil.Process(web.pid).memory_info().rss - before
    stage.figures.add(idle_socket_kib=grown / WEIGHED_IDLE / 1024)
    stage.driver.ask("crowd", name="idle", places=idle[weighed:])


def _people(places: list[Place]) -> list[dict[str, Any]]:
    return [
        {"url": place["url"], "origin": place["origin"], "cookie": cookie}
        for place in places
        for cookie in place["cookies"]
    ]


def _played(stage: Stage, web: Server, stopped: Server) -> Played:
    os.kill(stopped.pid, signal.SIGSTOP)
    try:
        stage.driver.play("play", name=_name(web), seconds=stage.warm_seconds)
        return stage.driver.play("play", name=_name(web), seconds=stage.short_seconds)
    finally:
        os.kill(stopped.pid, signal.SIGCONT)


def _name(web: Server) -> str:
    return f"lanes{web.port}"


@contextmanager
def _crowd(stage: Stage, name: str) -> Iterator[None]:
    stage.driver.ask("crowd", name=name, places=[])
    try:
        yield
    finally:
        stage.driver.ask("close", name=name)
