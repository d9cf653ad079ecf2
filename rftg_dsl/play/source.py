"""A library that worker processes load for themselves, because loaded libraries are not pickled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path

from rftg_dsl.library.load import Library, load_library


class Source:
    """A library, and the way to load it again in another process."""

    def __init__(self, load: Callable[[], Library]) -> None:
        self.load = load

    def __reduce__(self) -> tuple[type[Source], tuple[Callable[[], Library]]]:
        return Source, (self.load,)

    @cached_property
    def library(self) -> Library:
        return self.load()


def source_of(library: Library, sets: Sequence[str | Path]) -> Source:
    """The source of a loaded library, which was made with these added sets."""
    # A worker process may have another working directory.
    absolute = tuple([name.absolute() if isinstance(name, Path) and name.exists() else name for name in sets])
    source = Source(partial(load_library, library.game.name, library.edition or None, absolute, dict(library.options)))
    source.library = library
    return source
