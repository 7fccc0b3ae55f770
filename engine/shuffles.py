"""Fair shuffles: every order follows from the game's seed (`docs/notation.md`, Fair shuffles)."""

import hashlib
import hmac
from collections.abc import Sequence

SEED_BYTES = 32


def shuffled(seed: bytes, deck: str, number: int, cards: Sequence[int]) -> tuple[int, ...]:
    """These cards in the order of shuffle `number` of the deck, which is `island`, `roles`, `flood` or `treasure`."""
    keyed = hmac.new(seed, digestmod="sha256")  # copied for each card: half the cost of keying each anew
    digests = []
    for index in range(len(cards)):
        mac = keyed.copy()
        mac.update(f"{deck}:{number}:{index}".encode())
        digests.append(mac.digest())
    return tuple(cards[index] for index in sorted(range(len(cards)), key=digests.__getitem__))


def commitment(seed: bytes) -> str:
    """What is shown of a seed before the game is over: its SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()
