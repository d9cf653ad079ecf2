"""The names of a set's own sides, for scenarios that mention a side which does not exist: it may have been renamed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from attrs import evolve, field, frozen

from rftg_dsl.base.diagnostic import Diagnostic, Edit, each_of, find_nearest
from rftg_dsl.base.source import Source, Span
from rftg_dsl.base.spelling import fold
from rftg_dsl.check.model import Model, Side
from rftg_dsl.check.reporter import LISTED, Report
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.library.sets import SetFolder
from rftg_dsl.syntax import tree

Scripts = Sequence[tuple[Report, tree.Scenario]]
Advice = tuple[str, tuple[Edit, ...]]
"""A hint, and the edits of a guess."""
REPLACED = 50
"""Maximum number of places at which a guess replaces a name; every mistake about the name carries all of them."""


@frozen(slots=False)
class OwnNames:
    """The printed names of the sides of one set, and their mentions in the set's scenarios."""

    sides: Sequence[Side]
    printed: Sequence[str]
    """The names of all sides in the game, including those of the set."""
    mentions: Sequence[tuple[Source, tree.Atom]]
    advice: dict[tuple[Source, str], Advice] = field(factory=dict, init=False, repr=False)
    """The advice about an unknown name in a file, because the same name is often unknown in many places."""

    @cached_property
    def names(self) -> Sequence[str]:
        return sorted({side.name for side in self.sides})

    @cached_property
    def unmentioned_sides(self) -> Sequence[str]:
        """The sides with powers that no scenario mentions."""
        mentioned = {fold(atom.text) for _, atom in self.mentions}
        return [side.name for side in self.sides if side.powers and fold(side.name) not in mentioned]

    def suggest_name(self, wrong: Diagnostic) -> Diagnostic:
        """Return a diagnostic of an unknown side, with the set's own names in its hint.

        If one of them is probably meant, it is also the guess that an editor offers.
        """
        source, name = wrong.at.source, wrong.at.source.text[wrong.at.start + 1 : wrong.at.end - 1]
        if (source, name) not in self.advice:
            self.advice[source, name] = self.suggest_hint(source, name, wrong.hint)
        hint, guess = self.advice[source, name]
        return evolve(wrong, hint=hint, guess=guess)

    def suggest_hint(self, source: Source, name: str, usual: str) -> Advice:
        misspelt = find_nearest(name, self.names)
        meant = misspelt or (self.unmentioned_sides[0] if len(self.unmentioned_sides) == 1 else "")
        near = "" if misspelt else find_nearest(name, self.printed)
        if meant and near:
            return f"did you mean {meant!r}, of this set, or {near!r}?", ()
        if meant:
            return f"did you mean {meant!r}, of this set?", self.replace_mentions(source, name, meant)
        if near or len(self.names) > LISTED:
            return usual, ()
        return f"this set has {each_of([repr(own) for own in self.names])}; {usual}", ()

    def replace_mentions(self, source: Source, old: str, new: str) -> tuple[Edit, ...]:
        atoms = [atom for file, atom in self.mentions if file == source and atom.text == old]
        if len(atoms) > REPLACED:
            return ()
        return tuple([Edit(Span(source, atom.at[0] + 1, atom.at[1] - 1), new) for atom in atoms])


def suggest_own_names(
    diagnostics: Iterable[Diagnostic], sets: Iterable[SetFolder], model: Model, scripts: Scripts
) -> Iterator[Diagnostic]:
    """Yield the diagnostics. If a set's scenario mentions an unknown side, the hint has the set's own names."""
    folders = {report.source: find_folder(report.source, sets) for report, _ in scripts}
    known: dict[Path, OwnNames] = {}
    for wrong in diagnostics:
        folder = folders.get(wrong.at.source) if wrong.code == "unknown-side" else None
        if folder is None:
            yield wrong
            continue
        own = known.get(folder) or known.setdefault(folder, own_names_of(folder, model, scripts))
        yield own.suggest_name(wrong) if own.names else wrong


def find_folder(source: Source, sets: Iterable[SetFolder]) -> Path | None:
    return next((each.folder for each in sets if is_inside(source, each.folder)), None)


def own_names_of(folder: Path, model: Model, scripts: Scripts) -> OwnNames:
    sides = list(model.list_sides())
    mentions = [(report.source, atom) for report, node in scripts for atom in names_in(node)]
    return OwnNames(
        [side for side in sides if is_inside(side.at.source, folder)],
        [side.name for side in sides],
        [(source, atom) for source, atom in mentions if is_inside(source, folder)],
    )


def is_inside(source: Source, folder: Path) -> bool:
    return source.path is not None and source.path.is_relative_to(folder)


def names_in(scenario: tree.Scenario) -> Iterator[tree.Atom]:
    """Yield the printed names that the lines of a scenario mention."""
    for node in nodes_in(scenario):
        match node:
            case tree.Reference(name=tree.Atom() as atom) | tree.Line(on=tree.Atom() as atom):
                yield atom
