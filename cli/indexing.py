"""The index of many logs, made with a bar. Imported only by the command that needs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rftg_dsl.index.build import build
from rftg_dsl.log.batch import logs_in
from rftg_dsl.render.progress import progress


def indexed(given: Sequence[Path], to: Path, parquet: Path | None, workers: int) -> Mapping[str, int]:
    """Index logs, each once; returns the number of rows by table."""
    paths = list(dict.fromkeys(logs_in(given)))
    with progress(len(paths)) as done:
        return build(paths, to, workers, parquet, done)
