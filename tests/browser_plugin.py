"""Gives tests/browser/ its Chromium. Where there is none they are skipped, loudly; in CI that fails the run."""

import os

import pytest

from tests import chromium


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    ours = [item for item in items if item.nodeid.startswith("tests/browser/")]
    # After all others, for Playwright's event loop runs on in the thread of the tests and lets no other one run there.
    items.sort(key=lambda item: item.nodeid.startswith("tests/browser/"))
    if not ours or chromium.find():
        return
    if os.environ.get("CI"):
        raise pytest.UsageError(f"The browser tests cannot run: {chromium.MISSING}.")
    for item in ours:
        item.add_marker(pytest.mark.skip(reason=chromium.MISSING))
    config.stash[SKIPPED] = len(ours)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if skipped := config.stash.get(SKIPPED, 0):
        terminalreporter.section("BROWSER TESTS SKIPPED", red=True, bold=True)
        terminalreporter.line(f"{skipped} tests of tests/browser/ did not run: {chromium.MISSING}.", red=True)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    path = chromium.find()
    assert path, chromium.MISSING
    return path


SKIPPED = pytest.StashKey[int]()
