"""Scaffolds a set, with a first component and a scenario, that validates, passes its tests and can be played.

The component is built from the game's vocabulary, so this also works for games from other packages. An existing
component lends its properties. Simple powers are tried until the content has no mistakes and the scenario covers the
power. After that, other components lend their properties until there are no lint findings either.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

import tomli_w
from attrs import evolve, frozen

from rftg_dsl.author import templates
from rftg_dsl.author.lints.run_lints import lint
from rftg_dsl.author.scenarios.coverage import Coverage
from rftg_dsl.author.scenarios.suites import Suite, run_suites
from rftg_dsl.base.diagnostic import Diagnostic, UsageError
from rftg_dsl.base.files import check_unused, write_folder
from rftg_dsl.base.limits import NAME, WORD
from rftg_dsl.base.resources import PACKED, SET, SUFFIX
from rftg_dsl.base.source import Source
from rftg_dsl.base.spelling import fold
from rftg_dsl.base.version import __version__
from rftg_dsl.check.model import Component, Meant, Model, Side
from rftg_dsl.check.side_matching import does_match
from rftg_dsl.library.installed import box_of, optional_sets_of
from rftg_dsl.library.load import Library, load, load_library, load_standard
from rftg_dsl.library.manifest import ID
from rftg_dsl.library.packs.member_names import is_unusual
from rftg_dsl.library.sets import SCENARIOS, SetFolder
from rftg_dsl.syntax.canonical import format_source
from rftg_dsl.syntax.parse import LANGUAGE

TRIED = 60
LENDERS = 12
EXAMPLE = "deep-space"
NAMES = re.compile(r'"([^"\n]*)"')
"""Matches the printed names in a text."""
FILES = (SUFFIX, PACKED, ".toml")
"""The suffixes of set and game files, which are not allowed in the name of a set's folder."""


@frozen
class Sketch:
    """The source text of a first component and its scenario."""

    component: str
    scenario: str


@frozen
class Created:
    """A newly created set."""

    folder: Path
    game: str
    title: str
    players: int
    files: tuple[str, ...]
    has_scale: bool
    """Whether the game says by which number its sides are compared, so that they can be measured."""

    def as_plain(self) -> dict[str, Any]:
        return {"folder": str(self.folder), "game": self.game, "files": list(self.files)}


def make_set(
    folder: Path,
    game: str,
    ci: bool = False,
    extra: Sequence[str | Path] = (),
    components: str = "",
    pictures: Mapping[str, bytes] = MappingProxyType({}),
) -> Created:
    """Create a set's folder, with these components or else with a first component and its scenario.

    ``pictures`` are files by their paths in the folder. The set requires the ``extra`` sets.

    Raise ``UsageError`` if the folder already exists or its name is not allowed.
    """
    check_folder(folder)
    library = load_with(game, extra)
    files = make_files(library, folder.name, components)
    if ci:
        files |= templates.files_for_ci(__version__)
    write_folder(folder, chain(((path, text.encode()) for path, text in files.items()), pictures.items()))
    words = library.model.words
    return Created(folder, game, words.title, words.players[0], (*files, *pictures), bool(library.model.usual.scales))


def load_with(game: str, extra: Sequence[str | Path]) -> Library:
    return load_library(game, extra=extra) if extra else load_standard(game)


def make_files(library: Library, name: str, components: str = "") -> dict[str, str]:
    """The files of a new set, by path. Raise ``UsageError`` if its name is not allowed."""
    check_name(name, library)
    contents = write_components(components) if components else make_first_files(library, name)
    return {SET: make_set_file(name, library)} | contents


def write_components(text: str) -> dict[str, str]:
    return {f"components{SUFFIX}": templates.read("components.rftg") + format_text(text)}


def check_folder(folder: Path) -> None:
    """Raise ``UsageError`` if a set cannot be created in this folder."""
    check_length(folder.name)
    check_unused(folder)


