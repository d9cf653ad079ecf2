"""A progress bar on standard error, shown only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from rftg_dsl.show.terminal.paint import is_terminal
from rftg_dsl.show.terminal.wrap import count_columns

WIDTH = 40


@contextmanager
def show_progress(total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar, and yield a function that sets the number of completed items. Erase the bar on exit."""
    began = perf_counter()
    with show_line() as show:
        yield lambda done: show(
            f"{render_bar(done, total, count_columns())}{render_time_left(done, total, perf_counter() - began)}"
        )


@contextmanager
def show_line() -> Iterator[Callable[[str], None]]:
    """Yield a function that replaces a line of text, if there is a terminal. Erase the line on exit."""
    on_terminal = is_terminal(sys.stderr)

    def show(line: str) -> None:
        if on_terminal:
            sys.stderr.write(f"\r{line[: count_columns() - 1]}\x1b[K")
            sys.stderr.flush()

    try:
        yield show
    finally:
        if on_terminal:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def render_time_left(done: int, total: int, seconds: float) -> str:
    """Return a suffix such as ``, 2 min left``, extrapolated from the speed so far; empty during the first second."""
    if not 0 < done < total or seconds < 1:
        return ""
    rest = seconds * (total - done) / done
    return f", {rest / 60:.0f} min left" if rest >= 90 else f", {rest:.0f} s left"


def render_bar(done: int, total: int, wide: int = 80) -> str:
    """Return a bar such as ``[####    ] 50 of 100``."""
    width = min(WIDTH, wide // 4)
    full = width * done // max(1, total)
    return f"[{'#' * full}{' ' * (width - full)}] {done} of {total}"
