"""How long a move takes, from sending it to its answer: at one table alone, and at 50 tables at a steady pace."""

from contextlib import ExitStack

from tests.bench.live import driver
from tests.bench.live.driver import Played
from tests.bench.live.figures import quantile
from tests.bench.live.servers import Server
from tests.bench.live.stage import PEER, SITE, Stage, lanes_of

# One table after another: a socket may send 40 messages at once, then 10 a second.
ONE_TABLE_MOVES = 600
ONE_TABLE_SPARE = 20

PACED_TABLES = 50
PACED_SPARE = 4
PACED_RATE = 100  # moves a second, all tables together
PACED_SECONDS = 10
PACED_WARM_SECONDS = 1  # two moves at each table, so that both systems have read what they keep of it


def measure_one_table(stage: Stage, web: Server) -> None:
    """A single table in play, each move sent as soon as its player knows the position."""
    for _ in range(stage.repeats):
        places = stage.tables.places(web, stage.tables.take(ONE_TABLE_SPARE))
        with stage.driver.lanes("one", SITE, [places]):
            played = stage.driver.play("play_each", name="one", moves=ONE_TABLE_MOVES)
        stage.figures.add(
            one_table_p50_ms=quantile(played.milliseconds, 0.5), one_table_p99_ms=quantile(played.milliseconds, 0.99)
        )


def measure_paced(stage: Stage, web: Server) -> None:
    """The same pace for ours and for boardgame.io on PostgreSQL, far below what either can do."""
    for repeat in range(stage.repeats):
        ours = quantile(_ours(stage, web).milliseconds, 0.99)
        theirs = quantile(_peer(stage, f"paced{repeat}").milliseconds, 0.99)
        stage.figures.add(
            paced_p99_ms=ours, bgio_postgres_paced_p99_ms=theirs, paced_p99_ratio_bgio_postgres=ours / theirs
        )


def _ours(stage: Stage, web: Server) -> Played:
    places = stage.tables.places(web, stage.tables.take(PACED_TABLES * PACED_SPARE))
    with stage.driver.lanes("paced", SITE, lanes_of(places, PACED_TABLES)):
        return _paced(stage, "paced")


def _peer(stage: Stage, name: str) -> Played:
    with ExitStack() as stack:
        peer = stack.enter_context(stage.servers.peer("bgio"))
        stack.enter_context(stage.driver.lanes(name, PEER, driver.matches(peer, name, PACED_TABLES)))
        return _paced(stage, name)


def _paced(stage: Stage, name: str) -> Played:
    stage.driver.play("pace", name=name, rate=PACED_RATE, seconds=PACED_WARM_SECONDS)
    return stage.driver.play("pace", name=name, rate=PACED_RATE, seconds=PACED_SECONDS)
