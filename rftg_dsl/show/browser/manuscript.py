"""A set that is edited in a browser: its files, findings, pictures of sides, and scenario results."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from attrs import Factory, field, frozen

from rftg_dsl.author.editor.projects import Buffers, Checkup, Project, check
from rftg_dsl.author.scenarios.run_scenario import Failure
from rftg_dsl.author.scenarios.suites import Case, run_suites, suite_of_set
from rftg_dsl.base.code_units import count_characters, count_units
from rftg_dsl.base.diagnostic import ContentError, Diagnostic, UsageError
from rftg_dsl.base.files import InEditor, OnDisk
from rftg_dsl.base.limits import BYTES
from rftg_dsl.base.resources import SET, SUFFIX
from rftg_dsl.base.source import Span
from rftg_dsl.check.model import Side
from rftg_dsl.library.folder import Box
from rftg_dsl.library.installed import find_box
from rftg_dsl.library.load import Library, Loaded, load_library
from rftg_dsl.library.sets import read_set, scenario_files_in
from rftg_dsl.show.browser.content_data import side_in
from rftg_dsl.show.browser.folders import is_text, read_sound_set
from rftg_dsl.show.browser.inside_folder import create_inside, read_inside, replace_inside
from rftg_dsl.show.browser.responses import without_folders
from rftg_dsl.show.pictures.studio import studio_of
from rftg_dsl.syntax.statements import find_closing_brace

NEW = re.compile(r"(?:[a-z0-9][a-z0-9-]{0,40}/){0,2}[a-z0-9][a-z0-9-]{0,40}\.rftg")
FINDINGS = 200
"""Maximum number of findings, and maximum number of failed scenarios, sent to a page."""

SIDES = 4

Plain = dict[str, Any]


@frozen
class Manuscript:
    """The files of a set; a file that has not changed is not parsed again."""

    folder: Path
    shelf: Path = field(default=Factory(lambda self: self.folder, takes_self=True))
    """The folder on the command line that contains the set; links inside it are not followed."""

    # -- files ---------------------------------------------------------------------------------------------------

    def list_files(self) -> list[str]:
        there = [
            path for path in OnDisk(self.folder).list_files() if path.suffix == SUFFIX or path == self.folder / SET
        ]
        mine = [path.relative_to(self.folder).as_posix() for path in there if path.is_file() and self.is_inside(path)]
        return sorted(filter(is_text, mine))

    def is_inside(self, path: Path) -> bool:
        """Whether a path inside the folder contains no links."""
        try:
            return path.resolve() == self.shelf.resolve() / path.relative_to(self.shelf)
        except OSError:  # the path is being changed at this moment
            return False

    def shelf_name_of(self, name: str) -> str:
        return (self.folder / name).relative_to(self.shelf).as_posix()

    def path_of(self, name: str) -> Path:
        self.check_name(name)
        return self.folder / name

    def check_name(self, name: str) -> None:
        if name not in self.list_files():
            raise UsageError(f"the set has no file called {name[:100]!r}", "reload the page", "missing-file")

    def read_file(self, name: str) -> str:
        self.check_name(name)
        raw = read_inside(self.shelf, self.shelf_name_of(name), BYTES.most)
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            raise UsageError(f"{name} is not UTF-8 text", "save it as UTF-8", "wrong-file") from None

    def save(self, name: str, before: str, after: str) -> None:
        """Write a file atomically. Raise ``UsageError`` if the file's text is no longer ``before``."""
        self.check_name(name)
        replace_inside(self.shelf, self.shelf_name_of(name), before.encode(), encode_text(name, after))

    def add(self, name: str) -> None:
        """Create an empty file. Raise ``UsageError`` if its name is not allowed."""
        if not NEW.fullmatch(name):
            hint = "use lower-case letters, digits and '-', as in tiles.rftg or scenarios/tiles.rftg"
            raise UsageError(f"{name[:100]!r} is not a valid file name", hint, "wrong-option")
        create_inside(self.shelf, self.shelf_name_of(name))

    # -- checking ------------------------------------------------------------------------------------------------

    def buffers_for(self, texts: Mapping[str, str]) -> Buffers:
        return {self.path_of(name): encode_text(name, text) for name, text in texts.items()}

    def load(self, texts: Mapping[str, str]) -> Library:
        """Load the set with its game, as it is edited. Raise ``ContentError`` if it contains mistakes."""
        open_edited = partial(InEditor, buffers=self.buffers_for(texts))
        set_folder, mistakes = read_set(self.folder, opened=open_edited)
        if set_folder is None:
            raise ContentError(mistakes)
        return load_library(set_folder.game, extra=[self.folder], opener=open_edited)

    def check(self, texts: Mapping[str, str], file: str, offset: int) -> Plain:
        buffers = self.buffers_for(texts)
        checkup = check(Project(self.folder), buffers)
        scenarios = self.run_scenarios(buffers)
        return {
            "findings": [
                finding
                for path, diagnostics in checkup.found.items()
                for finding in self.list_findings(path, diagnostics)
            ][:FINDINGS],
            "sides": self.sides_at(checkup, self.path_of(file), offset),
            "scenarios": scenarios,
        }

    def list_findings(self, path: Path, diagnostics: Sequence[Diagnostic]) -> Iterator[Plain]:
        name = path.relative_to(self.folder).as_posix() if path.is_relative_to(self.folder) else path.name
        for diagnostic in diagnostics:
            told = {"message": diagnostic.message, "hint": diagnostic.hint}
            more = {name: without_folders(text, [self.folder]) for name, text in told.items()}
            more |= {"code": diagnostic.code, "level": diagnostic.severity.value}
            yield {"file": name, **place_of(diagnostic.at), **more}

    def sides_at(self, checkup: Checkup, path: Path, offset: int) -> list[Plain]:
        """Return the side at an offset, with its picture, or else all sides of the component at the offset."""
        source = checkup.sources.get(path)
        library = library_of(checkup.loaded)
        if source is None or library is None:
            return []
        at = count_characters(source.text, offset)
        here = [
            component
            for component in library.model.components
            if component.at.source == source and is_around(component.at, at)
        ]
        sides = [side for component in here for side in component.sides]
        return [describe_side(library, each) for each in [side for side in sides if is_around(side.at, at)] or sides][
            :SIDES
        ]

    def run_scenarios(self, buffers: Buffers) -> Plain:
        set_folder = read_sound_set(self.folder)
        if set_folder is None:
            return {"passed": 0, "failed": []}
        contents = InEditor(self.folder, buffers)
        try:
            box: Box = find_box(set_folder.game)
            suite = suite_of_set(box, self.folder, scenario_files_in(contents), ())
            results = run_suites([suite], opener=lambda folder: InEditor(folder, buffers))
        except (UsageError, ContentError) as error:
            return {"passed": 0, "failed": [], "wrong": without_folders(str(error), [self.folder])}
        failed = [self.describe_case(case) for case in results.failed]
        return {"passed": len(results.cases) - len(failed), "failed": failed[:FINDINGS]}

    def describe_case(self, case: Case) -> Plain:
        scenario = case.ran.scenario
        path = Path(scenario.at.source.label)
        name = path.relative_to(self.folder).as_posix() if path.is_relative_to(self.folder) else path.name
        return {
            "title": scenario.title,
            "file": name,
            **place_of(scenario.at),
            "failures": [self.describe_failure(failure) for failure in case.ran.failures],
        }

    def describe_failure(self, failure: Failure) -> Plain:
        return {**place_of(failure.at), "message": failure.message, "hint": failure.hint, "lines": list(failure.lines)}


