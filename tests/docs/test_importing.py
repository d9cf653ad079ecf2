"""docs/importing.md names every shipped format, and everything that one can tolerate."""

import re
from pathlib import Path

from rftg_dsl.importers.importer import find_importer

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "importing.md").read_text("utf-8")


def shipped() -> list[str]:
    section = (ROOT / "pyproject.toml").read_text("utf-8").split('"rftg_dsl.importers"]')[1].split("[")[0]
    return re.findall(r"^([\w-]+) =", section, re.M)


def test_the_page_lists_the_shipped_formats() -> None:
    assert re.findall(r"^\| `([\w-]+)` \|", PAGE, re.M) == shipped()


def test_the_page_names_what_can_be_tolerated() -> None:
    for name in shipped():
        for tolerance in find_importer(name).tolerances:
            assert f"--tolerate {tolerance}" in PAGE
