"""Sides, components and the whole model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar

from attrs import evolve, field, frozen

from rftg_dsl.base.source import Span
from rftg_dsl.check.model.course import Course
from rftg_dsl.check.model.lints import Usual
from rftg_dsl.check.model.powers import Acting, Power
from rftg_dsl.check.signatures import Signatures
from rftg_dsl.check.vocabulary import Vocabulary

T = TypeVar("T")


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

    def walk_powers(self) -> Iterator[Power]:
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


class Memory:
    """What is so of components whatever the others are, by their identity; the models with one each keep them alive."""

    MOST = 10_000
    """Maximum components remembered."""

    def __init__(self) -> None:
        self._single: dict[int, Model] = {}
        self._found: dict[Find[Any], dict[int, tuple[Any, ...]]] = {}

    def make_room(self, model: Model) -> None:
        """Forget everything if there would be too much with the components of a model."""
        if len(self._single) + len(model.components) > self.MOST:
            self._single, self._found = {}, {}

    def find_in_each(self, model: Model, game: Signatures, find: Find[T]) -> Iterator[T]:
        """What is found in each component of a model alone, in order."""
        results = self._found.setdefault(find, {})
        for component in model.components:
            here = results.get(id(component))
            if here is None:
                single = self._single.get(id(component))
                if single is None:
                    single = self._single[id(component)] = evolve(model, components=(component,))
                here = results[id(component)] = tuple(find(single, game))
            yield from here


@frozen(slots=False)
class Model:
    """Everything a game is played with: its words and its components."""

    words: Vocabulary
    components: tuple[Component, ...]
    course: Course = Course()
    """What its schedule says in sentences."""
    usual: Usual = field(factory=Usual)
    """What its content calls usual."""
    memory: Memory = field(factory=Memory, eq=False, repr=False)
    """What was found in components alone; models with the same words may share it."""

    def find_in_each(self, game: Signatures, find: Find[T]) -> Iterator[T]:
        """What ``find`` finds in each component alone, in order: found once, as long as the words are the same.

        It is a function of a module, and looks only at the words and the components of the model that it is given.
        """
        return self.memory.find_in_each(self, game, find)

    def make_once(self, game: Signatures, make: Callable[[Model, Signatures], T]) -> T:
        """The result of ``make`` for the whole model, made once; ``make`` is a class or a function of a module."""
        if make not in self._made:
            self._made[make] = make(self, game)
        made: T = self._made[make]
        return made

    def list_sides(self) -> list[Side]:
        """All sides of all components, in order."""
        return self._sides

    def walk_powers(self) -> Iterator[Power]:
        """All powers of all sides, in order; after one that begins another, that one."""
        return iter(self._powers)

    @cached_property
    def _made(self) -> dict[Callable[..., Any], Any]:
        return {}

    @cached_property
    def _sides(self) -> list[Side]:
        return [side for component in self.components for side in component.sides]

    @cached_property
    def _powers(self) -> list[Power]:
        return [power for side in self._sides for power in side.walk_powers()]


Find = Callable[[Model, Signatures], Iterable[T]]
