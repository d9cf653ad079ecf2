"""Checks the targets: each game once, together with all specified sets and files that belong to it."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import define, evolve, field, frozen

from rftg_dsl.author.lints.allow import apply_remarks
from rftg_dsl.author.lints.run_lints import lint
from rftg_dsl.author.validate.outcome import Counted, Outcome, Pending, Read
from rftg_dsl.author.validate.target import Target, home_of
from rftg_dsl.base import plugins
from rftg_dsl.base.diagnostic import Diagnostic, UsageError, suggest_known
from rftg_dsl.base.files import Contents, OnDisk, Opener
from rftg_dsl.base.own_files import is_own_file
from rftg_dsl.base.plugins import GAMES, PACKAGES, PluginError
from rftg_dsl.base.resources import LAYOUTS, PACKED, SET, SUFFIX, parse_set
from rftg_dsl.base.source import Source, Span
from rftg_dsl.base.toml_shape import place_within
from rftg_dsl.compile.contract import breaches_of_advisers
from rftg_dsl.library.folder import Box
from rftg_dsl.library.installed import (
    all_sets_of,
    error_for_broken_game,
    error_for_missing_set,
    find_box,
    find_broken_games,
    find_enclosing_box,
    game_names,
    is_ours,
    label_path,
    list_sound_games,
    load_package,
    optional_sets_of,
    path_of_set,
    places_of,
    places_of_packages,
)
from rftg_dsl.library.layouts import layouts_of
from rftg_dsl.library.load import Library, Loaded, load, load_tests
from rftg_dsl.library.own_pictures import read_own_pictures
from rftg_dsl.library.sets import (
    PENDING,
    SetFolder,
    content_files_in,
    contents_of,
    is_scenario_file,
    read_member,
    read_set,
    scenario_files_in,
)


@define
class Job:
    """The sets and files to check in a game. Sets that are specified together are checked as if they were played
    together."""

    box: Box
    folders: list[Path] = field(factory=list)
    """The sets to report on in full, including warnings."""
    extra: list[Path] = field(factory=list)
    loose: list[Path] = field(factory=list)
    files: list[Path] = field(factory=list)
    whole: bool = False
    """Whether to report on the game itself in full: its words, editions, options and sets."""


@frozen
class Checked:
    """An outcome, and the files outside this program that it depends on."""

    outcome: Outcome
    places: Sequence[str]
    """The folders and files of plug-ins, both content and Python code."""
    broken: bool


class Checks:
    """A job for each game, and the mistakes found while planning the jobs."""

    def __init__(self, opener: Opener = OnDisk) -> None:
        self.jobs: dict[str, Job] = {}
        self.unsound: list[Diagnostic] = []
        self.read: list[Read] = []
        """The ``set.toml`` files that contain mistakes."""
        self.guessed = False
        """Whether the game of a file was guessed by trying every game."""
        self.opener = opener

    def job_for(self, game: str) -> Job:
        """Return the job for a game, creating it if necessary. Raise ``UsageError`` if the game is unknown or
        broken."""
        if game not in self.jobs:
            self.jobs[game] = Job(find_box(game))
        return self.jobs[game]


def check(targets: Sequence[Target], game: str = "", sets: Sequence[str] = ()) -> Checked:
    """Check the targets, or every installed game, together with additional sets.

    Raise ``UsageError`` if a target or set does not exist.
    """
    checks, broken = Checks(), [] if targets else [*find_broken_games(), *find_broken_plugins()]
    every = sorted({*game_names()} - {wrong.name for wrong in broken})
    for target in targets or [Target(game=name) for name in every]:
        plan(target, game, checks)
    for word in sets:
        add_set(word, checks)
    outcomes = []
    for job in checks.jobs.values():
        try:
            outcomes.append(outcome_of(job, checks.opener))
        except PluginError as wrong:
            # If targets were specified, a broken plug-in is an error; otherwise the other games are still checked.
            if targets:
                raise
            broken.append(wrong)
    checks.unsound += [diagnose_broken_plugin(wrong) for wrong in broken]
    outcome = merge_outcomes(outcomes, checks.unsound, checks.read)
    loaded = list_sound_games() if checks.guessed else checks.jobs
    unsure = bool(broken) or (checks.guessed and len(loaded) < len(game_names()))
    places = [place for name in loaded for place in places_of(name)]
    return Checked(outcome, [*places, *places_of_packages()], unsure)


def find_broken_plugins() -> Iterator[PluginError]:
    for group, point in plugins.find_foreign():
        try:
            if group == PACKAGES:
                load_package(point)
            elif group != GAMES:
                plugins.load(point)
        except PluginError as wrong:
            yield wrong


def diagnose_broken_plugin(wrong: PluginError) -> Diagnostic:
    """The finding for a broken plug-in, located where its package lists it."""
    file, (text, value) = "entry_points.txt", plugins.listing_of(wrong)
    start = max(text.find(value), 0)
    message = f"{wrong.name!r} cannot be used: {'; '.join(wrong.reasons)}"
    at = Span(Source(f"{wrong.package}/{file}", text), start, start + len(value))
    return Diagnostic("broken-plugin", at, message, wrong.hint)


# -- from targets to jobs --------------------------------------------------------------------------------------


NAMED = f"specify a {SUFFIX} file, the folder of a set, or a pack"


def plan(target: Target, game: str, checks: Checks) -> None:
    if not target.path:
        return plan_game(target, checks)
    path = Path(target.path)
    if not path.exists():
        raise UsageError(f"{target.path} does not exist", NAMED, "missing-file")
    if path.is_dir() or path.suffix == PACKED:
        return plan_set(path, checks, None)
    if path.name in (SET, LAYOUTS):
        return plan_set(path.parent, checks, None)
    if path.suffix != SUFFIX or not path.is_file():
        raise UsageError(f"{target.path} is not a content file", NAMED, "wrong-file")
    return plan_file(path, game, checks, target.alone)


def plan_game(target: Target, checks: Checks) -> None:
    job = checks.job_for(target.game)
    if not target.set:
        job.whole = True
        return
    known = all_sets_of(job.box)
    if target.set not in known:
        hint = suggest_known(target.set, known, "its sets")
        raise UsageError(f"{target.game} has no set called {target.set!r}", hint, "unknown-set")
    job.folders.append(known[target.set])
    if target.set in optional_sets_of(job.box):
        job.extra.append(known[target.set])


def plan_set(folder: Path, checks: Checks, only: Path | None) -> None:
    """Plan to check a set on disk, either completely or only one of its files."""
    box = find_enclosing_box(folder) if folder.is_dir() else None
    if box:
        folder = rebase_path(box, folder)
        if folder == box.folder:
            return plan_game(Target(game=box.game), checks)
    set_folder, wrong = read_set(folder, box.label_path(folder) if box else None, checks.opener)
    if set_folder is None:
        checks.unsound += [diagnose_no_set(diagnostic, folder) for diagnostic in wrong]
        checks.read.append(Read(wrong[0].at.source.label, os.path.abspath(folder / SET)))
        return None
    if set_folder.game not in game_names():
        checks.unsound.append(diagnose_unknown_game(set_folder))
        return None
    job = checks.job_for(set_folder.game)
    joins = not box or folder in optional_sets_of(box).values()
    if joins and folder.resolve() not in [path.resolve() for path in job.extra]:
        job.extra.append(folder)
    if only is None:
        job.folders.append(folder)
    else:
        job.files.append(folder / only.absolute().relative_to(folder) if folder.is_absolute() else only)
    return None


def add_set(word: str, checks: Checks) -> None:
    """Add a set specified with ``--with`` to the jobs for its game."""
    jobs, name = checks.jobs.values(), parse_set(word)
    if isinstance(name, Path):
        folder = path_of_set(name)
        set_folder, wrong = read_set(folder, None, checks.opener)
        checks.unsound += wrong
        fitting = {job.box.game: folder for job in jobs if set_folder and job.box.game == set_folder.game}
        if set_folder and not fitting:
            hint = f"specify a {set_folder.game!r} set to check, or leave this one out"
            raise UsageError(
                f"{word} is a set for {set_folder.game!r}, but nothing in that game is being checked",
                hint,
                "wrong-option",
            )
    else:
        known = {job.box.game: optional_sets_of(job.box) for job in jobs}
        fitting = {game: sets[name] for game, sets in known.items() if name in sets}
        if not fitting and jobs:
            raise error_for_missing_set(name, {other for sets in known.values() for other in sets})
    for game, folder in fitting.items():
        extra = checks.jobs[game].extra
        if folder.resolve() not in [path.resolve() for path in extra]:
            extra.append(folder)


def diagnose_no_set(wrong: Diagnostic, folder: Path) -> Diagnostic:
    """The finding for a folder that is not a set; the hint mentions the enclosing set, if there is one."""
    home = home_of(folder)
    if wrong.code != "missing-set" or home is None:
        return wrong
    named = home if home.is_absolute() else os.path.join(os.curdir, home)
    return evolve(wrong, hint=f"it is inside a set: specify the folder {named}")


def plan_file(path: Path, game: str, checks: Checks, alone: bool) -> None:
    """Plan to check a file: with its set, as part of its game, or on its own with the game that it fits best."""
    if not alone and (box := find_enclosing_box(path)):
        plan_content(box, rebase_path(box, path), checks.job_for(box.game))
    elif not alone and (home := home_of(path)):
        real = Path(os.path.abspath(path))
        if not is_own_file(home.absolute(), real):
            message = f"{path} is ignored: it is hidden, or a temporary file of an editor or system"
            raise UsageError(message, "rename it, or move it out of its folder", "wrong-file")
        plan_set(home, checks, real if ".." in path.parts else path)
    else:
        job = checks.job_for(game or guess_game(path, checks))
        job.loose.append(path)
        job.files.append(path)


def plan_content(box: Box, path: Path, job: Job) -> None:
    """Plan to check a file in a game's content, along with its expansion, if any; examples count as loose files."""
    home = next((folder for folder in optional_sets_of(box).values() if path.is_relative_to(folder)), None)
    if home and home not in job.extra:
        job.extra.append(home)
    if path == box.examples:
        job.loose.append(path)
    job.files.append(path)