def check_length(name: str) -> None:
    if len(name) > WORD.most:
        message, hint = f"this name is {len(name)} characters long", f"choose one with at most {WORD.most}"
        raise UsageError(message, hint, "wrong-option")


def check_folder_name(name: str) -> None:
    """Raise ``UsageError`` if a set's folder cannot have this name on every system."""
    check_length(name)
    if not ID.fullmatch(name):
        hint = f"use letters from a to z, digits, '-', '_' and '.', as in {similar_name_of(name)!r}"
        raise UsageError(f"a set cannot be called {name!r}", hint, "wrong-option")
    # The set may be shared with someone on whose system this name is reserved.
    if is_unusual(name):
        raise UsageError(f"{name!r} is not a valid folder name on every system", "choose another name", "wrong-option")
    if Path(name).suffix.lower() in FILES:
        raise UsageError(f"{name!r} looks like a file name", "a set is a folder: leave out the suffix", "wrong-option")


def similar_name_of(name: str) -> str:
    """Turn a name that a set cannot have into one that it can have: ``Café 2!`` becomes ``cafe-2``."""
    similar = re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")
    return similar or EXAMPLE


def check_name(name: str, library: Library) -> None:
    """Raise ``UsageError`` if a set for this game cannot have this name."""
    check_folder_name(name)
    taken = {set_folder.id for set_folder in library.sets} | optional_sets_of(box_of(library.game)).keys()
    if name.casefold() in {other.casefold() for other in taken}:
        message = f"{library.game.name} already has a set called {name!r}"
        raise UsageError(message, "choose another name, so that both sets can be used together", "wrong-option")


def make_set_file(name: str, library: Library) -> str:
    """The text of a ``set.toml`` in which every key is explained; optional keys are commented out."""
    title = as_title(name)
    game = library.game.name
    values: dict[str, Any] = {"id": name, "name": title, "game": game, "version": "0.1", "language": LANGUAGE}
    if required := list_added_sets(library):
        values["requires"] = [set_folder.id for set_folder in required]
    parts = []
    for key, why, example in templates.KEYS:
        lines = [f"# {line}" for line in why]
        line = as_one_line(tomli_w.dumps({key: values.get(key, example)}))
        parts.append("\n".join([*lines, line if key in values else f"# {line}"]))
    return "\n\n".join(parts) + "\n"


def list_added_sets(library: Library) -> list[SetFolder]:
    """The sets in a library that do not belong to the standard game."""
    usual = box_of(library.game).sets
    return [set_folder for set_folder in library.sets if set_folder.folder not in usual]


def as_one_line(text: str) -> str:
    return re.sub(r",? \]$", "]", " ".join(text.split())).replace("[ ", "[")


def as_title(name: str) -> str:
    """Turn an id into a printed name: ``deep-space`` becomes ``Deep Space``."""
    words = [word for word in re.split(r"[-_.]+", name) if word]
    # Leave room for the kind of side, which may be appended.
    return " ".join(word[:1].upper() + word[1:] for word in words)[: NAME.most - WORD.most]


# -- the first component -------------------------------------------------------------------------------------------


def make_first_files(library: Library, name: str) -> dict[str, str]:
    """Create the files for the first component. Raise ``UsageError`` if none of the powers tried is valid."""
    for family in islice(make_families(library, name), TRIED):
        if (chosen := choose_plainest(library, name, family)) is not None:
            return {
                **write_components(chosen.component),
                f"{SCENARIOS}/first{SUFFIX}": templates.read("scenarios.rftg") + format_text(chosen.scenario),
            }
    message = f"a first component for {library.game.name!r} could not be created"
    hint = f"create set.toml and a component by hand; 'rftg show {library.game.name}' shows how others are written"
    raise UsageError(message, hint, "no-sketch")


def choose_plainest(library: Library, name: str, family: Sequence[Sketch]) -> Sketch | None:
    """Return the sketch with the fewest lint findings, or None if the first sketch is invalid."""
    best: Sketch | None = None
    fewest = 0
    for nth, sketch in enumerate(family):
        lints = try_sketch(library, name, sketch)
        if lints is None and nth == 0:
            return None
        if lints is not None and (best is None or len(lints) < fewest):
            best, fewest = sketch, len(lints)
        if lints == []:
            break
    return best


