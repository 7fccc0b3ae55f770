"""A short chaos run, and its control. `make chaos` is the long one."""

import json
import subprocess
import sys

import pytest

from tests.servers import ROOT

# All told: the site's start, play, what settles, and the verdict.
PATIENCE_SECONDS = 150


@pytest.fixture
def chaos(var):
    """Runs `python -m tests.chaos` with these arguments; returns its status, what it printed, and its figures."""
    results = var / "chaos.json"

    def ran(*arguments):
        line = [sys.executable, "-m", "tests.chaos", f"--folder={var / 'site'}", f"--results={results}", *arguments]
        done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS)
        assert results.exists(), done.stderr
        return done.returncode, done.stdout, json.loads(results.read_text())

    return ran


def test_nothing_acknowledged_is_lost_while_everything_breaks(chaos):
    status, said, figures = chaos("--seconds=22")
    assert figures["failures"] == [], said
    assert status == 0
    assert figures["actions"] > 100
    assert figures["clients_equal"] == figures["clients"] > 50
    assert figures["won"] > 0
    assert len(figures["faults"]) >= 5


def test_with_gap_and_tail_checks_switched_off_a_run_fails(chaos):
    # with the checks everybody has caught up within two seconds
    faults = ("--faults", "redis_killed", "redis_clients_cut")
    status, said, figures = chaos("--control", "--seconds=8", "--settle=15", *faults)
    assert status == 0, said
    assert "The control failed, as it must." in said
    assert figures["clients_equal"] < figures["clients"]
    assert (figures["lost"], figures["doubled"], figures["gaps"]) == (0, 0, 0)