def rebase_path(box: Box, path: Path) -> Path:
    """Rewrite a path in a box so that it starts with the path of the box's folder."""
    return box.folder / path.resolve().relative_to(box.folder.resolve())


UNFIT = 1_000_000
"""The penalty for a broken game, which exceeds the number of unknown words that any file can contain."""


def guess_game(path: Path, checks: Checks) -> str:
    """The game that fits best: the one with the fewest unknown kinds of component, and then the most components."""
    checks.guessed = True

    def fit(game: str) -> tuple[int, int, int]:
        try:
            loaded = load(game, loose=[path], opener=checks.opener)
        except PluginError:
            return -UNFIT, 0, 0
        wrong = [diagnostic.code for diagnostic in loaded.diagnostics if diagnostic.at.source.label == str(path)]
        components = sum(counted.n for counted in count_components([loaded], [str(path)]))
        return -wrong.count("unknown-kind-of-component"), components, -len(wrong)

    return max(list_sound_games(), key=fit)


def diagnose_unknown_game(set_folder: SetFolder) -> Diagnostic:
    at = Span(set_folder.source, *place_within(set_folder.source.text, "game", re.escape(set_folder.game)))
    hint = suggest_known(set_folder.game, game_names(), "known games")
    return Diagnostic("unknown-game", at, f"there is no game called {set_folder.game!r}", hint)


