"""A game and its sets: content on disk becomes a checked model, or diagnostics; the model becomes rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from rftg_dsl.base.diagnostic import Diagnostic, Rejected, Unusable, suggest_known
from rftg_dsl.base.files import Contents
from rftg_dsl.base.plugins import PACKAGES
from rftg_dsl.base.source import Source
from rftg_dsl.base.spelling import find_names
from rftg_dsl.base.versions import Versions
from rftg_dsl.check.declare import declare
from rftg_dsl.check.excuses import read_excuses
from rftg_dsl.check.model import Course, Model, Usual
from rftg_dsl.check.model.scenarios import Excuse, Scenario
from rftg_dsl.check.origin import Entry, Origin
from rftg_dsl.check.read_components import read_components
from rftg_dsl.check.read_schedule import check_schedule
from rftg_dsl.check.reporter import Report
from rftg_dsl.check.restate import restate
from rftg_dsl.check.scenarios.header import Setting, check_titles, read_setting
from rftg_dsl.check.scenarios.scenario import check_scenarios
from rftg_dsl.check.scope import Speech
from rftg_dsl.check.vocabulary import ASIDE, Vocabulary
from rftg_dsl.check.word_clashes import check_faces, check_vocabulary
from rftg_dsl.compile.contract import breaches_in_play, breaches_of_words
from rftg_dsl.compile.extension import Extension, find_clashes
from rftg_dsl.compile.game import Game
from rftg_dsl.compile.schedule_to_program import describe_steps
from rftg_dsl.compile.words_in_code import find_words
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.editions import check_option_players, check_options, choose_edition
from rftg_dsl.library.folder import Box
from rftg_dsl.library.installed import (
    box_of,
    error_for_broken_game,
    find_game,
    find_package,
    find_set_folder,
    label_path,
    with_advice,
    with_packages,
)
from rftg_dsl.library.manifest import key_at, requirement_at
from rftg_dsl.library.memo import Made, Workshop
from rftg_dsl.library.sets import (
    PENDING,
    SCENARIOS,
    SetFolder,
    content_files_in,
    find_unread_files,
    find_unshared_files,
    read_member,
    read_set,
    read_source,
)
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.unparse import write_declaration

if TYPE_CHECKING:
    from rftg_dsl.compile.compiler import Backend
    from rftg_dsl.compile.rules import Rules


@frozen
class Library:
    """A game with its sets, checked and ready to be compiled."""

    game: Game
    model: Model
    sets: tuple[SetFolder, ...]
    edition: str
    parts: Mapping[str, Sequence[Entry]] = field(repr=False)
    """The declarations of the game's words and of each set."""
    options: Mapping[str, str] = field(factory=dict)
    _compiled: dict[tuple[int, Backend], Rules] = field(factory=dict, init=False, repr=False, eq=False)

    @cached_property
    def digests(self) -> Mapping[str, str]:
        """The digest of the canonical text of each part."""
        return {part: digest(entries) for part, entries in self.parts.items()}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The printed names of sides by their ids; the reasons for which the game ends, by ``end`` and their word."""
        ends = {f"end {ending.name}": ending.title for ending in self.model.course.endings}
        return {side.id: side.name for component in self.model.components for side in component.sides} | ends

    def added(self) -> Mapping[str, Sequence[Entry]]:
        """The declarations of each set or file that the game is not always played with."""
        always = {GAME, *(set_folder.id for set_folder in self.sets if set_folder.folder in box_of(self.game).sets)}
        return {
            part: entries
            for part, entries in self.parts.items()
            if part not in always and entries and not entries[0].origin.difference
        }

    def check_seats(self, seats: int) -> None:
        """``Unusable`` if the game is not for so many seats."""
        low, high = self.model.words.players
        if not low <= seats <= high:
            raise Unusable(
                f"{self.model.words.title} is for {low} to {high} players, not {seats}",
                f"choose --players from {low} to {high}",
                "wrong-players",
            )
        check_option_players(self.model.words, self.options, seats)

    def rules(self, seats: int, backend: Backend = "generated") -> Rules:
        """The compiled rules for a number of seats; ``Unusable`` if the game is not for that many."""
        self.check_seats(seats)
        key = (seats, backend)
        if key not in self._compiled:
            from rftg_dsl.compile.compiler import compile_rules

            rules = compile_rules(self.model, self.game, seats, backend)
            check_opening(self.game, rules)
            self._compiled[key] = rules
        return self._compiled[key]


def check_opening(game: Game, rules: Rules) -> None:
    """``Broken`` if the opening table or the report of a game breaks its contract.

    ``Unusable`` if there are too few components for so many players.
    """
    try:
        opening = rules.start(Seeded("", game.name))
    except ValueError as error:  # without options: there is too little for so many
        raise Unusable(str(error), "play with fewer players, or add components", "wrong-players") from None
    reasons = breaches_in_play(game, opening)
    if reasons:
        raise error_for_broken_game(game, reasons)


@frozen
class Loaded:
    """The result of loading: every diagnostic, and a library if none is an error."""

    library: Library | None
    diagnostics: tuple[Diagnostic, ...]
    files: int
    model: Model
    pending: tuple[str, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    """The sound scenarios that are for this edition and these options, if they were asked for."""
    excuses: tuple[Excuse, ...] = ()
    """The changes of powers that these scenarios cannot notice."""
    settings: tuple[Setting, ...] = ()
    """What all the scenarios that were asked for are played in."""
    sources: tuple[Source, ...] = ()
    """The content files, as they were read."""
    game: Game | None = field(default=None, repr=False)
    """The game, with the packages of its sets."""


GAME = "game"
"""The part of a game that declares its words."""


class Gathering:
    """Content being loaded for a game: the declarations of each part, and the diagnostics."""

    def __init__(self, box: Box, workshop: Workshop) -> None:
        self.box = box
        self.workshop = workshop
        self.parts: dict[str, list[Entry]] = {}
        self.sets: list[SetFolder] = []
        self.found: list[Diagnostic] = []
        self.pending: list[str] = []
        self.sources: list[Source] = []
        self.scenarios: list[tuple[Report, tree.Scenario, Setting]] = []
        self.excuses: list[Excuse] = []
        self.left_out: set[str] = set()
        """The ids of missing requirements, and of the sets that build on them."""
        self.edition = ""
        self._described: dict[Path, tuple[SetFolder | None, list[Diagnostic]]] = {}

    def read(self, origin: Origin, path: Path, contents: Contents | None = None) -> None:
        """Add the declarations of a file, perhaps in a set, to the part of the game that it belongs to."""
        entries = self.parts.setdefault(origin.name, [])
        report, file = self.parse_file(path, contents)
        entries += [Entry(report, declaration, origin) for declaration in file.declarations]
        for scenario in file.scenarios:
            hint = f"move it to a file in the folder {SCENARIOS!r} of the set"
            report.add_error("misplaced-scenario", scenario.at, "a scenario is not content", hint)

    def parse_file(self, path: Path, contents: Contents | None = None) -> tuple[Report, tree.File]:
        """The tree of a file, empty if it cannot be read, and where its mistakes are reported."""
        there, read = (contents, read_member) if contents else (self.workshop.opened(path.parent), read_source)
        source, wrong = read(path, label_path(self.box, path), there, self.workshop.read)
        self.sources.append(source)
        self.found += wrong
        if wrong:
            return Report(source, self.found), tree.File(())
        file, mistakes = self.workshop.parse_source(source)
        self.found += mistakes
        return Report(source, self.found), file

    def read_scenarios(self, files: Iterable[Path]) -> None:
        """Add the scenarios of some files."""
        for path in files:
            contents = next(
                (set_folder.contents for set_folder in self.sets if path.is_relative_to(set_folder.folder)), None
            )
            report, file = self.parse_file(path, contents)
            for declaration in file.declarations:
                hint = f"move it to a file outside the folder {SCENARIOS!r}"
                report.add_error("misplaced-scenario", declaration.at, "a file of scenarios has nothing else", hint)
            self.scenarios += [(report, scenario, read_setting(report, scenario)) for scenario in file.scenarios]
            self.excuses += read_excuses(report)
        check_titles(self.scenarios)

    def read_set(self, folder: Path, wanted: Mapping[str, Path], asking: Sequence[str] = ()) -> None:
        """Add a set after those that it requires, unless it is for another game or already there.

        ``wanted`` has the folders of the other sets by id; ``asking`` are the sets that require this one.
        """
        set_folder, wrong = self.describe_set(folder)
        self.found += wrong
        known = set_folder is not None and (
            set_folder.id in self.left_out or any(folder == other.folder for other in self.sets)
        )
        if set_folder is None or known or not self.can_add(set_folder):
            return
        for required, versions in set_folder.needs.items():
            if required in asking or required == set_folder.id:
                message = f"the sets {', '.join((*asking, set_folder.id))} require one another"
                self.report_unmet_requirement(set_folder, required, message, "leave out one of them")
            elif required in wanted:
                self.read_set(wanted[required], wanted, (*asking, set_folder.id))
            elif package := find_package(required):
                self.read_set(package.content, wanted, (*asking, set_folder.id))
            elif required not in self.parts:
                hint = f"add --with ./FOLDER, where FOLDER is the folder or pack of {required!r}, or install it"
                self.report_unmet_requirement(set_folder, required, f"this set requires the set {required!r}", hint)
                self.left_out.add(required)
            if required in self.left_out:
                self.left_out.add(set_folder.id)
            self.check_version(set_folder, required, versions)
        if set_folder.id in self.left_out:
            return  # all else that is wrong would follow from what is missing
        origin = Origin(set_folder.id, self.changeable_parts_for(set_folder))
        self.sets.append(set_folder)
        self.parts[set_folder.id] = []
        for path in content_files_in(set_folder.contents):
            self.read(origin, path, set_folder.contents)
        self.found += find_unread_files(set_folder.contents, label_path(self.box, folder))
        self.found += find_unshared_files(set_folder.contents, label_path(self.box, folder))
        waiting = folder / PENDING
        if set_folder.contents.is_file(waiting):
            source, wrong = read_member(waiting, label_path(self.box, waiting), set_folder.contents)
            self.found += [each for each in wrong if each.code != "empty-file"]
            self.pending += [source.name] if source.text.strip() else []

    def find_packages(self, game: Game) -> list[Extension]:
        """The packages of the sets that need them.

        A package that is not installed is reported, and so is a clash; the content of its set is then left out.
        """
        packages: dict[str, Extension] = {}
        sets = {set_folder.id: set_folder for set_folder in self.sets if set_folder.code}
        for name, set_folder in sets.items():
            package = find_package(name)
            if package is None or package.game != game.name:
                message = f"this set needs the package {name!r}, which is not installed"
                hint = f"install it, or leave the set out: it is found by its entry point {name!r} in {PACKAGES!r}"
                self.report_at_key("missing-code", set_folder, "code", message, hint)
                self.parts[name] = []
            else:
                packages[name] = package
        for name, said in list(find_clashes(game, packages.values())) if packages else ():
            self.report_at_key(
                "package-clash", sets[name], "code", said, "use only one of them, and tell their authors"
            )
            self.parts[name] = []
            packages.pop(name, None)
        return list(packages.values())

    def report_at_key(self, code: str, set_folder: SetFolder, key: str, message: str, hint: str) -> None:
        """Report a set at a key of its ``set.toml``."""
        self.found.append(Diagnostic(code, key_at(set_folder.source, key), message, hint))

    def describe_set(self, folder: Path) -> tuple[SetFolder | None, list[Diagnostic]]:
        """A set as its ``set.toml`` describes it, or the mistakes there; read once."""
        if folder not in self._described:
            set_folder, wrong = read_set(folder, label_path(self.box, folder), self.workshop.opened)
            if (
                set_folder and set_folder.code and find_package(set_folder.id)
            ):  # once it is loaded, its folder has another name
                set_folder, wrong = read_set(folder, label_path(self.box, folder), self.workshop.opened)
            self._described[folder] = (set_folder, wrong)
        return self._described[folder]

    def report_unmet_requirement(self, set_folder: SetFolder, required: str, message: str, hint: str) -> None:
        """Report a set without one that it requires."""
        self.found.append(Diagnostic("missing-requirement", requirement_at(set_folder.source, required), message, hint))

    def check_version(self, set_folder: SetFolder, required: str, versions: Versions) -> None:
        """Report a set if another one that it requires is there in a version that will not do."""
        for other in self.sets:
            if other.id == required and other.number not in versions:
                message = f"this set requires {required!r} {versions}, but version {other.version} is here"
                hint = f"use another version of {required!r}, or change the range if this one will do"
                self.found.append(
                    Diagnostic("wrong-version", requirement_at(set_folder.source, required), message, hint)
                )

    def changeable_parts_for(self, set_folder: SetFolder) -> frozenset[str]:
        """The parts of the game that a set may change: the game, its base set, and the sets that it requires."""
        parts = {GAME, *(base.id for base in self.sets if base.folder in self.box.sets)}
        waiting = list(set_folder.needs)
        while waiting:
            name = waiting.pop()
            if name not in parts:
                parts.add(name)
                waiting += [each for other in self.sets if other.id == name for each in other.needs]
        return frozenset(parts)

    def can_add(self, set_folder: SetFolder) -> bool:
        """Whether a set can be added; if not, a diagnostic says why."""
        if set_folder.game != self.box.game:
            hint = f"set game = {self.box.game!r}, or use it with {set_folder.game!r}"
            self.report_at_key("wrong-game", set_folder, "game", f"this set is for {set_folder.game!r}", hint)
        elif set_folder.id in self.parts:
            self.report_at_key(
                "duplicate-set", set_folder, "id", f"there is already a set {set_folder.id!r}", "rename one"
            )
        else:
            self.check_edition(set_folder)
            return True
        return False

    def check_edition(self, set_folder: SetFolder) -> None:
        """Report a set that is for another edition than the one to be played."""
        known = self.box.editions
        if set_folder.edition and set_folder.edition not in known:
            message = f"{self.box.game} has no edition {set_folder.edition!r}"
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
                f"play with --edition {set_folder.edition}, or without this set",
            )

    def find_sound_scenarios(self, library: Library, usual: bool) -> list[Scenario]:
        """The scenarios for the edition and options of a library that have no mistakes; ``usual``: it names none."""
        here = []
        for report, node, header in self.scenarios:
            if header.edition and header.edition not in self.box.editions:
                report.add_unknown("edition", header.edition, node.atoms[0].at, self.box.editions)
                continue
            try:
                check_options(library.model.words, dict(header.options))
            except Unusable as wrong:
                report.add_error(wrong.code, node.atoms[0].at, wrong.message, wrong.hint)
                continue
            edition = header.edition == library.edition or (usual and not header.edition)
            if edition and dict(header.options) == dict(library.options):
                here.append((report, node, header))
        return list(check_scenarios(here, library.model, library.game, library.game.facts, find_words(library.game)))

    def sort_declarations(self) -> list[Entry]:
        """All declarations; those of editions and options come last."""
        every = [entry for entries in self.parts.values() for entry in entries]
        return sorted(every, key=lambda entry: entry.origin.difference)


def load(
    name: str,
    edition: str | None = None,
    extra: Sequence[str | Path] = (),
    options: Mapping[str, str] | None = None,
    sets: Sequence[Path] | None = None,
    loose: Sequence[Path] = (),
    workshop: Workshop | None = None,
    tests: Sequence[Path] = (),
) -> Loaded:
    """Load a game with its base set (or only the ``sets`` named), an edition, extra sets, and loose files.

    An extra set is the id of an expansion that comes with the game, a folder or a pack. Without an edition, it is the
    one that the first set with an edition is for; otherwise the default of the game. ``tests`` are files of scenarios,
    which are read as well.

    For repeated loads, pass the same ``workshop`` each time: then only changed content is processed again.
    """
    game, options, usual = find_game(name), options or {}, edition is None
    box = box_of(game)
    folders = [*(box.sets if sets is None else sets), *[find_set_folder(box, extra_set) for extra_set in extra]]
    gathered = gather(box, folders, edition, options, loose, workshop or Workshop())
    diagnostics = gathered.found
    game = with_packages(game, gathered.find_packages(game))
    model = make_model(gathered, game, options)
    library = None
    if not any(diagnostic.severity == "error" for diagnostic in diagnostics):
        printed = as_printed(options, model)
        library = Library(game, model, tuple(gathered.sets), gathered.edition, gathered.parts, printed)
    scenarios: list[Scenario] = []
    if tests:
        gathered.read_scenarios(tests)
        if library:
            scenarios = gathered.find_sound_scenarios(library, usual)
    advised = [with_advice(each, box, gathered.parts) for each in diagnostics]
    plain = restate(advised, Speech(model.words, game), game.content)
    ordered = sorted(plain, key=lambda each: (each.at.source.name, each.at.start))
    return Loaded(
        library,
        tuple(ordered),
        len(gathered.sources),
        model,
        tuple(gathered.pending),
        tuple(scenarios),
        tuple(gathered.excuses),
        tuple(dict.fromkeys(header for _, _, header in gathered.scenarios)),
        tuple(gathered.sources),
        game,
    )


def gather(
    box: Box,
    folders: Sequence[Path],
    edition: str | None,
    options: Mapping[str, str],
    loose: Sequence[Path],
    workshop: Workshop,
) -> Gathering:
    """The content of a game, read but not checked: its words, edition and options, then sets and loose files."""
    gathered = Gathering(box, workshop)
    gathered.read(Origin(GAME), box.words)
    described = [(gathered.describe_set(folder)[0], folder) for folder in folders]
    if edition is None:
        edition = next(
            (set_folder.edition for set_folder, _ in described if set_folder and set_folder.edition in box.editions),
            None,
        )
    if chosen := choose_edition(box, edition, [entry.declaration for entry in gathered.parts[GAME]]):
        gathered.read(Origin("edition", difference=True), box.editions[chosen])
    gathered.edition = chosen
    for part, path in box.differences_for(options).items():
        gathered.read(Origin(part, difference=True), path)
    wanted = {**box.expansions, **{set_folder.id: folder for set_folder, folder in described if set_folder}}
    for folder in folders:
        gathered.read_set(folder, wanted)
    for path in loose:
        gathered.read(Origin(label_path(box, path), frozenset(gathered.parts)), path)
    return gathered


def load_tests(
    name: str,
    tests: Sequence[Path],
    extra: Sequence[str | Path] = (),
    loose: Sequence[Path] = (),
    workshop: Workshop | None = None,
) -> Iterator[tuple[Setting, Loaded]]:
    """Load a game with the scenarios of these files in each of the settings that they name, the usual one first."""
    workshop = workshop or Workshop()
    usual = load(name, None, extra, loose=loose, workshop=workshop, tests=tests)
    yield Setting(), usual
    edition = usual.library.edition if usual.library else ""
    for setting in usual.settings if usual.library else ():
        if setting not in (Setting(), Setting(edition)):
            try:
                yield (
                    setting,
                    load(name, setting.edition or None, extra, dict(setting.options), None, loose, workshop, tests),
                )
            except Unusable:
                continue  # there is no such edition or option, as the usual setting has reported


def as_printed(options: Mapping[str, str], model: Model) -> dict[str, str]:
    """Options whose free texts, with semicolons between their parts, have names as they are printed."""
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


def make_model(gathered: Gathering, game: Game, options: Mapping[str, str]) -> Model:
    """The checked model of the gathered content."""
    entries = gathered.sort_declarations()
    spoken = gathered.workshop.resolve_words(game, entries, lambda: declare_words(gathered, game, entries))
    gathered.found += spoken.found
    said: tuple[Course, Sequence[Diagnostic]] = (Course(), ())
    usual = Usual()
    if spoken.sound:
        said = spoken.course
        usual, wrong = spoken.usual
        gathered.found += wrong
    check_options(spoken.words, options)
    made = read_components(spoken.entries_for_components(entries), spoken.resolutions)
    model = Model(spoken.words, tuple(made), said[0], usual)
    gathered.found += said[1]
    gathered.found += spoken.checker.check(model, spoken.sound)
    return model


def declare_words(gathered: Gathering, game: Game, entries: Sequence[Entry]) -> Made:
    """The words that are declared, ready for components; ``Broken`` if the game needs others."""
    words, before = Vocabulary(), len(gathered.found)
    left = declare(entries, words)
    check_vocabulary(entries, words)
    sound = len(gathered.found) == before
    if sound:
        if reasons := breaches_of_words(game, words):
            raise error_for_broken_game(game, reasons)
        check_faces(entries, words, game.faces)
        gathered.found += check_schedule(entries, words, describe_steps(game))
    diagnostics = gathered.found[before:]
    del gathered.found[before:]
    return Speech(words, game), left, diagnostics, sound


def digest(entries: Iterable[Entry]) -> str:
    """The digest of content: of its canonical text, without comments, layout, paths, and what changes no game."""
    text = "\n".join(
        write_declaration(entry.declaration) for entry in entries if entry.declaration.kind.text not in ASIDE
    )
    return sha256(text.encode()).hexdigest()


def load_library(
    name: str,
    edition: str | None = None,
    extra: Sequence[str | Path] = (),
    options: Mapping[str, str] | None = None,
    workshop: Workshop | None = None,
) -> Library:
    """The library of a game; ``Rejected`` with all diagnostics if its content has mistakes."""
    loaded = load(name, edition, extra, options, workshop=workshop)
    if loaded.library is None:
        raise Rejected([diagnostic for diagnostic in loaded.diagnostics if diagnostic.severity == "error"])
    return loaded.library


@cache
def load_standard(name: str, edition: str | None = None) -> Library:
    """The shipped library of a game, loaded once."""
    return load_library(name, edition)
