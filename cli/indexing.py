"""Indexing of logs, with a progress bar. Imported lazily."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rftg_dsl.log.audit.batch import logs_in
from rftg_dsl.log.index.build_index import build
from rftg_dsl.show.terminal.progress_bar import show_progress


def index_logs(places: Sequence[Path], to: Path, parquet: Path | None, workers: int) -> Mapping[str, int]:
    paths = list(dict.fromkeys(logs_in(places)))
    with show_progress(len(paths)) as done:
        return build(paths, to, workers, parquet, done)
