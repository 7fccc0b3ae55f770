"""One run: start everything, let it be played on and broken, let it settle, judge."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from django import db

from deploy.services.running import free_port
from games.models import Game
from tests.chaos import tables, verdict
from tests.chaos.crowd import Crowd, gather
from tests.chaos.faults import Faults
from tests.chaos.proxy import Proxy
from tests.chaos.site import ORIGIN, Site

LOOK_SECONDS = 0.5


def run(  # noqa: PLR0913 - the choices that make a run
    site: Site,
    *,
    seconds: float,
    settle_seconds: float,
    table_count: int,
    seed: int,
    kinds: Sequence[str],
    blind: bool,
) -> dict[str, Any]:
    """All figures of a run of so many seconds; `failures` among them says what was not in order.

    Once nothing breaks any more there are at most `settle_seconds` for what is in the air, for whoever is behind, and
    for what is to be rated.
    """
    site.start()
    proxy = Proxy(free_port(), site.ports, Random(seed))
    faults = Faults(site, proxy, Random(seed))
    at = tables.set_up(table_count)
    with _clients(site, proxy, seed=seed, blind=blind) as crowd:
        dealer = tables.Dealer(at, crowd)
        dealer.start()
        began = time.monotonic()
        faults.run(kinds, seconds)
        played = time.monotonic() - began
        crowd.tell({"do": "stop"})
        dealer.stop()
        settled_ms = _settle(site, crowd, settle_seconds)
        stories = crowd.stories()
    figures = verdict.judge(stories, faults.happened, [table.played for table in at])
    figures |= {"seconds": round(played, 1), "settled_ms": settled_ms, "killed_in_a_job": faults.killed_in_a_job}
    return figures | {"failures": verdict.failures(figures)}


@contextlib.contextmanager
def _clients(site: Site, proxy: Proxy, *, seed: int, blind: bool) -> Iterator[Crowd]:
    proxy.start()
    try:
        crowd = gather(site.folder, proxy_port=proxy.port, origin=ORIGIN, seed=seed, blind=blind)
        try:
            yield crowd
        finally:
            crowd.end()
    finally:
        proxy.end()


def _settle(site: Site, crowd: Crowd, seconds: float) -> int | None:
    """Wait until every client is up to date and every game rated; return how long it took, None where it did not."""
    db.connection.close()  # it was opened before everything broke
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        site.keep_worker()
        versions = dict(Game.objects.values_list("public_id", "version"))
        held = crowd.held()
        behind = [client for client in held if client["waits"] or client["version"] != versions[client["game"]]]
        if not behind and not verdict.unrated_games():
            return round(1000 * (time.monotonic() - began))
        time.sleep(LOOK_SECONDS)
    return None