def format_text(text: str) -> str:
    return format_source(Source("new", text)).text


def try_sketch(library: Library, name: str, sketch: Sketch) -> list[Diagnostic] | None:
    """The lint findings in a sketch.

    None if the sketch has a mistake, or if its scenario fails or does not cover the power.
    """
    with TemporaryDirectory(prefix="rftg-") as place:
        folder = Path(place) / name
        (folder / SCENARIOS).mkdir(parents=True)
        (folder / SET).write_text(make_set_file(name, library), "utf-8", newline="\n")
        content, tests = folder / f"components{SUFFIX}", folder / SCENARIOS / f"first{SUFFIX}"
        content.write_text(sketch.component, "utf-8", newline="\n")
        tests.write_text(sketch.scenario, "utf-8", newline="\n")
        coverage = Coverage()
        suite = Suite(box_of(library.game), name, [tests], (folder,), [content])
        results = run_suites([suite], coverage=coverage)
        covered = coverage.total > 0 and coverage.covered == coverage.total
        if results.diagnostics or not results.passed or not results.cases or not covered:
            return None
        return lint([load(library.game.name, extra=[folder])], {str(content)})


def make_families(library: Library, name: str) -> Iterator[Sequence[Sketch]]:
    """Yield groups of sketches, most promising first; the sketches in a group share a power and a sort of component."""
    for lenders in find_lenders(library.model):
        made = [
            (component, list(make_powers(library, side)))
            for component, side in (make_component(library, lender, name) for lender in lenders)
        ]
        for nth in range(len(made[0][1])):
            yield [Sketch(component.replace("POWER", each[nth][0]), each[nth][1]) for component, each in made]


def find_lenders(model: Model) -> Iterator[Sequence[Component]]:
    """Yield, for each sort of component, those whose properties can be copied, plainest first.

    The most frequent sort comes first.
    """
    sorts: dict[str, dict[str, Component]] = {}
    for component in sorted(model.components, key=weight_of):
        unique = [name for name in model.words.components[component.kind].has if model.words.properties[name].unique]
        # Properties that must be unique cannot be copied, and a seated component exists once per player.
        if not unique and not component.seated:
            looks = " / ".join(write_properties(model, side) for side in component.sides)
            sorts.setdefault(component.kind, {}).setdefault(looks, component)
    many = Counter(component.kind for component in model.components)
    for kind in sorted(sorts, key=lambda sort: -many[sort]):
        yield list(sorts[kind].values())[:LENDERS]


def weight_of(component: Component) -> int:
    return sum(len(side.properties) * 10 + len(side.powers) for side in component.sides)


def sketch_components(library: Library, name: str, written: str) -> dict[str, str]:
    """A new component of each sort, for the set with this name, most frequent sort first.

    Its first side has an empty line for a power. Its id and names do not occur in ``written``, the set as it is.
    """
    made = {}
    for lender, *_ in find_lenders(library.model):
        text, _ = make_component(library, lender, name, written)
        made[lender.kind] = text.replace("{ POWER }", "{\n    \n  }")
    return made


def make_component(library: Library, lender: Component, name: str, written: str = "") -> tuple[str, Side]:
    """Create a component modelled on another; also return its first side. ``POWER`` is a placeholder.

    Its id and the names of its sides do not occur in ``written``.
    """
    model = library.model
    made: list[str] = []
    names: list[str] = []
    for nth, side in enumerate(lender.sides):
        names.append(find_unused_name(library, lender, side, as_title(name), [*names, *NAMES.findall(written)]))
        block = " { POWER }" if nth == 0 else ""
        made.append(f'  {side.kind} "{names[-1]}" {write_properties(model, side)}{block}'.rstrip())
    numbers = " ".join(f"{key} {value}" for key, value in lender.properties.items())
    id = next(id for id in list_unused_ids(model, name) if not re.search(rf"\b{id}\b", written))
    head = f"{lender.kind} {id} {numbers}".rstrip()
    return "\n".join([f"{head} {{", *made, "}"]) + "\n", evolve(lender.sides[0], name=names[0])


