"""A pack as text that people can paste into a message: compressed, in base64url, after a word that says what it is."""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import SHARED, SHARED_PACK
from rftg_dsl.library.packs.read_pack import PackError

PREFIX = "rftg-set:"

AGAIN = "copy all of it, from 'rftg-set:' to its end"


def write_shared_text(raw: bytes) -> str:
    """Return a pack as text. Raise ``UsageError`` if it is too large to be pasted."""
    text = PREFIX + urlsafe_b64encode(zlib.compress(raw, 9)).decode().rstrip("=")
    if len(raw) > SHARED_PACK.most or len(text) > SHARED.most:
        raise UsageError("this set is too large to be shared as text", "send the pack as a file", SHARED.code)
    return text


def read_shared_text(text: str) -> bytes:
    """Return the bytes of a pack, which are not checked yet. Raise ``PackError`` if the text is malformed."""
    # Mail programs and forums break long lines.
    joined = re.sub(r"\s", "", text)
    if len(joined) > SHARED.most:
        hint = "ask for the pack as a file"
        raise PackError(SHARED.code, f"this text is longer than {SHARED.most:,} characters", hint)
    if not joined.startswith(PREFIX):
        raise PackError("pack-broken", "this text does not contain a set", f"paste a text that begins with {PREFIX!r}")
    return unpack(decode_body(joined.removeprefix(PREFIX)))


def decode_body(body: str) -> bytes:
    # Python's decoder would skip characters that do not belong to the alphabet.
    if not re.fullmatch(r"[A-Za-z0-9_-]+", body):
        raise PackError("pack-broken", "this text contains characters that cannot be part of a set", AGAIN)
    try:
        return urlsafe_b64decode(body + "=" * (-len(body) % 4))
    except Error:
        raise PackError("pack-broken", "this text is not complete", AGAIN) from None


def unpack(packed: bytes) -> bytes:
    stream = zlib.decompressobj()
    try:
        raw = stream.decompress(packed, SHARED_PACK.most + 1)
    except zlib.error:
        raise PackError("pack-damaged", "this text is damaged", AGAIN) from None
    if len(raw) > SHARED_PACK.most:
        message = f"this text unpacks to more than {SHARED_PACK.most:,} bytes"
        raise PackError(SHARED_PACK.code, message, "ask for the pack as a file")
    if not stream.eof:
        raise PackError("pack-broken", "this text is not complete", AGAIN)
    if stream.unused_data:
        raise PackError("pack-junk", "unexpected data after the end of this set", AGAIN)
    return raw
