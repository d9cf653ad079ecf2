"""The two lanes of tests: the fast one runs at every change; `make slow` runs more examples and the long tests.

What is the same in both lanes runs in the fast one only.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import settings

SLOW = os.environ.get("RFTG_LANE") == "slow"
"""Whether this is the slow lane."""

TIMES = 12
"""How many times as many examples a law gets in the slow lane."""

REASON = "in the slow lane only: make slow"

slow = pytest.mark.skipif(not SLOW, reason=REASON)


def does_more(item: pytest.Item) -> bool:
    """Whether the slow lane does more than the fast one: a long test, a law, or a test of a module that asks for it."""
    here = getattr(item, "module", None)
    long = any(mark.kwargs.get("reason") == REASON for mark in item.iter_markers("skipif"))
    return long or hasattr(here, "SLOW") or getattr(getattr(item, "obj", None), "is_hypothesis_test", False)


def law(examples: int, **more: Any) -> settings:
    """Settings for this many examples; in the slow lane twelve times as many, different each time."""
    if SLOW:
        more.pop("derandomize", None)
    return settings(max_examples=examples * (TIMES if SLOW else 1), deadline=None, **more)
