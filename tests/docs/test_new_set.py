"""docs/a-new-set.md: its commands work, its tables have the files that are made, its hooks are those offered."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from docs.walks import walk

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "a-new-set.md").read_text("utf-8")


def test_every_step_of_the_page_works_and_its_tables_have_all_files(tmp_path: Path) -> None:
    assert walk(PAGE, tmp_path) == 6

    made = {path.relative_to(tmp_path / "embers").as_posix() for path in (tmp_path / "embers").rglob("*.*")}
    plain = {path.relative_to(tmp_path / "comets").as_posix() for path in (tmp_path / "comets").rglob("*.*")}
    first, second = (set(re.findall(r"^\| `([^`]+)`", part, re.M)) for part in PAGE.split("## Checks"))
    assert plain == first
    assert {name for name in made if not (tmp_path / "embers" / name).is_dir()} == first | second


def test_the_quoted_files_name_what_the_repository_offers() -> None:
    action, hooks = (yaml.safe_load(text) for text in re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.M | re.S))
    offered = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}

    [repository] = hooks["repos"]
    assert [hook["id"] for hook in repository["hooks"]] == [*offered]
    assert all(
        hook["args"] == ["./sets/embers", *offered[hook["id"]]["args"][1:]]
        for hook in repository["hooks"]
        if "args" in hook
    )
    assert action["steps"][1]["with"].keys() <= yaml.safe_load((ROOT / "action.yml").read_text())["inputs"].keys()
