"""Audits of many logs, each judged on its own, by any number of processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.log.audit import Finder, Verdict, finder, judged
from rftg_dsl.log.read import read_log
from rftg_dsl.processes import chunks, spread


class Judge:
    """Judges logs, each game loaded once. A worker process gets one that has not loaded anything yet."""

    def __init__(self, extra: tuple[Path, ...], light: bool) -> None:
        self.extra = extra
        self.light = light
        self._find: Finder | None = None

    def __reduce__(self) -> tuple[type[Judge], tuple[tuple[Path, ...], bool]]:
        return Judge, (self.extra, self.light)

    def verdicts(self, paths: Sequence[Path]) -> list[tuple[Verdict, bool]]:
        """The verdicts on some logs, and whether each could be read."""
        self._find = self._find or finder(self.extra)
        verdicts = []
        for path in paths:
            try:
                verdicts.append((judged(str(path), partial(read_log, path), self._find, self.light), True))
            except Unusable as error:
                verdicts.append((Verdict(str(path), "unknown", reason=f"{error.message}; {error.hint}"), False))
        return verdicts


def audit_files(
    paths: Sequence[Path], extra: Sequence[Path] = (), light: bool = False, processes: int = 1
) -> Iterator[tuple[Verdict, bool]]:
    """Yields the verdict on each log, in order, and whether it could be read.

    ``light``: without rules, only events, digests and links. ``Unusable`` for fewer than one process.
    """
    if processes < 1:
        raise Unusable("at least one process is needed", "use 1 or more", "out-of-range")
    tasks = (paths[one.start : one.stop] for one in chunks(len(paths), processes))
    for found in spread(Judge.verdicts, Judge(tuple(extra), light), tasks, processes):
        yield from found
