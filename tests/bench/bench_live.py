"""How fast live play is, beside boardgame.io in the same run: `make bench AREA=live`.

Starts all it needs and ends it: a durable PostgreSQL, Redis, the site's process for sockets with production's flags,
boardgame.io, and one process of clients for both. The systems take turns, so that a busy machine slows all of them;
what counts are the ratios. docs/performance.md says what is measured and how. Writes var/bench/live.json: name to
{value, unit, low, high}. QUICK=1 measures everything once, for who works on it; ONLY=rates,watchers measures a part and
writes nothing.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import FrameType
from typing import NoReturn

from deploy.services.errors import ServiceProblem
from tests.bench.live import crowds, driver, growth, latency, rates, rules_cost, servers
from tests.bench.live.figures import Figures
from tests.bench.live.servers import ROOT, Broken, Server
from tests.bench.live.stage import Stage, Tables

RESULTS = ROOT / "var" / "bench" / "live.json"
ENDED_BY = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DATABASE = "bench"
TABLES = 10_500

MEASUREMENTS: dict[str, Callable[[Stage, Server], None]] = {
    "rates": rates.measure,
    "rules": rules_cost.measure,
    "one_table": latency.measure_one_table,
    "paced": latency.measure_paced,
    "watchers": crowds.measure_watchers,
    "idle": crowds.measure_idle,
    "version": growth.measure_version,
    "games": growth.measure_games,
    "processes": growth.measure_processes,
}


def main() -> int:
    for ending in ENDED_BY:
        signal.signal(ending, _interrupt)
    figures = Figures()
    part = [name for name in os.environ.get("ONLY", "").split(",") if name]
    try:
        _measure(figures, part or list(MEASUREMENTS))
    except KeyboardInterrupt:
        print("\nEnded.")
        return 1
    except (ServiceProblem, Broken) as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    finally:
        print(figures.table())
    if not part:
        figures.write(RESULTS)
    return 0


def _measure(figures: Figures, wanted: list[str]) -> None:
    repeats = 1 if os.environ.get("QUICK") else 3
    servers.allow_many_sockets()
    with ExitStack() as stack:
        stack.enter_context(servers.alone())
        servers.install_peer()
        running = stack.enter_context(servers.started())
        _say(f"{running.services.said()}, {servers.peer_version()}, {os.cpu_count()} cores, {repeats} repeats.")
        running.make_database(DATABASE)
        tables = Tables(running, DATABASE)
        tables.deal(TABLES)
        stage = Stage(running, stack.enter_context(driver.started()), tables, figures, repeats)
        web = stack.enter_context(running.web(DATABASE))
        for name in wanted:
            began = time.monotonic()
            MEASUREMENTS[name](stage, web)
            _say(f"Measured {name} in {time.monotonic() - began:.0f} s.")


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """One signal ends the bench; more of them do not disturb the ending."""
    for ending in ENDED_BY:
        signal.signal(ending, signal.SIG_IGN)
    raise KeyboardInterrupt


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
