"""Fair shuffles: every order follows from the game's seed (`docs/notation.md`, Fair shuffles)."""

import hashlib
import hmac
from collections.abc import Sequence

SEED_BYTES = 32


def shuffled(seed: bytes, deck: str, number: int, cards: Sequence[int]) -> tuple[int, ...]:
    """These cards in the order of shuffle `number` of the deck, which is `island`, `roles`, `flood` or `treasure`."""
    keyed = hmac.new(seed, digestmod="sha256")

    def digest(index: int) -> bytes:
        mac = keyed.copy()  # half the cost of keying each anew
        mac.update(f"{deck}:{number}:{index}".encode())
        return mac.digest()

    return tuple(cards[index] for index in sorted(range(len(cards)), key=digest))


def commitment(seed: bytes) -> str:
    """What is shown of a seed before the game is over: its SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()
