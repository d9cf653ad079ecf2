"""Suites: finds, checks and runs the scenarios of sets, each in its own setting."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import define, field, frozen

from rftg_dsl.author.scenarios.coverage import Coverage, Ledger, powers_in
from rftg_dsl.author.scenarios.mutation import Bed, Mutated, mutate
from rftg_dsl.author.scenarios.run_scenario import Ran, run
from rftg_dsl.author.validate.check_targets import Checks, plan
from rftg_dsl.author.validate.target import Target, home_of, parse_target
from rftg_dsl.base.diagnostic import Diagnostic, UsageError
from rftg_dsl.base.files import OnDisk, Opener
from rftg_dsl.base.resources import SUFFIX
from rftg_dsl.base.spelling import fold
from rftg_dsl.check.model.scenarios import Excuse, Scenario
from rftg_dsl.check.scenarios.header import Setting
from rftg_dsl.compile.rules import Rules
from rftg_dsl.library.folder import Box
from rftg_dsl.library.installed import find_box, label_path, list_sound_games, optional_sets_of
from rftg_dsl.library.load import Library, load, load_tests
from rftg_dsl.library.sets import content_files_in, contents_of, is_scenario_file, scenario_files_in


@define
class Suite:
    """The scenarios of a set, or scenarios in loose files."""

    box: Box
    name: str
    """The suite's name, such as ``roll/base``, or the path of the set's folder."""
    files: list[Path]
    extra: tuple[str | Path, ...] = ()
    """The sets that are played in addition to the base game."""
    content: list[Path] = field(factory=list)
    variants: list[Setting] = field(factory=list)


@frozen
class Setup:
    """A suite in one of its settings, ready to run."""

    suite: Suite
    setting: Setting
    library: Library | None
    scenarios: tuple[Scenario, ...]
    excuses: tuple[Excuse, ...]
    diagnostics: tuple[Diagnostic, ...]


@frozen
class Case:
    """The result of running a scenario, and how long the run took."""

    suite: str
    ran: Ran
    seconds: float


@frozen
class Results:
    """All results, and any diagnostics that prevented scenarios from running."""

    cases: tuple[Case, ...]
    diagnostics: tuple[Diagnostic, ...]
    files: int
    setups: tuple[Setup, ...] = field(default=(), eq=False, repr=False)

    @property
    def failed(self) -> tuple[Case, ...]:
        return tuple([case for case in self.cases if not case.ran.passed])

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple([diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"])

    @property
    def passed(self) -> bool:
        return not self.failed and not self.errors


def find_suites(names: Sequence[str], game: str = "", extra: Sequence[str | Path] = ()) -> list[Suite]:
    """Find the suites of the named targets, or of every installed game.

    Raise ``UsageError`` if a target does not exist, or if a file outside any set is a target and no ``game`` is
    specified.
    """
    targets = [parse_target(name) for name in names] or [Target(game=name) for name in sorted(list_sound_games())]
    suites: dict[tuple[str, str], Suite] = {}
    for target in targets:
        for suite in suites_of_target(target, game, tuple(extra)):
            known = suites.setdefault((suite.box.game, suite.name), suite)
            known.files = list(dict.fromkeys([*known.files, *suite.files]))
            known.variants = list(dict.fromkeys([*known.variants, *suite.variants]))
    return list(suites.values())


def suites_of_target(target: Target, game: str, extra: tuple[str | Path, ...]) -> Iterator[Suite]:
    path = Path(target.path)
    if target.path and path.is_file() and path.suffix == SUFFIX and home_of(path) is None:
        if not game:
            raise UsageError(f"{target.path} is not in a set", "specify its game with --game", "wrong-file")
        yield Suite(find_box(game), target.path, [path], extra)
        return
    checks = Checks()
    plan(target, game, checks)
    if checks.unsound:
        wrong = checks.unsound[0]
        raise UsageError(f"{wrong.at}: {wrong.message}", wrong.hint, wrong.code)
    for job in checks.jobs.values():
        box = job.box
        folders = [*box.sets, *optional_sets_of(box).values()] if job.whole else job.folders
        for folder in folders:
            suite = suite_of_set(box, folder, scenario_files_in(contents_of(folder)), extra)
            if job.whole and folder in box.sets:
                add_variants(suite)
            yield suite
        for file in job.files:
            home = home_of(file)
            assert home is not None
            files = [file] if is_scenario_file(home.resolve(), file.resolve()) else []
            yield suite_of_set(box, home, files or scenario_files_in(contents_of(home)), extra)


def suite_of_set(box: Box, folder: Path, files: Iterable[Path], extra: tuple[str | Path, ...]) -> Suite:
    """Create a set's suite, which is played with the base game and with the sets that the set requires."""
    base = folder.resolve() in [path.resolve() for path in box.sets]
    label = label_path(box, folder)
    name = f"{box.game}/{folder.name}" if label != str(folder) else label
    others = extra if base else (*[path for path in extra if path != folder], folder)
    return Suite(box, name, list(files), others, content_files_in(contents_of(folder)))


