"""Sources of randomness: a log's commitments to its results, and the secrets that are revealed afterwards.

- ``seed``: every result is derived from a single text chosen by the host. The log begins with a commitment to this text
  and ends by revealing it.
- ``shared``: results are derived from one text by the host and one by each seat. The head contains commitments to all
  of these texts. The seats reveal theirs before the first result, and the host does so after the last. No one can
  therefore choose the results, and only the host can predict them.
- ``table``: people threw dice, drew pieces, and typed in the results.
- ``recorded``: the results are those of a game played elsewhere.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.format.kinds import HEX, NONCE, RANDOMNESS, Mode
from rftg_dsl.log.format.record import Record, line_of
from rftg_dsl.log.format.shapes import has_shape


@frozen
class Secret:
    """A string that is committed to before it is revealed. A 128-bit nonce keeps it from being guessed."""

    text: str
    nonce: str

    @property
    def commitment(self) -> str:
        """The SHA-256 of ``rftg-commit/2``, the nonce and the text, each on its own line."""
        return sha256(f"rftg-commit/2\n{self.nonce}\n{self.text}".encode()).hexdigest()


def secret_of(text: str) -> Secret:
    """Create a secret with a nonce derived from its text, so that the same log can be created again.

    Anyone who guesses the text also knows the nonce, so the results are unpredictable only if the text cannot be
    guessed. Raise ``UsageError`` if the text is not valid UTF-8, which can happen with text from a command line.
    """
    try:
        return Secret(text, sha256(f"rftg-nonce/2\n{text}".encode()).hexdigest()[:32])
    except UnicodeEncodeError:
        raise UsageError("the text is not UTF-8", "use letters and digits", "wrong-option") from None


def generate_secret() -> Secret:
    """Generate a secret whose text consists of 128 random bits."""
    return secret_of(secrets.token_hex(16))


@frozen
class Randomness:
    """The source of a game's chance results, as far as it is known."""

    mode: Mode
    host: Secret | None = None
    """The host's secret in the modes ``seed`` and ``shared``; None until the host reveals it."""
    promise: str = ""
    promises: tuple[str, ...] = ()
    shares: tuple[Secret | None, ...] = ()
    """The secret that each seat has revealed; None for a seat that refused to reveal its secret."""

    @property
    def head(self) -> Record:
        """The ``randomness`` field of a log's head."""
        if self.mode == "seed":
            return {"commit": self.promise, "mode": "seed"}
        if self.mode == "shared":
            return {"commit": self.promise, "mode": "shared", "seats": list(self.promises)}
        return {"mode": self.mode}

    @property
    def seed(self) -> str | None:
        """The text that all results are derived from; None if there is no such text, or if it is not known yet."""
        if self.host is None:
            return None
        if self.mode == "seed":
            return self.host.text
        told = [share.text if share else None for share in self.shares]
        return sha256(line_of(["rftg-shared/2", self.host.text, *told]).encode()).hexdigest()

    @property
    def text(self) -> str:
        """The host's text or, if there is none, the mode. Bots derive their choices from it."""
        return self.host.text if self.host else self.mode

    @property
    def opening(self) -> list[Record]:
        """The records to write before the first result, which are the seats' shares."""
        return [
            {"k": "share", "nonce": share.nonce, "seat": seat, "text": share.text}
            if share
            else {"k": "share", "refused": 1, "seat": seat}
            for seat, share in enumerate(self.shares)
        ]

    @property
    def closing(self) -> list[Record]:
        """The records to write after the last result: the host's secret, if there is one."""
        return [{"k": "reveal", "nonce": self.host.nonce, "text": self.host.text}] if self.host else []

    @property
    def refused(self) -> tuple[int, ...]:
        """The seats that have refused to reveal their shares."""
        return tuple([seat for seat, share in enumerate(self.shares) if share is None])


def dice_of(seed: str | Randomness | None) -> Randomness:
    """Return randomness from a seed, or from 128 random bits if ``seed`` is None. A ``Randomness`` is returned
    unchanged."""
    if isinstance(seed, Randomness):
        return seed
    return randomness_from(generate_secret() if seed is None else seed)


RECORDED, TABLE = Randomness("recorded"), Randomness("table")


def randomness_from(seed: str | Secret) -> Randomness:
    """Return randomness in mode ``seed`` from a text or a secret."""
    secret = secret_of(seed) if isinstance(seed, str) else seed
    return Randomness("seed", secret, secret.commitment)


def shared(host: Secret, shares: Sequence[Secret | None], promises: Sequence[str] = ()) -> Randomness:
    """Return randomness in mode ``shared``. ``promises`` is required if a seat has refused to reveal its share."""
    made = tuple(promises) or tuple([share.commitment if share else "" for share in shares])
    return Randomness("shared", host, host.commitment, made, tuple(shares))


def parse_randomness(said: Any, players: int) -> Randomness | None:
    """Parse the randomness that a head declares. Return None if it is malformed."""
    if not has_shape(said, RANDOMNESS):
        return None
    promises = tuple(said.get("seats", ()))
    if "seats" in said and len(promises) != players:
        return None
    return Randomness(said["mode"], promise=said.get("commit", ""), promises=promises)


def is_hex(text: object) -> bool:
    """Whether ``text`` is a hexadecimal digest."""
    return has_shape(text, HEX)


def secret_in(record: Record) -> Secret | None:
    """The secret in a ``share`` or ``reveal`` record; None if the record does not contain a secret."""
    nonce, text = record.get("nonce"), record.get("text")
    return Secret(text, nonce) if isinstance(text, str) and isinstance(nonce, str) and has_shape(nonce, NONCE) else None
