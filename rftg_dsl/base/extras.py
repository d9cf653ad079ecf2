"""Extras: optional libraries that only some commands need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rftg_dsl.base.diagnostic import UsageError


@contextmanager
def require_extra(name: str, what: str) -> Iterator[None]:
    """Raise ``UsageError`` if an import in the block fails; ``what`` names the feature that needs the library."""
    try:
        yield
    except ImportError:
        hint = f"install it: pip install 'rftg-dsl[{name}]'"
        raise UsageError(f"{what} needs the extra {name!r}", hint, "missing-extra") from None
