"""`make chaos`: the site is played on while everything in it is killed, cut off and delayed.

Sixteen tables of rated games, each with a spectator, come through a proxy of ours to two web processes. In the end
every acknowledged action must be in the log once, every client must hold what the database has, the rules must lead to
every stored position, and every won game must be rated once. `--control` is the same run with gap and tail checks
switched off: it must fail.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import django

from deploy.services.errors import ServiceProblem
from tests.chaos.crowd import Silent
from tests.chaos.faults import KINDS
from tests.chaos.site import HARNESS, NOT_IN_PRODUCTION, NotReady, prepared
from tests.servers import ROOT


def main() -> int:
    signal.signal(signal.SIGTERM, _interrupt)
    arguments = _arguments()
    try:
        figures = _figures(arguments)
    except KeyboardInterrupt:
        print("Ended.")
        return 130
    except (ServiceProblem, NotReady, Silent) as problem:
        print(problem, file=sys.stderr)
        return 2
    arguments.results.parent.mkdir(parents=True, exist_ok=True)
    arguments.results.write_text(json.dumps(figures, indent=2) + "\n")
    return _report(figures, control=arguments.control)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="The site is played on while everything in it breaks.")
    parser.add_argument("--seconds", type=float, default=75.0, help="of play while things go wrong")
    parser.add_argument("--settle", type=float, default=45.0, help="seconds after it in which everybody catches up")
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--seed", type=int, default=20261129, help="of what goes wrong when, and of what is played")
    some = f"none or some of {', '.join(KINDS)}"
    parser.add_argument("--faults", nargs="*", choices=[*KINDS], default=[*KINDS], metavar="KIND", help=some)
    parser.add_argument("--control", action="store_true", help="switch gap and tail checks off: the run must fail")
    parser.add_argument("--folder", type=Path, default=ROOT / "var" / "chaos", help="for data and logs; made empty")
    parser.add_argument("--results", type=Path, help="by default var/bench/chaos.json, or chaos-control.json")
    arguments = parser.parse_args()
    name = "chaos-control.json" if arguments.control else "chaos.json"
    arguments.results = arguments.results or ROOT / "var" / "bench" / name
    return arguments


def _figures(arguments: argparse.Namespace) -> dict[str, Any]:
    web_module = "tests.chaos.blind_server" if arguments.control else "uvicorn"
    with prepared(arguments.folder, web_module=web_module) as site:
        for name in NOT_IN_PRODUCTION:
            os.environ.pop(name, None)
        os.environ.update(site.environment(HARNESS), LOG_LEVEL="WARNING")
        django.setup()
        from tests.chaos.run import run  # models can be imported only now

        return run(
            site,
            seconds=arguments.seconds,
            settle_seconds=arguments.settle,
            table_count=arguments.tables,
            seed=arguments.seed,
            kinds=arguments.faults,
            blind=arguments.control,
        )


def _report(figures: dict[str, Any], *, control: bool) -> int:
    """Print the figures; return the status of the command."""
    back = figures["back_after_sigterm_ms"]
    print(f"{figures['actions']:,} actions in {figures['seconds']} s, {figures['games']} games, {figures['won']} won")
    print(f"p50 {figures['p50_ms']} ms, p99 {figures['p99_ms']} ms, slowest {figures['slowest_ms']} ms")
    print(f"back after SIGTERM: {back['clients']} clients, median {back['median']} ms, slowest {back['max']} ms")
    print(f"\n{'fault':20}{'times':>6}{'a table waits, median':>24}{'longest':>12}")
    for kind, fault in figures["faults"].items():
        print(f"{kind:20}{fault['times']:>6}{fault['median_wait_ms']:>21} ms{fault['longest_wait_ms']:>9} ms")
    print(f"\nkilled in the middle of a rating: {figures['killed_in_a_job']} workers")
    print(f"refused: {_listed(figures['refusals'])}\nlines closed: {_listed(figures['breaks'])}\n")
    for failure in figures["failures"]:
        print(f"FAILED: {failure}")
    if not figures["failures"]:
        print(f"Nothing lost, doubled or missing; all {figures['clients']} clients hold what is stored.")
    if not control:
        return 1 if figures["failures"] else 0
    failed = figures["clients_equal"] < figures["clients"]
    print("The control failed, as it must." if failed else "The control did not fail: such a run would prove nothing.")
    return 0 if failed else 1


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items())) or "nothing"


if __name__ == "__main__":
    sys.exit(main())
