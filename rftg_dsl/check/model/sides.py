"""Sides, components, and the model that contains them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from attrs import evolve, field, frozen

from rftg_dsl.base.source import Span
from rftg_dsl.check.model.course import Course
from rftg_dsl.check.model.lints import Usual
from rftg_dsl.check.model.powers import Acting, Do, Modifier, Power
from rftg_dsl.check.model.things import PieceSet, StockSet
from rftg_dsl.check.signatures import Parameter, Signatures, Verb
from rftg_dsl.check.vocabulary import Vocabulary

T = TypeVar("T")


@frozen
class Side:
    """One side of a component."""

    id: str
    name: str
    kind: str
    properties: Mapping[str, int | str | tuple[str, ...]]
    """The printed value of each property: a number, a value, or a tuple of values if the property allows several."""
    powers: tuple[Power, ...]
    at: Span = field(eq=False, repr=False)
    blank: bool = False

    def walk_powers(self) -> Iterator[Power]:
        """Yield the powers in order, each followed by the lasting power that it begins, if any."""
        for power in self.powers:
            yield power
            if isinstance(power, Acting) and power.act.lasting:
                yield power.act.lasting.power

    def has_open_number(self, name: str, words: Vocabulary) -> bool:
        """Whether a property is printed as ``?``: the number is 0, and the side's powers score at the end instead."""
        scores = any(power.point == "score" for power in self.powers)
        return scores and self.properties[name] == 0 and ("property", name) in words.printed


@frozen
class Component:
    """A component with its sides."""

    id: str
    kind: str
    number: int
    sides: tuple[Side, ...]
    properties: Mapping[str, int | str]
    copies: int
    both: bool
    at: Span = field(eq=False, repr=False)
    seated: bool = False
    replaces: str = ""
    """The printed name of a side whose component this one replaces; empty if there is none."""


@frozen(slots=False)
class Occurrence:
    """A power where it occurs: on a side of a component, among the declarations that it uses."""

    words: Vocabulary
    game: Signatures
    component: Component
    side: Side
    power: Power

    @property
    def lasting(self) -> bool:
        """Whether the power is not printed, but put into effect by a printed power, which it can outlive."""
        return self.power not in self.side.powers

    @cached_property
    def acts(self) -> Sequence[tuple[Do, Verb]]:
        return [(do, self.game.verbs[do.signature]) for do in self.power.dos]

    @cached_property
    def number(self) -> Parameter | None:
        """The number that the power changes, or the act that it permits or forbids, if any."""
        return self.game.find_parameter(self.power.parameter) if isinstance(self.power, Modifier) else None

    @property
    def about(self) -> PieceSet | StockSet | None:
        """The things whose number the power changes, if any."""
        return self.power.about if isinstance(self.power, Modifier) else None


class Memory:
    """A cache of findings that depend on a single component.

    The keys are ``id`` values. Each entry also holds its component, so that a newer component with the same ``id`` is
    not mistaken for it.
    """

    MOST = 10_000

    def __init__(self) -> None:
        self._single: dict[int, Model] = {}
        self._found: dict[Find[Any], dict[int, tuple[Component, tuple[Any, ...]]]] = {}

    def make_room(self, model: Model) -> None:
        """Clear the cache if the components of ``model`` would make it exceed its maximum size."""
        if len(self._single) + len(model.components) > self.MOST:
            self._single, self._found = {}, {}

    def find_in_each(self, model: Model, game: Signatures, find: Find[T]) -> Iterator[T]:
        """Yield the findings for each component on its own, in order."""
        # The key is the function itself, so it must be defined at module level: a new lambda would never hit the cache.
        results = self._found.setdefault(find, {})
        for component in model.components:
            known = results.get(id(component))
            if known is None or known[0] is not component:
                single = self._single.get(id(component))
                if single is None or single.components[0] is not component:
                    single = self._single[id(component)] = evolve(model, components=(component,))
                known = results[id(component)] = component, tuple(find(single, game))
            yield from known[1]


@frozen(slots=False)
class Model:
    """Everything that a game is played with: its words, components, course and conventions."""

    words: Vocabulary
    components: tuple[Component, ...]
    course: Course = Course()
    usual: Usual = field(factory=Usual)
    memory: Memory = field(factory=Memory, eq=False, repr=False)
    """The cache of findings. Models with the same words can share it."""

    def find_in_each(self, game: Signatures, find: Find[T]) -> Iterator[T]:
        """Yield the findings of ``find`` for each component on its own, cached as long as the words do not change.

        ``find`` must be a module-level function that reads only the words and components of the model passed to it.
        """
        return self.memory.find_in_each(self, game, find)

    def make_once(self, game: Signatures, make: Callable[[Model, Signatures], T]) -> T:
        """Return the cached result of ``make`` for the whole model. ``make`` is a class or a module-level function."""
        if make not in self._made:
            self._made[make] = make(self, game)
        made: T = self._made[make]
        return made

    def list_sides(self) -> list[Side]:
        return self._sides

    def walk_powers(self) -> Iterator[Power]:
        """Yield all powers in order, each followed by the lasting power that it begins, if any."""
        return iter(self._powers)

    def walk_occurrences(self, game: Signatures) -> Iterator[Occurrence]:
        """Yield all powers in the same order, each where it occurs."""
        return iter(self.make_once(game, list_occurrences))

    @cached_property
    def _made(self) -> dict[Callable[..., Any], Any]:
        return {}

    @cached_property
    def _sides(self) -> list[Side]:
        return [side for component in self.components for side in component.sides]

    @cached_property
    def _powers(self) -> list[Power]:
        return [power for side in self._sides for power in side.walk_powers()]


def list_occurrences(model: Model, game: Signatures) -> list[Occurrence]:
    return [
        Occurrence(model.words, game, component, side, power)
        for component in model.components
        for side in component.sides
        for power in side.walk_powers()
    ]


Find = Callable[[Model, Signatures], Iterable[T]]
