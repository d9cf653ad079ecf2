"""Audits many logs in any number of processes, and writes a report that a later run can continue."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, islice, starmap
from pathlib import Path
from stat import S_IMODE
from typing import Any, get_args

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import NEW, OWNER, mode_of
from rftg_dsl.base.limits import LARGEST, REPORT, VERDICT
from rftg_dsl.base.own_files import files_below
from rftg_dsl.base.spelling import escape_unseen
from rftg_dsl.base.workers import Workers, spread
from rftg_dsl.base.workers.local import CHUNK
from rftg_dsl.library.finder import Finder
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.dice_fairness import Dice, p_value_of
from rftg_dsl.log.audit.verdict import Demands, Verdict, Word
from rftg_dsl.log.audit.workplace import Workplace, make_workplace
from rftg_dsl.log.format.read_log import parse_log, read_log

ENDINGS = (".rlog", ".rlog.gz")


@frozen
class Judge:
    """Judges logs, all of them with the same demands."""

    at: Workplace
    light: bool
    wanted: Demands
    raw_logs: Mapping[str, bytes]

    def verdicts_on(self, paths: Sequence[str]) -> list[Verdict]:
        find = self.at.find
        return [self.verdict_on(path, find) for path in paths]

    def verdict_on(self, path: str, find: Finder) -> Verdict:
        try:
            raw = self.raw_logs.get(path)
            heads = self.at.engines.heads
            read = (
                partial(read_log, self.at.here / path, heads) if raw is None else partial(parse_log, raw, path, heads)
            )
            return judge_log(path, read, find, self.light, self.wanted, self.at.engines)
        except Exception as error:  # one bad log must not stop the audit of the others
            return Verdict(path, "unknown", reason=reason_for(error), readable=False)


def reason_for(error: Exception) -> str:
    """Return the reason why a log could not be judged, with the error's code. An unexpected error is quoted, so that it
    can be reported."""
    if isinstance(error, UsageError):
        return f"{error.message}; {error.hint} [{error.code}]"
    named = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    return f"it could not be judged: {named}; please report this, and attach the log"


def logs_in(places: Iterable[Path]) -> Iterator[str]:
    """Yield the paths of the given logs and of all logs in the given folders, with each folder sorted by name.

    Raise ``UsageError`` if there are no logs, because checking nothing must not count as a pass.
    """
    path = None
    for place in places:
        for path in logs_at(place):
            yield path
    if path is None:
        hint = f"specify logs, or folders with files that end in {' or '.join(ENDINGS)}"
        raise UsageError("no logs were found", hint, "missing-file")


def logs_at(path: Path) -> Iterator[str]:
    if not path.is_dir():
        return iter([str(path)])
    return (str(log) for log in files_below(path) if log.name.endswith(ENDINGS))


def audit_files(
    paths: Iterable[str],
    extra: Sequence[str | Path] = (),
    light: bool = False,
    wanted: Demands | None = None,
    workers: Workers = 1,
    raw_logs: Mapping[str, bytes] | None = None,
    backend: str | None = None,
) -> Iterator[Verdict]:
    """Yield the verdict on each log, in order.

    ``light``: whether to run only the light check, which needs no rules. ``raw_logs`` contains logs that are not in a
    file, by name. Raise ``UsageError`` if ``workers`` specifies fewer than one process.
    """
    judge = Judge(make_workplace(extra, backend), light, wanted or Demands(), raw_logs or {})
    for verdicts in spread(Judge.verdicts_on, judge, split_into_batches(paths), workers):
        yield from verdicts


def split_into_batches(paths: Iterable[str]) -> Iterator[list[str]]:
    rest, size = iter(paths), 1
    while batch := list(islice(rest, size)):
        yield batch
        size = min(size + 1, CHUNK)


class Tally:
    """A summary of many verdicts."""

    def __init__(self) -> None:
        self.reasons: Counter[tuple[str, str]] = Counter()
        self.dice = Dice()

    def add(self, verdict: Verdict) -> None:
        self.reasons[verdict.verdict, "" if verdict.verdict == "valid" else verdict.reason] += 1
        self.dice.add(verdict.dice)

    def as_plain(self) -> dict[str, Any]:
        words: Counter[str] = Counter()
        for (word, _), n in self.reasons.items():
            words[word] += n
        return {
            "logs": words.total(),
            "verdicts": {word: words[word] for word in get_args(Word)},
            "reasons": [
                {"verdict": word, "reason": reason, "logs": n}
                for (word, reason), n in sorted(self.reasons.items(), key=lambda item: (-item[1], item[0]))
                if reason
            ],
            "dice": [
                {"faces": faces, "counts": counts, "p": p_value_of(counts)}
                for faces, counts in sorted(self.dice.counts.items())
            ],
        }


def is_verdict(verdict: Verdict) -> bool:
    texts = isinstance(verdict.log, str) and isinstance(verdict.reason, str) and verdict.verdict in get_args(Word)
    return texts and isinstance(verdict.dice, dict) and all(starmap(are_counts, verdict.dice.items()))


def are_counts(faces: str, counts: Any) -> bool:
    numbers = isinstance(counts, list) and all(type(n) is int and 0 <= n < LARGEST for n in counts)
    return numbers and bool(counts) and faces == str(len(counts))


class Report:
    """A file of verdicts, one per line, which a later audit can continue.

    Only its owner can read the file until it is closed. It remains private if a game is unfinished or a log could not
    be read.
    """

    def __init__(self, path: Path, resume: bool = False) -> None:
        self.path = path
        self.mode = mode_of(over=True)
        """The file mode to set on closing if all games are over. A continued report keeps its previous mode."""
        self.over = True
        self.known: dict[str, Verdict] = {}
        try:
            again = resume and path.exists()
            if again:
                self.mode = S_IMODE(path.stat().st_mode)
                self._read()
            self._file = os.fdopen(os.open(path, os.O_RDWR if again else NEW, OWNER), "r+b" if again else "wb")
            path.chmod(OWNER)
            self._file.seek(0, os.SEEK_END)
        except FileExistsError:
            hint = "choose another name, or continue it with --resume"
            raise UsageError(f"{path} already exists", hint, "existing-file") from None
        except OSError as error:
            raise UsageError(
                f"{path} cannot be written: {error.strerror}", "check the folder's permissions", "unwritable"
            ) from None

    def _read(self) -> None:
        """Read an existing report and remove a torn last line."""
        whole = 0
        with self.path.open("rb") as file:
            for number in count(1):
                # The file could be anything, so never read more than the longest possible verdict at once.
                line = file.readline(VERDICT.most + 1)
                if len(line) > VERDICT.most or whole > REPORT.most:
                    hint = f"it can have at most {VERDICT.most:,} bytes per verdict, and {REPORT.most:,} in all"
                    raise UsageError(f"{self.path} is too large", hint, REPORT.code)
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
                verdict = self._parse_verdict(line, number)
                self.over &= verdict.complete
                if verdict.readable:
                    self.known[verdict.log] = verdict
        with self.path.open("r+b") as file:
            file.truncate(whole)

    def _parse_verdict(self, line: bytes, number: int) -> Verdict:
        try:
            verdict = Verdict(**json.loads(line))
            if is_verdict(verdict):
                return verdict
            raise ValueError
        except (ValueError, TypeError, RecursionError):
            hint = "use a file written by --report, or a new file without --resume"
            raise UsageError(f"line {number} of {self.path} is not a verdict", hint, "wrong-file") from None

    def write(self, verdict: Verdict) -> None:
        self.over &= verdict.complete
        self._file.write(escape_unseen(json.dumps(verdict.plain())).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()
        if self.over:
            self.path.chmod(self.mode)
