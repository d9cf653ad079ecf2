"""Findings as text, annotations and SARIF; tables and values."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Source, Span
from rftg_dsl.show.terminal.columns import arrange_table, format_value
from rftg_dsl.show.terminal.finding_text import SHOWN, render_finding, underline
from rftg_dsl.show.terminal.machine_formats import as_annotation, as_sarif
from rftg_dsl.show.terminal.paint import Paint, to_visible


def found(
    excerpt: str,
    column: int,
    end_column: int,
    file: str = "a.rftg",
    end_line: int = 12,
    code: str = "syntax",
    message: str = "wrong",
    hint: str = "",
) -> Diagnostic:
    """A finding on line 12 of a file."""
    source = Source(file, "\n" * 11 + excerpt + "\nmore\nand more\n")
    start, end = source.starts[11] + column - 1, source.starts[end_line - 1] + end_column - 1
    return Diagnostic(code, Span(source, start, end), message, hint)


def test_the_place_is_underlined() -> None:
    text = render_finding(found("tile X { what }", 10, 14, hint="remove it"))

    assert text.splitlines() == [
        "error[syntax]: wrong",
        "  --> a.rftg:12:10",
        "   |",
        "12 | tile X { what }",
        "   |          ^^^^",
        "   = help: remove it",
    ]


def test_tabs_do_not_shift_the_marks() -> None:
    line, marks = underline(found("\tworld grey", 8, 12))

    assert line[marks.index("^") : marks.rindex("^") + 1] == "grey"


def test_a_place_over_several_lines_is_underlined_on_the_first() -> None:
    line, marks = underline(found("ab { cd", 4, 2, end_line=14))

    assert (line, marks) == ("ab { cd", "   ^^^^")


def test_a_place_after_the_end_still_has_a_mark() -> None:
    assert underline(found("tile", 5, 5)) == ("tile", "    ^")


@given(st.text(max_size=400), st.integers(1, 420), st.integers(0, 50))
def test_a_line_of_any_length_is_shown_with_its_place(excerpt: str, column: int, width: int) -> None:
    excerpt = excerpt.replace("\n", " ")

    line, marks = underline(found(excerpt, min(column, len(excerpt) + 1), min(column, len(excerpt)) + width))

    assert len(line) <= SHOWN and len(marks) <= SHOWN and "^" in marks
    assert line.isprintable()


def test_colours_are_put_on_or_left_off() -> None:
    assert Paint(False)("x", "red") == "x"
    assert Paint(True)("x", "red") == "\x1b[1;31mx\x1b[0m"


def test_nothing_invisible_is_shown() -> None:
    assert to_visible("a\x1b[2Jb\u202ec\td") == "a\ufffd[2Jb\ufffdc    d"


def test_an_annotation_escapes_what_would_end_a_field() -> None:
    finding = found("wrong", 3, 5, file="a,b:c%.rftg", message="100%\nsure")

    assert (
        as_annotation(finding)
        == "::error file=a%2Cb%3Ac%25.rftg,line=12,endLine=12,col=3,endColumn=4,title=syntax::100%25%0Asure"
    )


def test_an_annotation_over_lines_has_no_columns() -> None:
    found_on_two = found("wrong", 3, 5, end_line=13)

    assert as_annotation(found_on_two) == "::error file=a.rftg,line=12,endLine=13,title=syntax::wrong"


def test_sarif_has_what_its_readers_need() -> None:
    outcome = Outcome(
        1, {}, [], [found("x", 1, 2, file="a b/ü.rftg"), found("x", 1, 2, code="bad-set", file="/top/b.rftg")]
    )

    log = json.loads(as_sarif(outcome, "1.2.3"))

    [run] = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    places = [result["locations"][0]["physicalLocation"] for result in run["results"]]
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json")
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    assert {result["level"] for result in run["results"]} <= {"error", "warning", "note", "none"}
    assert [place["artifactLocation"]["uri"] for place in places] == ["a%20b/%C3%BC.rftg", "file:///top/b.rftg"]
    assert places[0]["region"] == {"startLine": 12, "startColumn": 1, "endLine": 12, "endColumn": 2}


def test_plain_columns_line_up() -> None:
    assert arrange_table(["id", "name"], [["T1", "x"], ["T100", ""]]) == "id    name\nT1    x\nT100"


def test_values_in_a_few_words() -> None:
    assert format_value({"home": 2, "genes": 0}) == "2 home, 0 genes"
    assert format_value({"world": {"military": 1}, "none": {}}) == "world: 1 military"
    assert format_value(["a", 3, None]) == "a, 3, 1 not seen"