# -- from jobs to outcomes -------------------------------------------------------------------------------------


@frozen
class Inspected:
    """The result of loading and checking a job."""

    loaded: Sequence[Loaded]
    """The game in each relevant setting, beginning with the default."""
    files: Mapping[str, Path]
    found: Sequence[Diagnostic]


def inspect(job: Job, opener: Opener) -> Inspected:
    files = {label_path(job.box, path): path for path in files_to_report(job, opener)}
    within = tuple([f"{label_path(job.box, folder)}/" for folder in sets_to_report(job)])
    loaded = [*load_variants(job, opener), *with_scenarios(job, opener)]
    if job.whole and loaded[0].library:
        rehearse(loaded[0].library)
    return Inspected(loaded, files, [*collect_diagnostics(job, loaded, files, within, opener)])


def sets_to_report(job: Job) -> Sequence[Path]:
    return [*job.box.sets, *optional_sets_of(job.box).values(), *job.extra] if job.whole else job.folders


def outcome_of(job: Job, opener: Opener) -> Outcome:
    box, inspected = job.box, inspect(job, opener)
    waiting = [line for folder in sets_to_report(job) for line in read_pending(folder, box)]
    again = (*box.editions.values(), *box.options.values()) if job.whole else ()
    counted = count_components(inspected.loaded, inspected.files.keys() - {label_path(box, path) for path in again})
    read = [Read(name, os.path.abspath(path)) for name, path in inspected.files.items()]
    return Outcome(len(inspected.files), {box.game: counted}, waiting, list(inspected.found), read)


