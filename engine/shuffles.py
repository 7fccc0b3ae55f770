"""Fair shuffles: every order follows from the game's seed (`docs/notation.md`, Fair shuffles)."""

import hashlib
from collections.abc import Sequence
from typing import Final

SEED_BYTES = 32
# Of a position written by hand, where no other is given.
SEED_BY_HAND: Final = bytes(SEED_BYTES)

# HMAC by RFC 2104: what all cards of a shuffle begin with is hashed once; copies of an `hmac` take 1.7 times as long.
_BLOCK_BYTES: Final = 64
_INNER_PAD: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD: Final = bytes(byte ^ 0x5C for byte in range(256))


def shuffled(seed: bytes, deck: str, number: int, cards: Sequence[int]) -> tuple[int, ...]:
    """These cards in the order of shuffle `number` of the deck, which is `island`, `roles`, `flood` or `treasure`."""
    key = seed.ljust(_BLOCK_BYTES, b"\0")
    begun = hashlib.sha256(key.translate(_INNER_PAD) + f"{deck}:{number}:".encode())
    keyed = hashlib.sha256(key.translate(_OUTER_PAD))

    def digest(index: int) -> bytes:
        inner, outer = begun.copy(), keyed.copy()
        inner.update(b"%d" % index)
        outer.update(inner.digest())
        return outer.digest()

    return tuple(cards[index] for index in sorted(range(len(cards)), key=digest))


def commitment(seed: bytes) -> str:
    """What is shown of a seed before the game is over: its SHA-256 in hex."""
    return hashlib.sha256(seed).hexdigest()
