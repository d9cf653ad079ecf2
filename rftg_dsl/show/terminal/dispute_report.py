"""What settles a dispute, as text: why something happened, how two logs or tables differ, what would have differed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from rftg_dsl.log.account.causes import Ground
from rftg_dsl.log.account.compare import Apart, Compared
from rftg_dsl.log.account.why import Carrier, Earlier, Reason, Why
from rftg_dsl.log.audit.other_content import Against
from rftg_dsl.show.terminal.columns import arrange_table
from rftg_dsl.show.terminal.paint import Paint, to_visible

LONG = 400
"""Maximum characters shown of what a log says."""
SHOWN = 100
"""Maximum events of a line that are shown, and maximum differences."""


def shorten(text: Any) -> str:
    """What a log says, safe to show, and cut if it is long."""
    said = to_visible(text if isinstance(text, str) else json.dumps(text, ensure_ascii=False))
    return said if len(said) <= LONG else f"{said[: LONG - 3]}..."


def render_state(value: Any) -> str:
    """What a thing was or is: the same, or ``nothing`` of what is empty."""
    return "nothing" if value in ("", [], None) else shorten(value)


# -- why ---------------------------------------------------------------------------------------------------------


def render_why(found: Why, paint: Paint) -> str:
    """Everything about a line of a log."""
    stage = f", {shorten(found.stage)} (since line {found.stage_line})" if found.stage else ""
    lines = [paint(f"{to_visible(found.log)}, line {found.line}: {shorten(found.round)}{stage}", "bold")]
    lines += [f"line {one.line}: {shorten(one.text)}" for one in found.inputs]
    lines.append(f"line {found.line}: {shorten(found.text)}")
    if found.missing:
        lines.append(f"{paint('note', 'yellow')}: no texts of powers and rules: {shorten(found.missing)}")
    if not found.events:
        lines.append("nothing happens in this line")
    for cause, those in groupby(found.events[:SHOWN], key=lambda one: (one.ground, one.carriers)):
        lines += ["", *render_cause(*cause, paint), *render_reasons(list(those), paint)]
    if left := found.more + len(found.events[SHOWN:]):
        lines += ["", f"{left} more event{'s' * (left > 1)}: choose one with --event"]
    return "\n".join(lines)


def render_cause(of: Ground, those: Sequence[Carrier], paint: Paint) -> Iterator[str]:
    """The power or step behind some events, and the pieces that the power may belong to."""
    yield from render_ground(of, paint)
    if len(those) > 1:
        yield "  the log does not say which of these pieces:"
    for each in those:
        yield f"  {render_carrier(each)}"


def render_reasons(those: Sequence[Reason], paint: Paint) -> Iterator[str]:
    """Events with the same cause, what they changed, and what was before."""
    if those[0].just_before:
        yield f"  just before: {render_earlier(those[0].just_before)}"
    for one in those:
        yield f"{one.event:>5}  {paint(shorten(one.text or one.plain), 'bold')}"
        if one.changes:
            changes = [
                f"{shorten(each.what)}: {render_state(each.before)} -> {render_state(each.after)}"
                for each in one.changes
            ]
            yield f"       {'; '.join(changes)}"
        yield from (f"       before: {render_earlier(each)}" for each in one.earlier)


def render_ground(one: Ground, paint: Paint) -> Iterator[str]:
    """The power or step behind an event, with its text if it is known."""
    if one.power:
        yield f"power of {paint(shorten(one.name or one.power), 'cyan')}" + (
            f" [{shorten(one.power)}]" if one.name else ""
        )
        if one.text:
            yield f'  "{shorten(one.text)}" ({shorten(one.place)})'
    elif one.step:
        rule = f"{paint(shorten(one.rule), 'cyan')}: " if one.rule else ""
        yield f"{rule}{shorten(one.text)} [{shorten(one.step)}]" if one.text else f"step {shorten(one.step)}"


def render_carrier(one: Carrier) -> str:
    """A piece with a power: where it lies, and since when."""
    where = "in play" if one.in_play else "not in play"
    since = f"since {render_earlier(one.since)}" if one.since else "since the beginning"
    lasts = f"; its power lasts since line {one.lasting}" if one.lasting else ""
    return f"{shorten(one.piece)} lies in {shorten(one.place)}, {where}, {since}{lasts}"


def render_earlier(one: Earlier) -> str:
    """Something that happened before."""
    return f"line {one.line}, event {one.event}: {shorten(one.text)}"


# -- diff --------------------------------------------------------------------------------------------------------


def render_comparison(found: Compared, paint: Paint) -> str:
    """How two logs or tables differ."""
    names = to_visible(found.one), to_visible(found.other)
    if found.same:
        return f"{names[0]} and {names[1]}: {paint('no difference', 'green')}"
    lines = []
    for one in found.head:
        lines += [paint(f"the heads differ: {shorten(one.what)}", "bold"), *render_both(one, names, paint)]
    if found.first:
        lines += render_first_difference(found, found.first, names, paint)
    elif found.head and not found.table:
        unlike = any(one.unlike for one in found.head)
        lines.append("nothing else was compared" if unlike else "everything after the heads is the same")
    if found.table:
        rows = [
            [shorten(text) or "-" for text in (one.what, one.one.text, one.other.text)] for one in found.table[:SHOWN]
        ]
        lines.append(arrange_table(["", *names], rows))
    if left := len(found.table[SHOWN:]):
        lines.append(f"{left} more difference{'s' * (left > 1)}")
    if found.missing:
        lines.append(f"{paint('note', 'yellow')}: no texts of powers and rules: {shorten(found.missing)}")
    return "\n".join(lines)


def render_first_difference(found: Compared, first: Apart, names: tuple[str, str], paint: Paint) -> Iterator[str]:
    """The first difference of two logs after their heads."""
    if found.beginning:
        short_one, long_one = names if found.beginning == "one" else names[::-1]
        yield f"{short_one} is the beginning of {long_one}" + (", but for its head" if found.head else "")
    yield paint(f"the first difference: {place_of(first)}, {moment_of(first)}{subject_of(first)}", "bold")
    yield from render_both(first, names, paint)


def moment_of(one: Apart) -> str:
    """The moment of a difference."""
    return shorten(one.round) + (f", {shorten(one.stage)}" if one.stage else "")


FIGURES = re.compile(r"figures seats ([0-9]{1,3}) (.*)", re.DOTALL)


def subject_of(one: Apart) -> str:
    """What differs, unless that is clear."""
    if one.what in ("record", "end"):
        return ""
    found = FIGURES.fullmatch(one.what)
    return f", {shorten(f'Seat {int(found[1]) + 1}: {found[2]}' if found else one.what)}"


def place_of(one: Apart) -> str:
    """The line, or both lines, where two logs differ."""
    lines = sorted({one.one.line, one.other.line} - {0})
    if not lines:
        return "the end"
    return f"line {lines[0]}" if len(lines) == 1 else f"lines {one.one.line} and {one.other.line}"


def render_both(one: Apart, names: tuple[str, str], paint: Paint) -> Iterator[str]:
    """What the two say."""
    for name, said in zip(names, (one.one, one.other), strict=True):
        yield f"  {name}: {shorten(said.text)}"
        yield from (f"    {line}" for line in render_ground(said.ground, paint))


# -- audit --against ---------------------------------------------------------------------------------------------

HOW = {"added": "is added", "replaced": "has other content than the log's", "same": "is the same as the log's"}
"""What became of a set."""


def render_rerun(found: Against, paint: Paint) -> str:
    """What would differ with other content."""
    sets = "; ".join(f"{shorten(one.id)} {HOW[one.how]}" for one in found.sets)
    lines = [f"{to_visible(found.log)}: {sets}"]
    if found.first is None:
        end = "" if found.complete else f" as far as the log goes (line {found.lines})"
        lines.append(f"  {paint('nothing would differ', 'green')}{end}")
    else:
        first = found.first
        word = paint("it would differ", "yellow")
        lines.append(
            f"  {word} from line {first.one.line or first.other.line} on: {moment_of(first)}{subject_of(first)}"
        )
        lines += [f"  {line}" for line in render_both(first, ("the log has", "there would be"), paint)]
    if one := found.choices:
        lines.append(f"  note: line {one.one.line} would be {shorten(one.other.text)}: {shorten(one.one.text)}")
    return "\n".join(lines)
