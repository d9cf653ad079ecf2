"""Signatures on logs: C2SP signed notes about a checkpoint, which is the number of lines in a log and their root.

Notes, keys and signatures follow ``c2sp.org/signed-note`` and ``c2sp.org/tlog-checkpoint``, so other programs can check
them too. Signing and verifying require the extra ``sign``; reading a note does not.
"""

from __future__ import annotations

import os
import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.extras import require_extra
from rftg_dsl.base.files import read_text
from rftg_dsl.base.spelling import is_visible
from rftg_dsl.log.proof.merkle import leaf_of
from rftg_dsl.log.proof.weak_keys import weakness_of

ED25519 = b"\1"

NAME = re.compile(r"[^\s+\x00-\x1f\ud800-\udfff]{1,100}")


@frozen
class Signature:
    """A signature line in a note."""

    name: str
    id: bytes
    """The first four bytes of the digest of the name and the key."""
    signature: bytes


@frozen
class Note:
    """A signed checkpoint of a log."""

    origin: str
    """Identifies the log by its format and by the leaf hash of its first line."""
    size: int
    root: str
    signatures: tuple[Signature, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{to_base64(bytes.fromhex(self.root))}\n"

    def __str__(self) -> str:
        lines = [
            f"\N{EM DASH} {signature.name} {to_base64(signature.id + signature.signature)}\n"
            for signature in self.signatures
        ]
        return f"{self.text}\n{''.join(lines)}"


@frozen
class Key:
    """A public key, with the name of its owner."""

    name: str
    raw: bytes

    def __attrs_post_init__(self) -> None:
        if reason := weakness_of(self.raw):
            hint = "ask the signer for the key created by 'rftg log key'"
            raise UsageError(f"the key of {self.name} proves nothing: {reason}", hint, "weak-key")

    @property
    def id(self) -> bytes:
        return sha256(self.name.encode() + b"\n" + ED25519 + self.raw).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{to_base64(ED25519 + self.raw)}"

    def has_signed(self, note: Note) -> bool | None:
        """Whether this key's signature on the note is valid; None if the key has not signed the note."""
        signatures = [
            signature for signature in note.signatures if (signature.name, signature.id) == (self.name, self.id)
        ]
        if not signatures:
            return None
        crypto = import_cryptography()
        try:
            crypto.ed25519.Ed25519PublicKey.from_public_bytes(self.raw).verify(
                signatures[0].signature, note.text.encode()
            )
        except crypto.InvalidSignature:
            return False
        return True


def origin_of(head: str) -> str:
    return f"rftg-log/2/{leaf_of(head).hex()[:32]}"


def note_of(text: Any) -> Note | None:
    if not isinstance(text, str):
        return None
    body, blank, lines = text.partition("\n\n")
    match body.split("\n"):
        case [origin, size, root] if blank and re.fullmatch(r"[1-9][0-9]{0,8}", size, re.ASCII) and lines[-1:] == "\n":
            raw = from_base64(root)
            signatures = [signature_of(line) for line in lines[:-1].split("\n")]
            if raw is not None and len(raw) == 32 and None not in signatures and len(signatures) <= 100:
                note = Note(
                    origin,
                    int(size),
                    raw.hex(),
                    tuple([signature for signature in signatures if signature is not None]),
                )
                # Accept only the canonical form. Otherwise, one signature could be added repeatedly in different
                # spellings.
                return note if str(note) == text else None
    return None


def signature_of(line: str) -> Signature | None:
    match line.split(" "):
        case ["\N{EM DASH}", name, value] if NAME.fullmatch(name) and (raw := from_base64(value)) and len(raw) == 68:
            return Signature(name, raw[:4], raw[4:])
    return None


def to_base64(raw: bytes) -> str:
    return b64encode(raw).decode()


def from_base64(text: str) -> bytes | None:
    try:
        return b64decode(text, validate=True)
    except (Error, ValueError):
        return None


# -- keys ------------------------------------------------------------------------------------------------------------


def import_cryptography() -> Any:
    with require_extra("sign", "a signature"):
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric import ed25519
    return SimpleNamespace(ed25519=ed25519, InvalidSignature=InvalidSignature)


def key_of(text: str) -> Key:
    """Parse a public key. Raise ``UsageError`` if the text is malformed, or if signatures by the key would prove
    nothing."""
    name, _, rest = text.strip().partition("+")
    id, _, value = rest.partition("+")
    raw = from_base64(value)
    if NAME.fullmatch(name) and raw is not None and len(raw) == 33 and raw[:1] == ED25519:
        key = Key(name, raw[1:])
        if key.id.hex() == id:
            return key
    raise UsageError(
        f"{text.strip()[:60]!r} is not a public key", "a key has the form NAME+ID+KEY; see 'rftg log key'", "wrong-key"
    )


PRIVATE = "PRIVATE+KEY+"


def generate_key(name: str) -> tuple[str, Key]:
    if not (NAME.fullmatch(name) and all(map(is_visible, name))):
        raise UsageError(
            f"{name!r} cannot be the name of a key", "use letters, digits and dots, without spaces", "wrong-key"
        )
    private = import_cryptography().ed25519.Ed25519PrivateKey.generate()
    key = Key(name, private.public_key().public_bytes_raw())
    return f"{PRIVATE}{name}+{key.id.hex()}+{to_base64(ED25519 + private.private_bytes_raw())}", key


def sign_note(origin: str, size: int, root: str, private: str) -> Note:
    text = private.strip()
    name, _, rest = text.removeprefix(PRIVATE).partition("+")
    raw = from_base64(rest.partition("+")[2])
    if not text.startswith(PRIVATE) or raw is None or len(raw) != 33 or raw[:1] != ED25519:
        raise UsageError("this is not a private key", "create one with 'rftg log key'", "wrong-key")
    secret = import_cryptography().ed25519.Ed25519PrivateKey.from_private_bytes(raw[1:])
    key = Key(name, secret.public_key().public_bytes_raw())
    note = Note(origin, size, root)
    return Note(origin, size, root, (Signature(name, key.id, secret.sign(note.text.encode())),))


def read_keys(wanted: Sequence[str]) -> list[Key]:
    """Read public keys. Each is given either as text or as the path to a file that contains it."""
    hint = "specify a public key file"
    return [key_of(read_text(Path(key), KEY, hint) if os.path.isfile(key) else key) for key in wanted]


def read_key_lists(wanted: Sequence[str]) -> list[Key]:
    """Read public keys. Each is given either as text or as the path to a file that contains keys, one per line."""
    hint = "specify a file of public keys, one per line"
    texts = [read_text(Path(key), KEYS, hint) if os.path.isfile(key) else key for key in wanted]
    return [key_of(line) for text in texts for line in text.splitlines() if line.strip()]


KEY, KEYS = 1_000, 100_000


def read_private(path: Path) -> str:
    return read_text(path, KEY, "specify the file with your private key")
