"""Three packages of an author who had only the documents: they run as they were left, but for what the documents say.

``second`` has them unchanged. ``docs/versions.md`` lists the names that have moved since, and nothing else is touched.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from foreign import Site

HERE = Path(__file__).parent / "second"
VERSIONS = (Path(__file__).parents[2] / "docs" / "versions.md").read_text("utf-8")
PACKAGES = {"prestige": "race_prestige", "takeovers": "race_takeovers", "xeno": "race_xeno"}


def read_moved_names() -> dict[str, str]:
    """The rows of the table of moved names: old and new."""
    section = VERSIONS.partition("## Moved before 1.0")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `(.+?)` \| `(.+?)` \|$", section, re.M))


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """All three packages, ported and installed."""
    made = Site(tmp_path / "site")
    for name, module in PACKAGES.items():
        made.install(name, "", f"{module}:{name.upper()}", group="extensions")
        shutil.copytree(HERE / module, made.folder / module)
        for path in (made.folder / module).rglob("*.py"):
            text = path.read_text("utf-8")
            for old, new in read_moved_names().items():
                text = text.replace(old, new)
            path.write_text(text, "utf-8")
    return made


def test_the_table_of_moved_names_has_rows() -> None:
    assert read_moved_names()


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_is_valid_and_its_scenarios_pass(site: Site, name: str) -> None:
    assert "0 errors, 0 warnings" in site.rftg("validate", f"race/{name}").stdout
    assert re.search(r"ok: (\d+) scenarios, \1 passed", site.rftg("test", f"race/{name}").stdout)


def test_all_of_them_are_played_together_and_audited(site: Site, tmp_path: Path) -> None:
    log = tmp_path / "three.rlog"
    sets = [word for name in PACKAGES for word in ("--with", name)]
    played = site.rftg("play", "race", "--players", "3", "--seed", "a", *sets, "--bots", "greedy", "--log", str(log))

    assert played.returncode == 0, played.stderr
    assert site.rftg("audit", str(log)).returncode == 0
