"""Checks sealed logs, opens them, and audits the opened content."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar, TypeVar

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.log.account.sight import Shown
from rftg_dsl.log.audit.light_check import check_light
from rftg_dsl.log.audit.line_check import ALWAYS, Checks, LineCheck, fold_start
from rftg_dsl.log.format.kinds import SEALED
from rftg_dsl.log.format.read_log import OPENS, DamagedLog, Log, read_log, read_record
from rftg_dsl.log.format.record import Record, line_of
from rftg_dsl.log.proof.attestations import randomness_of
from rftg_dsl.log.proof.merkle import root_above
from rftg_dsl.log.proof.seal import Part, Salts, Sealer, Veil, join_parts, leaf_of_part, needs_veil_before, salts_of
from rftg_dsl.log.proof.secret_files import find_salt_secret

Audited = TypeVar("Audited")

VEILS = 100_000


class SealedCheck(LineCheck):
    """Checks a sealed log as strictly as possible without its hidden content."""

    kinds = SEALED

    def __init__(self, log: Log) -> None:
        super().__init__(log, fold_start(log, Shown))
        self.veils: list[tuple[int, str]] = []
        self.behind = False
        self.opened = 0

    @property
    def open(self) -> bool:
        return self.ended and self.opened == len(self.veils) > 0

    def take(self, line: str, known: Record | None = None) -> None:
        """Check the next line. A veil must appear immediately before each line that needs a veil, and nowhere else."""
        record = known or self.read(line)
        if needs_veil(record) != self.behind:
            raise self.damage_for("there must be no veil before this line" if self.behind else "a veil is missing here")
        self.behind = record["k"] == "veil"
        super().take(line, record)

    def check_veil(self, record: Record) -> None:
        if len(self.veils) >= VEILS:
            raise self.damage_for("the log has too many veils", VEILS)
        self.veils.append((self.tree.size + 1, record["root"]))

    def check_end(self, record: Record) -> None:
        """Check that the end has a score for each seat, that all seats tied for the best score are listed, and that the
        winners have the best score."""
        super().check_end(record)
        end = record["figures"]["end"]
        if len(end["scores"]) != self.players:
            raise self.damage_for("every seat must have a final score", self.players, end["scores"])
        led = [seat for seat, score in enumerate(end["scores"]) if score == max(end["scores"])]
        if end["tied"] != (led if len(led) > 1 else []):
            raise self.damage_for("the tied seats must be all those with the highest total", led, end["tied"])
        if end["winners"] != [seat for seat in led if seat in end["winners"]]:
            raise self.damage_for("the winners must be the seats with the best score", led, end["winners"])

    def check_opening(self, record: Record) -> None:
        """Check that the host's records open the next veil. The seats' parts are checked when the log is sealed
        again."""
        line, root = self.veils[self.opened] if self.opened < len(self.veils) else (0, "")
        if record["line"] != line:
            raise self.damage_for("the veils must be opened in order", line, record["line"])
        salts, records, path = record["salts"], record["records"], record["path"]
        if len(salts) != 1 + self.players:
            raise self.damage_for("the host and every seat must have a salt", 1 + self.players)
        above = root_above(
            leaf_of_part(Part(salts[0], records)), 0, 1 + self.players, [bytes.fromhex(node) for node in path]
        )
        if above is None or above.hex() != root:
            raise self.damage_for("the opened content is not what was sealed", root, above and above.hex())
        self.opened += 1

    checks: ClassVar[Checks] = {
        **ALWAYS,
        "seen": LineCheck.accept,
        "veil": check_veil,
        "mark": LineCheck.check_mark,
        "end": check_end,
        "open": check_opening,
    }


def needs_veil(record: Record) -> bool:
    if record["k"] != "seen":
        return record["k"] in ("mark", "end")
    events = record.get("fx")
    event = events[0] if isinstance(events, list) and events else None
    return isinstance(event, list) and needs_veil_before(event)


def check_sealed(log: Log) -> SealedCheck:
    return SealedCheck(log).run(log)


def check_lines(log: Log) -> LineCheck:
    """Check everything that can be checked without the game. Raise ``DamagedLog`` at the first wrong line."""
    return check_sealed(log) if log.sealed else check_light(log)


# -- opening --------------------------------------------------------------------------------------------------------


def seal_lines(log: Log, salts: Salts) -> Iterator[tuple[str, Veil | None]]:
    sealer = Sealer(log.head, salts, log.budget.spend)
    for line in log:
        sealed = sealer.seal([line])
        behind = {veil.line: veil for veil in sealed.veils}
        first = sealer.tree.size - len(sealed.lines) + 1
        for number, public in enumerate(sealed.lines, first):
            yield public, behind.get(number)


def make_openings(public: Log, whole: Log) -> list[str]:
    """Return the lines that open a sealed log: the host's secret, then the content of each veil.

    Raise ``DamagedLog`` if ``whole`` is not the log that was sealed, and ``UsageError`` if there is nothing to open.
    """
    dice = randomness_of(whole)
    if not public.sealed or whole.sealed:
        raise UsageError(
            "only a sealed log can be opened, together with its whole log", "specify the sealed log first", "wrong-log"
        )
    if not public.complete or any('"k":"reveal"' in line for _, line in public.extent.after):
        raise UsageError(
            "the game is not over, or its log is already open", "open it after the end of the game", "wrong-log"
        )
    if dice.promise and dice.host is None:
        raise UsageError("the whole log does not contain its seed yet", "finish the game first", "wrong-log")
    salts = salts_of(find_salt_secret(Path(public.path), dice))
    lines = [line_of(record) for record in dice.closing]
    theirs = iter(public)
    for number, (line, veil) in enumerate(seal_lines(whole, salts), 1):
        if next(theirs, None) != line:
            raise DamagedLog(number, "this is not the log that was sealed, because this line would differ")
        if veil:
            opens = {"k": "open", "line": number, "path": veil.path_from(0), "records": veil.parts[0].told}
            lines.append(line_of(opens | {"salts": [part.salt for part in veil.parts]}))
    return lines


@frozen
class Opened:
    """A sealed log that has been opened: the whole log, and the salts with which it was sealed."""

    whole: Log
    salts: Salts


def assemble_whole(log: Log, folder: Path) -> Opened:
    salts: list[list[str]] = []

    def read_parts() -> Iterator[Record]:
        for number, line in enumerate(log, 1):
            if line.startswith(OPENS):
                record = read_record(line, number)
                salts.append(record["salts"])
                yield from record["records"]

    path = folder / "whole.rlog"
    with path.open("w", encoding="ascii", newline="\n") as file:
        try:
            file.writelines(f"{line}\n" for line in join_parts(read_parts()))
        except (KeyError, TypeError, UnicodeEncodeError):
            raise DamagedLog(len(log), "the opened records are not a log") from None
        file.writelines(f"{line_of(record)}\n" for record in randomness_of(log).closing)
    return Opened(read_log(path), lambda veil, part: salts[veil][part])


def check_opened(log: Log, audit: Callable[[Log], Audited]) -> Audited:
    """Audit the opened log, seal it again, and compare the result with the public log. Raise ``DamagedLog`` if they
    differ."""
    with TemporaryDirectory() as folder:
        opened = assemble_whole(log, Path(folder))
        audited = audit(opened.whole)
        theirs = iter(log)
        for number, (line, _) in enumerate(seal_lines(opened.whole, opened.salts), 1):
            if (there := next(theirs, None)) != line:
                raise DamagedLog(number, "the opened content is not what was sealed", line[:300], there and there[:300])
    return audited
