"""The Chromium of the browser tests: the machine's, or as root one that the system's package manager brings.

`python -m tests.chromium` sees to it before the suite runs.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
MISSING = "no Chromium on this machine: install it (on Debian: apt-get install chromium), or set CHROMIUM to its path"


def find() -> str | None:
    """The path of the Chromium to test with, if there is one."""
    if chosen := os.environ.get("CHROMIUM"):
        return shutil.which(chosen)
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """Have the system's package manager install it, where that needs nobody's password."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in ("apt-get update -qq", "apt-get install -y -qq --no-install-recommends chromium"):
        subprocess.run(
            command.split(), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False
        )


if __name__ == "__main__":
    if find() is None:
        install()
    sys.exit(f"The browser tests need Chromium, but there is {MISSING}." if os.environ.get("CI") and not find() else 0)
