"""What a move costs in a long game, beside 100,000 games that are over, and with two processes for sockets.

All by the processor's time of the site's process, PostgreSQL and Redis together, which a busy machine changes least.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from tests.bench.live.rates import LASTING_SPARE, TABLES
from tests.bench.live.servers import Server
from tests.bench.live.stage import SITE, Place, Stage, Tables, lanes_of

LONG_VERSION = 390
LONG_GAMES = 4  # are played to that version; the others are copies with all of their logs
GROWING_TABLES = 300
MOVES_EACH = 20  # from version 390 to 410, and from 0 to 20; a game may end sooner

FINISHED_GAMES = 100_000
EMPTY, FULL = "bench_empty", "bench_full"


def measure_version(stage: Stage, web: Server) -> None:
    """Moves around version 400 beside moves around version 10 of the same games."""
    long_games = _lengthened(stage, web, GROWING_TABLES * stage.repeats)
    for _ in range(stage.repeats):
        short = _cost_each(stage, web, stage.tables.take(GROWING_TABLES))
        long = _cost_each(stage, web, [long_games.pop() for _ in range(GROWING_TABLES)])
        stage.figures.add(growth_version_400=long / short)


def measure_games(stage: Stage, web: Server) -> None:
    """Moves in a database with 100,000 finished games beside moves in one that has only the tables in play."""
    empty, full = Tables(stage.servers, EMPTY), Tables(stage.servers, FULL)
    for number, tables in enumerate((empty, full), 1):
        stage.servers.make_database(tables.database)
        tables.deal(TABLES * LASTING_SPARE, first_id=number * 1_000_000)
    full.make("finished", FINISHED_GAMES)
    with ExitStack() as stack:
        beside_none = stack.enter_context(stage.servers.web(EMPTY, "web-empty"))
        beside_many = stack.enter_context(stage.servers.web(FULL, "web-full"))
        stack.enter_context(stage.driver.lanes("none", SITE, _lanes(empty, beside_none)))
        stack.enter_context(stage.driver.lanes("many", SITE, _lanes(full, beside_many)))
        for _ in range(stage.repeats):
            without = _cost(stage, "none", beside_none)
            stage.figures.add(growth_100k_games=_cost(stage, "many", beside_many) / without)


def measure_processes(stage: Stage, web: Server) -> None:
    """Two processes with half of the tables each, beside one with all: what they share would cost more."""
    with ExitStack() as stack:
        second = stack.enter_context(stage.servers.web(stage.tables.database, "web-second"))
        stack.enter_context(stage.driver.lanes("one", SITE, _lanes(stage.tables, web)))
        stack.enter_context(stage.driver.lanes("two", SITE, _lanes(stage.tables, web, second)))
        for _ in range(stage.repeats):
            one = _cost(stage, "one", web)
            stage.figures.add(two_processes_cpu_ratio=_cost(stage, "two", web, second) / one)


def _lengthened(stage: Stage, web: Server, count: int) -> list[dict[str, Any]]:
    games = stage.tables.take(LONG_GAMES)
    stage.driver.ask("lengthen", places=stage.tables.places(web, games), version=LONG_VERSION)
    copies: list[dict[str, Any]] = []
    for game in games:
        copies += stage.tables.make("lengthened", game["id"], -(-count // LONG_GAMES))["games"]
    return copies


def _cost_each(stage: Stage, web: Server, games: Sequence[dict[str, Any]]) -> float:
    """Microseconds of processor a move, where every table makes the same number of moves."""
    places = stage.tables.places(web, games)
    with stage.driver.lanes("each", SITE, [[place] for place in places]):
        _, cost = stage.metered(lambda: stage.driver.play("play_each", name="each", moves=MOVES_EACH), web)
    return cost.all


def _lanes(tables: Tables, *webs: Server) -> list[list[Place]]:
    """Lanes whose tables are all on one of the processes, as a proxy that goes by the table would have it."""
    games = tables.take(TABLES * LASTING_SPARE)
    share = len(games) // len(webs)
    return [
        lane
        for number, web in enumerate(webs)
        for lane in lanes_of(tables.places(web, games[number * share :][:share]), TABLES // len(webs))
    ]


def _cost(stage: Stage, lanes: str, *webs: Server) -> float:
    """Microseconds of processor a move, at full speed."""
    stage.driver.play("play", name=lanes, seconds=stage.warm_seconds)
    _, cost = stage.metered(lambda: stage.driver.play("play", name=lanes, seconds=stage.short_seconds), *webs)
    return cost.all
