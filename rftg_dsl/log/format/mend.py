"""Undoes what a journey does to the text of a log: changed line ends, a byte order mark, a missing last line end.

A canonical record has no carriage return and begins with a brace, so none of this can change what a log says. Digests
and roots are those of the mended text. Any other damage is left as it is.
"""

from __future__ import annotations

import io
import re
from typing import IO, Any

from rftg_dsl.log.format.kinds import LINE
from rftg_dsl.log.format.record import line_of, parse_json

MARK = b"\xef\xbb\xbf"
"""The byte order mark, as some editors put it at the beginning of a file."""
ENDS = re.compile(rb"\r{1,2}\n|\r")
"""The line ends of other systems, and those of a file that was converted twice."""
STEP = 65_536

CHANGED = "changed line ends"
MARKED = "a byte order mark"
CUT = "a missing last line end"


class Mender(io.RawIOBase):
    """The mended bytes of a file that is read once, from its beginning on."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.found: dict[str, None] = {}
        """The kinds of damage mended so far, in order."""
        self._ready = self._back = b""
        """Mended bytes that have not been read, and carriage returns whose next character is not known."""
        self._line = b""
        """The beginning of a line whose end has not come; no more of it than a line may have."""
        self._begun = self._done = False

    def readable(self) -> bool:
        """It is only read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer with the next bytes."""
        while not self._ready and not self._done:
            self._ready = self._read_next()
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        return size

    def _read_next(self) -> bytes:
        """The next mended bytes."""
        chunk = self.file.read1(STEP) if self._begun else self._read_first()
        self._done = not chunk
        if self._back or self._done or b"\r" in chunk:
            chunk = self._with_ends(self._back + chunk)
        at = chunk.rfind(b"\n") + 1
        self._line = chunk[at:] if at else self._line + chunk if len(self._line) < LINE else self._line
        if self._done and self._line and is_whole(self._line):
            self.found[CUT] = None
            chunk += b"\n"
        return chunk

    def _read_first(self) -> bytes:
        """The first bytes, without a byte order mark."""
        chunk = b""
        while len(chunk) < len(MARK) and (more := self.file.read1(STEP)):
            chunk += more
        self._begun = True
        if chunk.startswith(MARK):
            self.found[MARKED] = None
            chunk = chunk[len(MARK) :] or self.file.read1(STEP)
        return bytes(chunk)

    def _with_ends(self, chunk: bytes) -> bytes:
        """The bytes with the line ends that a log has; carriage returns at their end wait for what follows."""
        self._back = b""
        if not self._done:
            whole = len(chunk) - min(2, len(chunk) - len(chunk.rstrip(b"\r")))
            chunk, self._back = chunk[:whole], chunk[whole:]
        mended, count = ENDS.subn(b"\n", chunk)
        if count:
            self.found[CHANGED] = None
        return mended


def is_whole(line: bytes) -> bool:
    """Whether a text without a line end is a whole line: part of a record is never a record."""
    if len(line) >= LINE or line[-1:] != b"}":
        return False
    try:
        return line_of(parse_json(line.decode("ascii"))) == line.decode("ascii")
    except ValueError:
        return False


def mend(raw: bytes) -> tuple[bytes, tuple[str, ...]]:
    """The mended bytes of a log in memory, and what has been mended."""
    if raw[-1:] == b"\n" and b"\r" not in raw and not raw.startswith(MARK):
        return raw, ()
    mender = Mender(io.BytesIO(raw))
    return mender.readall(), tuple(mender.found)


def open_mended(file: Any) -> tuple[IO[bytes], Mender]:
    """A file that gives the mended bytes of another one, and what mends them."""
    mender = Mender(file)
    return io.BufferedReader(mender, STEP), mender
