"""Which account the servers run as, and a folder that this account can use.

PostgreSQL refuses to run as root, and no server should. Root's servers run as another account of the machine, which
often may not enter the project, since that lies in a home of mode 0700.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deploy.services.errors import ServiceProblem

ACCOUNTS = ("postgres", "redis", "nobody")
ELSEWHERE = Path("/var/lib/tidewatch")


@dataclass(frozen=True, slots=True)
class Account:
    """A user of the machine and its main group."""

    uid: int
    gid: int

    def as_popen(self) -> dict[str, Any]:
        """Arguments with which subprocess starts something as this account."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def account_for(folder: Path) -> Account | None:
    """The account that servers with their data in `folder` run as; None is our own, where we are not root."""
    if os.geteuid() != 0:
        _refuse_if_not_ours(folder)
        return None
    if folder.exists() and (owner := folder.stat()).st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    return _first_known(ACCOUNTS)


def own_folder(path: Path, account: Account | None) -> Path:
    """Make a private folder of `account` at `path`, if there is none, and return where it really is.

    Where `account` may not enter the folders above, it lies in ELSEWHERE, and `path` is a link to it.
    """
    if path.exists():
        return path.resolve()
    path.unlink(missing_ok=True)  # a link to a folder that is gone
    path.parent.mkdir(parents=True, exist_ok=True)
    if account is None or can_enter(path.parent, account):
        path.mkdir(mode=0o700)
    else:
        path.symlink_to(_folder_elsewhere())
    hand_over(path.resolve(), account)
    return path.resolve()


def remove_folder(path: Path) -> None:
    """Remove what `own_folder` made at `path`."""
    shutil.rmtree(path.resolve(), ignore_errors=True)
    path.unlink(missing_ok=True)


def hand_over(path: Path, account: Account | None) -> None:
    """Give one file or folder to `account`."""
    if account is not None:
        os.chown(path, account.uid, account.gid)


def can_enter(folder: Path, account: Account) -> bool:
    """Whether the machine lets `account` into `folder`: asked, not computed."""
    return runs(["test", "-x", str(folder)], account)


def runs(command: Sequence[str], account: Account | None) -> bool:
    """Whether `command` ends well when `account` runs it."""
    as_account = account.as_popen() if account else {}
    try:
        done = subprocess.run(command, cwd="/", check=False, capture_output=True, timeout=30, **as_account)
    except OSError:
        return False
    return done.returncode == 0


def _first_known(names: Sequence[str]) -> Account:
    for name in names:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    raise ServiceProblem(f"Servers do not run as root, and this machine has none of the users {', '.join(names)}.")


def _refuse_if_not_ours(folder: Path) -> None:
    try:
        owner = folder.stat().st_uid
    except FileNotFoundError:
        return
    except PermissionError:
        owner = -1
    if owner != os.geteuid():
        raise ServiceProblem(f"{folder} belongs to another user: move it away, or start as that user.")


def _folder_elsewhere() -> Path:
    ELSEWHERE.mkdir(mode=0o755, parents=True, exist_ok=True)
    ELSEWHERE.chmod(0o755)
    return Path(tempfile.mkdtemp(dir=ELSEWHERE))
