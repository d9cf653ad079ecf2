"""A progress bar on standard error, if that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rftg_dsl.render.paint import is_terminal

WIDTH = 40


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None]]:
    """Yields a function to call with the number done; the bar is erased at the end."""
    on_terminal = is_terminal(sys.stderr)

    def show(done: int) -> None:
        if on_terminal:
            sys.stderr.write(f"\r{bar(done, total)}")
            sys.stderr.flush()

    try:
        yield show
    finally:
        if on_terminal:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def bar(done: int, total: int) -> str:
    """``[####    ] 50 of 100``."""
    full = WIDTH * done // max(1, total)
    return f"[{'#' * full}{' ' * (WIDTH - full)}] {done} of {total}"
