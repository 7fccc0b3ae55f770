"""`make run`: the whole site on this machine, for development and for trying it out.

Starts PostgreSQL and Redis unless they are there, migrates, seeds a demo, starts the web process and the worker, and
says where to go. Ctrl-C, or SIGTERM, ends all of it in order; so does the death of any part, with a non-zero status.
"""

import contextlib
import fcntl
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn

from deploy.services.child import Child, Command, Ending, end_leftovers, start
from deploy.services.errors import ServiceProblem
from deploy.services.running import running

ROOT = Path(__file__).resolve().parent.parent
FIRST_PORT = 8000
READY_SECONDS = 60.0
ENDED_BY = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

UVICORN = [
    "--ws=deploy.websocket:WebSocket",
    "--ws-max-size=16384",
    "--ws-max-queue=16",
    "--ws-ping-interval=15",
    "--ws-ping-timeout=15",
    "--ws-per-message-deflate=false",
    "--timeout-graceful-shutdown=3",
    "--no-server-header",
]
# What the terminal need not show: the log has it.
QUIET = re.compile(r"INFO:|\d{4}-\d\d-\d\d [\d:,]+ (INFO|DEBUG) ")


class Broken(Exception):
    """A part of the site did not start or has died; the message names it."""


@dataclass(frozen=True, slots=True)
class Site:
    """What the processes of one clone share."""

    var: Path
    port: int
    environment: dict[str, str]

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}/"


def main() -> int:
    for ending in ENDED_BY:
        signal.signal(ending, _interrupt)
    var = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "var"
    try:
        with _alone(var):
            _run(var)
    except KeyboardInterrupt:
        print("\nEnded.")
        return 0
    except (ServiceProblem, Broken) as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1


def _run(var: Path) -> NoReturn:
    if leftovers := end_leftovers(var / "run"):
        _say(f"Ended what a killed run had left: {', '.join(leftovers)}.")
    _drop_old_logs(var / "log")
    port = _port()
    with running(var, durable=True) as services:
        _say(f"{services.said()}.")
        site = Site(var, port, {**os.environ, **services.environment(), **_development(var, port)})
        demo = _prepare(site)
        with _ended(_web(site)) as web, _ended(_worker(site)) as worker:
            _wait_until_ready(site, web)
            print(f"\n  Tidewatch is at {site.address}\n{demo}\n  Logs: {var / 'log'}. Ctrl-C ends it.\n", flush=True)
            _watch([web, worker, *services.children()])


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """One signal ends the site; more of them do not disturb the ending."""
    for ending in ENDED_BY:
        signal.signal(ending, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextlib.contextmanager
def _alone(var: Path) -> Iterator[None]:
    """Hold the clone's lock, which ends with this process however it dies."""
    var.mkdir(parents=True, exist_ok=True)
    with (var / "run.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Broken("`make run` is already running in this folder.") from error
        yield


def _drop_old_logs(logs: Path) -> None:
    logs.mkdir(exist_ok=True)
    for log in logs.glob("*.log"):
        log.unlink()


def _port() -> int:
    """PORT from the environment, else the first free one from 8000 on."""
    if wanted := os.environ.get("PORT"):
        if not (wanted.isdecimal() and _is_free(int(wanted))):
            raise Broken(f"Port {wanted} is taken or no port: set PORT to another one.")
        return int(wanted)
    return next(port for port in range(FIRST_PORT, FIRST_PORT + 1000) if _is_free(port))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True


def _development(var: Path, port: int) -> dict[str, str]:
    return {
        "DEBUG": "1",
        "SECRET_KEY": _secret_key(var / "secret_key"),
        "SITE_ORIGINS": f"http://localhost:{port},http://127.0.0.1:{port}",
        "PYTHONUNBUFFERED": "1",
        # Static files come through synchronous iterators; in production another server sends them.
        "PYTHONWARNINGS": "ignore:StreamingHttpResponse must consume",
    }


def _secret_key(kept: Path) -> str:
    """Kept, so that people stay signed in from one run to the next."""
    if not kept.exists():
        kept.touch(mode=0o600)
        kept.write_text(secrets.token_urlsafe(50))
    return kept.read_text()


def _prepare(site: Site) -> str:
    """Bring the database and the catalogues up to date and return what the demo says of its logins."""
    _say("Migrating.")
    _manage(site, "migrate", "--verbosity=0")
    if shutil.which("msgfmt") and any((ROOT / "templates").rglob("*.po")):
        _manage(site, "compilemessages", "--verbosity=0")
    _say("Seeding the demo.")
    return textwrap.indent(_manage(site, "seed_demo"), "  ")


def _manage(site: Site, *command: str) -> str:
    line = [sys.executable, "manage.py", *command]
    done = subprocess.run(line, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise Broken(f"`manage.py {' '.join(command)}` failed.")
    return done.stdout.rstrip()


def _web(site: Site) -> Child:
    """The one process that serves pages and sockets; what is not routine in its output is shown here too."""
    line = [sys.executable, "-m", "uvicorn", "deploy.asgi:application", f"--port={site.port}", *UVICORN]
    web = start(
        Command("web", line, ROOT, environment=site.environment, ending=Ending(patience_seconds=8.0)), site.var / "run"
    )
    threading.Thread(target=_copy_output, args=(web, site.var / "log" / "web.log"), daemon=True).start()
    return web


def _worker(site: Site) -> Child:
    schedule = site.var / "celerybeat-schedule"
    line = [sys.executable, "-m", "celery", "-A", "deploy", "worker", "-B", f"--schedule={schedule}"]
    line += ["--concurrency=1", "--loglevel=INFO"]
    # Celery closes a pool of connections after every task.
    environment = {**site.environment, "DATABASE_POOL_SIZE": "0"}
    log = site.var / "log" / "worker.log"
    return start(Command("worker", line, ROOT, log, environment=environment), site.var / "run")


def _copy_output(web: Child, log: Path) -> None:
    assert web.process.stdout is not None
    with log.open("wb") as file:
        for line in web.process.stdout:
            file.write(line)
            file.flush()
            if not QUIET.match(text := line.decode(errors="replace")):
                print(text, end="", file=sys.stderr, flush=True)


@contextlib.contextmanager
def _ended(child: Child) -> Iterator[Child]:
    try:
        yield child
    finally:
        child.end()


def _wait_until_ready(site: Site, web: Child) -> None:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until and web.is_running():
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{site.port}/healthz", timeout=5).close()
        except urllib.error.HTTPError as error:
            raise Broken(f"The site answers with an error: {error}.") from error
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise Broken(f"The web process did not start; {site.var / 'log' / 'web.log'} says why.")


def _watch(children: list[Child]) -> NoReturn:
    while True:
        for child in children:
            if not child.is_running():
                raise Broken(f"{child.name} has ended with status {child.process.returncode}; ending the rest.")
        time.sleep(0.3)


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
