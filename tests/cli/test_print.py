"""``rftg print``: sheets as PDF."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.base.extras import command_to_install

LAYOUT = '[world]\nsize = [20, 20]\nboxes = [{ shows = "name", at = [0, 0, 12, 4], size = 3, least = 3 }]\n'


def test_a_set_becomes_a_pdf_that_replaces_an_older_one(rftg: Any, frontier: Path, folder: Path) -> None:
    (folder / "sheet.pdf").write_text("old")

    result = rftg("print", "./frontier", "--out", "sheet.pdf")

    assert result.stdout == "laid out: 2 pieces on 1 page, in sheet.pdf\n"
    assert result.stderr == ""
    assert (folder / "sheet.pdf").read_bytes().startswith(b"%PDF-")
    assert sorted(path.name for path in folder.iterdir()) == ["frontier", "sheet.pdf"]


def test_paper_and_sides(rftg: Any, frontier: Path) -> None:
    (frontier / "dice.rftg").write_text('die red "Red" supply 1 faces explore explore ship ship wild develop\n')
    words = ("print", "./frontier", "--out", "sheet.pdf", "--paper", "letter", "--sides", "both")

    assert rftg(*words).stdout == "laid out: 1 piece and 6 stickers on 3 pages, in sheet.pdf\n"
    boxes = re.findall(rb"/MediaBox \[ 0 0 (\S+) (\S+) \]", Path("sheet.pdf").read_bytes())
    assert [(round(float(x)), round(float(y))) for x, y in boxes] == [(612, 792)] * 3


def test_one_of_each_with_bleed(rftg: Any) -> None:
    words = ("print", "galaxies", "--out", "sheet.pdf", "--format", "json")
    whole, once = (json.loads(rftg(*words, *more).stdout) for more in ((), ("--copies", "one", "--bleed", "3")))

    assert (whole["copies"], whole["bleed"], once["copies"], once["bleed"]) == ("all", "0", "one", "3")
    assert (once["pieces"], once["stickers"]) == (53, 6)
    assert whole["pieces"] > once["pieces"]


def test_a_pack_an_edition_and_an_option_are_printed_as_they_are_played(rftg: Any, frontier: Path) -> None:
    rftg("pack", "frontier", "--out", "frontier.rpack")

    for words in (("./frontier.rpack",), ("Border Post", "--with", "./frontier.rpack")):
        assert rftg("print", *words, "--out", "sheet.pdf").exit_code == 0
    usual, second = (
        rftg("print", "galaxies/HELIOS", "--out", "-", *more).stdout_bytes
        for more in ((), ("--option", "wording=second"))
    )
    assert usual.startswith(b"%PDF-") and usual != second


def test_a_pdf_goes_to_standard_output(rftg: Any, frontier: Path, folder: Path) -> None:
    plain = rftg("print", "./frontier", "--out", "-")
    data = rftg("print", "./frontier", "--out", "-", "--format", "json")

    assert plain.stdout_bytes == data.stdout_bytes and plain.stdout_bytes.startswith(b"%PDF-")
    assert plain.stderr == "laid out: 2 pieces on 1 page, in standard output\n"
    assert json.loads(data.stderr)["file"] is None
    assert [path.name for path in folder.iterdir()] == ["frontier"]


def test_what_does_not_fit_is_reported(rftg: Any, frontier: Path) -> None:
    (frontier / "layouts.toml").write_text(LAYOUT)

    result = rftg("print", "./frontier", "--out", "sheet.pdf")

    assert result.exit_code == 0
    assert "lint[crowded-side]: the name of 'Border Post' does not fit" in result.stderr
    assert result.stdout.startswith("laid out: ")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("roll/T12",), "missing option '--out'"),
        (("roll/T12", "--out", "sheet"), "error[wrong-option]: sheet is not the name of a PDF"),
        (("roll/T12", "--out", "."), "error[wrong-option]: . is not the name of a PDF"),
        (("roll/T12", "--out", "no/where.pdf"), "error[unwritable]: no/where.pdf cannot be written: "),
        (("roll/T12", "--out", "s.pdf", "--paper", "a5"), "'a5' is not one of 'a4', 'letter'"),
        (("roll/T12", "--out", "s.pdf", "--sides", "two"), "'two' is not one of 'one', 'both'"),
        (("roll/T12", "--out", "s.pdf", "--bleed", "nan"), "error[wrong-option]: the bleed must be from 0 to 10 mm"),
        (("roll/T12", "--out", "s.pdf", "--bleed", "wide"), "'wide' is not a number"),
        (("roll/T99", "--out", "s.pdf"), "error[unknown-name]: there is no component called 'roll/T99'"),
        (("roll/military", "--out", "s.pdf"), "error[unknown-name]: Military "),
        (("./nowhere", "--out", "s.pdf"), "error[missing-file]: there is no folder ./nowhere"),
    ],
)
def test_mistakes(rftg: Any, folder: Path, words: tuple[str, ...], says: str) -> None:
    result = rftg("print", *words)

    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stdout == ""
    assert not [*folder.iterdir()]


def test_without_the_extra_it_says_what_to_install(rftg: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [module for module in sys.modules if module.partition(".")[0] == "reportlab"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "reportlab", None)

    result = rftg("print", "roll/T12", "--out", "sheet.pdf")

    assert result.exit_code == 2
    assert "error[missing-extra]: a PDF needs the extra 'print'" in result.stderr
    assert command_to_install("print") in result.stderr
    assert not [*folder.iterdir()]
