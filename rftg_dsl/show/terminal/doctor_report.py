"""What ``rftg doctor`` says, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def render_health(found: dict[str, Any]) -> str:
    """Everything that is there, and what is missing."""
    return "\n".join(lines_of(found))


def lines_of(found: dict[str, Any]) -> Iterator[str]:
    """The lines, one after another."""
    yield f"rftg      {found['version']}"
    yield f"Python    {found['python']} on {found['system']}"
    there = [name for name, installed in found["extras"].items() if installed]
    yield f"extras    {', '.join(there) or 'none'}"
    if absent := [name for name in found["extras"] if name not in there]:
        yield f"          not installed: {', '.join(absent)} (pip install 'rftg-dsl[NAME]')"
    yield "back ends python: plays everything"
    for name, missing in found["backends"].items():
        yield f"          {name}: {f'cannot be used without {missing}' if missing else 'can be used'}"
    for one in found["tried"]:
        yield ""
        if one["why"]:
            yield f"The back end {one['backend']} cannot play this game: {one['why']}."
            continue
        yield f"The back end {one['backend']} plays this game; it was ready after {one['seconds']:.1f} s."
        if one["python"]:
            yield "A game that comes to one of these statements is played by Python:"
            yield from (f"  {left}" for left in one["python"])
