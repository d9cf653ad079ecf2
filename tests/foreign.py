"""A game from another package: Galaxies under another name, installed in a folder as pip would install it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rftg_dsl.base import plugins
from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.library.installed import LABELS, load_package

RFTG = str(Path(sys.executable).parent / "rftg")

MODULE = """from pathlib import Path
from attrs import evolve
from rftg_dsl.games.galaxies import GAME as GALAXIES

GAME = evolve(GALAXIES, name="harbour", content=Path(__file__).parent / "box")
"""


EXTENSION = """from pathlib import Path
from rftg_dsl.games import Act, Extension, One, Question, Verb, event, step

HOW = Question("{name} how")

@event("{name}", "{name}", "{name}ed")
def happens(play, seat): ...

@step("{name}.go")
def go(play, seat):
    happens(play, seat)

GAME = Extension(name="{name}", game="{game}", content=Path(__file__).parent / "content", {more})
"""
"""The Python of a package; its record can have more."""


class Site:
    """A folder of installed packages, and the command run with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder.parent / "cache"
        folder.mkdir()

    def install(self, game: str, module: str, value: str = "", package: str = "", group: str = "games") -> Path:
        """Install a package with one module that is listed as a game, or in another group; returns its folder."""
        home = self.folder / f"{game}_game"
        home.mkdir()
        (home / "__init__.py").write_text(module)
        info = self.folder / f"{game}_game-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package or f'{game}-game'}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[rftg_dsl.{group}]\n{game} = {value or f'{game}_game:GAME'}\n")
        return home

    def harbour(self) -> Path:
        """Install a game that works; returns the folder of its content."""
        box = self.install("harbour", MODULE) / "box"
        shutil.copytree(find_content_folder() / "galaxies", box)
        for path in box.rglob("*.*"):
            if path.suffix in (".rftg", ".toml"):
                text = path.read_text("utf-8")
                path.write_text(text.replace("game galaxies", "game harbour").replace('"galaxies"', '"harbour"'))
        return box

    def extension(self, name: str, content: str, more: str = "", game: str = "roll") -> Path:
        """Install a package that adds to a game; returns the folder of its set."""
        home = self.install(name, EXTENSION.format(name=name, game=game, more=more), group="extensions")
        box = home / "content"
        box.mkdir()
        (box / "set.toml").write_text(f'id = "{name}"\nname = "{name}"\ngame = "{game}"\nversion = "1"\ncode = true\n')
        (box / f"{name}.rftg").write_text(content)
        return box

    def rftg(self, *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """The command in a process that finds what is installed here; it never ends in a traceback."""
        own = {"PYTHONPATH": str(self.folder), "XDG_CACHE_HOME": str(self.cache), "COLUMNS": "200"}
        done = subprocess.run(
            [RFTG, *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
            cwd=cwd or self.folder.parent,
            env={**os.environ, **own},
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done


EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
PACKAGES = {
    "amber": ("amber-road", "amber_road", "games"),
    "market": ("market", "roll_market", "extensions"),
    "omens": ("omens", "roll_omens", "extensions"),
    "stalls": ("tiny-game", "six_stalls", "games"),
}
"""For each package of the examples, its folder, its module and the group of its entry point."""


@contextmanager
def examples_installed(folder: Path) -> Iterator[None]:
    """The packages of the examples can be used in this process, as if they were installed."""
    site = Site(folder / "site")
    for name, (home, module, group) in PACKAGES.items():
        site.install(name, "", f"{module}:{'GAME' if group == 'games' else name.upper()}", group=group)
        (site.folder / module).symlink_to(EXAMPLES / home / module)
    known = dict(LABELS)
    sys.path.insert(0, str(site.folder))
    plugins.entry_points_of.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(site.folder))
        plugins.entry_points_of.cache_clear()
        load_package.cache_clear()
        for folder in LABELS.keys() - known:
            del LABELS[folder]
