"""Reads logs line by line, with limits on everything. A torn tail (an incomplete last line) does not count as
damage."""

from __future__ import annotations

import gzip
import io
import zlib
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, Any, Protocol

from attrs import frozen

from rftg_dsl.base.diagnostic import LogError, MissingContent, UsageError
from rftg_dsl.base.files import check_ratio, check_regular, opener_for
from rftg_dsl.log.format.budget import Budget, check_names
from rftg_dsl.log.format.head_checks import find_contradictions
from rftg_dsl.log.format.kinds import BESIDE, FORMAT, LINE, SEALED, SIZE, WHOLE, Kinds
from rftg_dsl.log.format.mend import MARK, mend, open_mended
from rftg_dsl.log.format.record import MalformedRecord, Record, is_record, line_of, parse_json
from rftg_dsl.log.proof.randomness import Randomness, parse_randomness

PACKED = b"\x1f\x8b"
PACKED_LOG = "the packed log"


class DamagedLog(LogError):
    """A log with a line that would be invalid in any log."""

    def __init__(self, line: int, reason: str, expected: Any = None, actual: Any = None, rule: str = "") -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.expected = expected
        self.found = actual
        self.rule = rule


def check_whole(log: Log) -> None:
    """Raise ``UsageError`` for a sealed log, which does not contain decisions."""
    if log.sealed:
        hint = "use the whole log, which the host has next to it as NAME.whole"
        raise UsageError("a sealed log does not contain the decisions or the dice", hint, "wrong-log")


@frozen
class Extent:
    """The number of complete lines in a log, and the way in which the log ends."""

    lines: int
    torn: bool
    """Whether an incomplete line follows the last complete one."""
    after: tuple[tuple[int, str], ...]
    """The end record and the lines after it, with their line numbers but without any ``open`` records."""


class Heads(Protocol):
    """A head reader that may cache the heads it has read; see ``head_cache``."""

    def read(self, line: str) -> tuple[Record, Hashable]:
        """Return the head in ``line``, and a key shared by all heads with the same content."""


