"""Reports for settling disputes: the causes of events, the differences between logs, and replays with other content."""

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
from rftg_dsl.wording.names import seat_name

LONG = 400
"""Maximum length, in characters, of a value quoted from a log."""
SHOWN = 100
"""Maximum number of events listed for a log line, and of differences listed for a comparison."""


def shorten(text: Any) -> str:
    """Return a log value as text that is safe to print, truncated to ``LONG`` characters."""
    said = to_visible(text if isinstance(text, str) else json.dumps(text, ensure_ascii=False))
    return said if len(said) <= LONG else f"{said[: LONG - 3]}..."


def render_state(value: Any) -> str:
    return "nothing" if value in ("", [], None) else shorten(value)


# -- why ---------------------------------------------------------------------------------------------------------


def render_why(why: Why, paint: Paint) -> str:
    stage = f", {shorten(why.stage)} (since line {why.stage_line})" if why.stage else ""
    lines = [paint(f"{to_visible(why.log)}, line {why.line}: {shorten(why.round)}{stage}", "bold")]
    lines += [f"line {record.line}: {shorten(record.text)}" for record in why.inputs]
    lines.append(f"line {why.line}: {shorten(why.text)}")
    if why.missing:
        lines.append(f"{paint('note', 'yellow')}: no texts of powers and rules: {shorten(why.missing)}")
    if not why.events:
        lines.append("this line has no events")
    for cause, reasons in groupby(why.events[:SHOWN], key=lambda reason: (reason.ground, reason.carriers)):
        lines += ["", *render_cause(*cause, paint), *render_reasons(list(reasons), paint)]
    if left := why.more + len(why.events[SHOWN:]):
        lines += ["", f"{left} more event{'s' * (left > 1)}: choose one with --event"]
    return "\n".join(lines)


def render_cause(of: Ground, carriers: Sequence[Carrier], paint: Paint) -> Iterator[str]:
    yield from render_ground(of, paint)
    # Copies of a card share a power id, so a log does not show which copy was used.
    if len(carriers) > 1:
        yield "  the log does not say which of these pieces it was:"
    for each in carriers:
        yield f"  {render_carrier(each)}"


def render_reasons(reasons: Sequence[Reason], paint: Paint) -> Iterator[str]:
    if reasons[0].just_before:
        yield f"  just before: {render_earlier(reasons[0].just_before)}"
    for reason in reasons:
        yield f"{reason.event:>5}  {paint(shorten(reason.text or reason.plain), 'bold')}"
        if reason.changes:
            changes = [
                f"{shorten(each.what)}: {render_state(each.before)} -> {render_state(each.after)}"
                for each in reason.changes
            ]
            yield f"       {'; '.join(changes)}"
        yield from (f"       before: {render_earlier(each)}" for each in reason.earlier)


def render_ground(ground: Ground, paint: Paint) -> Iterator[str]:
    """Render the power or step behind an event, with the power's or step's text if the content is available."""
    if ground.power:
        yield f"power of {paint(shorten(ground.name or ground.power), 'cyan')}" + (
            f" [{shorten(ground.power)}]" if ground.name else ""
        )
        if ground.text:
            yield f'  "{shorten(ground.text)}" ({shorten(ground.place)})'
    elif ground.step:
        rule = f"{paint(shorten(ground.rule), 'cyan')}: " if ground.rule else ""
        yield (
            f"{rule}{shorten(ground.text)} [{shorten(ground.step)}]" if ground.text else f"step {shorten(ground.step)}"
        )


def render_carrier(carrier: Carrier) -> str:
    where = "in play" if carrier.in_play else "not in play"
    since = f"since {render_earlier(carrier.since)}" if carrier.since else "since the beginning"
    lasts = f"; its power has lasted since line {carrier.lasting}" if carrier.lasting else ""
    return f"{shorten(carrier.piece)} is in {shorten(carrier.place)}, {where}, {since}{lasts}"


def render_earlier(earlier: Earlier) -> str:
    return f"line {earlier.line}, event {earlier.event}: {shorten(earlier.text)}"


# -- diff --------------------------------------------------------------------------------------------------------


