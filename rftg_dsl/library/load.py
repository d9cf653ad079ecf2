"""Loads a game with its edition, options and sets: reads, parses, declares, resolves, checks, and compiles on demand.

Each stage is a function of the previous stage's result. ``read_content`` reads the files, ``stages`` turns them into a
model, and ``Library.rules`` compiles the model; ``memo`` caches the results of each stage, so that only changed content
is processed again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from attrs import field, frozen

from rftg_dsl.base.diagnostic import ContentError, Diagnostic, UsageError
from rftg_dsl.base.files import OnDisk, Opener
from rftg_dsl.base.source import Source
from rftg_dsl.base.spelling import find_names
from rftg_dsl.check.excuses import read_excuses
from rftg_dsl.check.model import Model
from rftg_dsl.check.model.scenarios import Excuse, Scenario
from rftg_dsl.check.origin import Entry
from rftg_dsl.check.reporter import Report
from rftg_dsl.check.restate import restate
from rftg_dsl.check.scenarios.header import Setting, check_titles, read_setting
from rftg_dsl.check.scenarios.scenario import check_scenarios
from rftg_dsl.check.scope import Speech
from rftg_dsl.check.unnamed_sides import restate_unnamed_sides
from rftg_dsl.compile.game import Game
from rftg_dsl.compile.words_in_code import find_words
from rftg_dsl.library.editions import check_options
from rftg_dsl.library.folder import Box
from rftg_dsl.library.installed import box_of, find_game, find_set_folder, with_advice
from rftg_dsl.library.library import GAME as GAME
from rftg_dsl.library.library import Library as Library
from rftg_dsl.library.memo import MEMO, Identity
from rftg_dsl.library.own_names import suggest_own_names
from rftg_dsl.library.read_content import Content, read_content, read_labelled
from rftg_dsl.library.sets import SCENARIOS
from rftg_dsl.library.stages import make_model, parse_content
from rftg_dsl.syntax import tree


@frozen
class Loaded:
    """The result of loading: all diagnostics and, unless one of them is an error, a library."""

    library: Library | None
    diagnostics: tuple[Diagnostic, ...]
    files: int
    model: Model
    pending: tuple[str, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    """The valid scenarios for this edition and these options, if scenarios were requested."""
    excuses: tuple[Excuse, ...] = ()
    """Mutations of powers that, according to the scenario files, cannot be detected by any scenario."""
    settings: tuple[Setting, ...] = ()
    """The settings (edition and options) of all requested scenarios."""
    sources: tuple[Source, ...] = ()
    game: Game | None = field(default=None, repr=False)
    """The game, extended by the packages that its sets need."""


def load(
    name: str,
    edition: str | None = None,
    extra: Sequence[str | Path] = (),
    options: Mapping[str, str] | None = None,
    sets: Sequence[Path] | None = None,
    loose: Sequence[Path] = (),
    tests: Sequence[Path] = (),
    opener: Opener = OnDisk,
) -> Loaded:
    """Load a game with its base set (or only the given ``sets``), an edition, extra sets, and loose files.

    An extra set is specified by the id of an expansion that comes with the game, or by the path of a folder or pack.
    Without ``edition``, the first set that specifies an edition decides, or else the game's default applies. ``tests``
    are scenario files to load as well. ``opener`` opens folders; an editor passes one that includes unsaved text.
    """
    game, options, usual = find_game(name), options or {}, edition is None
    box = box_of(game)
    folders = [*(box.sets if sets is None else sets), *[find_set_folder(box, extra_set) for extra_set in extra]]
    content = read_content(game, box, folders, edition, options, loose, opener)
    parts, model, wrong = check_content(content)
    # The options are checked only at this point, because the words declare them.
    check_options(model.words, options)
    diagnostics = [*content.findings, *wrong]
    library = None
    if not any(diagnostic.severity == "error" for diagnostic in diagnostics):
        library = Library(content.game, model, tuple(content.sets), content.edition, parts, as_printed(options, model))
    scripts = Scripts(content, opener, box, tests)
    scenarios = scripts.find_sound(library, usual) if library else []
    diagnostics += scripts.findings
    told = [(report, node) for report, node, _ in scripts.scenarios]
    suggested = suggest_own_names(diagnostics, content.sets, model, told)
    advised = [with_advice(each, box, parts) for each in suggested]
    named = restate_unnamed_sides(advised, model.words)
    plain = restate(named, Speech(model.words, content.game), content.game.content)
    return Loaded(
        library,
        tuple(sorted(plain, key=lambda each: (each.at.source.label, each.at.start))),
        len(content.sources) + len(scripts.sources),
        model,
        tuple(content.pending),
        tuple(scenarios),
        tuple(scripts.excuses),
        tuple(dict.fromkeys(setting for _, _, setting in scripts.scenarios)),
        (*content.sources, *scripts.sources),
        content.game,
    )


Parts = Mapping[str, Sequence[Entry]]
"""The declarations in each part of a game."""


def check_content(content: Content) -> tuple[Parts, Model, Sequence[Diagnostic]]:
    """Parse, declare, resolve and check the content. Return the declarations, the model and all mistakes."""

    def check_anew() -> tuple[Parts, Model, Sequence[Diagnostic]]:
        parts, mistakes = parse_parts(content)
        model, wrong = make_model(content.game, parts)
        return parts, model, [*mistakes, *wrong]

    # The same files are loaded repeatedly: with scenarios, for another setting, or after a change elsewhere.
    files = [(name, *files) for name, files in content.parts.items()]
    size = sum(len(source.text) for source in content.sources)
    return MEMO.get(("check", Identity(content.game), content.left_out, *files), size, check_anew)


def parse_parts(content: Content) -> tuple[Parts, list[Diagnostic]]:
    """Parse the declarations in each part, and return them with diagnostics for syntax errors and misplaced
    scenarios."""
    parts: dict[str, list[Entry]] = {name: [] for name in content.parts}
    findings: list[Diagnostic] = []
    for name, files in content.parts.items():
        for file in files:
            if not file.readable:
                continue
            parsed, mistakes = parse_content(file.source)
            findings += mistakes
            report = Report(file.source, findings)
            for scenario in parsed.scenarios:
                hint = f"move it to a file in the set's folder {SCENARIOS!r}"
                report.add_error(
                    "misplaced-scenario", scenario.at, "a scenario does not belong in a content file", hint
                )
            # Content that is left out is still parsed to find syntax errors, but not checked, because its words need
            # the missing package.
            if name not in content.left_out:
                parts[name] += [Entry(file.source, declaration, file.origin) for declaration in parsed.declarations]
    return parts, findings


class Scripts:
    """The scenarios in files that accompany the content, and the mistakes in them."""

    def __init__(self, content: Content, opener: Opener, box: Box, tests: Sequence[Path]) -> None:
        self.box = box
        self.sources: list[Source] = []
        self.findings: list[Diagnostic] = []
        self.scenarios: list[tuple[Report, tree.Scenario, Setting]] = []
        self.excuses: list[Excuse] = []
        for path in tests:
            contents = next((each.contents for each in content.sets if path.is_relative_to(each.folder)), None)
            source, wrong = read_labelled(path, box, opener, contents)
            self.sources.append(source)
            self.findings += wrong
            if not wrong:
                self.read(source)
        check_titles(self.scenarios)

    def read(self, source: Source) -> None:
        """Collect the scenarios in a file; any other declaration is a mistake."""
        file, mistakes = parse_content(source)
        self.findings += mistakes
        report = Report(source, self.findings)
        for declaration in file.declarations:
            hint = f"move it to a file outside the folder {SCENARIOS!r}"
            report.add_error("misplaced-scenario", declaration.at, "a scenario file can contain only scenarios", hint)
        self.scenarios += [(report, scenario, read_setting(report, scenario)) for scenario in file.scenarios]
        self.excuses += read_excuses(report)

    def find_sound(self, library: Library, usual: bool) -> list[Scenario]:
        """The valid scenarios for a library's edition and options.

        ``usual``: whether the caller left the edition unspecified, so that scenarios without an edition are included.
        """
        here = []
        for report, node, header in self.scenarios:
            if header.edition and header.edition not in self.box.editions:
                report.add_unknown("edition", header.edition, node.atoms[0].at, self.box.editions)
                continue
            try:
                check_options(library.model.words, dict(header.options))
            except UsageError as wrong:
                report.add_error(wrong.code, node.atoms[0].at, wrong.message, wrong.hint)
                continue
            edition = header.edition == library.edition or (usual and not header.edition)
            if edition and dict(header.options) == dict(library.options):
                here.append((report, node, header))
        return list(check_scenarios(here, library.model, library.game, library.game.facts, find_words(library.game)))


def load_tests(
    name: str,
    tests: Sequence[Path],
    extra: Sequence[str | Path] = (),
    loose: Sequence[Path] = (),
    opener: Opener = OnDisk,
) -> Iterator[tuple[Setting, Loaded]]:
    """Load a game with the scenarios in these files, first in the usual setting and then in every other setting that
    the scenarios use."""
    usual = load(name, None, extra, loose=loose, tests=tests, opener=opener)
    yield Setting(), usual
    edition = usual.library.edition if usual.library else ""
    for setting in usual.settings if usual.library else ():
        if setting not in (Setting(), Setting(edition)):
            chosen, options = setting.edition or None, dict(setting.options)
            try:
                yield setting, load(name, chosen, extra, options, loose=loose, tests=tests, opener=opener)
            except UsageError:
                # The edition or option is unknown, which was already reported for the usual setting.
                continue


def as_printed(options: Mapping[str, str], model: Model) -> dict[str, str]:
    """Return the options, with the printed spelling of any sides that are mentioned in free-text options.

    The parts of a free text are separated by semicolons.
    """
    names = [side.name for side in model.list_sides()]
    free = {name for name, values in model.words.options.items() if not values}

    def print_part(part: str) -> str:
        name = part.strip()
        meant = find_names(name, names) if name else []
        return part.replace(name, meant[0]) if len(meant) == 1 else part

    return {
        key: ";".join(map(print_part, value.split(";"))) if key.partition(".")[0] in free else value
        for key, value in options.items()
    }


def load_library(
    name: str,
    edition: str | None = None,
    extra: Sequence[str | Path] = (),
    options: Mapping[str, str] | None = None,
    opener: Opener = OnDisk,
) -> Library:
    """Return the library of a game. Raise ``ContentError`` with all errors if its content has any."""
    loaded = load(name, edition, extra, options, opener=opener)
    if loaded.library is None:
        raise ContentError([diagnostic for diagnostic in loaded.diagnostics if diagnostic.severity == "error"])
    return loaded.library


@cache
def load_standard(name: str, edition: str | None = None) -> Library:
    """Load the library of a game as shipped. It is loaded only once."""
    return load_library(name, edition)
