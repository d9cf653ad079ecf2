"""What stays in memory until the garbage collector looks for cycles: with many games or logs, too much."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_cycles() -> Iterator[None]:
    """Assert that nothing made meanwhile, and no longer used, refers to itself."""
    gc.collect()
    gc.disable()
    try:
        yield
        assert gc.collect() == 0
    finally:
        gc.enable()
