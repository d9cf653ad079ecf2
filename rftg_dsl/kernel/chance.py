"""Random results that can be recomputed in any programming language.

Each roll or draw hashes its label, ``seed/game/round/seat/purpose/counter``, with SHA-256. The digest is read byte by
byte, or in pairs of bytes if the domain is larger than 256. Numbers at or above the largest multiple of the domain's
size are skipped. When a digest is used up, the label is hashed again with ``+1`` appended, then with ``+2``, and so on.
``docs/log-format.md`` has test vectors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Protocol


class Chance(Protocol):
    """A source of random results."""

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        """Return ``times`` independent results, each from 0 to ``domain - 1``."""

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """Return ``times`` different members of the domain, in the order drawn."""


class Seeded:
    """A source of results derived from a seed."""

    __slots__ = ("prefix",)

    def __init__(self, seed: str, game: str) -> None:
        self.prefix = f"{seed}/{game}/"

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        digest = sha256((self.prefix + label).encode()).digest()
        if domain <= 256:
            limit = 256 - 256 % domain
            # In the common case, a single result needs only one byte, so the rest of the digest is not read.
            if times == 1 and digest[0] < limit:
                return [digest[0] % domain]
            results = [byte % domain for byte in digest if byte < limit]
            if len(results) >= times:
                return results[:times]
        stream = number_stream(self.prefix + label, domain)
        return [next(stream) for _ in range(times)]

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        """Draw without replacement: a member that is drawn cannot be drawn again."""
        if times == 1:
            return [domain[self.rolls(label, len(domain), 1)[0]]]
        left, drawn = list(domain), []
        start = f"{self.prefix}{label}."
        for nth in range(times):
            size = len(left)
            # Inline the common case of ``rolls``, which uses the first byte of the same digest.
            byte = sha256(f"{start}{nth}".encode()).digest()[0]
            if byte < 256 - 256 % size:
                drawn.append(left.pop(byte % size))
            else:
                drawn.append(left.pop(self.rolls(f"{label}.{nth}", size, 1)[0]))
        return drawn


def number_stream(label: str, domain: int) -> Iterator[int]:
    width = 1 if domain <= 256 else 2
    span = 256**width
    # Numbers at or above this limit would make small results more likely.
    limit = span - span % domain
    turn = 0
    while True:
        digest = sha256((label if not turn else f"{label}+{turn}").encode()).digest()
        for at in range(0, len(digest), width):
            number = int.from_bytes(digest[at : at + width], "big")
            if number < limit:
                yield number % domain
        turn += 1
