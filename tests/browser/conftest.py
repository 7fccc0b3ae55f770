"""The whole site in processes of its own, on the test database, and Chromium to look at it."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import closing
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import expect, sync_playwright

from tests.servers import ROOT, wait_until_it_answers

# Playwright's loop lives in the main thread, where Django would refuse every query.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# Pages of the browser's own that lie ready below its address bar, and a process for whatever may come next: two thirds
# of what a new window takes.
OFF = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"]
OFF_BY_PLAYWRIGHT = [
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    # The last such flag is the only one that counts, so those that Playwright switches off stand here again.
    f"--disable-features={','.join([*OFF_BY_PLAYWRIGHT, *OFF])}",
]
PATIENCE_SECONDS = 60
# A shared machine may be slow; what is looked for comes at once or, after this long, not at all.
expect.set_options(timeout=20_000)


def _free_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="package")
def site(django_db_setup, django_db_blocker):
    """The address of a web process; a Celery worker runs beside it."""
    port = _free_port()
    url = f"http://127.0.0.1:{port}"
    database = settings.DATABASES["default"]
    place = f"{database['HOST']}:{database['PORT']}/{database['NAME']}"
    environment = {
        **os.environ,
        "SOCKET_MESSAGES_A_SECOND": "100",  # a test presses faster than a person
        "DATABASE_URL": f"postgresql://{database['USER']}:{database['PASSWORD']}@{place}",
        "REDIS_URL": settings.REDIS_URL,
        "SITE_ORIGINS": url,
        "LOG_LEVEL": "WARNING",
        # Static files come through synchronous iterators; only a development server sends them so.
        "PYTHONWARNINGS": "ignore:StreamingHttpResponse must consume",
    }
    web = [sys.executable, "-m", "tests.browser.server", str(port)]
    worker = [sys.executable, "-m", "celery", "-A", "deploy", "worker", "--pool", "solo", "--loglevel", "WARNING"]
    processes = [
        subprocess.Popen(web, env=environment, cwd=ROOT),
        subprocess.Popen(worker, env={**environment, "DATABASE_POOL_SIZE": "0"}, cwd=ROOT),
    ]
    try:
        wait_until_it_answers(f"{url}/healthz", PATIENCE_SECONDS, *processes)
        yield url
    finally:
        for process in processes:
            process.send_signal(signal.SIGTERM)
        for process in processes:
            process.wait(PATIENCE_SECONDS)


@pytest.fixture(scope="package")
def chromium(chromium_path):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium, site, transactional_db):
    """Opens pages in browsers of their own; what a browser complains about fails the test."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def opened(**options):
        context = chromium.new_context(base_url=site, **{"viewport": {"width": 1440, "height": 900}, **options})
        contexts.append(context)
        context.set_default_timeout(PATIENCE_SECONDS * 1000 / 3)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.extend(_complaint(message)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


# What htmx says of a request that was on its way when somebody left the page.
CUT_OFF = ("htmx:sendAbort, ", "htmx:afterRequest, ")


def _complaint(message):
    """What a browser's console says, if it is an error other than of an address that does not exist."""
    if message.type != "error" or "404 (Not Found)" in message.text or message.text.startswith(CUT_OFF):
        return []
    return [f"{message.text} at {message.location['url']}"]