class Log:
    """A log. Its head is parsed once; its lines are read again on each iteration."""

    def __init__(
        self,
        open: Callable[[], IO[bytes]],
        path: str = "log",
        held: bytes | None = None,
        heads: Heads | None = None,
        mended: tuple[str, ...] = (),
    ) -> None:
        self._open = open
        self.path = path
        self.held = held
        self._mended = mended
        self.budget = Budget()
        self._extent: Extent | None = None
        first = next(iter(self), None)
        if first is None:
            raise MissingContent("the log is cut off in its first line" if self.torn else "the log is empty")
        self.head: Mapping[str, Any]
        self.head, self.alike = (read_head(first), None) if heads is None else heads.read(first)
        self.randomness: Randomness = promise_in(self.head)

    def __iter__(self) -> Iterator[str]:
        return self._read_lines()

    # These checks run on the raw bytes, before any parsing, because they bound the cost of a hostile file.
    def _read_lines(self, known: int = 0, size: int = 0) -> Iterator[str]:
        """Yield the complete lines after the first ``known`` ones, which take up ``size`` bytes and need no check.

        Raise ``DamagedLog`` at a line that would be invalid in any log. Set the extent once every line has been read.
        """
        number, beyond = known, 0
        after: list[tuple[int, str]] = []
        earn = self.budget.earn
        with self._open() as file:
            file.seek(size)
            whole, mender = (file, None) if self.held is not None else open_mended(file)
            for number, raw in enumerate(read_raw_lines(whole), known + 1):
                size += len(raw)
                earn(len(raw))
                if len(raw) > LINE or size > SIZE:
                    what = f"the line is longer than {LINE}" if len(raw) > LINE else f"the log is larger than {SIZE}"
                    raise DamagedLog(number, f"{what} bytes")
                if raw[-1:] != b"\n":
                    # An incomplete first line is either a truncated log or a file of another type.
                    if number == 1 and not raw.startswith(BEGINS[: len(raw)]):
                        raise DamagedLog(1, "this is not a log")
                    number -= 1  # a torn tail does not count as a line
                    break
                if number > 1 and raw.removeprefix(MARK).startswith(BEGINS):
                    raise DamagedLog(number, f"another log begins here, so the file contains two; {SPLIT}")
                try:
                    line = raw[:-1].decode("ascii")
                except UnicodeDecodeError:
                    is_wide = number == 1 and raw.startswith(WIDE)
                    raise DamagedLog(number, UTF_16 if is_wide else "the line is not ASCII") from None
                # A sealed log may contain an ``open`` record for each veil, far more than these limits allow.
                if (after or line.startswith(ENDS)) and not line.startswith(OPENS):
                    after.append((number, line))
                    beyond += len(line)
                    if len(after) > BESIDE or beyond > LINE:
                        raise DamagedLog(number, "too many lines follow the end")
                yield line
            else:
                # There is no torn tail. This assignment also covers an empty file, for which ``raw`` is unbound.
                raw = b"\n"
        if mender is not None:
            self._mended = tuple(mender.found)
        self._extent = Extent(number, raw[-1:] != b"\n", tuple(after))

    @property
    def extent(self) -> Extent:
        """The extent of the log. The first access reads all lines."""
        if self._extent is None:
            deque(self._read_lines(*measure_sound_part(self.held or b"")), 0)
        assert self._extent is not None
        return self._extent

    def measured(self, lines: int, after: Sequence[str]) -> None:
        """Set the extent of a log that has ``lines`` lines, all of which have been read. ``after`` contains the end
        record and the lines after it."""
        self._extent = Extent(lines, False, tuple(enumerate(after, lines - len(after) + 1)))

    def __len__(self) -> int:
        return self.extent.lines

    @property
    def mendings(self) -> tuple[str, ...]:
        """The kinds of transfer damage that were repaired while the log was read."""
        assert self.extent is not None
        return self._mended

    @property
    def torn(self) -> bool:
        """Whether the log ends in an incomplete line, left by a writer that was interrupted."""
        return self.extent.torn

    @property
    def complete(self) -> bool:
        """Whether the game was played to its end."""
        return bool(self.extent.after) and not self.torn

    @property
    def end(self) -> int:
        """The line number of the end record or, if there is none, of the last line."""
        return self.extent.after[0][0] if self.extent.after else len(self)

    @property
    def sealed(self) -> bool:
        """Whether this is a sealed log, which contains only public information."""
        return "sealed" in self.head

    def __repr__(self) -> str:
        return f"<log {self.path}: {self.head['game']}, {len(self)} lines>"


def check_line(log: Log, number: int) -> None:
    """Raise ``UsageError`` if the log has no line ``number``."""
    if not 1 <= number <= len(log):
        raise UsageError(f"the log has no line {number}", f"it has {len(log)} lines", "unknown-line")


BEGINS = b'{"digests":{'
"""The prefix of a head and of no other record: keys are sorted, and only a head has digests."""
WIDE = (b"\xff\xfe", b"\xfe\xff")
UTF_16 = "the file is UTF-16 text, as some shells write it; save it as UTF-8 or ASCII"
SPLIT = "put each log into its own file"
ENDS = '{"figures":'
"""The prefix of an end record and of no other record."""
OPENS = '{"k":"open"'


END = b"\n" + ENDS.encode()


def end_in(raw: bytes) -> tuple[int, Sequence[str]]:
    """Return the offset of the last line that looks like an end record, and the lines from there on. If any of these
    lines is unusual, return no lines.

    The caller must still read the lines before that offset, because one of them may be an end record too.
    """
    at = raw.rfind(END) + 1
    rest = raw[at:] if at and len(raw) - at <= LINE else b""
    if rest[-1:] != b"\n" or not rest.isascii() or rest.count(b"\n") > BESIDE or OPENS.encode() in rest:
        return at, ()
    return at, rest.decode("ascii").split("\n")[:-1]


