"""Detects Ed25519 public keys that bind no one, because a signature by a key of small order can fit any text.

A key is a point on a curve, encoded as its y coordinate and the lowest bit of x (RFC 8032). Checking a key requires no
library.
"""

from __future__ import annotations

PRIME = 2**255 - 19
D = -121665 * pow(121666, -1, PRIME) % PRIME
"""The constant in the curve equation ``-x*x + y*y = 1 + D*x*x*y*y``."""
EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDER = frozenset({0, 1, PRIME - 1, EIGHTH, PRIME - EIGHTH})


def weakness_of(raw: bytes) -> str:
    """The reason not to rely on a 32-byte key; empty if the key is sound."""
    y = int.from_bytes(raw, "little") & (2**255 - 1)
    if y >= PRIME:
        return "it is not in canonical form"
    if y in SMALL_ORDER:
        return "it is a point of small order, so a single signature by it can fit every log"
    # The curve equation gives x*x as a fraction in y. The fraction is a square if and only if the product of its
    # numerator and denominator is a square, which Euler's criterion tests.
    squared = (y * y - 1) * (D * y * y + 1) % PRIME
    return "" if pow(squared, (PRIME - 1) // 2, PRIME) == 1 else "it is not a point on the curve"