def encode_text(name: str, text: str) -> bytes:
    """Encode a file's text as UTF-8. Raise ``UsageError`` if the text is too long."""
    raw = text.encode("utf-8", "replace")
    if len(raw) > BYTES.most:
        raise UsageError(f"{name} is larger than {BYTES.most:,} bytes", "split it into smaller files", "file-too-large")
    return raw


def library_of(loaded: Loaded | None) -> Library | None:
    """Return the library or, while the set contains mistakes, a library with only the valid part of the set."""
    if loaded is None or loaded.game is None:
        return None
    return loaded.library or Library(game=loaded.game, model=loaded.model, sets=(), edition="", parts={})


def describe_side(library: Library, side: Side) -> Plain:
    return {"id": side.id, **side_in(studio_of(library), side)}


def is_around(head: Span, offset: int) -> bool:
    """Whether an offset is inside a statement, which consists of a head and possibly a block in braces."""
    text = head.source.text
    line = text.find("\n", head.start)
    opening = text.find("{", head.start, line if line >= 0 else len(text))
    end = find_closing_brace(text, opening) + 1 if opening >= 0 else head.end
    return text.rfind("\n", 0, head.start) < offset <= max(end, head.end)


def place_of(span: Span) -> Plain:
    """Convert a span to UTF-16 code units, the unit in which browsers count."""
    text = span.source.text
    return {"line": span.begins[0], "start": count_units(text[: span.start]), "end": count_units(text[: span.end])}