def collect_diagnostics(
    job: Job, loaded: Sequence[Loaded], files: Collection[str], within: tuple[str, ...], opener: Opener
) -> Iterator[Diagnostic]:
    """Yield all errors, as well as the findings in these files and folders that no remark suppresses.

    Lint rules are run only if there are no errors.
    """
    diagnostics = [
        diagnostic
        for each in loaded
        for diagnostic in each.diagnostics
        if diagnostic.severity == "error"
        or diagnostic.at.source.label in files
        or diagnostic.at.source.label.startswith(within)
    ]
    sound = all(each.library for each in loaded)
    diagnostics += lint(loaded, files, opener) if sound else ()
    diagnostics += mistakes_in_layouts(loaded, files, opener) if sound else ()
    diagnostics += mistakes_in_pictures(loaded, files, within) if sound else ()
    sources = {source.label: source for each in loaded for source in each.sources if source.label in files}
    alone = not any(path.is_relative_to(job.box.folder) for path in (*job.folders, *job.files))
    return apply_remarks(diagnostics, sources.values(), sound and (job.whole or alone))


def rehearse(library: Library) -> None:
    """Set up tables for a plug-in's game, and ask its advisers. Raise ``PluginError`` if its Python code fails.

    Our own games are skipped, because tests cover them.
    """
    if is_ours(library.game):
        return
    try:
        for seats in sorted({*library.model.words.players}):
            library.rules(seats)
        reasons = breaches_of_advisers(library.game)
    except PluginError:
        raise
    except Exception as error:
        where = plugins.origin_of(error) or "its Python"
        reasons = (f"{where}: {type(error).__name__}: {error}",)
        raise error_for_broken_game(library.game, reasons) from error
    if reasons:
        raise error_for_broken_game(library.game, reasons)


def files_to_report(job: Job, opener: Opener) -> Iterator[Path]:
    box = job.box
    if job.whole:
        yield box.words
        yield from find_layout_file(opener(box.folder))
        yield from box.editions.values()
        yield from box.options.values()
    for folder in [*sets_to_report(job), *job.folders] if job.whole else job.folders:
        contents = contents_of(folder, opener)
        yield from content_files_in(contents)
        yield from find_layout_file(contents)
        yield from scenario_files_in(contents)
    yield from job.files


def find_layout_file(contents: Contents) -> Iterator[Path]:
    path = contents.path / LAYOUTS
    if contents.is_file(path):
        yield path


def mistakes_in_layouts(loaded: Sequence[Loaded], files: Collection[str], opener: Opener) -> Iterator[Diagnostic]:
    """Yield the mistakes in layout files. Each file is checked once, against the first vocabulary loaded."""
    seen = set()
    for library in (each.library for each in loaded if each.library):
        for layouts in layouts_of(library, opener):
            if layouts.path not in seen:
                seen.add(layouts.path)
                yield from (mistake for mistake in layouts.mistakes if mistake.at.source.label in files)


def mistakes_in_pictures(
    loaded: Sequence[Loaded], files: Collection[str], within: tuple[str, ...]
) -> Iterator[Diagnostic]:
    """Yield the mistakes in the pictures of these sets, as they are with the first library that has each set."""
    seen: set[Path] = set()
    for library in (each.library for each in loaded if each.library):
        new = [set_folder for set_folder in library.sets if set_folder.folder not in seen]
        seen.update(set_folder.folder for set_folder in new)
        mistakes = [mistake for set_folder in new for mistake in read_own_pictures(library, set_folder).mistakes]
        yield from (each for each in mistakes if each.at.file in files or each.at.file.startswith(within))


