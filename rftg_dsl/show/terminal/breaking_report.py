"""The report on two versions of a set: differences, effects on logs, and whether the version number is high enough."""

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
"""The heading and colour for each effect, ordered from most to least serious, as in the report."""


def render_differences(comparison: Breaking, paint: Paint = PLAIN) -> str:
    parts = [
        f"{comparison.old.set.id} {comparison.old.set.version} -> {comparison.new.set.version} "
        f"({comparison.old.set.game})"
    ]
    for effect, (title, colour) in TITLES.items():
        differences = [difference for difference in comparison.differences if difference.effect == effect]
        if differences:
            parts.append(
                "\n".join(
                    [paint(title, colour), *(line for difference in differences for line in lines_of(difference))]
                )
            )
    if not comparison.differences:
        parts.append("the two versions are identical")
    return "\n\n".join(parts) + "\n"


def lines_of(difference: Difference) -> Iterator[str]:
    yield f"  {to_visible(difference.what)}"
    for when, version in (("was", difference.old), ("now", difference.new)):
        if version and version.text:
            yield from render_version(when, version)


def render_version(when: str, said: Said) -> Iterator[str]:
    lines = [to_visible(line) for line in said.text.splitlines()]
    if len(lines) == 1:
        yield f"    {when} {lines[0].strip()}  ({to_visible(said.place)})"
    else:
        yield f"    {when} ({to_visible(said.place)})"
        yield from (f"      {line}" for line in lines)


def render_judged(judged: Judged, paint: Paint = PLAIN) -> str:
    if judged.against is None:
        return f"{to_visible(judged.log)}: {paint(judged.fate, 'yellow')}: {to_visible(judged.reason)}"
    return render_rerun(judged.against, paint)


FATES: Mapping[Fate, str] = {
    "differs": "would differ",
    "unplayable": "could not be replayed",
    "same": "would not differ",
    "unknown": "could not be judged",
    "without": "did not use this set",
}


def render_conclusion(comparison: Breaking, paint: Paint = PLAIN) -> str:
    lines = []
    if tried := comparison.fates.total():
        numbers = [f"{comparison.fates[fate]} {what}" for fate, what in FATES.items() if comparison.fates[fate]]
        lines = [f"{count(tried, 'log')}: {', '.join(numbers)}", ""]
    return "\n".join([*lines, render_verdict(comparison, paint)])


def render_verdict(comparison: Breaking, paint: Paint) -> str:
    old, new, needed = comparison.old.set.version, comparison.new.set.version, shorten_version(comparison.needed)
    if comparison.enough:
        why = f"these changes need at least {needed}" if comparison.effect else "no new version is needed"
        return f"{paint('ok', 'green')}: version {new}; {why}"
    if comparison.effect is None:
        return f"{paint('error', 'red')}: version {new} is below {old}"
    return f"{paint('error', 'red')}: version {new} is too low; these changes need at least {needed}"
