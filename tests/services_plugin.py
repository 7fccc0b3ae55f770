"""Starts the servers of tests/servers.py when the first test needs them, and ends them after the last."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.services.errors import ServiceProblem
from tests import servers

# Tests that need neither PostgreSQL nor Redis, so that they can run on every save.
PURE = ("tests/engine/", "tests/bench/", "tests/ratings/test_elo.py", "tests/test_architecture.py")


def pytest_configure() -> None:
    # Whitenoise warns at every start of a site whose folder of collected files is missing.
    (servers.ROOT / "var" / "static").mkdir(parents=True, exist_ok=True)


def pytest_report_header() -> str:
    return f"services: {servers.services().said()}"


def pytest_collection_finish(session: pytest.Session) -> None:
    if session.config.option.collectonly or all(item.nodeid.startswith(PURE) for item in session.items):
        return
    try:
        servers.services().start()
    except ServiceProblem as problem:
        pytest.exit(str(problem), returncode=pytest.ExitCode.INTERNAL_ERROR)


def pytest_unconfigure() -> None:
    servers.services().end()
    servers.clear(servers.own_folder())


@pytest.fixture
def var(request: pytest.FixtureRequest) -> Iterator[Path]:
    """An empty folder for a test that starts servers of its own, which are ended if it forgets."""
    folder = servers.own_folder() / request.node.name
    yield folder
    servers.clear(folder)
