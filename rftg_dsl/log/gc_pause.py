"""Memory: many small objects and hardly a cycle, so that searching for cycles meanwhile is time lost."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """No search for reference cycles meanwhile: games and logs make many small objects and hardly a cycle."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
