"""The two lanes of tests: what runs at every change, and what `make slow` runs besides, more often and for longer."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import settings

SLOW = os.environ.get("RFTG_LANE") == "slow"
"""Whether this is the slow lane."""

TIMES = 12
"""How many more examples a law is held to there."""

slow = pytest.mark.skipif(not SLOW, reason="in the slow lane only: make slow")


def law(examples: int, **more: Any) -> settings:
    """So many examples; in the slow lane twelve times as many, other ones each time."""
    if SLOW:
        more.pop("derandomize", None)
    return settings(max_examples=examples * (TIMES if SLOW else 1), deadline=None, **more)
