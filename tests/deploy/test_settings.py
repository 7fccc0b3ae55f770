"""A production start: it needs its secrets and addresses, and Django finds nothing to warn of."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
REQUIRED = ["SECRET_KEY", "ALLOWED_HOSTS", "SITE_ORIGINS", "DATABASE_URL", "REDIS_URL"]


def production() -> dict[str, str]:
    """The environment of deploy/example.env, and nothing of this test run's."""
    lines = (ROOT / "deploy" / "example.env").read_text().splitlines()
    given = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    return {"PATH": os.environ["PATH"], **{name: value.strip('"') for name, value in given.items()}}


def python(*arguments: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, *arguments]
    return subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_production_gives_django_nothing_to_warn_of():
    done = python("manage.py", "check", "--deploy", "--fail-level", "WARNING", environment=production())
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", REQUIRED)
def test_a_production_start_without_one_of_them_fails_and_names_it(name):
    environment = production()
    del environment[name]
    done = python("-c", "import deploy.settings", environment=environment)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1].endswith(f"Set the {name} environment variable")


def test_development_needs_nothing_but_debug():
    done = python("-c", "import deploy.settings", environment={"PATH": os.environ["PATH"], "DEBUG": "1"})
    assert done.returncode == 0, done.stderr
