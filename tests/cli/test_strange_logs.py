"""``rftg replay`` tells a strange log as far as it can be read, and warns of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rftg_dsl
from forging import Record, edited, first, raw_of


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """The log of a short game."""
    return rftg_dsl.start("roll", 2, "strange logs").finish().log


def at_round(lines: list[str], change: Any) -> list[str]:
    """The log with the mark of the third round changed."""
    return edited(lines, first(lines, "mark", lambda mark: mark["after"] == "round 3"), change, again=True)


@pytest.mark.parametrize(
    "after", ["round \N{SUPERSCRIPT TWO}", "round " + "9" * 5000, "round 03", "", "round", 3, None]
)
@pytest.mark.parametrize("words", [("--round", "9"), (), ("--round", "9", "--story")])
def test_c6_and_c7_a_strange_name_of_a_round(rftg: Any, folder: Path, lines: list[str], after: Any, words: Any) -> None:
    path = folder / "a.rlog"
    path.write_bytes(raw_of(at_round(lines, lambda mark: mark.update(after=after))))

    result = rftg("replay", "a.rlog", *words)

    assert result.exit_code == 2
    assert "error[damaged-log]" in result.stderr and "'after' is not setup, or a name and a number" in result.stderr
    assert result.stderr.startswith("warning: this log is not valid: line ")


@pytest.mark.parametrize(
    "figures", [None, [], 3, {"seats": 3}, {"seats": [None]}, {"seats": [{"score": []}]}, "missing"]
)
def test_c8_and_c9_strange_figures(rftg: Any, folder: Path, lines: list[str], figures: Any) -> None:
    def change(mark: Record) -> None:
        mark.update(figures=figures)
        if figures == "missing":
            del mark["figures"]

    (folder / "a.rlog").write_bytes(raw_of(at_round(lines, change)))

    for words in (("--round", "3"), ("--round", "3", "--format", "json"), ()):
        result = rftg("replay", "a.rlog", *words)
        assert result.exit_code in (0, 2)
        assert "error[bug]" not in result.stderr and "warning: this log is not valid" in result.stderr
        assert result.exit_code == 0 or "error[damaged-log]" in result.stderr


def test_e1_a_name_is_no_command_to_the_terminal_or_to_a_ci_system(rftg: Any, folder: Path, lines: list[str]) -> None:
    strange = "::error file=a::b\n##[error]c\r\x1b[31m\u202ed\u2066"
    forged = edited(lines, 0, lambda head: head.update(seats=[strange, strange]))
    forged = edited(forged, 0, lambda head: head["names"].update(dict.fromkeys(head["names"], strange)), again=True)
    (folder / "a.rlog").write_bytes(raw_of(forged))

    said = (
        rftg("replay", "a.rlog").stdout
        + rftg("audit", "a.rlog").stdout
        + rftg("replay", "a.rlog", "--round", "3").stdout
    )

    assert "error file=a" in said
    assert not {"\x1b", "\r", "\u202e", "\u2066"} & set(said)
    assert "##[" not in said
    assert not any(line.lstrip().startswith("::") for line in said.splitlines())
