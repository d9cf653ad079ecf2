"""The marker that ties a test to the printed rules it proves."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test with the ids of its rules: ``@rule("R101")``, or several at once."""
    assert ids, "a rule marker names at least one rule"
    return pytest.mark.rule(*ids)


def power(*ids: str) -> pytest.MarkDecorator:
    """Mark a scenario with the printed powers it uses: ``@power("T12.a/1")``."""
    assert ids, "a power marker names at least one power"
    return pytest.mark.power(*ids)
