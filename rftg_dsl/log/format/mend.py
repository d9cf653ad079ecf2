"""Repairs the damage that file transfers can do to a log: changed line endings, a byte order mark, a missing final
newline.

A canonical record contains no carriage return and begins with a brace, so a repair cannot change the meaning of a log.
Digests and roots are computed from the mended text. Any other damage is left for the reader to report.
"""

from __future__ import annotations

import io
import re
from typing import IO, Any

from rftg_dsl.log.format.kinds import LINE
from rftg_dsl.log.format.record import line_of, parse_json

MARK = b"\xef\xbb\xbf"
ENDS = re.compile(rb"\r{1,2}\n|\r")
"""Line endings used on other systems, or left by converting a file twice (CR CR LF)."""
STEP = 65_536

CHANGED = "changed line ends"
MARKED = "a byte order mark"
CUT = "a missing final line end"


class Mender(io.RawIOBase):
    """A raw stream of the mended bytes of ``file``. The file is read only once and never rewound."""

    def __init__(self, file: Any) -> None:
        self.file = file
        # A dict used as an ordered set: the kinds of damage, in the order in which they were found.
        self.found: dict[str, None] = {}
        self._ready = self._back = b""
        """``_ready`` contains mended bytes that have not been read yet. ``_back`` contains trailing carriage returns,
        held back until the next character is known."""
        self._line = b""
        self._begun = self._done = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready and not self._done:
            self._ready = self._read_next()
        size = min(len(buffer), len(self._ready))
        buffer[:size], self._ready = self._ready[:size], self._ready[size:]
        return size

    def _read_next(self) -> bytes:
        chunk = self.file.read1(STEP) if self._begun else self._read_first()
        self._done = not chunk
        if self._back or self._done or b"\r" in chunk:
            chunk = self._with_ends(self._back + chunk)
        at = chunk.rfind(b"\n") + 1
        # Stop growing the line at LINE bytes. A longer line is damaged anyway, and a hostile file must not fill memory.
        self._line = chunk[at:] if at else self._line + chunk if len(self._line) < LINE else self._line
        if self._done and self._line and is_whole(self._line):
            self.found[CUT] = None
            chunk += b"\n"
        return chunk

    def _read_first(self) -> bytes:
        chunk = b""
        while len(chunk) < len(MARK) and (more := self.file.read1(STEP)):
            chunk += more
        self._begun = True
        if chunk.startswith(MARK):
            self.found[MARKED] = None
            chunk = chunk[len(MARK) :] or self.file.read1(STEP)
        return bytes(chunk)

    def _with_ends(self, chunk: bytes) -> bytes:
        self._back = b""
        if not self._done:
            # CR CR LF may straddle two chunks, so hold back up to two carriage returns.
            whole = len(chunk) - min(2, len(chunk) - len(chunk.rstrip(b"\r")))
            chunk, self._back = chunk[:whole], chunk[whole:]
        mended, count = ENDS.subn(b"\n", chunk)
        if count:
            self.found[CHANGED] = None
        return mended


def is_whole(line: bytes) -> bool:
    """Whether ``line`` is a complete record. A truncated line is never complete, because no proper prefix of a record
    is itself a record."""
    if len(line) >= LINE or line[-1:] != b"}":
        return False
    try:
        return line_of(parse_json(line.decode("ascii"))) == line.decode("ascii")
    except ValueError:
        return False


def mend(raw: bytes) -> tuple[bytes, tuple[str, ...]]:
    """Return the mended bytes of a log in memory, and the kinds of damage that were repaired."""
    # Nearly every log is undamaged, and scanning it is cheaper than streaming it through a ``Mender``.
    if raw[-1:] == b"\n" and b"\r" not in raw and not raw.startswith(MARK):
        return raw, ()
    mender = Mender(io.BytesIO(raw))
    return mender.readall(), tuple(mender.found)


def open_mended(file: Any) -> tuple[IO[bytes], Mender]:
    mender = Mender(file)
    return io.BufferedReader(mender, STEP), mender
