"""Checking what was asked for: each game once, together with everything named that belongs to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import define, field

from rftg_dsl.diagnostic import Diagnostic, did_you_mean
from rftg_dsl.library import (
    PENDING,
    Loaded,
    Unusable,
    editions,
    find_game,
    game_folder,
    game_names,
    load,
    read_set,
    read_source,
    set_files,
    shipped_sets,
    shown,
)
from rftg_dsl.resources import content
from rftg_dsl.source import Span
from rftg_dsl.validate.outcome import Finding, Outcome, Pending
from rftg_dsl.validate.target import SET, SUFFIX, Target, home_of


@define
class Job:
    """What to look at in one game. Sets named together are checked as if they were played together."""

    game: str
    folders: list[Path] = field(factory=list)
    """Sets of which all is told."""
    extra: list[Path] = field(factory=list)
    """Sets that are not shipped with the game."""
    loose: list[Path] = field(factory=list)
    """Files of no set."""
    files: list[Path] = field(factory=list)
    """Single files of which all is told."""
    whole: bool = False


def check(targets: Sequence[Target], game: str = "") -> Outcome:
    """The verdict on the targets, or on all shipped content; ``Unusable`` if one of them is not there."""
    jobs: dict[str, Job] = {}
    unsound: list[Diagnostic] = []
    for one in targets or [Target(game=name) for name in game_names()]:
        unsound += plan(one, game, jobs)
    return joined([verdict(job) for job in jobs.values()], [finding(one) for one in unsound])


# -- what belongs to which game --------------------------------------------------------------------------------


def plan(one: Target, game: str, jobs: dict[str, Job]) -> list[Diagnostic]:
    """Add a target to the jobs; what keeps it from belonging to a game is returned."""
    if not one.path:
        plan_game(one, jobs)
        return []
    path = Path(one.path)
    if not path.exists():
        raise Unusable(f"{one.path} does not exist", "name a .rftg file or the folder of a set", "missing-file")
    if path.is_dir():
        return plan_set(path, jobs, None)
    if path.name == SET:
        return plan_set(path.parent, jobs, None)
    if path.suffix != SUFFIX or not path.is_file():
        hint = f"name a {SUFFIX} file or the folder of a set"
        raise Unusable(f"{one.path} is not a content file", hint, "wrong-file")
    return plan_file(path, game, jobs)


def plan_game(one: Target, jobs: dict[str, Job]) -> None:
    """A game, or one of its shipped sets."""
    if one.game not in game_names() and Path(one.game).exists():
        raise Unusable(f"no game is called {one.game!r}", f"a path starts with '.': ./{one.game}", "unknown-game")
    find_game(one.game)
    job = jobs.setdefault(one.game, Job(one.game))
    if not one.set:
        job.whole = True
        return
    folder = game_folder(one.game) / one.set
    known = [path.name for path in shipped_sets(one.game)]
    if one.set not in known:
        hint = did_you_mean(one.set, known) or f"its sets: {', '.join(known)}"
        raise Unusable(f"{one.game} has no set {one.set!r}", hint, "unknown-set")
    job.folders.append(folder)


def plan_set(folder: Path, jobs: dict[str, Job], only: Path | None) -> list[Diagnostic]:
    """A set on disk, of which all is told or only one file."""
    if shipped := shipped_part(folder):
        folder = content() / shipped
        if len(shipped.parts) < 2:
            plan_game(Target(game=str(shipped)), jobs)
            return []
    found, wrong = read_set(folder, shown(folder))
    if found is None:
        return wrong
    if found.game not in game_names():
        return [unknown_game(folder, found.game)]
    job = jobs.setdefault(found.game, Job(found.game))
    if not shipped and folder.resolve() not in [one.resolve() for one in job.extra]:
        job.extra.append(folder)
    if only is None:
        job.folders.append(folder)
    else:
        job.files.append(folder / only.absolute().relative_to(folder) if folder.is_absolute() else only)
    return []


def plan_file(path: Path, game: str, jobs: dict[str, Job]) -> list[Diagnostic]:
    """One file: checked with its set, or as words of its game, or by itself with the game it fits best."""
    if shipped := shipped_part(path):
        job = jobs.setdefault(shipped.parts[0], Job(shipped.parts[0]))
        job.files.append(content() / shipped)
        return []
    if home := home_of(path):
        return plan_set(home, jobs, path)
    fits = find_game(game).name if game else best_game(path)
    job = jobs.setdefault(fits, Job(fits))
    job.loose.append(path)
    job.files.append(path)
    return []


def shipped_part(path: Path) -> Path | None:
    """Where a path lies in the shipped content; None if it lies elsewhere, or in no game."""
    top = content().resolve()
    found = path.resolve()
    if not found.is_relative_to(top) or found == top or found.relative_to(top).parts[0] not in game_names():
        return None
    return found.relative_to(top)


def best_game(path: Path) -> str:
    """The game that knows most of what a file without a set declares; then the one that makes the most of it."""

    def fit(game: str) -> tuple[int, int, int]:
        loaded = load(game, loose=[path])
        wrong = [one.code for one in loaded.diagnostics if one.at.source.name == shown(path)]
        return -wrong.count("unknown-kind-of-component"), sum(counts(loaded, [shown(path)]).values()), -len(wrong)

    return max(game_names(), key=fit)


def unknown_game(folder: Path, game: str) -> Diagnostic:
    """A set for a game that is not there."""
    source, _ = read_source(folder / SET, f"{shown(folder)}/{SET}")
    at = max(source.text.find(f'"{game}"'), 0)
    hint = did_you_mean(game, game_names()) or f"known games: {', '.join(game_names())}"
    return Diagnostic("unknown-game", Span(source, at, at + len(game) + 2), f"no game is called {game!r}", hint)


# -- what is found in a game -----------------------------------------------------------------------------------


def verdict(job: Job) -> Outcome:
    """What is wrong with the files of a job, and with what they are checked with."""
    files = {shown(path): path for path in told_files(job)}
    folders = [*shipped_sets(job.game), *job.extra] if job.whole else job.folders
    told = {*files, *[f"{shown(folder)}/{SET}" for folder in folders]}
    loaded = list(variants(job))
    found = [
        finding(one)
        for each in loaded
        for one in each.diagnostics
        if one.severity == "error" or one.at.source.name in told
    ]
    waiting = [line for folder in folders for line in pending(folder / PENDING)]
    return Outcome(len(files), {job.game: counts(loaded[0], files)}, waiting, found)


def told_files(job: Job) -> Iterator[Path]:
    """The content files that are counted, and of which warnings are told too."""
    if job.whole:
        folder = game_folder(job.game)
        yield folder / f"game{SUFFIX}"
        yield from sorted((folder / "editions").glob(f"*{SUFFIX}"))
        yield from sorted((folder / "options").glob(f"*{SUFFIX}"))
    for one in [*shipped_sets(job.game), *job.extra, *job.folders] if job.whole else job.folders:
        yield from set_files(one)
    yield from job.files


def variants(job: Job) -> Iterator[Loaded]:
    """The game as played by default; where its own files are looked at, in every edition and with every option too."""
    default = load(job.game, extra=job.extra, loose=job.loose)
    yield default
    if not job.whole and not any(path.is_relative_to(content()) for path in job.files):
        return
    for edition in editions(job.game):
        if default.library is None or edition != default.library.edition:
            yield load(job.game, edition, job.extra, loose=job.loose)
    for path in sorted((game_folder(job.game) / "options").glob(f"*{SUFFIX}")):
        key, _, value = path.stem.partition("-")
        yield load(job.game, None, job.extra, {key: value}, loose=job.loose)


def counts(loaded: Loaded, files: Iterable[str]) -> dict[str, int]:
    """How many components of each sort stand in these files."""
    words, told = loaded.model.words, set(files)
    sorts = [one.kind for one in loaded.model.components if one.at.source.name in told]
    sorts += [one.of for one in words.stock_kinds.values() if one.at.source.name in told]
    return {sort: sorts.count(sort) for sort in (*words.components, *words.stocks) if sort in sorts}


def pending(path: Path) -> list[Pending]:
    """What waits in a file until the language can say it: one entry for each declaration."""
    if not path.is_file():
        return []
    source, _ = read_source(path, shown(path))
    depth, found = 0, []
    for number, line in enumerate(source.text.splitlines(), 1):
        if depth == 0 and line.strip() and not line.lstrip().startswith(("#", "}")):
            found.append(Pending(source.name, number, line.strip()))
        depth = max(0, depth + line.count("{") - line.count("}"))
    return found


def finding(one: Diagnostic) -> Finding:
    """A diagnostic as plain data."""
    (line, column), (end_line, end_column) = one.at.begins, one.at.ends
    excerpt = one.at.source.line(line)
    return Finding(
        one.code,
        str(one.severity),
        one.at.source.name,
        line,
        column,
        end_line,
        end_column,
        one.message,
        one.hint,
        excerpt,
    )


def joined(verdicts: Sequence[Outcome], unsound: Sequence[Finding]) -> Outcome:
    """One verdict from those of the games; what several of them found is told once."""
    findings = dict.fromkeys([*unsound, *[one for each in verdicts for one in each.findings]])
    return Outcome(
        files=sum(one.files for one in verdicts),
        components={game: kinds for one in verdicts for game, kinds in one.components.items()},
        pending=[line for one in verdicts for line in one.pending],
        findings=sorted(findings, key=lambda one: (one.file, one.line, one.column, one.code)),
    )
