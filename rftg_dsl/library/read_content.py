"""The first stage of loading: reads the files of a game, its edition, options and sets, and leaves parsing to the next
stage.

A set is added after the sets that it requires. Faults in a set become findings, and a set that cannot be used is left
out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

from rftg_dsl.base.diagnostic import Diagnostic, suggest_known
from rftg_dsl.base.files import Contents, Opener
from rftg_dsl.base.plugins import PACKAGES
from rftg_dsl.base.source import Source
from rftg_dsl.base.versions import Versions
from rftg_dsl.check.origin import Origin
from rftg_dsl.compile.extension import Extension, find_clashes
from rftg_dsl.compile.game import Game
from rftg_dsl.library.editions import choose_edition
from rftg_dsl.library.folder import Box
from rftg_dsl.library.installed import find_package, label_path, with_packages
from rftg_dsl.library.library import GAME
from rftg_dsl.library.manifest import key_at, requirement_at
from rftg_dsl.library.sets import (
    PENDING,
    SetFolder,
    content_files_in,
    find_unread_files,
    find_unshared_files,
    read_member,
    read_set,
    read_source,
)
from rftg_dsl.library.stages import parse_content


@frozen
class ContentFile:
    """A file that was read, and the part of the game that it belongs to. ``readable``: whether the file can be
    parsed."""

    source: Source
    origin: Origin
    readable: bool


@frozen
class Content:
    """Everything that a game is loaded from, read but not parsed, and the findings about its files and sets."""

    game: Game
    """The game, extended by the packages that its sets need."""
    edition: str
    parts: Mapping[str, Sequence[ContentFile]]
    """The files in each part of the game, in order of declaration."""
    sets: Sequence[SetFolder]
    pending: Sequence[str]
    """The labels of files with content that the language cannot express yet."""
    sources: Sequence[Source]
    left_out: frozenset[str]
    """The parts whose declarations are ignored because their set's package is missing or clashes with another
    package."""
    findings: Sequence[Diagnostic]


def read_content(
    game: Game,
    box: Box,
    folders: Sequence[Path],
    edition: str | None,
    options: Mapping[str, str],
    loose: Sequence[Path],
    opener: Opener,
) -> Content:
    """Read a game's words, edition and options, and then its sets and loose files."""
    reader = Reader(box, opener)
    reader.read(Origin(GAME), box.words)
    described = [(reader.describe_set(folder)[0], folder) for folder in folders]
    if edition is None:
        named = [each.edition for each, _ in described if each and each.edition in box.editions]
        edition = named[0] if named else None
    # The words are already parsed here, because they specify the default edition.
    declared = [each for file in reader.parts[GAME] for each in parse_content(file.source)[0].declarations]
    if chosen := choose_edition(box, edition, declared):
        reader.read(Origin("edition", difference=True), box.editions[chosen])
    reader.edition = chosen
    for part, path in box.differences_for(options).items():
        reader.read(Origin(part, difference=True), path)
    # A set that the caller specifies replaces an expansion with the same id.
    wanted = {**box.expansions, **{set_folder.id: folder for set_folder, folder in described if set_folder}}
    for folder in folders:
        reader.read_set(folder, wanted)
    for path in loose:
        reader.read(Origin(label_path(box, path), frozenset(reader.parts)), path)
    extended = with_packages(game, reader.find_packages(game))
    return Content(
        extended,
        chosen,
        reader.parts,
        reader.sets,
        reader.pending,
        reader.sources,
        frozenset(reader.without_code),
        reader.findings,
    )


