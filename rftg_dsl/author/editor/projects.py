"""Projects, the units in which content is checked: a set, a file outside any set, or the content of an
installed game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import evolve, field, frozen

from rftg_dsl.author.validate.check_targets import Checks, Inspected, inspect, plan_file, plan_set, rebase_path
from rftg_dsl.author.validate.target import home_of
from rftg_dsl.base.diagnostic import ContentError, Diagnostic, UsageError
from rftg_dsl.base.files import InEditor
from rftg_dsl.base.own_files import is_content_name
from rftg_dsl.base.resources import SET, SUFFIX
from rftg_dsl.base.source import Source, Span
from rftg_dsl.library.installed import find_enclosing_box
from rftg_dsl.library.load import Loaded

Buffers = Mapping[Path, bytes]


@frozen
class Project:
    """A unit of content that is checked together."""

    path: Path
    """A set's folder, a file outside any set, or the folder of a game or one of its expansions."""
    game: str = ""
    """The installed game that the project belongs to; empty for sets and loose files."""

    @property
    def loose(self) -> bool:
        return not self.game and self.path.suffix == SUFFIX and not self.path.is_dir()


@frozen
class Checkup:
    """The result of checking a project."""

    project: Project
    found: Mapping[Path, Sequence[Diagnostic]]
    """The findings by file; an empty list clears the findings that are shown for a file."""
    loaded: Loaded | None = None
    """The project and its game, loaded with default settings; None if they could not be loaded."""
    sources: Mapping[Path, Source] = field(factory=dict)
    """Every content file that was read, including the game's own."""
    own: frozenset[Path] = frozenset()
    guessed: str = ""


def normalize_path(path: Path) -> Path:
    """The canonical path of a file; different paths can lead to the same file of a game's content."""
    box = find_enclosing_box(path)
    return rebase_path(box, path) if box else path


def is_content(path: Path) -> bool:
    """Whether a path is that of a content file or ``set.toml`` rather than an editor's temporary file."""
    return (path.suffix == SUFFIX or path.name == SET) and is_content_name(path.name)


def project_of(path: Path) -> Project:
    if box := find_enclosing_box(path):
        home = next((folder for folder in box.expansions.values() if path.is_relative_to(folder)), box.folder)
        return Project(home, box.game)
    if path.name == SET:
        return Project(path.parent)
    return Project(home_of(path) or path)


def check(project: Project, buffers: Buffers, guess: str = "") -> Checkup:
    """Check a project, using an editor's open files in place of those on disk.

    ``guess`` is the game that a loose file is probably for; empty if unknown.
    """
    checks = Checks(lambda folder: InEditor(folder, buffers))
    try:
        plan(project, buffers, checks, guess)
        jobs = [inspect(job, checks.opener) for job in checks.jobs.values()]
    except ContentError as wrong:
        return make_checkup(project, checks, [], wrong.diagnostics)
    except (UsageError, OSError) as wrong:
        return make_checkup(project, checks, [], [diagnose_failure(project, buffers, wrong)])
    made = make_checkup(project, checks, jobs)
    return evolve(made, guessed=next(iter(checks.jobs), "")) if project.loose else made


def plan(project: Project, buffers: Buffers, checks: Checks, guess: str) -> None:
    if project.game:
        for path in sorted(buffers):
            if path.suffix == SUFFIX and path.is_relative_to(project.path) and project_of(path) == project:
                plan_file(path, "", checks, alone=False)
    elif project.loose:
        plan_file(project.path, guess, checks, alone=True)
    else:
        plan_set(project.path, checks, None)


def make_checkup(
    project: Project, checks: Checks, jobs: Sequence[Inspected], wrong: Sequence[Diagnostic] = ()
) -> Checkup:
    own = {path for inspected in jobs for path in inspected.files.values()}
    loaded = next((inspected.loaded[0] for inspected in jobs), None)
    sources: dict[Path, Source] = {}
    for each in (each for inspected in jobs for each in inspected.loaded):
        for source in each.sources:
            if source.path:
                sources.setdefault(source.path, source)
    diagnostics: dict[Path, list[Diagnostic]] = {path: [] for path in own}
    for diagnostic in dict.fromkeys([*checks.unsound, *wrong, *(finding for each in jobs for finding in each.found)]):
        diagnostics.setdefault(diagnostic.at.source.path or project.path, []).append(diagnostic)
    return Checkup(project, diagnostics, loaded, sources, frozenset(own))


def diagnose_failure(project: Project, buffers: Buffers, wrong: UsageError | OSError) -> Diagnostic:
    """Turn a fatal error into a finding at the start of the responsible file."""
    path = project.path / SET if project.path.is_dir() and not project.game else project.path
    if project.game:
        path = next((file for file in sorted(buffers) if file.is_relative_to(project.path)), path)
    at = Span(Source(str(path), "", path), 0, 0)
    if isinstance(wrong, OSError):
        message = f"{wrong.filename or 'system error'}: {wrong.strerror or wrong}"
        # Editors show only findings, so the error must be turned into a finding.
        wrong = UsageError(message, "check permissions and free space, and try again", "system")
    return Diagnostic(wrong.code, at, wrong.message, wrong.hint)
