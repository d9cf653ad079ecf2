"""A set that is edited in a browser: its files, findings, pictures of sides, and scenario results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from attrs import Factory, field, frozen

from rftg_dsl.author import templates
from rftg_dsl.author.editor.completion import Candidate, complete
from rftg_dsl.author.editor.desk import Book, Desk
from rftg_dsl.author.editor.fix_edits import Fix, offer_fixes
from rftg_dsl.author.editor.format_edits import Change
from rftg_dsl.author.editor.hover import hover, render_word
from rftg_dsl.author.editor.projects import Buffers, Checkup, Project
from rftg_dsl.author.editor.symbols_in_text import RenameError
from rftg_dsl.author.new_set import sketch_components
from rftg_dsl.author.scenarios.coverage import Coverage
from rftg_dsl.author.scenarios.run_scenario import Failure
from rftg_dsl.author.scenarios.suites import Case, run_suites, suite_of_set
from rftg_dsl.base.code_units import count_characters, count_units
from rftg_dsl.base.diagnostic import ContentError, Diagnostic, Severity, UsageError
from rftg_dsl.base.files import InEditor, OnDisk
from rftg_dsl.base.limits import BYTES
from rftg_dsl.base.resources import SET, SUFFIX
from rftg_dsl.base.source import Span
from rftg_dsl.check.model import Side
from rftg_dsl.library.folder import Box
from rftg_dsl.library.installed import find_box
from rftg_dsl.library.load import Library, Loaded, load_library, load_standard
from rftg_dsl.library.sets import is_scenario_file, read_set, scenario_files_in
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
PICTURES = 60
"""Maximum number of sides drawn when a page wants to see all of them."""

CANDIDATES = 500
"""Maximum number of completions sent to a page."""

Plain = dict[str, Any]


@frozen
class Manuscript:
    """The files of a set; a file that has not changed is not parsed again."""

    folder: Path
    shelf: Path = field(default=Factory(lambda self: self.folder, takes_self=True))
    """The folder on the command line that contains the set; links inside it are not followed."""
    desk: Desk = field(factory=Desk, init=False, repr=False, eq=False)

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
        """Create a file that says what belongs in it. Raise ``UsageError`` if its name is not allowed."""
        if not NEW.fullmatch(name):
            hint = "use lower-case letters, digits and '-', as in tiles.rftg or scenarios/tiles.rftg"
            raise UsageError(f"{name[:100]!r} is not a valid file name", hint, "wrong-option")
        template = "scenarios.rftg" if is_scenario_file(self.folder, self.folder / name) else "components.rftg"
        create_inside(self.shelf, self.shelf_name_of(name), templates.read(template).encode())

    # -- checking ------------------------------------------------------------------------------------------------

    def load(self, texts: Mapping[str, str]) -> Library:
        """Load the set with its game, as it is edited. Raise ``ContentError`` if it contains mistakes."""
        open_edited = partial(InEditor, buffers=self.buffers_of(texts))
        set_folder, mistakes = read_set(self.folder, opened=open_edited)
        if set_folder is None:
            raise ContentError(mistakes)
        return load_library(set_folder.game, extra=[self.folder], opener=open_edited)

    def check(self, texts: Mapping[str, str], file: str, offset: int, every: bool = False) -> Plain:
        """Return the findings, the sides at an offset, the results of the scenarios and, on request, all sides."""
        buffers = self.buffers_of(texts)
        self.desk.replace(buffers)
        self.desk.forget_all()  # files on disk may have changed too
        checkup = self.desk.checkup_of(Project(self.folder))
        path = self.path_of(file)
        here = find_error_in_line(checkup, path, offset)
        findings = [
            self.describe_finding(found, diagnostic)
            for found, diagnostics in checkup.found.items()
            for diagnostic in diagnostics
            if here is None or diagnostic is here or not (found == path and is_around(diagnostic.at, here.at.start))
        ]
        return {
            "findings": findings[:FINDINGS],
            "sides": self.sides_at(checkup, path, offset),
            "scenarios": self.run_scenarios(buffers),
            "all": draw_all_sides(checkup.loaded, self.folder) if every else None,
        }

    def buffers_of(self, texts: Mapping[str, str]) -> Buffers:
        return {self.path_of(name): encode_text(name, text) for name, text in texts.items()}

    def describe_finding(self, path: Path, diagnostic: Diagnostic) -> Plain:
        name = path.relative_to(self.folder).as_posix() if path.is_relative_to(self.folder) else path.name
        told = {"message": diagnostic.message, "hint": diagnostic.hint}
        fix = next(offer_fixes(diagnostic.at.source, [diagnostic], diagnostic.at.start, diagnostic.at.end), None)
        return {
            "file": name,
            **place_of(diagnostic.at),
            **{key: without_folders(text, [self.folder]) for key, text in told.items()},
            "code": diagnostic.code,
            "level": diagnostic.severity.value,
            "fix": None if fix is None else describe_fix(diagnostic.at.source.text, fix),
        }

    # -- help while typing ---------------------------------------------------------------------------------------

    def complete(self, texts: Mapping[str, str], file: str, offset: int) -> list[Plain]:
        """List the words and names that can come at an offset, most likely first."""
        self.desk.replace(self.buffers_of(texts))
        book = self.desk.book_at_once(self.path_of(file))
        if book is None:
            return []
        text = book.source.text
        at = count_characters(text, offset)
        found = complete(book.source, at, book.loaded, book.game, book.senses, book.scenes)
        return [describe_candidate(text, candidate) for candidate in found[:CANDIDATES]]

    def hover(self, texts: Mapping[str, str], file: str, offset: int) -> Plain | None:
        """Return the meaning of what is written at an offset as Markdown, or None if nothing is known of it."""
        book, at = self.open_book(texts, file, offset)
        if book is None or (shown := hover(book.source, at, book.loaded, book.game, book.senses)) is None:
            return None
        return {"text": shown.text, **range_of(book.source.text, shown.start, shown.end)}

    def rename(self, texts: Mapping[str, str], file: str, offset: int, new: str) -> Plain:
        """Return the changes that give what is named at an offset a new name, or where it is if ``new`` is empty.

        Raise ``UsageError`` if it cannot have that name.
        """
        book, at = self.open_book(texts, file, offset)
        if book is None:
            raise UsageError("the words of this game are not known", "mend the errors first", "wrong-usage")
        try:
            if not new:
                _, start, end = self.desk.prepare_rename(book, at)
                return {"name": book.source.text[start:end], **range_of(book.source.text, start, end)}
            changes = self.desk.rename(book, at, new)
        except RenameError as error:
            hint = "choose another name" if new else "put the cursor on a printed name or a word of this set"
            raise UsageError(str(error), hint, "wrong-usage") from None
        return {
            path.relative_to(self.folder).as_posix(): list_changes(book.checkup.sources[path].text, each)
            for path, each in changes.items()
        }

    def sketch_components(self, texts: Mapping[str, str]) -> Plain:
        """Return a new component of each sort, as text, with an id and names that the set does not have yet."""
        set_folder = read_sound_set(self.folder)
        if set_folder is None:
            raise UsageError("the set.toml of this set has mistakes", "mend them first", "wrong-file")
        names = [name for name in self.list_files() if name.endswith(SUFFIX)]
        written = "\n".join(texts[name] if name in texts else self.read_file(name) for name in names)
        return sketch_components(load_standard(set_folder.game), set_folder.id, written)

    def open_book(self, texts: Mapping[str, str], file: str, offset: int) -> tuple[Book | None, int]:
        """Return what is known of a file, and a place in it as a number of characters."""
        self.desk.replace(self.buffers_of(texts))
        book = self.desk.book_of(self.path_of(file))
        return book, 0 if book is None else count_characters(book.source.text, offset)

    # -- pictures and scenarios ----------------------------------------------------------------------------------

    def sides_at(self, checkup: Checkup, path: Path, offset: int) -> list[Plain]:
        """Return the side at an offset, with its picture, or else all sides of the component at the offset.

        They are ``broken`` if there is an error in the component, because what contains an error is not drawn.
        """
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
        shown = [side for side in sides if is_around(side.at, at)] or sides
        errors = [each.at.start for each in checkup.found.get(path, ()) if each.severity == Severity.ERROR]
        broken = any(is_around(component.at, error) for component in here for error in errors)
        return [{**describe_side(library, side), "broken": broken} for side in shown[:SIDES]]

    def run_scenarios(self, buffers: Buffers) -> Plain:
        set_folder = read_sound_set(self.folder)
        if set_folder is None:
            return {"passed": 0, "failed": []}
        contents = InEditor(self.folder, buffers)
        try:
            box: Box = find_box(set_folder.game)
            suite = suite_of_set(box, self.folder, scenario_files_in(contents), ())
            coverage = Coverage()
            results = run_suites([suite], opener=lambda folder: InEditor(folder, buffers), coverage=coverage)
        except (UsageError, ContentError) as error:
            return {"passed": 0, "failed": [], "wrong": without_folders(str(error), [self.folder])}
        failed = [self.describe_case(case) for case in results.failed]
        passed = len(results.cases) - len(failed)
        return {"passed": passed, "failed": failed[:FINDINGS], "coverage": self.describe_coverage(coverage)}

    def describe_coverage(self, coverage: Coverage) -> Plain:
        """Return how many clauses of powers the scenarios run, and the powers with clauses that none of them runs."""
        missing = [
            {
                "file": Path(printed.file).relative_to(self.folder).as_posix(),
                **place_of(printed.at),
                "side": printed.side,
                "text": printed.text,
                "clauses": [clause.text for clause in clauses],
            }
            for printed, clauses in islice(coverage.find_missing(), FINDINGS)
        ]
        return {"covered": coverage.covered, "total": coverage.total, "missing": missing}

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
        said = {"message": failure.message, "hint": failure.hint, "lines": list(failure.lines)}
        wanted = failure.at.source.text[failure.at.start : failure.at.end].partition("\n")[0]
        return {**place_of(failure.at), "wanted": wanted, **said}


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


def draw_all_sides(loaded: Loaded | None, folder: Path) -> Plain:
    """Return the sides of the set in a folder, and how many more it has than can be shown."""
    library = library_of(loaded)
    if library is None:
        return {"sides": [], "more": 0}
    paths = ((side, side.at.source.path) for side in library.model.list_sides())
    sides = [side for side, path in paths if path is not None and path.is_relative_to(folder)]
    drawn = [describe_side(library, side) for side in sides[:PICTURES]]
    return {"sides": drawn, "more": len(sides) - len(drawn)}


def describe_side(library: Library, side: Side) -> Plain:
    return {"id": side.id, **side_in(studio_of(library), side)}


def is_around(head: Span, offset: int) -> bool:
    """Whether an offset is inside a statement: a head and perhaps a block in braces, which may not be closed yet."""
    text = head.source.text
    line = text.find("\n", head.start)
    opening = text.find("{", head.start, line if line >= 0 else len(text))
    end = head.end
    if opening >= 0:
        closing = find_closing_brace(text, opening)
        end = closing + 1 if closing >= 0 else len(text)
    return text.rfind("\n", 0, head.start) < offset <= max(end, head.end)


def find_error_in_line(checkup: Checkup, path: Path, offset: int) -> Diagnostic | None:
    """Return the syntax error in the line being written, if any; what is wrong around the line may follow from it."""
    found = None
    for diagnostic in checkup.found.get(path, ()):
        text, start = diagnostic.at.source.text, diagnostic.at.start
        at = count_characters(text, offset)
        if diagnostic.code == "syntax" and "\n" not in text[min(at, start) : max(at, start)]:
            found = diagnostic
    return found


def place_of(span: Span) -> Plain:
    return {"line": span.begins[0], **range_of(span.source.text, span.start, span.end)}


def range_of(text: str, start: int, end: int) -> Plain:
    """Convert offsets to UTF-16 code units, the unit in which browsers count."""
    return {"start": count_units(text[:start]), "end": count_units(text[:end])}


def describe_fix(text: str, fix: Fix) -> Plain:
    return {"title": fix.title, "changes": list_changes(text, fix.changes)}


def list_changes(text: str, changes: Iterable[Change]) -> list[Plain]:
    return [{**range_of(text, change.start, change.end), "text": change.text} for change in changes]


def describe_candidate(text: str, candidate: Candidate) -> Plain:
    meaning = "\n\n".join(render_word(candidate.text, sense) for sense in candidate.senses)
    return {
        "text": candidate.text,
        "sort": candidate.sort,
        "meaning": meaning,
        **range_of(text, candidate.start, candidate.end),
    }
