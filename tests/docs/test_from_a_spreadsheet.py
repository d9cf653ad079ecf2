"""docs/from-a-spreadsheet.md: its commands work, its set is what the command makes, and its table has every column."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from docs.walks import walk
from rftg_dsl.author.spreadsheet.columns import Plain
from rftg_dsl.author.spreadsheet.headings import IGNORED

PAGE = (Path(__file__).parents[2] / "docs" / "from-a-spreadsheet.md").read_text("utf-8")


def test_every_step_of_the_page_works_and_makes_what_it_shows(tmp_path: Path) -> None:
    assert walk(PAGE, tmp_path) == 6

    [shown] = re.findall(r"^```rftg\n(.*?)^```$", PAGE, re.M | re.S)
    made = (tmp_path / "harbour" / "components.rftg").read_text("utf-8")
    assert made.endswith(f"\n\n{shown}")
    again = (tmp_path / "again" / "components.rftg").read_text("utf-8")
    assert again == made
    assert "quay" in (tmp_path / "quay" / "set.toml").read_text("utf-8")


def test_the_table_has_every_column_of_every_game() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", PAGE, re.M)

    assert sorted(rows) == sorted(get_args(Plain))
    assert f"={IGNORED}'" in PAGE
