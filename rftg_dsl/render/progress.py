"""A progress bar on standard error, where somebody watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rftg_dsl.render.paint import is_terminal

WIDE = 40


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None]]:
    """Gives what is told how many are done; the bar is gone afterwards."""
    watched = is_terminal(sys.stderr)

    def show(done: int) -> None:
        if watched:
            sys.stderr.write(f"\r{bar(done, total)}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        if watched:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def bar(done: int, total: int) -> str:
    """``[####    ] 50 of 100``."""
    full = WIDE * done // max(1, total)
    return f"[{'#' * full}{' ' * (WIDE - full)}] {done} of {total}"
