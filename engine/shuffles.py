"""Fair shuffles: every order follows from the game's seed (`docs/notation.md`, Fair shuffles)."""

import hashlib
import hmac
from collections.abc import Sequence

SEED_BYTES = 32


def shuffled(seed: bytes, deck: str, number: int, cards: Sequence[int]) -> tuple[int, ...]:
    """These cards in the order of shuffle `number` of the deck, which is `island`, `roles`, `flood` or `treasure`."""
    digests = [hmac.digest(seed, f"{deck}:{number}:{index}".encode(), "sha256") for index in range(len(cards))]
    return tuple(cards[index] for index in sorted(range(len(cards)), key=digests.__getitem__))


def commitment(seed: bytes) -> str:
    """What is shown of a seed before the game is over: its SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()
