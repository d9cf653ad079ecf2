"""Extras: libraries that are not installed with the program, and only some of its commands need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rftg_dsl.base.diagnostic import Unusable


@contextmanager
def require_extra(name: str, what: str) -> Iterator[None]:
    """Within it, what an extra brings is imported; ``Unusable`` if it is not installed. ``what`` needs it."""
    try:
        yield
    except ImportError:
        hint = f"install it: pip install 'rftg-dsl[{name}]'"
        raise Unusable(f"{what} needs the extra {name!r}", hint, "missing-extra") from None
