"""A new set: a folder that validates, tests and plays at once, with a first component and its scenario.

The component is made from the words of the game, so a game from another package has one too: one of its own components
lends the properties, and a simple power is tried until the content has no mistake and its scenario covers the power.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import tomli_w
from attrs import evolve, frozen

import rftg_dsl
from rftg_dsl.check.model import Component, Model, Side
from rftg_dsl.diagnostic import Unusable
from rftg_dsl.library import Library, standard
from rftg_dsl.limits import NAME, WORD
from rftg_dsl.resources import SET, SUFFIX
from rftg_dsl.set_file import ID
from rftg_dsl.sets import SCENARIOS
from rftg_dsl.shelf import box_of
from rftg_dsl.source import Source
from rftg_dsl.syntax.format import formatted
from rftg_dsl.syntax.parse import LANGUAGE
from rftg_dsl.workbench import templates
from rftg_dsl.workbench.coverage import Coverage
from rftg_dsl.workbench.suites import Suite, run_suites
from rftg_dsl.workshop import Workshop

TRIED = 60
"""The most sketches that are tried."""


@frozen
class Sketch:
    """A first component and its scenario, as text."""

    component: str
    scenario: str


@frozen
class Created:
    """A set that was made."""

    folder: Path
    game: str
    title: str
    """The game as printed."""
    players: int
    """The fewest that can play it."""
    files: tuple[str, ...]
    """The paths of its files in its folder."""

    def plain(self) -> dict[str, Any]:
        """Everything as data."""
        return {"folder": str(self.folder), "game": self.game, "files": list(self.files)}


def new_set(folder: Path, game: str, ci: bool = False) -> Created:
    """Make the folder of a new set; ``Unusable`` if it is there already, or cannot have this name."""
    name = folder.name
    if not ID.fullmatch(name):
        hint = "choose letters, digits, '-', '_' and '.', beginning with a letter or digit"
        raise Unusable(f"{name!r} cannot be the id of a set", hint, "wrong-option")
    if folder.exists() or folder.is_symlink():
        raise Unusable(f"{folder} already exists", "choose another name, or remove it first", "existing-file")
    found = standard(game)
    files = {SET: set_file(name, game)} | first(found, name)
    if ci:
        files |= templates.ci(rftg_dsl.__version__)
    make(folder, files)
    words = found.model.words
    return Created(folder, game, words.title, words.players[0], tuple(files))


def make(folder: Path, files: Mapping[str, str]) -> None:
    """Make a folder with these files, all of them or none."""
    beside = folder.with_name(f".{folder.name}.{os.urandom(4).hex()}")
    try:
        for path, text in files.items():
            (beside / path).parent.mkdir(parents=True, exist_ok=True)
            (beside / path).write_text(text, "utf-8", newline="\n")
        beside.rename(folder)
    except OSError as error:
        message = f"{folder} cannot be made: {error.strerror or error}"
        raise Unusable(message, "check the folder above it, and the free space", "unwritable") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def set_file(name: str, game: str) -> str:
    """A ``set.toml`` with every key: those that a set needs, and the others as comments, each explained."""
    title = titled(name)
    values = {"id": name, "name": title, "game": game, "version": "0.1", "language": LANGUAGE}
    parts = []
    for key, why, example in templates.KEYS:
        lines = [f"# {line}" for line in why]
        line = on_one_line(tomli_w.dumps({key: values.get(key, example)}))
        parts.append("\n".join([*lines, line if key in values else f"# {line}"]))
    return "\n\n".join(parts) + "\n"


def on_one_line(text: str) -> str:
    """A key and its value on one line, a list as well."""
    return re.sub(r",? \]$", "]", " ".join(text.split())).replace("[ ", "[")


def titled(name: str) -> str:
    """An id as a printed name: ``deep-space`` is Deep Space."""
    words = [word for word in re.split(r"[-_.]+", name) if word]
    return " ".join(word[:1].upper() + word[1:] for word in words)[: NAME.most - WORD.most]


# -- the first component -------------------------------------------------------------------------------------------


def first(library: Library, name: str) -> dict[str, str]:
    """The files of the first component and its scenario; without one, if nothing that was tried is sound.

    A sketch is sound if it has no mistake, and its scenario passes and runs every clause of its power.
    """
    workshop = Workshop()
    for nth, sketch in enumerate(sketches(library, name)):
        if nth >= TRIED:
            break
        if is_sound(library, name, sketch, workshop):
            return {
                f"components{SUFFIX}": templates.COMPONENTS + in_form(sketch.component),
                f"{SCENARIOS}/first{SUFFIX}": templates.SCENARIOS + in_form(sketch.scenario),
            }
    message = f"no first component could be made for {library.game.name!r}"
    raise Unusable(message, "write set.toml and a component by hand, as the documents of the game show", "no-sketch")


def in_form(text: str) -> str:
    """A text in its canonical form."""
    return formatted(Source("new", text)).text


def is_sound(library: Library, name: str, sketch: Sketch, workshop: Workshop) -> bool:
    """Whether a sketch has no mistake, and its scenario covers its power."""
    with TemporaryDirectory(prefix="rftg-") as place:
        folder = Path(place) / name
        (folder / SCENARIOS).mkdir(parents=True)
        (folder / SET).write_text(set_file(name, library.game.name), "utf-8")
        content, tests = folder / f"components{SUFFIX}", folder / SCENARIOS / f"first{SUFFIX}"
        content.write_text(sketch.component, "utf-8")
        tests.write_text(sketch.scenario, "utf-8")
        coverage = Coverage()
        suite = Suite(box_of(library.game), name, [tests], (folder,), [content])
        found = run_suites([suite], workshop=workshop, coverage=coverage)
        covered = coverage.total > 0 and coverage.covered == coverage.total
        return not found.diagnostics and found.passed and bool(found.cases) and covered


def sketches(library: Library, name: str) -> Iterator[Sketch]:
    """First components for a game, the likeliest first."""
    model = library.model
    for model_component in lenders(model):
        component, side = borrowed(model, model_component, name)
        for power, scene in powers(library, side):
            yield Sketch(component.replace("POWER", power), scene)


def lenders(model: Model) -> Iterator[Component]:
    """Components that lend their properties: of each sort that needs no number of its own, the cheapest two.

    The sort with the most components comes first.
    """
    sorts: dict[str, list[Component]] = {}
    for one in model.components:
        unique = [name for name in model.words.components[one.kind].has if model.words.properties[name].unique]
        if not unique and not one.seated:
            sorts.setdefault(one.kind, []).append(one)
    for those in sorted(sorts.values(), key=len, reverse=True):
        yield from sorted(those, key=weight)[:2]


def weight(one: Component) -> int:
    """How much is printed on a component."""
    return sum(len(side.properties) * 10 + len(side.powers) for side in one.sides)


def borrowed(model: Model, lender: Component, name: str) -> tuple[str, Side]:
    """The text of a new component with the properties of another one, and its first side; ``POWER`` is its power."""
    title = titled(name)
    made: list[str] = []
    names: list[str] = []
    for nth, side in enumerate(lender.sides):
        printed = unused_name(model, f"{title} {titled(side.kind)}", names)
        names.append(printed)
        block = " { POWER }" if nth == 0 else ""
        made.append(f'  {side.kind} "{printed}" {properties(model, side)}{block}'.rstrip())
    numbers = " ".join(f"{key} {value}" for key, value in lender.properties.items())
    head = f"{lender.kind} {unused_id(model, name)} {numbers}".rstrip()
    return "\n".join([f"{head} {{", *made, "}"]) + "\n", evolve(lender.sides[0], name=names[0])


def properties(model: Model, side: Side) -> str:
    """The properties of a side, as they are written: ``novelty cost 3``."""
    values = [value for value in side.properties.values() if not isinstance(value, int)]
    words = [word for value in values for word in (value if isinstance(value, tuple) else (value,))]
    numbers = [f"{key} {value}" for key, value in side.properties.items() if isinstance(value, int)]
    return " ".join([*words, *numbers])


def unused_name(model: Model, wanted: str, names: Sequence[str]) -> str:
    """A printed name that no side has."""
    taken = {side.name.casefold() for side in model.sides()} | {one.casefold() for one in names}
    return next(one for one in (wanted, *(f"{wanted} {n}" for n in range(2, 1_000))) if one.casefold() not in taken)


def unused_id(model: Model, name: str) -> str:
    """An id that no component has: ``X1`` if the name has no letters."""
    letters = re.sub(r"[^A-Za-z]", "", name)[:4].upper() or "X"
    taken = {one.id for one in model.components}
    return next(one for one in (f"{letters}{n}" for n in range(1, 10_000)) if one not in taken)


def powers(library: Library, side: Side) -> Iterator[tuple[str, str]]:
    """Simple powers for a side, each with its scenario."""
    words = library.model.words
    places = [one.name for one in words.places.values() if one.active and one.owner == "seat"]
    counters = [one for one in words.spoken_counters().values() if one.owner == "seat" and not one.read]
    by_seat = bool(words.schedule.stretch and words.schedule.stretch.by_seat)
    for place in places:
        table = f'    seat 1 {place}: "{side.name}"\n'
        for window in reversed([*words.schedule.windows]):
            turn = "seat 1 " if by_seat else ""
            for counter in counters:
                gain = f"{counter.sign}1" if counter.sign else f"1 {counter.name}"
                then = f"    seat 1 {counter.plural} + {counter.sign}1\n"
                yield f"at end of {window}: gain {gain}", scene(side, table, f"    {turn}end of {window}\n", then)
        for counter in counters:
            then = f'    seat 1 "{side.name}" score: 3\n'
            held = f"    seat 1 {counter.plural}: 3\n"
            yield f"score 1 per {counter.name}", scene(side, table + held, "", then)
        yield f"score 2 per own {side.kind}", scene(side, table, "", f'    seat 1 "{side.name}" score: 2\n')
        for phase in library.game.offers:
            for counter in counters:
                gain = f"{counter.sign}2" if counter.sign else f"2 {counter.name}"
                power = f"{phase}: gain {gain}"
                yield power, scene(side, table, f"    phase {phase}\n", f"    seat 1 {counter.plural} + 2\n")


def scene(side: Side, given: str, when: str, then: str) -> str:
    """A scenario for a side."""
    happens = f"  when\n{when}" if when else ""
    return f'scenario "{side.name} does what it says" {{\n  given\n{given}{happens}  then\n{then}}}\n'
