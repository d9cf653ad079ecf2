"""A sealed log on disk: the public file, the whole log that the host keeps, and a file of private knowledge for each
seat.

The whole log, ``NAME.whole``, and the seats' files, ``NAME.seat0`` and so on, are in the same folder as the public
file. Only their owner can read them.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any, Self

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.format.kinds import LINE, SIZE
from rftg_dsl.log.format.mend import open_mended
from rftg_dsl.log.format.read_log import DamagedLog, Log, read_raw_lines
from rftg_dsl.log.format.record import line_of, parse_json
from rftg_dsl.log.format.records import read_records
from rftg_dsl.log.format.write_log import LogFile, continue_log
from rftg_dsl.log.proof.merkle import root_above
from rftg_dsl.log.proof.randomness import Randomness
from rftg_dsl.log.proof.seal import Part, Sealer, Veil, leaf_of_part, salts_of
from rftg_dsl.log.proof.secret_files import find_salt_secret, salt_file_beside, write_secret
from rftg_dsl.log.proof.signed_notes import origin_of


def whole_file_beside(public: Path) -> Path:
    return public.with_name(f"{public.name}.whole")


def seat_file_beside(public: Path, seat: int) -> Path:
    return public.with_name(f"{public.name}.seat{seat}")


def line_for_seat(veil: Veil, origin: str, seat: int) -> str:
    part, path = veil.parts[seat + 1], veil.path_from(seat + 1)
    said = {"line": veil.line, "of": origin, "path": path, "salt": part.salt, "seat": seat, "told": part.told}
    return line_of(said)


class SealedFiles:
    """The files of a sealed log, which are written as the game is played."""

    def __init__(self, public: LogFile, whole: LogFile, seats: Sequence[LogFile], secret: str) -> None:
        self.path = public.path
        self.public, self.whole, self.seats = public, whole, seats
        self.secret = secret
        self.salts = salts_of(secret)
        self.sealer: Sealer | None = None
        self.origin = ""

    def write(self, lines: list[str]) -> None:
        # Write the whole log first, because it is used to complete the other files after a crash.
        self.whole.write(lines)
        public, told = self._seal_lines(lines)
        for file, seat_lines in zip(self.seats, told, strict=True):
            file.write(seat_lines)
        self.public.write(public)

    def _seal_lines(self, lines: Sequence[str]) -> tuple[list[str], list[list[str]]]:
        if self.sealer is None:
            self.sealer = Sealer(json.loads(lines[0]), self.salts)
        sealed = self.sealer.seal(lines)
        self.origin = self.origin or origin_of(sealed.lines[0])
        seats = range(len(self.seats))
        return sealed.lines, [[line_for_seat(veil, self.origin, seat) for veil in sealed.veils] for seat in seats]

    def catch_up(self, lines: list[str], before: Sequence[int]) -> None:
        """After a crash, append the lines that are missing from the public file and the seat files. ``before`` contains
        the number of lines in each of these files."""
        public, told = self._seal_lines(lines)
        for file, sealed, known in zip((self.public, *self.seats), (public, *told), before, strict=True):
            if known > len(sealed):
                raise UsageError(f"{file.path} has more lines than the whole log", "remove this file", "wrong-log")
            file.write(sealed[known:])

    def publish(self) -> None:
        """Do nothing: the public file is readable from the start, and the other files remain private until they are
        opened."""

    def close(self) -> None:
        for file in (self.public, self.whole, *self.seats):
            file.close()

    def remove(self) -> None:
        for file in (self.public, self.whole, *self.seats):
            file.remove()
        salt_file_beside(self.path).unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def create_files(path: Path, players: int, dice: Randomness, sync: bool = True, secret: str = "") -> SealedFiles:
    """Create the files of a new sealed log. None of them may exist yet.

    The salts are derived from the dice seed if there is one. Otherwise, they are derived from ``secret`` or, if that is
    empty, from a random string.
    """
    made: list[LogFile] = []
    secret = (secret or token_hex(16)) if dice.seed is None else dice.seed
    try:
        # Create all files or none, because a public log without its private files could never be opened.
        made.append(LogFile(path, sync))
        for hidden in (whole_file_beside(path), *[seat_file_beside(path, seat) for seat in range(players)]):
            made.append(LogFile(hidden, sync, private=True))
        if dice.seed is None:
            write_secret(salt_file_beside(path), secret)
    except BaseException:
        for file in made:
            file.remove()
        raise
    return SealedFiles(made[0], made[1], made[2:], secret)


def continue_files(path: Path, players: int, dice: Randomness, follow: bool = True) -> tuple[SealedFiles, list[Path]]:
    secret = find_salt_secret(path, dice)
    opened: list[LogFile] = []
    aside: list[Path] = []
    try:
        for place in (path, whole_file_beside(path), *[seat_file_beside(path, seat) for seat in range(players)]):
            file, torn = continue_log(place, follow=follow)
            opened.append(file)
            aside += [torn] if torn else []
    except BaseException:
        for file in opened:
            file.close()
        raise
    files = SealedFiles(opened[0], opened[1], opened[2:], secret)
    lines = opened[1].path.read_text("ascii").splitlines()
    before = [len(log_file.path.read_bytes().splitlines()) for log_file in (files.public, *files.seats)]
    files.catch_up(lines, before)
    return files, aside


# -- what a seat has been told --------------------------------------------------------------------------------------


@frozen
class Told:
    """The events and decisions that a seat learned about since the previous veil, and the line of the veil that covers
    them."""

    line: int
    told: list[Any]


def told_to(seat: int, path: Path, public: Log) -> Iterator[Told]:
    """Read a seat's file, and yield the things that the seat was told. Raise ``DamagedLog`` at a line that the public
    log does not confirm.

    The file must contain a line for each veil in the public log, in order, because the seat would see less if a line
    were missing.
    """
    veils = {number: record["root"] for number, record in read_records(public) if record["k"] == "veil"}
    origin = origin_of(line_of(public.head))
    size, whole = public.head["players"] + 1, 0
    expected, number = deque(veils), 0
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(read_raw_lines(open_mended(file)[0]), 1):
                whole += len(raw)
                if len(raw) > LINE or whole > SIZE or not raw.endswith(b"\n"):
                    raise DamagedLog(number, f"{path.name}: the line is cut off or too long")
                public.budget.earn(len(raw))
                told = check_seat_line(raw[:-1], number, seat, origin, size, veils)
                check_next(told.line, expected, number, path.name)
                yield told
    except OSError as error:
        hint = "specify the file with --secrets"
        raise UsageError(f"{path} cannot be read: {error.strerror}", hint, "unreadable") from None
    if expected:
        raise DamagedLog(number + 1, f"{path.name}: the file ends before the veil of line {expected[0]}: {INCOMPLETE}")


INCOMPLETE = "it does not contain everything that the seat was told"


def check_next(line: int, expected: deque[int], number: int, name: str) -> None:
    """Remove ``line`` from ``expected``. Raise ``DamagedLog`` unless ``line`` is the next veil."""
    if not expected or line < expected[0]:
        raise DamagedLog(number, f"{name}: the veil of line {line} is duplicated or out of order")
    if (wanted := expected.popleft()) != line:
        raise DamagedLog(number, f"{name}: the veil of line {wanted} is missing or out of order: {INCOMPLETE}")


def check_seat_line(raw: bytes, number: int, seat: int, origin: str, size: int, veils: Mapping[int, Any]) -> Told:
    try:
        match parse_json(raw.decode("ascii")):
            case {
                "line": int(line),
                "of": str(of),
                "path": [*path],
                "salt": str(salt),
                "seat": int(who),
                "told": [*told],
            }:
                leaf = leaf_of_part(Part(salt, told))
                root = root_above(leaf, seat + 1, size, [bytes.fromhex(node) for node in path])
                # The path proves that, in this log, the veil committed to exactly this content for this seat.
                if of == origin and who == seat and root is not None and veils.get(line) == root.hex():
                    return Told(line, told)
    except (ValueError, TypeError):
        pass
    raise DamagedLog(number, f"the information for seat {seat + 1} does not belong to this log")
