"""Where services keep their data, and as whom they run."""

import secrets
from dataclasses import dataclass
from pathlib import Path

from deploy.services.account import Account, account_for, hand_over, own_folder


@dataclass(frozen=True, slots=True)
class Place:
    """The folder of the servers of one clone, which they alone can enter, and what goes with it.

    `durable` servers lose nothing that they have acknowledged when the power goes; the others are quick.
    """

    folder: Path
    account: Account | None
    password: str
    logs: Path
    records: Path
    durable: bool


def make_place(var: Path, *, durable: bool) -> Place:
    """The place of the servers whose data is in `var`, made where there is none."""
    account = account_for(var / "services")
    folder = own_folder(var / "services", account)
    return Place(folder, account, _password(folder, account), var / "log", var / "run", durable)


def _password(folder: Path, account: Account | None) -> str:
    """Loopback is open to everybody on the machine, so even a demo's servers ask for a password."""
    kept = folder / "password"
    if not kept.exists():
        kept.touch(mode=0o600)
        kept.write_text(secrets.token_hex(16))
        hand_over(kept, account)
    return kept.read_text()
