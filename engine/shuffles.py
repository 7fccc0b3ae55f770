"""Fair shuffles: every order follows from the game's seed (`docs/notation.md`, Fair shuffles)."""

import hashlib
from collections.abc import Sequence
from typing import Final

SEED_BYTES = 32

# HMAC by RFC 2104: both hashes are keyed once a shuffle and copied for each card, at half the cost of copying an hmac.
_BLOCK_BYTES: Final = 64
_INNER_PAD: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD: Final = bytes(byte ^ 0x5C for byte in range(256))


def shuffled(seed: bytes, deck: str, number: int, cards: Sequence[int]) -> tuple[int, ...]:
    """These cards in the order of shuffle `number` of the deck, which is `island`, `roles`, `flood` or `treasure`."""
    key = seed.ljust(_BLOCK_BYTES, b"\0")
    keyed_inner, keyed_outer = hashlib.sha256(key.translate(_INNER_PAD)), hashlib.sha256(key.translate(_OUTER_PAD))

    def digest(index: int) -> bytes:
        inner, outer = keyed_inner.copy(), keyed_outer.copy()
        inner.update(f"{deck}:{number}:{index}".encode())
        outer.update(inner.digest())
        return outer.digest()

    return tuple(cards[index] for index in sorted(range(len(cards)), key=digest))


def commitment(seed: bytes) -> str:
    """What is shown of a seed before the game is over: its SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()