def measure_sound_part(raw: bytes) -> tuple[int, int]:
    """Return the number of leading lines that need no line checks, and their size in bytes. Usually these are all the
    lines before the end record."""
    # If the whole log is no longer than LINE, no line can be too long, so a few scans of the whole log replace the line
    # checks.
    if len(raw) > LINE or not raw.isascii() or raw.find(b"\n" + BEGINS) >= 0:
        return 0, 0
    size = (raw.find(END) + 1) or (raw.rfind(b"\n") + 1)
    return raw.count(b"\n", 0, size), size


def read_raw_lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file. Unless the file is in memory, a line is read in pieces of at most ``LINE + 1``
    bytes."""
    if isinstance(file, io.BytesIO):  # the whole file is in memory
        yield from file
        return
    try:
        while raw := file.readline(LINE + 1):
            yield raw
    except (EOFError, OSError, zlib.error) as error:
        # A real disk error must not be mistaken for a torn tail.
        if isinstance(error, OSError) and not isinstance(error, gzip.BadGzipFile):
            raise
        # A line without a newline makes a packed file that is truncated at any point look like a log with a torn tail.
        yield b"?"


HELD = 16_000_000


def read_log(path: Path, heads: Heads | None = None, follow: bool = True) -> Log:
    """Open a log on disk, packed or not, and read its head.

    Raise ``UsageError`` if the file cannot be read, and ``DamagedLog`` or ``MissingContent`` if it is not a usable log.
    ``heads`` is a cache shared with other logs; if it is given, a log of up to ``HELD`` bytes is kept in memory.
    ``follow``: whether ``path`` may be a symbolic link.
    """
    begin = partial(begin_reading, path, follow)
    try:
        stat = path.stat(follow_symlinks=follow)
        check_regular(stat, str(path), "specify a .rlog file")
        if heads is not None and stat.st_size <= HELD:
            with begin() as file:
                raw = file.read(stat.st_size + 1)
            # A log that has grown since ``stat`` is still being written, so read it as a stream.
            if len(raw) <= stat.st_size:
                return parse_log(raw, str(path), heads)
        with begin() as file:
            packed = file.read(2) == PACKED
            file.seek(0)
            if packed:
                check_unpacked(file, stat.st_size)
        return Log(partial(open_unpacked, begin) if packed else begin, str(path))
    except OSError as error:
        raise error_on_reading(path, error) from None


def begin_reading(path: Path, follow: bool) -> IO[bytes]:
    """Open the file. Raise ``UsageError`` if that fails, for example because the file was deleted after the first
    read."""
    try:
        return open(path, "rb", opener=opener_for(follow))
    except OSError as error:
        raise error_on_reading(path, error) from None


def error_on_reading(path: Path, error: OSError) -> UsageError:
    """The ``UsageError`` for an ``OSError`` raised while reading a log."""
    return UsageError(f"{path} cannot be read: {error.strerror}", "check its name and permissions", "unreadable")


def open_unpacked(begin: Callable[[], Any]) -> Any:
    """Open a new stream of the unpacked content. Closing the stream closes the packed file too."""
    file = begin()
    unpacked = gzip.GzipFile(fileobj=file)
    unpacked.myfileobj = file  # this file is closed together with ``unpacked``
    return unpacked


def is_packed(path: Path, follow: bool = True) -> bool:
    """Whether a file starts with the gzip magic number."""
    with open(path, "rb", opener=opener_for(follow)) as file:
        return file.read(2) == PACKED


def parse_log(raw: bytes, path: str = "log", heads: Heads | None = None) -> Log:
    """Create a log from bytes in memory, packed or not. Only its head is parsed. ``heads`` is a cache shared with other
    logs."""
    held = raw
    if raw.startswith(PACKED):
        whole = unpack_log(raw) if heads is not None else None
        if whole is None:
            check_unpacked(io.BytesIO(raw), len(raw))
            return Log(lambda: gzip.open(io.BytesIO(raw), "rb"), path, None, heads)  # type: ignore[arg-type, return-value]
        held = whole
    held, mended = mend(held)
    return Log(lambda: io.BytesIO(held), path, held, heads, mended)


def unpack_log(raw: bytes) -> bytes | None:
    """Return the unpacked content, or None if it exceeds ``HELD`` bytes or if the packed data is truncated or
    corrupt."""
    try:
        with gzip.open(io.BytesIO(raw), "rb") as file:
            unpacked = file.read(HELD + 1)
    except (EOFError, OSError, zlib.error):
        return None
    check_ratio(len(unpacked), len(raw), PACKED_LOG)
    return unpacked if len(unpacked) <= HELD else None


CHUNK = 1_000_000


def check_unpacked(file: IO[bytes], size: int) -> None:
    """Unpack a file of ``size`` bytes, without keeping the result, and raise ``UsageError`` if it is a decompression
    bomb."""
    whole = 0
    with suppress(EOFError, gzip.BadGzipFile, zlib.error), gzip.open(file, "rb") as unpacking:
        # The reader refuses a log larger than SIZE anyway.
        while (part := len(unpacking.read(CHUNK))) and whole <= SIZE:
            whole += part
            check_ratio(whole, size, PACKED_LOG)


def read_record(line: str, number: int) -> Record:
    """Parse one record. Raise ``DamagedLog`` unless the line is a JSON record of a known kind."""
    try:
        record = parse_json(line)
    except MalformedRecord as error:
        raise DamagedLog(number, f"the line is not a record: {error}{hint_at_second_log(line)}") from None
    except ValueError:
        raise DamagedLog(number, f"the line is not a record{hint_at_second_log(line)}") from None
    if not is_record(record):
        raise DamagedLog(number, "the line is not a record of a known kind")
    checked: Record = record
    return checked


def hint_at_second_log(line: str) -> str:
    """Return a hint if the head of another log begins in the middle of an unreadable ``line``; otherwise an empty
    string."""
    return f"; another log seems to begin in the middle of it: {SPLIT}" if line.find(BEGINS.decode()) > 0 else ""


def check_shape(record: Record, number: int, kinds: Kinds = WHOLE) -> None:
    """Raise ``DamagedLog`` unless the record has the shape required for its kind."""
    kind = record["k"]
    if kind not in kinds:
        raise DamagedLog(number, "this kind of record is not allowed in this log", sorted(kinds), kind)
    if not kinds.tests[kind](record):
        raise damage_in_shape(record, number, kinds)


def damage_in_shape(record: Record, number: int, kinds: Kinds) -> DamagedLog:
    """The ``DamagedLog`` for the first misfit in a record that failed the test for its kind."""
    wrong = kinds[record["k"]].shape_for(record["k"]).find_misfit(record, "")
    assert wrong is not None
    return DamagedLog(number, wrong.reason, wrong.wanted, wrong.found)


def read_head(line: str) -> Record:
    """Parse the head of a log, and check as much of it as possible without the game.

    Raise ``MissingContent`` for another version of the format, and ``DamagedLog`` for any other fault.
    """
    head = read_record(line, 1)
    if head["k"] != "head":
        raise DamagedLog(1, "the first line is not a head", "head", head["k"])
    # Check the version before the shape, because a newer format may have a different shape and deserves a better
    # message.
    version = head.get("format")
    if type(version) is str and version != FORMAT and version.startswith("rftg-log/"):
        raise MissingContent(f"the log has the format {version!r}, but this program reads {FORMAT!r}")
    if version != FORMAT:
        raise DamagedLog(1, "unknown log format", FORMAT, version)
    check_shape(head, 1, SEALED if "sealed" in head else WHOLE)
    for reason in find_contradictions(head):
        raise DamagedLog(1, reason)
    if line_of(head) != line:
        raise DamagedLog(1, "the head is not in canonical form")
    check_names(head)
    return head


def promise_in(head: Record) -> Randomness:
    """Return the randomness that the head declares. Raise ``DamagedLog`` if the declaration is malformed."""
    randomness = parse_randomness(head["randomness"], head["players"])
    if randomness is None:
        raise DamagedLog(1, "the source of randomness in the head is not valid", "a mode", head["randomness"])
    return randomness
