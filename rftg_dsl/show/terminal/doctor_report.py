"""The text output of ``rftg doctor``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rftg_dsl.base.extras import command_to_install


def render_health(health: dict[str, Any]) -> str:
    return "\n".join(lines_of(health))


def lines_of(health: dict[str, Any]) -> Iterator[str]:
    yield f"rftg      {health['version']}"
    yield f"Python    {health['python']} on {health['system']}"
    there = [name for name, installed in health["extras"].items() if installed]
    yield f"extras    {', '.join(there) or 'none'}"
    if absent := [name for name in health["extras"] if name not in there]:
        yield f"          not installed: {', '.join(absent)} ({command_to_install('NAME')})"
    yield "back ends python: plays everything"
    for name, missing in health["backends"].items():
        yield f"          {name}: {f'cannot be used without {missing}' if missing else 'can be used'}"
    for attempt in health["tried"]:
        yield ""
        if attempt["why"]:
            yield f"The back end {attempt['backend']} cannot play this game: {attempt['why']}."
            continue
        yield f"The back end {attempt['backend']} plays this game; it was ready after {attempt['seconds']:.1f} s."
        if attempt["python"]:
            yield "Games that reach one of these statements fall back to Python:"
            yield from (f"  {left}" for left in attempt["python"])
