"""The two lanes of tests: the fast one runs at every change, `make slow` adds more examples and long tests."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import settings

SLOW = os.environ.get("RFTG_LANE") == "slow"
"""Whether this is the slow lane."""

TIMES = 12
"""How many times as many examples a law gets in the slow lane."""

slow = pytest.mark.skipif(not SLOW, reason="in the slow lane only: make slow")


def law(examples: int, **more: Any) -> settings:
    """Settings for this many examples; in the slow lane twelve times as many, different each time."""
    if SLOW:
        more.pop("derandomize", None)
    return settings(max_examples=examples * (TIMES if SLOW else 1), deadline=None, **more)
