"""Lazy imports for game functions that are not needed to check content."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any


def lazy(module: str, name: str) -> Callable[..., Any]:
    """Wrap a module's function so that the module is imported on the first call."""

    @cache
    def load_function() -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(import_module(module), name)
        return function

    return lambda *args: load_function()(*args)
