"""A game's box: the folder of its content, with its words, editions, options and sets, and how its paths are shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from attrs import frozen

from rftg_dsl.base.own_files import files_below, is_content_name
from rftg_dsl.base.resources import SET, SUFFIX, WORDS

BASE = "base"
"""The folder of the base game."""
EXAMPLES = f"examples{SUFFIX}"
"""Sentences with words that no piece of the game uses."""
DIFFERENCES = ("editions", "options")
"""The folders of a box that hold files of differences, not sets."""


@frozen
class Box:
    """The content of one game on disk, as it is when it is first looked at."""

    game: str
    folder: Path
    label: str
    """The name shown for the folder: ``content/roll``, or package and game for a game from a plug-in."""

    @property
    def words(self) -> Path:
        """The file that declares the game's words."""
        return self.folder / WORDS

    @property
    def examples(self) -> Path | None:
        """The file with sentences for the glossary, which are checked and never played; None without one."""
        path = self.folder / EXAMPLES
        return path if path.is_file() else None

    @cached_property
    def editions(self) -> Mapping[str, Path]:
        """The difference files of its editions, by id."""
        return differences_in(self.folder / "editions")

    @cached_property
    def options(self) -> Mapping[str, Path]:
        """The difference files of its options' values, by ``KEY-VALUE``."""
        return differences_in(self.folder / "options")

    @cached_property
    def sets(self) -> list[Path]:
        """The folders of the sets that the game is always played with: that of the base game."""
        return [path for path in self._folders if path.name == BASE]

    @cached_property
    def expansions(self) -> Mapping[str, Path]:
        """The folders of the other sets that come with the game, by name; they join only when asked for."""
        return {path.name: path for path in self._folders if path.name != BASE}

    @cached_property
    def _folders(self) -> list[Path]:
        """The folders with a ``set.toml``, or with content that needs one."""
        return sorted(
            path
            for path in self.folder.iterdir()
            if path.is_dir() and path.name not in DIFFERENCES and is_content_name(path.name) and has_content(path)
        )

    def differences_for(self, options: Mapping[str, str]) -> dict[str, Path]:
        """The difference files for these values of options, by the name of the part of the game they form."""
        known = self.options
        chosen = [f"{key}-{value}" for key, value in sorted(options.items())]
        return {f"option {choice}": known[choice] for choice in chosen if choice in known}

    def label_path(self, path: Path) -> str:
        """The path shown to users: relative to the label if it is in this box, otherwise as given."""
        try:
            return str(Path(self.label, path.relative_to(self.folder)))
        except ValueError:
            return str(path)


def differences_in(folder: Path) -> dict[str, Path]:
    """The files of differences in a folder by the names of what they change; empty without the folder."""
    return {path.stem: path for path in files_below(folder) if path.suffix == SUFFIX and path.parent == folder}


def has_content(folder: Path) -> bool:
    """Whether a folder is a set, or has content that needs one."""
    return (folder / SET).is_file() or any(path.suffix == SUFFIX for path in files_below(folder))
