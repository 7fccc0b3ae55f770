"""What the table costs a browser: `make bench AREA=table`.

Starts a PostgreSQL, Redis and the site's process as in production, with hashed and compressed files, and opens the
table in a headless Chromium as one of four players while robots play all seats. For each of the largest islands it says
what an entry costs the page's main thread from the frame of the socket to the drawn board, by a trace of the browser:
`cpu` is the thread's own time, which other programs of the machine do not lengthen, `wall` what passed meanwhile. Then
what a first visit transfers without the drawings, when the page can be used, and how much of it moved without being
asked. Writes var/bench/table.json: name to {value, unit, low, high}. QUICK=1 plays a few entries only.
"""

import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from deploy.services import child
from deploy.services.child import Child, Command, Ending
from deploy.services.errors import ServiceProblem
from deploy.services.running import Services, free_port, running
from tests import chromium
from tests.bench.table.trace import CATEGORIES, Cost, costs_of_entries

ROOT = Path(__file__).resolve().parents[2]
VAR = ROOT / "var" / "bench" / "table"
RESULTS = ROOT / "var" / "bench" / "table.json"
ENDED_BY = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
READY_SECONDS = 60.0
VISITS = 5
SETTLED_MS = 1500

LAYOUTS = ("bridge", "arch", "atoll")
SEATS = 4
SCREENS: dict[str, ViewportSize] = {
    "desk": {"width": 1440, "height": 900},
    "phone": {"width": 360, "height": 740},
}
FLAGS = ["--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage", "--no-first-run"]
# Kept by the browser between two visits; whoever plays has asked for none of it.
MOTION = "tidewatch:motion"

WATCH = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: "layout-shift", buffered: true });
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
}).observe({ type: "longtask", buffered: true });
const standing = new MutationObserver(() => {
  const open = document.querySelector("#line.is-on") && document.querySelector("#isle [role=grid] button");
  if (!open) return;
  standing.disconnect();
  requestAnimationFrame(() => setTimeout(() => (document.documentElement.dataset.interactive = performance.now())));
});
standing.observe(document, { subtree: true, childList: true, attributes: true });
"""


class Broken(Exception):
    """The bench cannot go on; the message says why."""


class Site:
    """The site's process as in production, but over plain HTTP and without a proxy."""

    def __init__(self, services: Services) -> None:
        self.port = free_port()
        example = (ROOT / "deploy" / "example.env").read_text().splitlines()
        production = dict(line.split("=", 1) for line in example if line and not line.startswith("#"))
        self._environment = production | {
            "PATH": os.environ["PATH"],
            "PYTHONUNBUFFERED": "1",
            "ALLOWED_HOSTS": "127.0.0.1",
            "SITE_ORIGINS": self.address,
            "SECURE_SSL_REDIRECT": "false",
            "TRUSTED_PROXY_COUNT": "0",
            "DATABASE_URL": services.database_url,
            "REDIS_URL": services.redis_url,
            "CACHE_URL": services.redis_url,
        }

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def python(self, *line: str) -> subprocess.Popen[str]:
        """A Python of the site's environment, under way."""
        return subprocess.Popen(
            [sys.executable, *line], cwd=ROOT, env=self._environment, stdout=subprocess.PIPE, text=True
        )

    def said(self, *line: str) -> str:
        """What a Python of the site's environment prints."""
        process = self.python(*line)
        said, _ = process.communicate()
        if process.returncode != 0:
            raise Broken(f"`python {' '.join(line)}` failed.")
        return said

    @contextlib.contextmanager
    def started(self) -> Iterator[None]:
        """Tables and files are made; then the process runs for as long as the block lasts."""
        self.said("manage.py", "migrate", "--verbosity=0")
        self.said("manage.py", "collectstatic", "--noinput", "--verbosity=0")
        line = [sys.executable, "-m", "tests.bench.table.server", str(self.port)]
        command = Command("web", line, ROOT, VAR / "log" / "web.log", Ending(), None, self._environment)
        web = child.start(command, VAR / "run")
        try:
            _wait_until_it_answers(web, f"{self.address}/healthz")
            yield
        finally:
            web.end()


class Table:
    """A game of one island, and the player in seat 0 who looks at it."""

    def __init__(self, site: Site, browser: Browser, layout: str) -> None:
        self._site = site
        self._browser = browser
        self._dealt = json.loads(site.said("-m", "tests.bench.table.robots", "deal", layout, str(SEATS)))

    @property
    def address(self) -> str:
        return f"{self._site.address}/games/{self._dealt['id']}/"

    def visitor(self, screen: str, motion: str) -> BrowserContext:
        """A browser of its own with nothing in its cache, in which the player is signed in."""
        context = self._browser.new_context(viewport=SCREENS[screen], service_workers="block")
        context.add_cookies([{"name": "sessionid", "value": self._dealt["session"], "url": self._site.address}])
        context.add_init_script(WATCH)
        context.add_init_script(f"localStorage.setItem({json.dumps(MOTION)}, {json.dumps(motion)})")
        return context

    def open(self, page: Page) -> None:
        page.goto(self.address)
        page.wait_for_selector("[data-interactive]", state="attached")

    def played(self, page: Page, entries: int, seconds: float) -> list[Cost]:
        """What each of the next entries costs the page; an entry comes every so many seconds."""
        page.wait_for_timeout(SETTLED_MS)
        self._browser.start_tracing(page=page, categories=CATEGORIES)
        robots = ("-m", "tests.bench.table.robots", "play", self._dealt["id"], str(entries), str(seconds))
        process = self._site.python(*robots)
        while process.poll() is None:
            page.wait_for_timeout(200)
        if process.returncode != 0:
            raise Broken("The robots could not play.")
        page.wait_for_timeout(SETTLED_MS)
        return costs_of_entries(json.loads(self._browser.stop_tracing())["traceEvents"])


