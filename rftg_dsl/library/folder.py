"""A game's box: the folder with its words, editions, options and sets, and the label under which users see its
paths."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from attrs import frozen

from rftg_dsl.base.own_files import files_below, is_content_name
from rftg_dsl.base.resources import SET, SUFFIX, WORDS

BASE = "base"
EXAMPLES = f"examples{SUFFIX}"
DIFFERENCES = ("editions", "options")
"""The folders in a box that contain difference files rather than sets."""


@frozen
class Box:
    """The content of one game on disk. Each part is listed on first use."""

    game: str
    folder: Path
    label: str
    """The name of the folder as shown to users: ``content/roll``, or ``PACKAGE/GAME`` for a plug-in's game."""

    @property
    def words(self) -> Path:
        return self.folder / WORDS

    @property
    def examples(self) -> Path | None:
        """The file of glossary sentences for words that no piece uses; None if there is no such file.

        The sentences are checked but never played.
        """
        path = self.folder / EXAMPLES
        return path if path.is_file() else None

    @cached_property
    def editions(self) -> Mapping[str, Path]:
        return differences_in(self.folder / "editions")

    @cached_property
    def options(self) -> Mapping[str, Path]:
        """The options' difference files, keyed by ``KEY-VALUE``."""
        return differences_in(self.folder / "options")

    @cached_property
    def sets(self) -> list[Path]:
        """The folders of the sets that are always included, that is, the folder of the base set."""
        return [path for path in self._folders if path.name == BASE]

    @cached_property
    def expansions(self) -> Mapping[str, Path]:
        """The other sets that come with the game, by folder name. They are included only on request."""
        return {path.name: path for path in self._folders if path.name != BASE}

    @cached_property
    def _folders(self) -> list[Path]:
        return sorted(
            path
            for path in self.folder.iterdir()
            if path.is_dir() and path.name not in DIFFERENCES and is_content_name(path.name) and has_content(path)
        )

    def differences_for(self, options: Mapping[str, str]) -> dict[str, Path]:
        """The difference files for these option values, keyed by part, as in ``option KEY-VALUE``."""
        known = self.options
        chosen = [f"{key}-{value}" for key, value in sorted(options.items())]
        return {f"option {choice}": known[choice] for choice in chosen if choice in known}

    def label_path(self, path: Path) -> str:
        """The path to show to users: under the box's label if it is in the box, and otherwise unchanged."""
        try:
            return str(Path(self.label, path.relative_to(self.folder)))
        except ValueError:
            return str(path)


def differences_in(folder: Path) -> dict[str, Path]:
    return {path.stem: path for path in files_below(folder) if path.suffix == SUFFIX and path.parent == folder}


def has_content(folder: Path) -> bool:
    # Content without a ``set.toml`` counts too, so that loading reports the missing file instead of ignoring the
    # folder.
    return (folder / SET).is_file() or any(path.suffix == SUFFIX for path in files_below(folder))
