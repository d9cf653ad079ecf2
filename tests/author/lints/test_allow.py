"""`# rftg: allow CODE REASON`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from author.lints.usual import codes, lints
from check.joined import join, tile
from rftg_dsl.author.lints.allow import CODES, apply_remarks
from rftg_dsl.base.codes import read_codes
from rftg_dsl.base.limits import LINE
from rftg_dsl.base.source import Source

PAGE = (Path(__file__).parents[3] / "docs" / "diagnostics.md").read_text("utf-8")

TWICE = """tile X1 {{
  development "D" cost 1 {{
    at end of ship: gain $1
    {before}
    at end of ship: gain $1 {after}
  }}
  world "W" gray cost 1 {{ gain $1 }}
}}
"""
ALLOW = "# rftg: allow repeated-power the printed tile has both"


def test_a_remark_on_the_line_or_before_it_allows_a_lint() -> None:
    assert codes(TWICE.format(before="", after="")) == ["repeated-power"]
    assert codes(TWICE.format(before=ALLOW, after="")) == []
    assert codes(TWICE.format(before="", after=ALLOW)) == []


@pytest.mark.parametrize(
    "before", [f"\n{ALLOW}\n", f"{ALLOW}\n    # really\n", f"# rftg: allow long-name x\n{ALLOW}\n"]
)
def test_other_comments_and_empty_lines_may_stand_between(before: str) -> None:
    assert "repeated-power" not in codes(TWICE.format(before=before, after=""))


@pytest.mark.parametrize(
    "text",
    [
        "#rftg:allow repeated-power: both",
        "## rftg: allow  repeated-power  -- both",
        "# rftg: allow repeated-power both \t",
    ],
)
def test_the_form_is_not_pedantic(text: str) -> None:
    assert codes(TWICE.format(before="", after=text)) == []


def test_a_remark_at_the_head_of_a_file_is_for_all_of_it() -> None:
    tiles = TWICE.format(before="", after="")

    assert codes(f"# Tiles.\n{ALLOW}\n\n{tiles}") == []
    assert codes(f"# Tiles.\n{ALLOW}\n{tiles}") == ["unused-allow", "repeated-power"]
    assert codes(f"\n{ALLOW}\n\n{tiles}") == ["unused-allow", "repeated-power"]


def test_a_remark_allows_what_goes_over_several_lines() -> None:
    power = "at end of ship:\n      gain $1"
    text = TWICE.replace("at end of ship: gain $1", power)

    assert codes(text.format(before="", after="")) == ["repeated-power"]
    assert codes(text.format(before=ALLOW, after="")) == []
    assert codes(text.format(before="", after=ALLOW)) == []


def test_a_hash_in_a_name_is_no_remark() -> None:
    text = TWICE.format(before="", after="").replace('"W"', '"# rftg: allow repeated-power W"')

    assert "repeated-power" in codes(text)
    assert not {"unused-allow", "wrong-remark"} & set(codes(text))


def test_a_remark_that_allows_nothing_is_reported() -> None:
    [finding] = lints(
        TWICE.format(before="", after="")
        .replace("1 {\n", f"1 {{ {ALLOW}\n", 1)
        .replace("    at end of ship: gain $1 \n", "")
    )

    assert (finding.code, finding.severity) == ("unused-allow", "lint")
    assert finding.message == "there is no 'repeated-power' here to allow"
    assert finding.at.source.text[finding.at.start : finding.at.end] == ALLOW


def test_the_second_remark_for_one_thing_is_reported() -> None:
    assert codes(TWICE.format(before=ALLOW, after=ALLOW)) == ["unused-allow"]


@pytest.mark.parametrize(
    ("remark", "message", "hint"),
    [
        ("# rftg: alow long-name x", "unknown remark 'alow'", "did you mean 'allow'?"),
        ("# rftg:", "unknown remark ''", "known: allow, unnoticed"),
        ("# rftg: allow", "the allowed code is missing", "write: # rftg: allow CODE REASON"),
        ("# rftg: allow long-nam x", "'long-nam' cannot be allowed", "did you mean 'long-name'?"),
        (
            "# rftg: allow repeated-power",
            "the reason for allowing 'repeated-power' is missing",
            "write: # rftg: allow repeated-power REASON",
        ),
        (
            "# rftg: allow repeated-power -- !",
            "the reason for allowing 'repeated-power' is missing",
            "write: # rftg: allow repeated-power REASON",
        ),
    ],
)
def test_a_remark_that_cannot_be_read_is_reported_and_allows_nothing(remark: str, message: str, hint: str) -> None:
    findings = lints(TWICE.format(before="", after=remark))

    assert {finding.code for finding in findings} == {"wrong-remark", "repeated-power"}
    [wrong] = [finding for finding in findings if finding.code == "wrong-remark"]
    assert (wrong.message, wrong.hint, wrong.severity) == (message, hint, "warning")


def test_a_remark_that_is_too_long_for_a_line_is_not_told_in_full() -> None:
    """The line is a mistake already, and its word could be as long as a file."""
    assert [*apply_remarks([], [Source("a.rftg", f"# rftg: {'x' * LINE.most}\n")], True)] == []


def test_errors_cannot_be_allowed() -> None:
    """`never-fires` is a warning on some cards, and an error elsewhere."""
    [finding] = lints("# rftg: allow unknown-word x\n")
    loaded = join(tile("at end of ship: gain $1 per non-home home die # rftg: allow never-fires x\n"))

    assert (finding.message, finding.hint) == (
        "'unknown-word' cannot be allowed",
        f"codes that can: {', '.join(CODES)}",
    )
    assert [each.code for each in apply_remarks(loaded.diagnostics, loaded.sources, False)] == ["never-fires"]


def test_the_codes_that_can_be_allowed_are_those_of_lints_and_warnings() -> None:
    """Except those of remarks themselves, of files in which none can stand, and of what only pictures show."""
    weak = {code.name for code in read_codes() if {"warning", "lint"} & {*code.levels}}

    elsewhere = {
        "crowded-side",
        "pack-name",
        "pack-path",
        "unknown-column",
        "unknown-picture",
        "unread-cell",
        "unread-file",
    }
    assert {*CODES} == weak - elsewhere - {"unused-allow", "wrong-remark"}


def test_the_example_in_the_documents_means_to_keep_what_it_says() -> None:
    [example] = re.findall(r"^```rftg\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)

    assert codes(example) == []
    assert codes(re.sub(r"#.*", "", example)) == ["off-curve", "repeated-power"]
