"""How many moves a second: ours, and boardgame.io in memory and with its PostgreSQL store, in the same run.

200 tables with two clients each, everybody moves as soon as it is their turn. Ours counts a move when its `ok` is
there, which is after the commit; boardgame.io's when its player has the new state, which is before it is stored.
"""

from contextlib import ExitStack

from tests.bench.live import driver
from tests.bench.live.driver import Played
from tests.bench.live.figures import quantile
from tests.bench.live.servers import Broken, Cpu, Server
from tests.bench.live.stage import PEER, SITE, Stage, lanes_of

TABLES = 200
# Tables a lane has, for games end after some 110 moves: in one window, and where the lanes serve every repeat.
SPARE, LASTING_SPARE = 4, 5


def measure(stage: Stage, web: Server) -> None:
    """Each of the three once, in every repeat."""
    for repeat in range(stage.repeats):
        ours = _ours(stage, web)
        memory, memory_cpu = _peer(stage, f"memory{repeat}", database=None)
        postgres, postgres_cpu = _peer(stage, f"postgres{repeat}", database="bgio")
        stage.figures.add(
            bgio_memory_moves_per_second=memory.per_second,
            bgio_postgres_moves_per_second=postgres.per_second,
            bgio_memory_cpu_us_per_move=memory_cpu.all,
            bgio_postgres_cpu_us_per_move=postgres_cpu.all,
            ratio_bgio_memory=ours.per_second / memory.per_second,
            ratio_bgio_postgres=ours.per_second / postgres.per_second,
        )


def _ours(stage: Stage, web: Server) -> Played:
    games = stage.tables.take(TABLES * SPARE)
    with stage.driver.lanes("ours", SITE, lanes_of(stage.tables.places(web, games), TABLES)):
        warm = stage.driver.play("play", name="ours", seconds=stage.warm_seconds)
        wal = stage.servers.wal_bytes()
        played, cpu = stage.metered(lambda: stage.driver.play("play", name="ours", seconds=stage.seconds), web)
        wal = stage.servers.wal_bytes() - wal
        seen = sum(stage.driver.ask("versions", name="ours")["versions"])
    moves = warm.all_moves + played.all_moves
    if {seen, *stage.tables.versions(games)} != {moves}:
        raise Broken(f"{moves} moves acknowledged, {seen} seen, stored {stage.tables.versions(games)}")
    stage.figures.add(
        moves_per_second=played.per_second,
        moves_p50_ms=quantile(played.milliseconds, 0.5),
        moves_p99_ms=quantile(played.milliseconds, 0.99),
        cpu_us_per_move=cpu.all,
        web_cpu_us_per_move=cpu.web,
        postgres_cpu_us_per_move=cpu.postgres,
        redis_cpu_us_per_move=cpu.redis,
        wal_bytes_per_move=wal / played.all_moves,
        log_bytes_per_move=stage.tables.log_bytes(),
        driver_cores=played.driver_cpu_seconds / played.seconds,
    )
    return played


def _peer(stage: Stage, name: str, database: str | None) -> tuple[Played, Cpu]:
    with ExitStack() as stack:
        peer = stack.enter_context(stage.servers.peer(database))
        stack.enter_context(stage.driver.lanes(name, PEER, driver.matches(peer, name, TABLES)))
        stage.driver.play("play", name=name, seconds=stage.warm_seconds)
        played, cpu = stage.metered(lambda: stage.driver.play("play", name=name, seconds=stage.seconds), peer)
        stored = stage.driver.ask("matches", name=name)
        if stored["differing"]:
            raise Broken(f"{stored['differing']} matches of boardgame.io do not hold the moves that were made")
    return played, cpu
