"""Answers as a format declares them: the record that answers a question, what it shows, and the field with the pick."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from rftg_dsl.importers.follow import Follower
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Bag, One, Pick, Some

Measure = Callable[[Any, Decision], Any]
"""A function of the follower and the decision."""


def options_of(decision: Decision) -> Sequence[Any]:
    """The members of the set to choose from, or the cells of a bag."""
    match decision.form:
        case One(options=options) | Some(options=options):
            return options
        case Bag(cells=cells):
            return [cell for cell, _ in cells]
    return ()


def has_one_answer(f: Any, decision: Decision) -> bool:
    return decision.form.count() == 1


def keep_pick(f: Any, decision: Decision, theirs: Any) -> Pick:
    return theirs


@frozen
class Shown:
    """A field that is compared with our engine; a list is compared regardless of the order of its members."""

    field: str = "opt"
    title: str = ""
    """The name in a difference; by default, ``options for`` and the kind of the record."""
    ours: Measure | None = None
    """By default, the options of the decision in the format used by the recording."""
    depth: int = 1
    """The number of levels of nested lists whose order does not matter."""


OPTIONS = Shown()
"""The options of the decision, which the recording lists as ``opt``."""
LAST = ""
"""In place of a kind of record: the record that was taken last."""


@frozen
class Reply:
    """How a recording answers a question; it is called with the follower and the decision."""

    record: str
    """The kind of the record to take; ``LAST`` if the last record answers this question too."""
    pick: str | tuple[str, ...]
    """The field with the pick; several fields make a list."""
    shape: Callable[[Any, Decision, Pick], Any] | None = None
    """One of our options in the format used by the recording; by default, the option itself."""
    shown: Shown | tuple[Shown, ...] = ()
    labels: Callable[[Any, Decision], Mapping[str, Any]] | None = None
    """The other fields that identify the record, and their values."""
    read: Callable[[Any, Decision, Any], Pick] | None = None
    """Our pick for the recorded one; by default, the option with the recorded shape."""
    null: Pick = None
    """Our option for a recorded null; the recording does not show it among the options."""
    omitted: Measure | None = None
    """Whether the recording omits the question, which then has only one answer."""
    title: str = ""
    """The name of the pick in a difference; by default, that of the question."""

    def __call__(self, f: Follower, decision: Decision) -> Pick:
        if self.omitted and self.omitted(f, decision):
            return decision.form.only()
        if self.record:
            f.take_answer(decision, self.record, **(self.labels(f, decision) if self.labels else {}))
        shapes = {
            option: self.shape(f, decision, option) if self.shape else option for option in self.options_in(decision)
        }
        for shown in [self.shown] if isinstance(self.shown, Shown) else self.shown:
            title = shown.title or f"options for {self.record}"
            ours = shown.ours(f, decision) if shown.ours else [*shapes.values()]
            if isinstance(ours, list):
                f.tape.same_set(title, ours, f.get(shown.field), shown.depth)
            else:
                f.tape.same(title, ours, f.get(shown.field))
        theirs = f.get(self.pick) if isinstance(self.pick, str) else [f.get(field) for field in self.pick]
        if theirs is None and self.null is not None:
            return self.null
        if self.read:
            return self.read(f, decision, theirs)
        return f.tape.choose(self.title or decision.name, shapes, shapes.__getitem__, theirs)

    def options_in(self, decision: Decision) -> list[Pick]:
        return [option for option in options_of(decision) if self.null is None or option != self.null]