def main() -> int:
    for ending in ENDED_BY:
        signal.signal(ending, _interrupt)
    path = chromium.find()
    if path is None:
        print(chromium.MISSING, file=sys.stderr)
        return 1
    try:
        figures = _measured(path)
    except KeyboardInterrupt:
        print("\nEnded.")
        return 1
    except (ServiceProblem, Broken) as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(figures, indent=2) + "\n")
    for name, figure in figures.items():
        print(f"{name:44}{figure['value']:>10,} {figure['unit']:6}({figure['low']:,} to {figure['high']:,})")
    return 0


def _measured(path: str) -> dict[str, dict[str, Any]]:
    quick = bool(os.environ.get("QUICK"))
    child.end_leftovers(VAR / "run")
    (VAR / "log").mkdir(parents=True, exist_ok=True)
    figures: dict[str, dict[str, Any]] = {}
    with contextlib.ExitStack() as stack:
        site = Site(stack.enter_context(running(VAR, durable=False)))
        _say("Preparing the site.")
        stack.enter_context(site.started())
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=path, args=FLAGS)
        stack.callback(browser.close)
        for layout in LAYOUTS[:1] if quick else LAYOUTS:
            table = Table(site, browser, layout)
            if layout == LAYOUTS[0]:
                _say("Visiting for the first time.")
                figures |= _of_visits(table, 1 if quick else VISITS)
            _say(f"Playing {layout}.")
            figures |= _of_entries(table, layout, 12 if quick else 60)
    return figures


def _of_visits(table: Table, visits: int) -> dict[str, dict[str, Any]]:
    transferred, interactive, shifted = [], [], []
    for _ in range(visits):
        for screen in SCREENS:
            context = table.visitor(screen, "fast")
            page = context.new_page()
            sizes = _sizes(context, page)
            table.open(page)
            page.wait_for_timeout(SETTLED_MS)
            transferred.append(sum(size for url, size in sizes.items() if "tiles" not in url) / 1000)
            interactive.append(float(page.get_attribute("html", "data-interactive") or "inf"))
            shifted.append(page.evaluate("window.shifted"))
            context.close()
    return {
        "first_visit_without_drawings_kb": _figure(transferred, "kB"),
        "interactive_ms": _figure(interactive, "ms"),
        "layout_shift_of_first_visit": _figure(shifted, "score"),
    }


def _sizes(context: BrowserContext, page: Page) -> dict[str, float]:
    """What comes over the line for each address, headers and body, as it comes."""
    addresses: dict[str, str] = {}
    sizes: dict[str, float] = {}
    session = context.new_cdp_session(page)
    session.on("Network.requestWillBeSent", lambda said: addresses.update({said["requestId"]: said["request"]["url"]}))
    session.on(
        "Network.loadingFinished",
        lambda said: sizes.update({addresses[said["requestId"]]: said["encodedDataLength"]}),
    )
    session.send("Network.enable")
    return sizes


def _of_entries(table: Table, layout: str, entries: int) -> dict[str, dict[str, Any]]:
    figures: dict[str, dict[str, Any]] = {}
    for motion in ("off", "fast"):
        context = table.visitor("desk", motion)
        page = context.new_page()
        table.open(page)
        costs = table.played(page, entries // 2, 0.6)
        if len(costs) < entries // 4:
            raise Broken(f"Of {entries // 2} entries only {len(costs)} were seen.")
        drawn = f"{layout}_entry_motion_{motion}"
        figures |= {
            f"{drawn}_cpu_ms": _figure([cost.cpu_ms for cost in costs], "ms"),
            f"{drawn}_wall_ms": _figure([cost.wall_ms for cost in costs], "ms"),
            f"{drawn}_until_next_cpu_ms": _figure([cost.until_next_cpu_ms for cost in costs], "ms"),
            f"{drawn}_long_tasks": _figure([len(page.evaluate("window.longTasks"))], "tasks"),
            f"{drawn}_layout_shift": _figure([page.evaluate("window.shifted")], "score"),
        }
        context.close()
    return figures


def _figure(values: list[float], unit: str) -> dict[str, Any]:
    """The median with the lowest and the highest."""
    kept = {"value": statistics.median(values), "low": min(values), "high": max(values)}
    return {"unit": unit, **{name: float(f"{value:.4g}") for name, value in kept.items()}}


def _wait_until_it_answers(process: Child, address: str) -> None:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until and process.is_running():
        with contextlib.suppress(OSError):
            urllib.request.urlopen(address, timeout=5).close()
            return
        time.sleep(0.1)
    raise Broken(f"{process.name} did not start; {VAR / 'log'} says why.")


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """One signal ends the bench; more of them do not disturb the ending."""
    for ending in ENDED_BY:
        signal.signal(ending, signal.SIG_IGN)
    raise KeyboardInterrupt


def _say(words: str) -> None:
    print(words, flush=True)


if __name__ == "__main__":
    sys.exit(main())
