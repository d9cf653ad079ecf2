"""Comments that list changes of powers which no scenario can notice."""

from __future__ import annotations

import pytest

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Source
from rftg_dsl.check.excuses import PARTS, read_excuses
from rftg_dsl.check.reporter import Report

Parts = tuple[tuple[str, ...], str, str, str]


def read(text: str) -> tuple[list[Parts], list[Diagnostic]]:
    """What the excuses in a comment say, and what is wrong with it."""
    diagnostics: list[Diagnostic] = []
    made = read_excuses(Report(Source("a.rftg", f"# rftg: unnoticed {text}"), diagnostics))
    return [(excuse.powers, excuse.old, excuse.new, excuse.reason) for excuse in made], diagnostics


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("T1.a/1 'gain $1' -> 'gain $2': why", (("T1.a/1",), "gain $1", "gain $2", "why")),
        ("T1.a/1, T2.b/3  'a'->'':  why: so", (("T1.a/1", "T2.b/3"), "a", "", "why: so")),
        ("*'it is a Smuggler's' -> 'b':why not 'c'", (("*",), "it is a Smuggler's", "b", "why not 'c'")),
    ],
)
def test_an_excuse_has_powers_a_change_and_a_reason(text: str, parts: Parts) -> None:
    assert read(text) == ([parts], [])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "why",
        "'a' -> 'b': why",
        ", 'a' -> 'b': why",
        "T1 'a' -> 'b'",
        "T1 'a' -> 'b':",
        "T1 'a' 'b': why",
        "T1 a -> b: why",
    ],
)
def test_a_comment_that_lacks_one_of_them_is_reported(text: str) -> None:
    made, diagnostics = read(text)

    assert (made, [diagnostic.code for diagnostic in diagnostics]) == ([], ["wrong-remark"])


@pytest.mark.parametrize(
    "text", ["T1" + " " * 300_000 + "x", "T1 '" + "'->'" * 100_000, "T1 'a' -> 'b'" + " " * 300_000]
)
def test_what_is_no_excuse_takes_no_longer_than_other_text(text: str) -> None:
    assert PARTS.fullmatch(text) is None
