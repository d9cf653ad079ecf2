"""The names of a set's own sides, for scenarios that mention a side which does not exist: it may have been renamed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from attrs import evolve, frozen

from rftg_dsl.base.diagnostic import Diagnostic, Edit, each_of, find_nearest
from rftg_dsl.base.source import Source, Span
from rftg_dsl.base.spelling import fold
from rftg_dsl.check.model import Model, Side
from rftg_dsl.check.reporter import LISTED, Report
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.library.sets import SetFolder
from rftg_dsl.syntax import tree

Scripts = Sequence[tuple[Report, tree.Scenario]]


@frozen(slots=False)
class OwnNames:
    """The printed names of the sides of one set, and their mentions in the set's scenarios."""

    sides: Sequence[Side]
    printed: Sequence[str]
    """The names of all sides in the game, including those of the set."""
    mentions: Sequence[tuple[Source, tree.Atom]]

    @cached_property
    def names(self) -> Sequence[str]:
        return sorted({side.name for side in self.sides})

    @cached_property
    def untested(self) -> Sequence[str]:
        """The sides with powers that no scenario mentions."""
        mentioned = {fold(atom.text) for _, atom in self.mentions}
        return [side.name for side in self.sides if side.powers and fold(side.name) not in mentioned]

    def suggest_name(self, wrong: Diagnostic) -> Diagnostic:
        """Return a diagnostic of an unknown side, with the set's own names in its hint.

        If one of them is probably meant, it is also the guess that an editor offers.
        """
        name = wrong.at.source.text[wrong.at.start + 1 : wrong.at.end - 1]
        misspelt = find_nearest(name, self.names)
        meant = misspelt or (self.untested[0] if len(self.untested) == 1 else "")
        near = "" if misspelt else find_nearest(name, self.printed)
        if meant and near:
            return evolve(wrong, hint=f"did you mean {meant!r}, of this set, or {near!r}?")
        if meant:
            guess = tuple(self.replace_mentions(wrong.at.source, name, meant))
            return evolve(wrong, hint=f"did you mean {meant!r}, of this set?", guess=guess)
        if near or len(self.names) > LISTED:
            return wrong
        return evolve(wrong, hint=f"this set has {each_of([repr(own) for own in self.names])}; {wrong.hint}")

    def replace_mentions(self, source: Source, old: str, new: str) -> Iterator[Edit]:
        for file, atom in self.mentions:
            if file == source and atom.text == old:
                yield Edit(Span(source, atom.at[0] + 1, atom.at[1] - 1), new)


def with_own_names(wrong: Diagnostic, sets: Iterable[SetFolder], model: Model, scripts: Scripts) -> Diagnostic:
    """Return ``wrong`` or, if a set's scenario mentions an unknown side, a diagnostic with the set's own names."""
    path = wrong.at.source.path
    here = next((each.folder for each in sets if path is not None and path.is_relative_to(each.folder)), None)
    if wrong.code != "unknown-side" or here is None or all(report.source != wrong.at.source for report, _ in scripts):
        return wrong
    own = OwnNames(
        [side for side in model.list_sides() if is_inside(side.at.source, here)],
        [side.name for side in model.list_sides()],
        [
            (report.source, atom)
            for report, node in scripts
            if is_inside(report.source, here)
            for atom in names_in(node)
        ],
    )
    return own.suggest_name(wrong) if own.names else wrong


def is_inside(source: Source, folder: Path) -> bool:
    return source.path is not None and source.path.is_relative_to(folder)


def names_in(scenario: tree.Scenario) -> Iterator[tree.Atom]:
    """Yield the printed names that the lines of a scenario mention."""
    for node in nodes_in(scenario):
        match node:
            case tree.Reference(name=tree.Atom() as atom) | tree.Line(on=tree.Atom() as atom):
                yield atom
