"""Builds an index of many logs. Workers turn logs into rows, and the main process loads the rows."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import closing, nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NoReturn

from rftg_dsl.base.files import mode_of
from rftg_dsl.base.gc_pause import pause_gc
from rftg_dsl.base.workers import spread
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.batch import reason_for, split_into_batches
from rftg_dsl.log.audit.engines import Engines
from rftg_dsl.log.format.read_log import check_whole, read_log
from rftg_dsl.log.index.csv_parts import Rows
from rftg_dsl.log.index.rows import read_into
from rftg_dsl.log.index.store import (
    STORED,
    Store,
    check_new,
    explain_errors,
    import_duckdb,
    is_empty,
    make_workplace,
    publish,
    publish_folder,
)

Task = tuple[int, Sequence[str]]


class Reader:
    """Turns logs into rows and writes the rows to subfolders of a temporary folder."""

    def __init__(self, workplace: Path, here: Path) -> None:
        self.workplace = workplace
        self.here = here
        self._engines = Engines()

    def __reduce__(self) -> tuple[type[Reader], tuple[Path, Path]]:
        return Reader, (self.workplace, self.here)

    def read(self, task: Task) -> tuple[Path, int]:
        number, paths = task
        folder = self.workplace / f"{number:06}"
        with closing(Rows(folder)) as rows, pause_gc():
            for path in paths:
                self.read_one(path, rows)
        return folder, len(paths)

    def read_one(self, path: str, rows: Rows) -> None:
        try:
            with rows.keep_all_or_none():
                reason = self.rows_of(path, rows)
        except Exception as error:  # one bad log must not stop the indexing of the others
            reason = reason_for(error)
        if reason:
            rows.add("refused", path, reason)

    def rows_of(self, path: str, rows: Rows) -> str:
        """Add the rows for a log. Return the reason if the log cannot be indexed, and otherwise an empty string."""
        read = partial(read_log, self.here / path, self._engines.heads)
        verdict = judge_log(path, read, refuse_rules, light=True, engines=self._engines)
        if not verdict.lines or (verdict.verdict == "invalid" and verdict.line == 1):
            return verdict.reason
        log = read()
        check_whole(log)
        read_into(rows, log, verdict)
        return ""


def refuse_rules(_: object) -> NoReturn:
    """Take the place of a finder in the light check, which needs no rules and never calls it."""
    raise AssertionError


def build(
    paths: Sequence[str],
    to: Path,
    workers: int = 1,
    parquet: Path | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Mapping[str, int]:
    """Index logs into a new DuckDB file and, optionally, a new folder of Parquet files. Return the row count of each
    table.

    Raise ``UsageError``, and create neither, if either exists or cannot be written, or if the extra is missing. If a
    game is unfinished or a log could not be read, only the owner can read the created files.
    """
    import_duckdb()
    check_new(to)
    if parquet is not None and not is_empty(parquet):
        check_new(parquet)
    others = make_workplace(parquet) if parquet is not None else nullcontext(to.parent)
    with make_workplace(to) as folder, others as other, closing(read_all(paths, folder.absolute(), workers)) as done:
        first = next(done, None)  # start the workers before DuckDB's threads
        with explain_errors(to), closing(Store(folder)) as store:
            load(store, chain([first] if first else [], done), progress)
            store.count_once()
            counts, mode = store.count_rows(), mode_of(store.are_all_over())
            if parquet is not None:
                with explain_errors(parquet):
                    store.export(other / "parquet")
        publish(folder / STORED, to, mode)
        if parquet is not None:
            try:
                with explain_errors(parquet):
                    publish_folder(other / "parquet", parquet, mode)
            except BaseException:
                to.unlink()
                raise
    return counts


def read_all(paths: Sequence[str], folder: Path, workers: int) -> Generator[tuple[Path, int]]:
    yield from spread(Reader.read, Reader(folder, Path.cwd()), enumerate(split_into_batches(paths)), workers)


def load(store: Store, done: Iterable[tuple[Path, int]], progress: Callable[[int], None]) -> None:
    logs = 0
    for pieces, n in done:
        store.load(pieces)
        logs += n
        progress(logs)
