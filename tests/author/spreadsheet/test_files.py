"""Files as people have them, made for this purpose: what each becomes, and that it comes back from its own export."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rftg_dsl.author.spreadsheet.export_sheet import export_components
from rftg_dsl.author.spreadsheet.import_sheet import import_sheet
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Source
from rftg_dsl.syntax.canonical import format_source

FILES = sorted((Path(__file__).parent / "files").glob("*.csv"))


def game_of(file: Path) -> str:
    return file.name.partition("-")[0]


def word_finding(finding: Diagnostic) -> str:
    at = f"{finding.at.line}:{finding.at.column}"
    return f"{finding.code} {at} {finding.message}\n  = {finding.hint}"


def components_in(folder: Path) -> str:
    return (folder / "components.rftg").read_text("utf-8").partition("\n\n")[2]


def test_there_are_twenty_files_for_all_games() -> None:
    assert len(FILES) == 20
    assert {game_of(file) for file in FILES} == {"race", "roll", "galaxies"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_comes_in(file: Path, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    imported = import_sheet(tmp_path / "made", game_of(file), file)

    text = components_in(tmp_path / "made")
    assert format_source(Source("made", text)).text == text
    assert "\n".join([text, *map(word_finding, imported.findings)]) == snapshot


SOUND = [
    "galaxies-numbers-title",
    "galaxies-planets-and-missions",
    "race-capitals",
    "race-curly-quotes",
    "race-excel-macintosh",
    "race-libreoffice-utf16",
    "race-trailing-commas",
    "roll-excel-german",
    "roll-google-one-row",
    "roll-merged-cells",
    "roll-pipes-in-turn",
    "roll-side-a-side-b",
]
"""The files that become sets without mistakes; the others have some that no program can correct."""


@pytest.mark.parametrize("name", SOUND)
def test_a_file_goes_out_and_comes_back_the_same(name: str, tmp_path: Path) -> None:
    [file] = [file for file in FILES if file.stem == name]
    import_sheet(tmp_path / "made", game_of(file), file)

    (tmp_path / "out.csv").write_bytes(export_components(str(tmp_path / "made")).raw)
    again = import_sheet(tmp_path / "again" / "made", game_of(file), tmp_path / "out.csv")

    assert again.findings == []
    assert components_in(tmp_path / "again" / "made") == components_in(tmp_path / "made")
