"""The outcome of scenarios: text, JSON, and JUnit's XML for CI systems."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from rftg_dsl.author.scenarios.coverage import Coverage, Printed
from rftg_dsl.author.scenarios.mutation import Mutated
from rftg_dsl.author.scenarios.run_scenario import Failure
from rftg_dsl.author.scenarios.suites import Case, Results
from rftg_dsl.author.scenarios.test_session import Session
from rftg_dsl.author.validate.check_targets import as_finding
from rftg_dsl.author.validate.outcome import Finding
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Span
from rftg_dsl.show.terminal.finding_text import SHOWN, count, render_finding, underline
from rftg_dsl.show.terminal.paint import PLAIN, Paint, to_visible
from rftg_dsl.show.terminal.wrap import room_for


def render_session(found: Session, form: str, paint: Paint = PLAIN) -> str:
    """The outcome as ``text``, ``json`` or ``junit``; the first two with coverage and mutation, if there are any."""
    if form == "json":
        from rftg_dsl.show.terminal.machine_formats import as_json

        return as_json(serialize_session(found))
    if form == "junit":
        return as_junit(found.results)
    parts = [render_uncovered(found.coverage, paint)] if found.coverage is not None else []
    parts += [render_changes(found.mutated, paint)] if found.mutated is not None else []
    parts += ["mutation: not tried until all scenarios pass"] if found.untried else []
    wanting = [] if found.short is None else [f"less than {found.short}% covered"]
    wanting += ["changes not noticed"] if found.mutated is not None and not found.mutated.passed else []
    return "\n\n".join([*parts, render_results(found.results, paint, wanting)])


# -- text --------------------------------------------------------------------------------------------------------


def render_results(tested: Results, paint: Paint = PLAIN, wanting: Sequence[str] = ()) -> str:
    """Every mistake and every difference, and a summary line; ``wanting``: what else is wrong."""
    parts = [render_finding(as_finding(one), paint) for one in tested.diagnostics]
    parts += ["\n".join(render_case(one, paint)) for one in tested.failed]
    return "\n\n".join([*parts, render_summary(tested, paint, wanting)])


def render_case(one: Case, paint: Paint) -> Iterator[str]:
    """A scenario that failed, with each difference at its line."""
    yield f"{paint('failed', 'red')}: {paint(to_visible(title_of(one)), 'bold')}"
    for failure in one.ran.failures:
        yield from render_difference(failure, paint)


def title_of(one: Case) -> str:
    """The title of a scenario, with its edition and options."""
    scenario = one.ran.scenario
    where = [*([f"edition {scenario.edition}"] if scenario.edition else []), *[f"{k}={v}" for k, v in scenario.options]]
    return scenario.title + (f" ({', '.join(where)})" if where else "")


def render_difference(failure: Failure, paint: Paint) -> Iterator[str]:
    """One difference: the line, and what is there instead."""
    found = as_finding_of(failure)
    bar = " " * len(str(found.line))
    line, marks = underline(found, min(SHOWN, room_for(sys.stdout) - len(bar) - 3))
    yield f"{bar}{paint('-->', 'blue')} {to_visible(found.file)}:{found.line}:{found.column}"
    yield f"{bar} {paint('|', 'blue')}"
    yield f"{paint(f'{found.line} |', 'blue')} {line}"
    yield f"{bar} {paint('|', 'blue')} {paint(marks, 'red')}"
    yield f"{bar} {paint('=', 'blue')} {to_visible(failure.message)}"
    if failure.hint:
        yield f"{bar} {paint('=', 'blue')} help: {to_visible(failure.hint)}"
    for one in failure.lines:
        yield f"{bar} {paint('|', 'blue')}     {to_visible(one)}"


def as_finding_of(failure: Failure) -> Finding:
    """A difference as a finding; of a range of several lines, the first."""
    return as_finding(Diagnostic("scenario-failed", failure.at, failure.message, failure.hint))


def render_summary(tested: Results, paint: Paint = PLAIN, wanting: Sequence[str] = ()) -> str:
    """How many scenarios there were, how many failed, and what else is wrong."""
    failed, errors = len(tested.failed), len(tested.errors)
    parts = [f"{len(tested.cases) - failed} passed"]
    parts += [f"{failed} failed"] if failed else []
    parts += [count(errors, "error")] if errors else []
    word = paint("ok", "green") if tested.passed and not wanting else paint("failed", "red")
    return f"{word}: {', '.join([count(len(tested.cases), 'scenario'), *parts, *wanting])}"


# -- coverage ----------------------------------------------------------------------------------------------------


def format_percent(coverage: Coverage) -> str:
    """``97.34%``."""
    return f"{coverage.hundredths // 100}.{coverage.hundredths % 100:02}%"


def render_coverage(coverage: Coverage) -> str:
    """``coverage: 97.34%, 512 of 526 clauses``."""
    return f"coverage: {format_percent(coverage)}, {coverage.covered} of {count(coverage.total, 'clause')}"


def render_uncovered(coverage: Coverage, paint: Paint = PLAIN) -> str:
    """The powers of which no scenario has run every clause, by file, and how much has been run."""
    return "\n".join([*lines_of_uncovered(coverage, paint), render_coverage(coverage)])


def lines_of_uncovered(coverage: Coverage, paint: Paint) -> Iterator[str]:
    """One line for each power, and under it what no scenario has done; an empty line after each file."""
    last = ""
    for printed, clauses in coverage.find_missing():
        if printed.file != last:
            if last:
                yield ""
            yield paint(to_visible(printed.file), "bold")
            last = printed.file
        line = printed.at.begins[0]
        yield f"{line:5} {paint(printed.id, 'cyan')} {to_visible(printed.side)}: {to_visible(printed.text)}"
        for one in clauses:
            yield f"      {paint('-', 'yellow')} {to_visible(one.text)}"
    if last:
        yield ""


def serialize_coverage(coverage: Coverage) -> dict[str, Any]:
    """The coverage as data."""
    return {
        "clauses": coverage.total,
        "covered": coverage.covered,
        "hundredths": coverage.hundredths,
        "missing": [
            {**serialize_place(printed), "text": printed.text, "clauses": [one.text for one in clauses]}
            for printed, clauses in coverage.find_missing()
        ],
    }


def serialize_place(one: Printed) -> dict[str, Any]:
    """Which power it is, and where it is printed, as data."""
    return {"power": one.id, "file": one.file, "line": one.at.begins[0]}


# -- mutation ----------------------------------------------------------------------------------------------------


def render_changes(found: Mutated, paint: Paint = PLAIN) -> str:
    """The changes that no scenario notices, as the comments that would list them, and how many were noticed."""
    lines: list[str] = []
    for printed in found.unrun:
        lines.append(
            f"{place_of(printed.at)}: {paint(printed.id, 'cyan')} {to_visible(printed.side)} is in no scenario"
        )
    lines += [f"{place_of(one.of.at)}: {to_visible(one.excuse)} ..." for one in found.unnoticed]
    for excuse in found.idle:
        lines.append(
            f"{place_of(excuse.at)}: {paint('not needed', 'yellow')}: {to_visible(excuse.old)!r} -> {excuse.new!r}"
        )
    return "\n".join([*lines, *([""] if lines else []), render_mutation(found)])


def place_of(at: Span) -> str:
    """``tiles.rftg:12``."""
    return f"{to_visible(at.source.name)}:{at.begins[0]}"


def render_mutation(found: Mutated) -> str:
    """``mutation: 1,480 of 1,500 changes noticed, 20 listed``."""
    parts = [f"{found.noticed:,} of {found.mutants:,} changes noticed"]
    parts += [f"{found.excused:,} listed"] if found.excused else []
    parts += [f"{len(found.unnoticed):,} unnoticed"] if found.unnoticed else []
    parts += [f"{count(len(found.unrun), 'power')} in no scenario"] if found.unrun else []
    parts += [f"{count(len(found.idle), 'comment')} not needed"] if found.idle else []
    return f"mutation: {', '.join(parts)}"


def serialize_changes(found: Mutated) -> dict[str, Any]:
    """The changes as data."""
    return {
        "changes": found.mutants,
        "noticed": found.noticed,
        "listed": found.excused,
        "unnoticed": [
            {**serialize_place(one.of), "old": one.mutant.old, "new": one.mutant.new} for one in found.unnoticed
        ],
        "unrun": [serialize_place(one) for one in found.unrun],
        "idle": [
            {"file": one.at.source.name, "line": one.at.begins[0], "old": one.old, "new": one.new} for one in found.idle
        ],
    }


# -- for programs ------------------------------------------------------------------------------------------------


def serialize_session(found: Session) -> dict[str, Any]:
    """Everything as data; ``docs/json.md`` describes it."""
    return {
        **serialize_results(found.results),
        "coverage": None if found.coverage is None else serialize_coverage(found.coverage),
        "mutation": None if found.mutated is None else serialize_changes(found.mutated),
    }


def serialize_results(tested: Results) -> dict[str, Any]:
    """What was run, as data."""
    return {
        "passed": len(tested.cases) - len(tested.failed),
        "failed": len(tested.failed),
        "scenarios": [serialize_case(one) for one in tested.cases],
        "diagnostics": [as_finding(one).as_plain() for one in tested.diagnostics],
    }


def serialize_case(one: Case) -> dict[str, Any]:
    """One scenario as data."""
    scenario = one.ran.scenario
    return {
        "title": scenario.title,
        "suite": one.suite,
        "file": scenario.at.source.name,
        "line": scenario.at.begins[0],
        "edition": scenario.edition,
        "options": dict(scenario.options),
        "passed": one.ran.passed,
        "failures": [
            {
                "line": failure.at.begins[0],
                "column": failure.at.begins[1],
                "message": failure.message,
                "hint": failure.hint,
                "lines": list(failure.lines),
            }
            for failure in one.ran.failures
        ],
    }


def as_junit(tested: Results) -> str:
    """The outcome as CI systems read it: a suite for each set, a case for each scenario."""
    top = Element("testsuites", name="rftg", tests=str(len(tested.cases)), failures=str(len(tested.failed)))
    for name in dict.fromkeys(one.suite for one in tested.cases):
        cases = [one for one in tested.cases if one.suite == name]
        failed = sum(not one.ran.passed for one in cases)
        seconds = f"{sum(one.seconds for one in cases):.3f}"
        suite = SubElement(
            top,
            "testsuite",
            name=replace_unprintable(name),
            tests=str(len(cases)),
            failures=str(failed),
            errors="0",
            time=seconds,
        )
        for one in cases:
            add_case(suite, one)
    if tested.errors:
        errors = str(len(tested.errors))
        top.set("errors", errors)
        suite = SubElement(top, "testsuite", name="content", tests=errors, failures="0", errors=errors, time="0")
        for each in tested.errors:
            entry = SubElement(
                suite,
                "testcase",
                name=replace_unprintable(str(each.at)),
                classname=replace_unprintable(each.at.source.name),
            )
            error = SubElement(entry, "error", type=each.code, message=replace_unprintable(each.message))
            error.text = replace_unprintable(each.hint)
    indent(top)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(top, encoding="unicode")


def add_case(suite: Element, one: Case) -> None:
    """One scenario in its suite."""
    at = one.ran.scenario.at
    entry = SubElement(
        suite,
        "testcase",
        name=replace_unprintable(title_of(one)),
        classname=replace_unprintable(at.source.name),
        file=replace_unprintable(at.source.name),
        line=str(at.begins[0]),
        time=f"{one.seconds:.3f}",
    )
    if not one.ran.passed:
        first = one.ran.failures[0]
        failure = SubElement(
            entry, "failure", type=as_finding_of(first).code, message=replace_unprintable(first.message)
        )
        failure.text = "\n" + replace_unprintable(
            "\n".join(line for each in one.ran.failures for line in render_difference(each, PLAIN))
        )


def replace_unprintable(text: str) -> str:
    """A text without the characters that XML cannot have."""
    return "".join(char if char in "\n\t" or char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
