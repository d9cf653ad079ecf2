"""The means to judge logs in any process: the sets, the folder of relative paths, and what is loaded only once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from rftg_dsl.library.backends import check_backend
from rftg_dsl.library.finder import Finder, make_finder
from rftg_dsl.log.audit.engines import Engines


class Workplace:
    """Finds sets and engines, and loads each only once. They are not pickled, so each process loads its own."""

    def __init__(self, extra: tuple[str | Path, ...], here: Path, backend: str | None) -> None:
        self.extra = extra
        self.here = here
        self.backend = backend
        self.engines = Engines(backend)

    def __reduce__(self) -> tuple[type[Workplace], tuple[tuple[str | Path, ...], Path, str | None]]:
        return Workplace, (self.extra, self.here, self.backend)

    @cached_property
    def find(self) -> Finder:
        return make_finder(self.extra)


def make_workplace(extra: Sequence[str | Path], backend: str | None) -> Workplace:
    """Return the workplace of the current folder. Raise ``UsageError`` if there is no such back end."""
    check_backend(backend)
    # Make paths absolute, because worker processes may have a different working directory.
    sets = tuple([name.absolute() if isinstance(name, Path) and name.exists() else name for name in extra])
    return Workplace(sets, Path.cwd(), backend)
