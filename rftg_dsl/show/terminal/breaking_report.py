"""What is said of two versions of a set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rftg_dsl.author.versions.breaking import Breaking, Fate, Judged, shorten_version
from rftg_dsl.author.versions.differences import Difference, Effect, Said
from rftg_dsl.show.terminal.dispute_report import render_rerun
from rftg_dsl.show.terminal.finding_text import count
from rftg_dsl.show.terminal.paint import PLAIN, Paint, to_visible

TITLES = {
    Effect.REMOVES: ("removes", "red"),
    Effect.CHANGES: ("changes play", "red"),
    Effect.ADDS: ("adds", "green"),
    Effect.TEXT: ("text only", "blue"),
}
"""What stands over the differences of each effect, those that weigh most first."""


def render_differences(found: Breaking, paint: Paint = PLAIN) -> str:
    """The two versions, and their differences by what they mean."""
    parts = [f"{found.old.set.id} {found.old.set.version} -> {found.new.set.version} ({found.old.set.game})"]
    for effect, (title, colour) in TITLES.items():
        those = [one for one in found.differences if one.effect == effect]
        if those:
            parts.append("\n".join([paint(title, colour), *(line for one in those for line in lines_of(one))]))
    if not found.differences:
        parts.append("both say the same")
    return "\n\n".join(parts) + "\n"


def lines_of(one: Difference) -> Iterator[str]:
    """The lines about one difference."""
    yield f"  {to_visible(one.what)}"
    for when, version in (("was", one.old), ("now", one.new)):
        if version and version.text:
            yield from render_version(when, version)


def render_version(when: str, one: Said) -> Iterator[str]:
    """What one version says, and where."""
    lines = [to_visible(line) for line in one.text.splitlines()]
    if len(lines) == 1:
        yield f"    {when} {lines[0].strip()}  ({to_visible(one.place)})"
    else:
        yield f"    {when} ({to_visible(one.place)})"
        yield from (f"      {line}" for line in lines)


def render_judged(one: Judged, paint: Paint = PLAIN) -> str:
    """A log that no longer audits, or cannot be judged."""
    if one.against is None:
        return f"{to_visible(one.log)}: {paint(one.fate, 'yellow')}: {to_visible(one.reason)}"
    return render_rerun(one.against, paint)


FATES: Mapping[Fate, str] = {
    "differs": "would differ",
    "unplayable": "could not be played",
    "same": "would not differ",
    "unknown": "could not be judged",
    "without": "without this set",
}
"""What is said of the logs with each fate."""


def render_conclusion(found: Breaking, paint: Paint = PLAIN) -> str:
    """What became of the logs that were tried, and whether the new version says enough."""
    lines = []
    if tried := found.fates.total():
        numbers = [f"{found.fates[fate]} {what}" for fate, what in FATES.items() if found.fates[fate]]
        lines = [f"{count(tried, 'log')}: {', '.join(numbers)}", ""]
    return "\n".join([*lines, render_verdict(found, paint)])


def render_verdict(found: Breaking, paint: Paint) -> str:
    """Whether the new version says enough."""
    old, new, needed = found.old.set.version, found.new.set.version, shorten_version(found.needed)
    if found.enough:
        why = f"these changes need at least {needed}" if found.effect else "no other one is needed"
        return f"{paint('ok', 'green')}: version {new}; {why}"
    if found.effect is None:
        return f"{paint('error', 'red')}: version {new} is below {old}"
    return f"{paint('error', 'red')}: version {new} is too small; these changes need at least {needed}"
