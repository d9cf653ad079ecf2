"""Audits of many logs, each judged on its own, by any number of processes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path

from rftg_dsl.library import Unusable
from rftg_dsl.log.audit import Finder, Verdict, finder, judged
from rftg_dsl.log.read import read_log
from rftg_dsl.processes import chunks, spread


@cache
def found_with(extra: tuple[Path, ...]) -> Finder:
    """What finds the rules of logs, each game loaded once in a process."""
    return finder(extra)


def audit_chunk(paths: Sequence[Path], extra: tuple[Path, ...], light: bool) -> list[tuple[Verdict, bool]]:
    """The verdicts on some logs, and whether each could be read."""
    find, verdicts = found_with(extra), []
    for path in paths:
        try:
            verdicts.append((judged(str(path), partial(read_log, path), find, light), True))
        except Unusable as error:
            verdicts.append((Verdict(str(path), "unknown", reason=f"{error.message}; {error.hint}"), False))
    return verdicts


def audit_files(
    paths: Sequence[Path], extra: Sequence[Path] = (), light: bool = False, processes: int = 1
) -> Iterator[tuple[Verdict, bool]]:
    """Yields the verdict on each log, in order, and whether it could be read.

    ``light``: without rules, only events, digests and links. ``Unusable`` for less than one process.
    """
    if processes < 1:
        raise Unusable("at least one process is needed", "choose a number from 1 on", "out-of-range")
    work = partial(audit_chunk, extra=tuple(extra), light=light)
    tasks = [paths[one.start : one.stop] for one in chunks(len(paths), processes)]
    for found in spread(work, tasks, processes):
        yield from found
