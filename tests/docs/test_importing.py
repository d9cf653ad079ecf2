"""docs/importing.md names every shipped format and everything that one can tolerate, and its example agrees."""

import json
import re
from pathlib import Path

from rftg_dsl.importers.importer import find_importer, import_file

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "importing.md").read_text("utf-8")
FORMATS = PAGE.partition("\n## ")[0]


def shipped() -> list[str]:
    section = (ROOT / "pyproject.toml").read_text("utf-8").split('"rftg_dsl.importers"]')[1].split("[")[0]
    return re.findall(r"^([\w-]+) =", section, re.M)


def test_the_page_lists_the_shipped_formats() -> None:
    assert re.findall(r"^\| `([\w-]+)` \|", FORMATS, re.M) == shipped()


def test_the_page_names_what_can_be_tolerated() -> None:
    for name in shipped():
        for tolerance in find_importer(name).tolerances:
            assert f"--tolerate {tolerance}" in PAGE


def test_the_example_of_final_tableaux_agrees(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(json.loads(PAGE.split("```json\n")[1].split("```")[0])))

    assert import_file(find_importer("tableaux"), path).agree == 1
