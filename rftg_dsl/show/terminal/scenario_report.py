"""Scenario results as text, JSON, or JUnit XML for CI systems."""

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
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Span
from rftg_dsl.show.terminal.finding_text import SHOWN, count, render_finding, underline
from rftg_dsl.show.terminal.paint import PLAIN, Paint, to_visible
from rftg_dsl.show.terminal.wrap import room_for


def render_session(session: Session, form: str, paint: Paint = PLAIN) -> str:
    """Render a session as ``text``, ``json`` or ``junit``; JUnit XML cannot express coverage or mutation results."""
    if form == "json":
        from rftg_dsl.show.terminal.machine_formats import as_json

        return as_json(serialize_session(session))
    if form == "junit":
        return as_junit(session.results)
    parts = [render_uncovered(session.coverage, paint)] if session.coverage is not None else []
    parts += [render_changes(session.mutated, paint)] if session.mutated is not None else []
    parts += ["mutation: not tried until all scenarios pass"] if session.untried else []
    wanting = [] if session.short is None else [f"less than {session.short}% covered"]
    wanting += ["changes not noticed"] if session.mutated is not None and not session.mutated.passed else []
    return "\n\n".join([*parts, render_results(session.results, paint, wanting)])


# -- text --------------------------------------------------------------------------------------------------------


def render_results(tested: Results, paint: Paint = PLAIN, wanting: Sequence[str] = ()) -> str:
    """Render all diagnostics and failed scenarios, then a summary line that includes the ``wanting`` items."""
    parts = [render_finding(diagnostic, paint) for diagnostic in tested.diagnostics]
    parts += ["\n".join(render_case(case, paint)) for case in tested.failed]
    return "\n\n".join([*parts, render_summary(tested, paint, wanting)])


def render_case(case: Case, paint: Paint) -> Iterator[str]:
    yield f"{paint('failed', 'red')}: {paint(to_visible(title_of(case)), 'bold')}"
    for failure in case.ran.failures:
        yield from render_difference(failure, paint)


def title_of(case: Case) -> str:
    scenario = case.ran.scenario
    where = [*([f"edition {scenario.edition}"] if scenario.edition else []), *[f"{k}={v}" for k, v in scenario.options]]
    return scenario.title + (f" ({', '.join(where)})" if where else "")


def render_difference(failure: Failure, paint: Paint) -> Iterator[str]:
    finding = as_diagnostic(failure)
    bar = " " * len(str(finding.at.line))
    line, marks = underline(finding, min(SHOWN, room_for(sys.stdout) - len(bar) - 3))
    yield f"{bar}{paint('-->', 'blue')} {to_visible(finding.at.file)}:{finding.at.line}:{finding.at.column}"
    yield f"{bar} {paint('|', 'blue')}"
    yield f"{paint(f'{finding.at.line} |', 'blue')} {line}"
    yield f"{bar} {paint('|', 'blue')} {paint(marks, 'red')}"
    yield f"{bar} {paint('=', 'blue')} {to_visible(failure.message)}"
    if failure.hint:
        yield f"{bar} {paint('=', 'blue')} help: {to_visible(failure.hint)}"
    for text in failure.lines:
        yield f"{bar} {paint('|', 'blue')}     {to_visible(text)}"


def as_diagnostic(failure: Failure) -> Diagnostic:
    return Diagnostic("scenario-failed", failure.at, failure.message, failure.hint)


def render_summary(tested: Results, paint: Paint = PLAIN, wanting: Sequence[str] = ()) -> str:
    failed, errors = len(tested.failed), len(tested.errors)
    parts = [f"{len(tested.cases) - failed} passed"]
    parts += [f"{failed} failed"] if failed else []
    parts += [count(errors, "error")] if errors else []
    word = paint("ok", "green") if tested.passed and not wanting else paint("failed", "red")
    return f"{word}: {', '.join([count(len(tested.cases), 'scenario'), *parts, *wanting])}"


# -- coverage ----------------------------------------------------------------------------------------------------


def format_percent(coverage: Coverage) -> str:
    """Format coverage as ``97.34%``, using integers so that 99.999% is never rounded up to 100%."""
    return f"{coverage.hundredths // 100}.{coverage.hundredths % 100:02}%"


def render_coverage(coverage: Coverage) -> str:
    return f"coverage: {format_percent(coverage)}, {coverage.covered} of {count(coverage.total, 'clause')}"


def render_uncovered(coverage: Coverage, paint: Paint = PLAIN) -> str:
    return "\n".join([*lines_of_uncovered(coverage, paint), render_coverage(coverage)])


def lines_of_uncovered(coverage: Coverage, paint: Paint) -> Iterator[str]:
    """Yield one line per power, followed by its unexecuted clauses, with a blank line after each file."""
    last = ""
    for printed, clauses in coverage.find_missing():
        if printed.file != last:
            if last:
                yield ""
            yield paint(to_visible(printed.file), "bold")
            last = printed.file
        line = printed.at.begins[0]
        yield f"{line:5} {paint(printed.id, 'cyan')} {to_visible(printed.side)}: {to_visible(printed.text)}"
        for clause in clauses:
            yield f"      {paint('-', 'yellow')} {to_visible(clause.text)}"
    if last:
        yield ""


def serialize_coverage(coverage: Coverage) -> dict[str, Any]:
    return {
        "clauses": coverage.total,
        "covered": coverage.covered,
        "hundredths": coverage.hundredths,
        "missing": [
            {**serialize_place(printed), "text": printed.text, "clauses": [clause.text for clause in clauses]}
            for printed, clauses in coverage.find_missing()
        ],
    }


def serialize_place(printed: Printed) -> dict[str, Any]:
    return {"power": printed.id, "file": printed.file, "line": printed.at.begins[0]}


