"""What is said of two versions of a set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rftg_dsl.render.disputes import rerun
from rftg_dsl.render.fold import ENDLESS, fold, unbroken
from rftg_dsl.render.paint import PLAIN, Paint, visible
from rftg_dsl.render.text import count
from rftg_dsl.workbench.breaking import Breaking, short
from rftg_dsl.workbench.differences import Difference, Effect, Said

TITLES = {
    Effect.REMOVES: ("removes", "red"),
    Effect.CHANGES: ("changes play", "red"),
    Effect.ADDS: ("adds", "green"),
    Effect.TEXT: ("text only", "blue"),
}
"""What stands over the differences of each effect, those that weigh most first."""


def told(found: Breaking, paint: Paint = PLAIN, width: int = ENDLESS) -> str:
    """The differences by their effects, the logs that differ, and what the version should be."""
    parts = [f"{found.old.set.id} {found.old.set.version} -> {found.new.set.version} ({found.old.set.game})"]
    for effect, (title, colour) in TITLES.items():
        those = [one for one in found.differences if one.effect == effect]
        if those:
            parts.append("\n".join([paint(title, colour), *(line for one in those for line in lines_of(one, width))]))
    if not found.differences:
        parts.append("both say the same")
    if found.logs or found.others:
        parts.append("\n".join(logs(found, paint)))
    parts.append(verdict(found, paint))
    return "\n\n".join(parts)


def lines_of(one: Difference, width: int) -> Iterator[str]:
    """The lines about one difference."""
    yield from fold(visible(one.what), width, "  ", "    ")
    for when, version in (("was", one.old), ("now", one.new)):
        if version and version.text:
            yield from said(when, version, width)


def said(when: str, one: Said, width: int) -> Iterator[str]:
    """What one version says, and where."""
    lines, place = [visible(line) for line in one.text.splitlines()], unbroken(f"({visible(one.place)})")
    if len(lines) == 1:
        yield from fold(f"{when} {lines[0].strip()}  {place}", width, "    ", "        ")
    else:
        yield from fold(f"{when} {place}", width, "    ", "        ")
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip()))
            yield from fold(line.strip(), width, f"      {indent}", f"        {indent}")


def logs(found: Breaking, paint: Paint) -> Iterator[str]:
    """The logs that no longer audit or cannot be judged, and how many there are of each sort."""
    for one in found.logs:
        if one.against is None:
            yield f"{visible(one.log)}: {paint(one.verdict, 'yellow')}: {visible(one.reason)}"
        elif one.broken:
            yield rerun(one.against, paint)
    verdicts: Counter[str] = Counter(one.verdict for one in found.logs)
    numbers = [f"{verdicts[verdict]} {what}" for verdict, what in OF_LOGS.items() if verdicts[verdict]]
    numbers += [f"{found.others} without this set"] if found.others else []
    yield f"{count(len(found.logs) + found.others, 'log')}: {', '.join(numbers)}"


OF_LOGS = {
    "differs": "would differ",
    "unplayable": "could not be played",
    "same": "would not differ",
    "unknown": "could not be judged",
}
"""What is said of logs with each verdict."""


def verdict(found: Breaking, paint: Paint) -> str:
    """Whether the new version says enough."""
    old, new, needed = found.old.set.version, found.new.set.version, short(found.needed)
    if found.enough:
        why = f"these changes need at least {needed}" if found.effect else "no other one is needed"
        return f"{paint('ok', 'green')}: version {new}; {why}"
    if found.effect is None:
        return f"{paint('error', 'red')}: version {new} is below {old}"
    return f"{paint('error', 'red')}: version {new} is too small; these changes need at least {needed}"
