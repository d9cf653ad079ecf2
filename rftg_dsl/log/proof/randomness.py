"""Where the results of chance come from, what a log says of it beforehand, and what is revealed afterwards.

- ``seed``: every result follows from one text of the host. The log begins with a commitment to it, and ends with it.
- ``shared``: it follows from a text of the host and one of each seat. All are committed to in the head; the seats
  reveal theirs before the first result, the host after the last. So nobody can choose the results, and only the host
  can foresee them.
- ``table``: people threw dice and drew pieces, and said what came.
- ``recorded``: results of a game played elsewhere.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import Unusable
from rftg_dsl.log.format.kinds import HEX, NONCE, RANDOMNESS, Mode
from rftg_dsl.log.format.record import Record, line_of
from rftg_dsl.log.format.shapes import has_shape


@frozen
class Secret:
    """A text that is promised before it is told; the nonce of 128 bits keeps it from being guessed."""

    text: str
    nonce: str

    @property
    def commitment(self) -> str:
        """The promise: the SHA-256 of ``rftg-commit/2``, the nonce and the text, each on a line."""
        return sha256(f"rftg-commit/2\n{self.nonce}\n{self.text}".encode()).hexdigest()


def secret_of(text: str) -> Secret:
    """A text with a nonce that follows from it, so that a log can be made again.

    Whoever guesses the text also knows the nonce: only a text that cannot be guessed is safe from being foreseen.
    ``Unusable`` if it is not UTF-8, as a command line can have it.
    """
    try:
        return Secret(text, sha256(f"rftg-nonce/2\n{text}".encode()).hexdigest()[:32])
    except UnicodeEncodeError:
        raise Unusable("the text is not UTF-8", "use letters and digits", "wrong-option") from None


def generate_secret() -> Secret:
    """A text of 128 random bits."""
    return secret_of(secrets.token_hex(16))


@frozen
class Randomness:
    """Where the results of one game come from, as far as it is known."""

    mode: Mode
    host: Secret | None = None
    """Of ``seed`` and ``shared``; None while the host has not revealed it."""
    promise: str = ""
    """What the host has committed to."""
    promises: tuple[str, ...] = ()
    """What each seat has committed to."""
    shares: tuple[Secret | None, ...] = ()
    """What each seat has revealed; None for one that refused."""

    @property
    def head(self) -> Record:
        """What the head of a log says."""
        if self.mode == "seed":
            return {"commit": self.promise, "mode": "seed"}
        if self.mode == "shared":
            return {"commit": self.promise, "mode": "shared", "seats": list(self.promises)}
        return {"mode": self.mode}

    @property
    def seed(self) -> str | None:
        """The text that all results follow from; None if there is none, or it is not known yet."""
        if self.host is None:
            return None
        if self.mode == "seed":
            return self.host.text
        told = [share.text if share else None for share in self.shares]
        return sha256(line_of(["rftg-shared/2", self.host.text, *told]).encode()).hexdigest()

    @property
    def text(self) -> str:
        """The text of the host, or another one if there is none: bots choose by it."""
        return self.host.text if self.host else self.mode

    @property
    def opening(self) -> list[Record]:
        """The records before the first result: the shares."""
        return [
            {"k": "share", "nonce": share.nonce, "seat": seat, "text": share.text}
            if share
            else {"k": "share", "refused": 1, "seat": seat}
            for seat, share in enumerate(self.shares)
        ]

    @property
    def closing(self) -> list[Record]:
        """The record after the last result: what the host has committed to."""
        return [{"k": "reveal", "nonce": self.host.nonce, "text": self.host.text}] if self.host else []

    @property
    def refused(self) -> tuple[int, ...]:
        """The seats that have not revealed their share."""
        return tuple([seat for seat, share in enumerate(self.shares) if share is None])


def dice_of(seed: str | Randomness | None) -> Randomness:
    """Where results come from: a seed as text, 128 random bits if there is none, or anything else."""
    if isinstance(seed, Randomness):
        return seed
    return randomness_from(generate_secret() if seed is None else seed)


RECORDED, TABLE = Randomness("recorded"), Randomness("table")


def randomness_from(seed: str | Secret) -> Randomness:
    """Results that follow from a seed."""
    secret = secret_of(seed) if isinstance(seed, str) else seed
    return Randomness("seed", secret, secret.commitment)


def shared(host: Secret, shares: Sequence[Secret | None], promises: Sequence[str] = ()) -> Randomness:
    """Results that follow from a text of the host and those of the seats, which have promised them."""
    made = tuple(promises) or tuple([share.commitment if share else "" for share in shares])
    return Randomness("shared", host, host.commitment, made, tuple(shares))


def parse_randomness(said: Any, players: int) -> Randomness | None:
    """What the head of a log says of its randomness; None if it makes no sense."""
    if not has_shape(said, RANDOMNESS):
        return None
    promises = tuple(said.get("seats", ()))
    if "seats" in said and len(promises) != players:
        return None
    return Randomness(said["mode"], promise=said.get("commit", ""), promises=promises)


def is_hex(text: object) -> bool:
    """Whether this is a digest in hexadecimal."""
    return has_shape(text, HEX)


def secret_in(record: Record) -> Secret | None:
    """The secret that a ``share`` or ``reveal`` record tells; None if it tells none."""
    nonce, text = record.get("nonce"), record.get("text")
    return Secret(text, nonce) if isinstance(text, str) and isinstance(nonce, str) and has_shape(nonce, NONCE) else None