def load_variants(job: Job, opener: Opener) -> Iterator[Loaded]:
    """Load the game with default settings and, if its own files are checked, also with every edition and option."""
    box = job.box
    default = load(box.game, extra=job.extra, loose=job.loose, opener=opener)
    yield default
    if not job.whole and not any(path.is_relative_to(box.folder) for path in job.files):
        return
    for edition in box.editions:
        if default.library is None or edition != default.library.edition:
            yield load(box.game, edition, made_for(edition, job.extra, opener), loose=job.loose, opener=opener)
    for name in box.options:
        key, _, value = name.partition("-")
        yield load(box.game, None, job.extra, {key: value}, loose=job.loose, opener=opener)
    for chosen in (None, *box.editions) if job.whole else ():
        yield from load_with_sets(job, opener, chosen)


def load_with_sets(job: Job, opener: Opener, edition: str | None = None) -> Iterator[Loaded]:
    for folder in optional_sets_of(job.box).values():
        extra = made_for(edition, [*job.extra, *([] if folder in job.extra else [folder])], opener)
        yield load(job.box.game, edition, extra, loose=job.loose, opener=opener)


def made_for(edition: str | None, folders: Iterable[Path], opener: Opener) -> list[Path]:
    """The sets that support an edition, or all sets if no edition is chosen."""
    return [
        folder
        for folder in folders
        if edition is None
        or (set_folder := read_set(folder, opened=opener)[0]) is None
        or set_folder.edition in ("", edition)
    ]


def with_scenarios(job: Job, opener: Opener) -> Iterator[Loaded]:
    """Load the game with each set that has scenarios, in every setting that the scenarios use."""
    box = job.box
    files = {home: scenario_files_in(contents_of(home, opener)) for home in sets_to_report(job)}
    for path in job.files:
        if (home := home_of(path)) and is_scenario_file(home.resolve(), path.resolve()):
            files.setdefault(home, []).append(path)
    for home, tests in files.items():
        others = [folder for folder in job.extra if folder != home]
        extra = others if home in box.sets else [*others, home]
        if tests:
            yield from (loaded for _, loaded in load_tests(box.game, tests, extra, job.loose, opener))


def count_components(loaded: Iterable[Loaded], files: Container[str]) -> list[Counted]:
    """Count the components of each sort declared in these files; each component counts only once across all
    settings."""
    declared: dict[tuple[str, int], str] = {}
    plurals: dict[str, str] = {}
    for content in loaded:
        words = content.model.words
        plurals |= {name: each.plural for name, each in words.components.items()}
        plurals |= {name: each.plural for name, each in words.stocks.items()}
        sorts = [(each.at, each.kind) for each in content.model.components]
        sorts += [(each.at, each.of) for each in words.stock_kinds.values()]
        declared |= {(at.source.label, at.start): sort for at, sort in sorts if at.source.label in files}
    numbers = Counter(declared.values())
    return [Counted(sort, plural, numbers[sort]) for sort, plural in plurals.items() if numbers[sort]]


def read_pending(folder: Path, box: Box) -> list[Pending]:
    """The declarations in a set's file for content that the language cannot express yet."""
    contents, path = contents_of(folder), folder / PENDING
    if not contents.is_file(path):
        return []
    source, _ = read_member(path, label_path(box, path), contents)
    depth, pending = 0, []
    for number, line in enumerate(source.text.splitlines(), 1):
        if depth == 0 and line.strip() and not line.lstrip().startswith(("#", "}")):
            pending.append(Pending(source.label, number, line.strip()))
        depth = max(0, depth + line.count("{") - line.count("}"))
    return pending


def merge_outcomes(outcomes: Sequence[Outcome], unsound: Sequence[Diagnostic], read: Sequence[Read]) -> Outcome:
    findings = dict.fromkeys([*unsound, *[finding for each in outcomes for finding in each.findings]])
    return Outcome(
        files=sum(outcome.files for outcome in outcomes),
        components={game: sorts for outcome in outcomes for game, sorts in outcome.components.items()},
        pending=[line for outcome in outcomes for line in outcome.pending],
        findings=sorted(findings, key=lambda finding: (finding.at.file, finding.at.start, finding.code)),
        read=[*read, *[file for each in outcomes for file in each.read]],
    )