# -- mutation ----------------------------------------------------------------------------------------------------


def render_changes(mutated: Mutated, paint: Paint = PLAIN) -> str:
    lines: list[str] = []
    for printed in mutated.unrun:
        lines.append(f"{place_of(printed.at)}: {paint(printed.id, 'cyan')} {to_visible(printed.side)} has no scenario")
    lines += [f"{place_of(change.of.at)}: {to_visible(change.excuse)} ..." for change in mutated.unnoticed]
    for excuse in mutated.idle:
        lines.append(
            f"{place_of(excuse.at)}: {paint('not needed', 'yellow')}: {to_visible(excuse.old)!r} -> {excuse.new!r}"
        )
    return "\n".join([*lines, *([""] if lines else []), render_mutation(mutated)])


def place_of(at: Span) -> str:
    return f"{to_visible(at.source.label)}:{at.begins[0]}"


def render_mutation(mutated: Mutated) -> str:
    """Render a summary such as ``mutation: 1,480 of 1,500 changes noticed, 20 listed``."""
    parts = [f"{mutated.noticed:,} of {mutated.mutants:,} changes noticed"]
    parts += [f"{mutated.excused:,} listed"] if mutated.excused else []
    parts += [f"{len(mutated.unnoticed):,} unnoticed"] if mutated.unnoticed else []
    parts += [f"{count(len(mutated.unrun), 'power')} without a scenario"] if mutated.unrun else []
    parts += [f"{count(len(mutated.idle), 'comment')} not needed"] if mutated.idle else []
    return f"mutation: {', '.join(parts)}"


def serialize_changes(mutated: Mutated) -> dict[str, Any]:
    return {
        "changes": mutated.mutants,
        "noticed": mutated.noticed,
        "listed": mutated.excused,
        "unnoticed": [
            {**serialize_place(change.of), "old": change.mutant.old, "new": change.mutant.new}
            for change in mutated.unnoticed
        ],
        "unrun": [serialize_place(printed) for printed in mutated.unrun],
        "idle": [
            {"file": excuse.at.source.label, "line": excuse.at.begins[0], "old": excuse.old, "new": excuse.new}
            for excuse in mutated.idle
        ],
    }


# -- for programs ------------------------------------------------------------------------------------------------


def serialize_session(session: Session) -> dict[str, Any]:
    """Return the whole session as plain data, in the format described in ``docs/json.md``."""
    return {
        **serialize_results(session.results),
        "coverage": None if session.coverage is None else serialize_coverage(session.coverage),
        "mutation": None if session.mutated is None else serialize_changes(session.mutated),
    }


def serialize_results(tested: Results) -> dict[str, Any]:
    return {
        "passed": len(tested.cases) - len(tested.failed),
        "failed": len(tested.failed),
        "scenarios": [serialize_case(case) for case in tested.cases],
        "diagnostics": [diagnostic.as_plain() for diagnostic in tested.diagnostics],
    }


def serialize_case(case: Case) -> dict[str, Any]:
    scenario = case.ran.scenario
    return {
        "title": scenario.title,
        "suite": case.suite,
        "file": scenario.at.source.label,
        "line": scenario.at.begins[0],
        "edition": scenario.edition,
        "options": dict(scenario.options),
        "passed": case.ran.passed,
        "failures": [
            {
                "line": failure.at.begins[0],
                "column": failure.at.begins[1],
                "message": failure.message,
                "hint": failure.hint,
                "lines": list(failure.lines),
            }
            for failure in case.ran.failures
        ],
    }


def as_junit(tested: Results) -> str:
    """Render results as JUnit XML, with one suite per set and one case per scenario."""
    top = Element("testsuites", name="rftg", tests=str(len(tested.cases)), failures=str(len(tested.failed)))
    for name in dict.fromkeys(case.suite for case in tested.cases):
        cases = [case for case in tested.cases if case.suite == name]
        failed = sum(not case.ran.passed for case in cases)
        seconds = f"{sum(case.seconds for case in cases):.3f}"
        suite = SubElement(
            top,
            "testsuite",
            name=replace_unprintable(name),
            tests=str(len(cases)),
            failures=str(failed),
            errors="0",
            time=seconds,
        )
        for case in cases:
            add_case(suite, case)
    # JUnit attaches errors only to test cases, so errors outside any scenario get cases of their own.
    if tested.errors:
        errors = str(len(tested.errors))
        top.set("errors", errors)
        suite = SubElement(top, "testsuite", name="content", tests=errors, failures="0", errors=errors, time="0")
        for each in tested.errors:
            entry = SubElement(
                suite,
                "testcase",
                name=replace_unprintable(str(each.at)),
                classname=replace_unprintable(each.at.source.label),
            )
            error = SubElement(entry, "error", type=each.code, message=replace_unprintable(each.message))
            error.text = replace_unprintable(each.hint)
    indent(top)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(top, encoding="unicode")


def add_case(suite: Element, case: Case) -> None:
    at = case.ran.scenario.at
    entry = SubElement(
        suite,
        "testcase",
        name=replace_unprintable(title_of(case)),
        classname=replace_unprintable(at.source.label),
        file=replace_unprintable(at.source.label),
        line=str(at.begins[0]),
        time=f"{case.seconds:.3f}",
    )
    if not case.ran.passed:
        first = case.ran.failures[0]
        failure = SubElement(
            entry, "failure", type=as_diagnostic(first).code, message=replace_unprintable(first.message)
        )
        failure.text = "\n" + replace_unprintable(
            "\n".join(line for each in case.ran.failures for line in render_difference(each, PLAIN))
        )


def replace_unprintable(text: str) -> str:
    """Replace the control characters in text; XML 1.0 forbids them even as character references."""
    return "".join(char if char in "\n\t" or char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