def write_properties(model: Model, side: Side) -> str:
    values = [value for value in side.properties.values() if not isinstance(value, int)]
    words = [word for value in values for word in (value if isinstance(value, tuple) else (value,))]
    numbers = [f"{key} {value}" for key, value in side.properties.items() if isinstance(value, int)]
    return " ".join([*words, *numbers])


def find_unused_name(library: Library, lender: Component, side: Side, title: str, names: Sequence[str]) -> str:
    """An unused printed name, if possible one that fits on the side: ``Deep Space World``."""
    model, kind = library.model, as_title(side.kind)
    taken = {fold(name) for name in (*[side.name for side in model.list_sides()], *names)}
    room = min(
        [longest.most for longest in model.usual.names if is_about(library, longest.of, lender, side)], default=0
    )
    wanted = [f"{title} {kind}", title, f"First {kind}", *(f"{kind} {n}" for n in range(2, 1_000))]
    unused = [name for name in wanted if fold(name) not in taken]
    return next((name for name in unused if not room or len(name) <= room), unused[0])


def is_about(library: Library, meant: Meant, component: Component, side: Side) -> bool:
    return (not meant.components or component.kind in meant.components) and does_match(library.game, meant.match, side)


def list_unused_ids(model: Model, name: str) -> Iterator[str]:
    """Yield unused component ids, such as ``DEEPSP1`` for the set ``deep-space``."""
    letters = re.sub(r"[^A-Za-z0-9]", "", name)[:6].upper()
    # An id must begin with a letter, but the name of a set may begin with a digit.
    start = letters if letters[0].isalpha() else f"X{letters}"
    taken = {component.id for component in model.components}
    return (candidate for candidate in (f"{start}{n}" for n in range(1, 10_000)) if candidate not in taken)


def make_powers(library: Library, side: Side) -> Iterator[tuple[str, str]]:
    words = library.model.words
    places = [word.name for word in words.places.values() if word.active and word.owner == "seat"]
    counters = [word for word in words.counters_for_powers().values() if word.owner == "seat" and not word.read]
    by_seat = bool(words.schedule.stretch and words.schedule.stretch.by_seat)
    for place in places:
        table = f'    seat 1 {place}: "{side.name}"\n'
        for window in reversed([*words.schedule.windows]):
            turn = "seat 1 " if by_seat else ""
            for counter in counters:
                gain = f"{counter.sign}1" if counter.sign else f"1 {counter.name}"
                # A counter that starts at 0 is given another value, so that gaining 1 differs from having 1.
                held = "" if counter.start else f"    seat 1 {counter.plural}: 2\n"
                then = f"    seat 1 {counter.plural} + {counter.sign}1\n"
                text = write_scenario(side, table + held, f"    {turn}end of {window}\n", then)
                yield f"at end of {window}: gain {gain}", text
        for counter in counters:
            held = f"    seat 1 {counter.plural}: 3\n"
            yield (
                f"score 1 per {counter.name}",
                write_scenario(side, table + held, "", f'    seat 1 "{side.name}" score: 3\n'),
            )
        yield f"score 2 per own {side.kind}", write_scenario(side, table, "", f'    seat 1 "{side.name}" score: 2\n')
        for phase in library.game.offers:
            for counter in counters:
                gain = f"{counter.sign}2" if counter.sign else f"2 {counter.name}"
                text = write_scenario(side, table, f"    phase {phase}\n", f"    seat 1 {counter.plural} + 2\n")
                yield f"{phase}: gain {gain}", text


def write_scenario(side: Side, given: str, when: str, then: str) -> str:
    happens = f"  when\n{when}" if when else ""
    return f'scenario "{side.name} does what it says" {{\n  given\n{given}{happens}  then\n{then}}}\n'
