"""Imports files of one recorded game each, as the tests of tampered recordings write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rftg_dsl.importers.import_report import Difference, ImportReport
from rftg_dsl.importers.importer import Importer, import_file


def import_game(importer: Importer, game: dict[str, Any], folder: Path) -> ImportReport:
    """The report on a recorded game, imported from a file in a folder."""
    path = folder / "game.jsonl"
    path.write_text(json.dumps(game) + "\n", "utf-8")
    return import_file(importer, path)


def incomplete(importer: Importer, game: dict[str, Any], folder: Path) -> list[Difference]:
    """The record at which a recording breaks off, without a difference before it."""
    report = import_game(importer, game, folder)
    assert (report.differences, report.agree, report.status) == ((), 0, 1)
    return list(report.incomplete)