def render_comparison(comparison: Compared, paint: Paint) -> str:
    names = to_visible(comparison.one), to_visible(comparison.other)
    if comparison.same:
        return f"{names[0]} and {names[1]}: {paint('no difference', 'green')}"
    lines = []
    for difference in comparison.head:
        lines += [
            paint(f"the heads differ: {shorten(difference.what)}", "bold"),
            *render_both(difference, names, paint),
        ]
    if comparison.first:
        lines += render_first_difference(comparison, comparison.first, names, paint)
    elif comparison.head and not comparison.table:
        unlike = any(difference.unlike for difference in comparison.head)
        lines.append("nothing else was compared" if unlike else "everything after the heads is the same")
    if comparison.table:
        rows = [
            [shorten(text) or "-" for text in (difference.what, difference.one.text, difference.other.text)]
            for difference in comparison.table[:SHOWN]
        ]
        lines.append(arrange_table(["", *names], rows))
    if left := len(comparison.table[SHOWN:]):
        lines.append(f"{left} more difference{'s' * (left > 1)}")
    if comparison.missing:
        lines.append(f"{paint('note', 'yellow')}: no texts of powers and rules: {shorten(comparison.missing)}")
    return "\n".join(lines)


def render_first_difference(comparison: Compared, first: Apart, names: tuple[str, str], paint: Paint) -> Iterator[str]:
    if comparison.beginning:
        short_one, long_one = names if comparison.beginning == "one" else names[::-1]
        yield f"{short_one} is the beginning of {long_one}" + (", except for its head" if comparison.head else "")
    yield paint(f"the first difference: {place_of(first)}, {moment_of(first)}{subject_of(first)}", "bold")
    yield from render_both(first, names, paint)


def moment_of(difference: Apart) -> str:
    return shorten(difference.round) + (f", {shorten(difference.stage)}" if difference.stage else "")


FIGURES = re.compile(r"figures seats ([0-9]{1,3}) (.*)", re.DOTALL)


def subject_of(difference: Apart) -> str:
    """Return the name of the differing item after a comma; empty if the line number already identifies the item."""
    if difference.what in ("record", "end"):
        return ""
    match = FIGURES.fullmatch(difference.what)
    return f", {shorten(f'{seat_name(int(match[1]))}: {match[2]}' if match else difference.what)}"


def place_of(difference: Apart) -> str:
    """Return the line or lines where two logs differ, or ``the end`` if the difference has no line in either log."""
    lines = sorted({difference.one.line, difference.other.line} - {0})
    if not lines:
        return "the end"
    return f"line {lines[0]}" if len(lines) == 1 else f"lines {difference.one.line} and {difference.other.line}"


def render_both(difference: Apart, names: tuple[str, str], paint: Paint) -> Iterator[str]:
    for name, said in zip(names, (difference.one, difference.other), strict=True):
        yield f"  {name}: {shorten(said.text)}"
        yield from (f"    {line}" for line in render_ground(said.ground, paint))


# -- audit --against ---------------------------------------------------------------------------------------------

HOW = {"added": "is added", "replaced": "has different content from the log's", "same": "is the same as the log's"}


def render_rerun(rerun: Against, paint: Paint) -> str:
    sets = "; ".join(f"{shorten(other.id)} {HOW[other.how]}" for other in rerun.sets)
    lines = [f"{to_visible(rerun.log)}: {sets}"]
    if rerun.first is None:
        end = "" if rerun.complete else f" as far as the log goes (line {rerun.lines})"
        lines.append(f"  {paint('nothing would differ', 'green')}{end}")
    else:
        first = rerun.first
        word = paint("it would differ", "yellow")
        lines.append(
            f"  {word} from line {first.one.line or first.other.line} on: {moment_of(first)}{subject_of(first)}"
        )
        lines += [f"  {line}" for line in render_both(first, ("the log has", "there would be"), paint)]
    if choice := rerun.choices:
        lines.append(
            f"  note: line {choice.one.line} would be {shorten(choice.other.text)}: {shorten(choice.one.text)}"
        )
    return "\n".join(lines)