def add_variants(suite: Suite) -> None:
    """Require the base set's scenarios to cover the powers in editions and options as well."""
    box = suite.box
    suite.content += [*box.editions.values(), *box.options.values()]
    suite.variants += [Setting(edition) for edition in box.editions]
    suite.variants += [
        Setting("", ((key, value),)) for key, _, value in (option.partition("-") for option in box.options)
    ]


def make_setups(suite: Suite, opener: Opener) -> Iterator[Setup]:
    for setting, tests in load_tests(suite.box.game, suite.files, suite.extra, opener=opener):
        yield Setup(suite, setting, tests.library, tests.scenarios, tests.excuses, tests.diagnostics)


def run_suites(
    suites: Iterable[Suite], wanted: str = "", opener: Opener = OnDisk, coverage: Coverage | None = None
) -> Results:
    """Run the scenarios whose title or file name contains ``wanted``, and add to ``coverage``."""
    ledger = Ledger()
    cases: list[Case] = []
    diagnostics: dict[Diagnostic, None] = {}
    files = 0
    setups: list[Setup] = []
    for suite in suites:
        files += len(suite.files)
        for setup in make_setups(suite, opener):
            diagnostics |= dict.fromkeys(setup.diagnostics)
            setups.append(setup)
            if setup.library is None:
                continue
            watched = Watched(setup.library, ledger, coverage, files_to_cover(suite)) if coverage is not None else None
            for scenario in setup.scenarios:
                if is_wanted(scenario, wanted):
                    before = time.perf_counter()
                    ran = watched.run(scenario) if watched else run(scenario, setup.library.rules)
                    cases.append(Case(suite.name, ran, time.perf_counter() - before))
        for setting in suite.variants if coverage is not None else ():
            expect_variant(suite, setting, coverage, opener)
    cases.sort(key=lambda case: (case.suite, case.ran.scenario.at.source.label, case.ran.scenario.at.start))
    return Results(tuple(cases), tuple(diagnostics), files, tuple(setups))


def run_mutants(results: Results, wanted: str, coverage: Coverage) -> Mutated:
    beds: list[Bed] = []
    listed: dict[tuple[str, int], Excuse] = {}
    for setup in results.setups:
        listed |= {(excuse.at.source.label, excuse.at.start): excuse for excuse in setup.excuses}
        if setup.library is not None:
            scenarios = [scenario for scenario in setup.scenarios if is_wanted(scenario, wanted)]
            beds.append(Bed(setup.library, scenarios, coverage, files_to_cover(setup.suite)))
    return mutate(beds, list(listed.values()))


def files_to_cover(suite: Suite) -> list[str]:
    return [label_path(suite.box, path) for path in suite.content]


def expect_variant(suite: Suite, setting: Setting, coverage: Coverage | None, opener: Opener) -> None:
    loaded = load(suite.box.game, setting.edition or None, suite.extra, dict(setting.options), opener=opener)
    if loaded.library is not None and coverage is not None:
        coverage.expect(powers_in(loaded.model, files_to_cover(suite)).values(), loaded.model, loaded.library.game)


class Watched:
    """Runs scenarios with a suite's game, and records the clauses that they cover."""

    def __init__(self, library: Library, ledger: Ledger, coverage: Coverage, files: Sequence[str]) -> None:
        self.library = library
        self.ledger = ledger
        self.coverage = coverage
        powers = powers_in(library.model, files)
        self.here = {id: printed for id, (printed, _) in powers.items()}
        coverage.expect(powers.values(), library.model, library.game)

    def run(self, scenario: Scenario) -> Ran:
        self.ledger.seen.clear()
        ran = run(scenario, self.rules_for, lambda bench: self.ledger.note_answers(bench, self.here))
        # A failing scenario proves nothing, so it covers nothing.
        if ran.passed:
            self.coverage.add(scenario, self.ledger.seen, self.here)
        return ran

    def rules_for(self, seats: int) -> Rules:
        return self.library.rules(seats, self.ledger.watch)


def is_wanted(scenario: Scenario, wanted: str) -> bool:
    """Whether the title or file name of a scenario contains ``wanted``, ignoring case."""
    shown = (scenario.title, scenario.at.source.label)
    text = fold(wanted)
    # ``fold`` may leave nothing of a text that consists of punctuation. In that case, compare the text itself.
    return any(text in fold(each) for each in shown) if text else any(wanted in each for each in shown)