class Reader:
    """Reads the files of a game, set by set."""

    def __init__(self, box: Box, opener: Opener) -> None:
        self.box = box
        self.opener = opener
        self.edition = ""
        self.parts: dict[str, list[ContentFile]] = {}
        self.sets: list[SetFolder] = []
        self.findings: list[Diagnostic] = []
        self.pending: list[str] = []
        self.sources: list[Source] = []
        self.without_code: set[str] = set()
        """The ids of sets whose package is missing or clashes with another package."""
        self.left_out: set[str] = set()
        """The ids of required sets that are missing, and of the sets that depend on them."""
        self._described: dict[Path, tuple[SetFolder | None, list[Diagnostic]]] = {}

    def read(self, origin: Origin, path: Path, contents: Contents | None = None) -> None:
        source, mistakes = read_labelled(path, self.box, self.opener, contents)
        self.sources.append(source)
        self.findings += mistakes
        self.parts.setdefault(origin.name, []).append(ContentFile(source, origin, not mistakes))

    def read_set(self, folder: Path, wanted: Mapping[str, Path], asking: Sequence[str] = ()) -> None:
        """Add a set after the sets that it requires, unless it is for another game or has already been added.

        ``wanted`` maps the ids of the other available sets to their folders; ``asking`` lists the sets that led to this
        one by requiring it.
        """
        set_folder, wrong = self.describe_set(folder)
        self.findings += wrong
        known = set_folder is not None and (
            set_folder.id in self.left_out or any(folder == other.folder for other in self.sets)
        )
        if set_folder is None or known or not self.can_add(set_folder):
            return
        for required, versions in set_folder.needs.items():
            if required in asking or required == set_folder.id:
                message = f"the sets {', '.join((*asking, set_folder.id))} require one another"
                self.report_unmet_requirement(set_folder, required, message, "leave one of them out")
            elif required in wanted:
                self.read_set(wanted[required], wanted, (*asking, set_folder.id))
            elif package := find_package(required):
                self.read_set(package.content, wanted, (*asking, set_folder.id))
            elif required not in self.parts:
                hint = f"add --with ./FOLDER, where FOLDER is the folder or pack of {required!r}, or install it"
                self.report_unmet_requirement(
                    set_folder, required, f"this set requires the set {required!r}, which is missing", hint
                )
                self.left_out.add(required)
            if required in self.left_out:
                self.left_out.add(set_folder.id)
            self.check_version(set_folder, required, versions)
        if set_folder.id in self.left_out:
            # Any further findings would merely be consequences of the missing set.
            return
        origin = Origin(set_folder.id, self.changeable_parts_for(set_folder))
        self.sets.append(set_folder)
        self.parts[set_folder.id] = []
        for path in content_files_in(set_folder.contents):
            self.read(origin, path, set_folder.contents)
        self.findings += find_unread_files(set_folder.contents, label_path(self.box, folder))
        self.findings += find_unshared_files(set_folder.contents, label_path(self.box, folder))
        waiting = folder / PENDING
        if set_folder.contents.is_file(waiting):
            source, wrong = read_member(waiting, label_path(self.box, waiting), set_folder.contents)
            # An empty file is valid and means that nothing is pending.
            self.findings += [each for each in wrong if each.code != "empty-file"]
            self.pending += [source.label] if source.text.strip() else []

    def find_packages(self, game: Game) -> list[Extension]:
        """Find the packages that the sets need.

        A package that is not installed or that clashes with another is reported, and its set's content is left out.
        """
        packages: dict[str, Extension] = {}
        sets = {set_folder.id: set_folder for set_folder in self.sets if set_folder.code}
        for name, set_folder in sets.items():
            package = find_package(name)
            if package is None or package.game != game.name:
                message = f"this set requires the package {name!r}, which is not installed"
                hint = f"leave the set out, or install the package, whose entry point is {name!r} in {PACKAGES!r}"
                self.report_at_key("missing-code", set_folder, "code", message, hint)
                self.without_code.add(name)
            else:
                packages[name] = package
        for name, said in list(find_clashes(game, packages.values())) if packages else ():
            self.report_at_key(
                "package-clash", sets[name], "code", said, "use only one of them, and report the clash to their authors"
            )
            self.without_code.add(name)
            packages.pop(name, None)
        return list(packages.values())

    def report_at_key(self, code: str, set_folder: SetFolder, key: str, message: str, hint: str) -> None:
        self.findings.append(Diagnostic(code, key_at(set_folder.source, key), message, hint))

    def describe_set(self, folder: Path) -> tuple[SetFolder | None, list[Diagnostic]]:
        """Read a set's ``set.toml``, and return the set or the mistakes; cached."""
        if folder not in self._described:
            set_folder, wrong = read_set(folder, label_path(self.box, folder), self.opener)
            if set_folder and set_folder.code and find_package(set_folder.id):
                # Loading the package has registered a label for its folder, so read the set again to use that label in
                # findings.
                set_folder, wrong = read_set(folder, label_path(self.box, folder), self.opener)
            self._described[folder] = (set_folder, wrong)
        return self._described[folder]

    def report_unmet_requirement(self, set_folder: SetFolder, required: str, message: str, hint: str) -> None:
        self.findings.append(
            Diagnostic("missing-requirement", requirement_at(set_folder.source, required), message, hint)
        )

    def check_version(self, set_folder: SetFolder, required: str, versions: Versions) -> None:
        for other in self.sets:
            if other.id == required and other.number not in versions:
                message = f"this set requires {required!r} {versions}, but version {other.version} is used"
                hint = f"use another version of {required!r}, or widen the range if this version is compatible"
                self.findings.append(
                    Diagnostic("wrong-version", requirement_at(set_folder.source, required), message, hint)
                )

    def changeable_parts_for(self, set_folder: SetFolder) -> frozenset[str]:
        """The parts of the game that a set may change: the game's words, the base set, and the sets that this set
        requires."""
        parts = {GAME, *(base.id for base in self.sets if base.folder in self.box.sets)}
        waiting = list(set_folder.needs)
        while waiting:
            name = waiting.pop()
            if name not in parts:
                parts.add(name)
                waiting += [each for other in self.sets if other.id == name for each in other.needs]
        return frozenset(parts)

    def can_add(self, set_folder: SetFolder) -> bool:
        """Whether a set can be added; if it cannot, report why."""
        if set_folder.game != self.box.game:
            hint = f"write: game = {self.box.game!r}, or use the set with {set_folder.game!r}"
            self.report_at_key("wrong-game", set_folder, "game", f"this set is for {set_folder.game!r}", hint)
        elif set_folder.id in self.parts:
            self.report_at_key(
                "duplicate-set",
                set_folder,
                "id",
                f"there is already a set called {set_folder.id!r}",
                "rename one of them",
            )
        else:
            self.check_edition(set_folder)
            return True
        return False

    def check_edition(self, set_folder: SetFolder) -> None:
        known = self.box.editions
        if set_folder.edition and set_folder.edition not in known:
            message = f"{self.box.game} has no edition called {set_folder.edition!r}"
            self.report_at_key(
                "unknown-edition",
                set_folder,
                "edition",
                message,
                suggest_known(set_folder.edition, known, "known editions"),
            )
        elif set_folder.edition not in ("", self.edition):
            message = f"this set is for the edition {set_folder.edition!r}, not {self.edition!r}"
            self.report_at_key(
                "wrong-edition",
                set_folder,
                "edition",
                message,
                f"use --edition {set_folder.edition}, or leave this set out",
            )


def read_labelled(
    path: Path, box: Box, opener: Opener, contents: Contents | None = None
) -> tuple[Source, list[Diagnostic]]:
    """Read a file under the label that users see, and return it with its mistakes.

    In a set, an unreadable file counts as a mistake.
    """
    if contents:
        return read_member(path, label_path(box, path), contents)
    return read_source(path, label_path(box, path), opener(path.parent))
