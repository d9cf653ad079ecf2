"""Sides, components and the whole model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import field, frozen

from rftg_dsl.check.model.course import Course
from rftg_dsl.check.model.powers import Acting, Power
from rftg_dsl.check.model.usual import Usual
from rftg_dsl.source import Span
from rftg_dsl.vocabulary import Vocabulary


@frozen
class Side:
    """One side of a component."""

    id: str
    name: str
    kind: str
    properties: Mapping[str, int | str | tuple[str, ...]]
    """A number; a value; or, of a property that allows several, its values."""
    powers: tuple[Power, ...]
    at: Span = field(eq=False, repr=False)
    blank: bool = False
    """Whether no power is written on it."""

    def every_power(self) -> Iterator[Power]:
        """Its powers in order; after one that begins another, that one."""
        for power in self.powers:
            yield power
            if isinstance(power, Acting) and power.act.lasting:
                yield power.act.lasting.power


@frozen
class Component:
    """A component of a set, with its sides and copies."""

    id: str
    kind: str
    number: int
    """Its place in the order of declaration."""
    sides: tuple[Side, ...]
    properties: Mapping[str, int | str]
    copies: int
    both: bool
    at: Span = field(eq=False, repr=False)
    seated: bool = False
    """Whether each seat has its own copies."""
    replaces: str = ""
    """The printed name of a side whose component it replaces; empty: none."""


@frozen(slots=False)
class Model:
    """Everything a game is played with: its words and its components."""

    words: Vocabulary
    components: tuple[Component, ...]
    course: Course = Course()
    """What its schedule says in sentences."""
    usual: Usual = field(factory=Usual)
    """What its content calls usual."""

    def sides(self) -> list[Side]:
        """All sides of all components, in order."""
        return self._sides

    def powers(self) -> Iterator[Power]:
        """All powers of all sides, in order; after one that begins another, that one."""
        return iter(self._powers)

    @cached_property
    def _sides(self) -> list[Side]:
        return [side for component in self.components for side in component.sides]

    @cached_property
    def _powers(self) -> list[Power]:
        return [power for side in self._sides for power in side.every_power()]
