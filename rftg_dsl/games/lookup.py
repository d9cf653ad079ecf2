"""Lookup tables used by the steps of every game: places and counters by name, and values printed on sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TypeAlias, TypeVar

from rftg_dsl.base.diagnostic import suggest_known
from rftg_dsl.check.model import Modifier
from rftg_dsl.check.side_matching import is_usable
from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel import play

Number = TypeVar("Number")


class Named(dict[str, Number]):
    """A dictionary keyed by declared names; the ``KeyError`` for an unknown name suggests the closest known name."""

    def __init__(self, sort: str, known: dict[str, Number]) -> None:
        super().__init__(known)
        self.sort = sort

    def __missing__(self, name: str) -> Number:
        raise KeyError(f"there is no {self.sort} called {name!r}; {suggest_known(name, sorted(self))}")


class Lookup:
    """Lookup tables that every game needs; each game adds its own in a subclass."""

    def __init__(self, rules: Rules) -> None:
        layout, words = rules.layout, rules.model.words
        self.rules = rules
        self.seats = range(rules.seats)
        self.kinds = range(len(layout.kinds))
        self.width = len(layout.kinds)
        self.supplies = [words.stock_kinds[name].supply for name in layout.kinds]
        self.number = Named("number", dict(words.numbers))
        self.place = Named("place", layout.place)
        """For each place name, one place per seat or per piece, or a single place on the table."""
        self.counter = Named("counter", layout.counter)
        self.fact = Named("fact", layout.fact)
        program = rules.program
        self.order, self.phase, self.ended = program.fact, program.stage, program.ended
        """The facts that hold the seat order, the stage and the reasons why the game ended; -1 for a missing fact."""
        self.sides = rules.sides
        self.properties = Named("property", dict(words.properties))
        self.values = words.values
        self.names = [side.name for side in rules.sides]
        self.powers = {hook.id: hook.model for hook in rules.by_id.values()}
        self.keeping = frozenset(
            id
            for id, power in self.powers.items()
            if isinstance(power, Modifier) and power.change.direction == "printed"
        )
        """The powers that forbid changes to a printed number."""
        self.scoring = rules.scoring
        takes = {counter.name: counter.takes for counter in words.counters.values() if counter.takes}
        self.takes = {
            number: layout.counter[source][0] for name, source in takes.items() for number in layout.counter[name]
        }
        """For each counter whose gains are paid from a table counter, that table counter."""
        self.room = rules.game.room
        components = {side.id: component for component in rules.model.components for side in component.sides}
        self.component = [components[layout.sides[piece.sides[0]]] for piece in layout.pieces]

    @cached_property
    def usable(self) -> frozenset[str]:
        """The powers that other powers can use because they neither refer to their own piece nor use another power."""
        return frozenset(id for id, power in self.powers.items() if is_usable(self.rules.game, power))

    def figures(self, name: str) -> Sequence[int]:
        """For each side, the number printed for a property; 0 if the side does not print it."""
        assert self.properties[name]  # the content must declare the property
        return [int(value) if isinstance(value := side.properties.get(name), int) else 0 for side in self.sides]

    def sides_by_value(self, name: str) -> Mapping[str, Sequence[bool]]:
        """For each value of a property, whether each side shows that value; a side can show several values."""
        shown = self.words_of(name)
        known = [value for value, entry in self.values.items() if entry.of == name]
        return Named(name, {value: [value in values for values in shown] for value in known})

    def words_of(self, name: str) -> Sequence[tuple[str, ...]]:
        """For each side, all the words printed for a property."""
        assert self.properties[name]  # the content must declare the property
        values = [side.properties.get(name, ()) for side in self.sides]
        return [value if isinstance(value, tuple) else (str(value),) for value in values]

    def figures_by(self, name: str, figure: str) -> Sequence[int]:
        """For each side, a figure, such as a price, that belongs to the side's value for a property.

        A side with several values gets the highest figure, and a side without a value gets 0.
        """
        figures = {value: int(entry.properties.get(figure, 0)) for value, entry in self.values.items()}
        return [max((figures[value] for value in values), default=0) for values in self.words_of(name)]

    def of_kind(self, kind: str) -> Sequence[bool]:
        """For each side, whether it is of this kind."""
        return [side.kind == kind for side in self.sides]

    def per_seat(self, fact: str) -> Sequence[int]:
        """For a fact that exists once per seat, the number of each seat's fact, in seat order."""
        return [self.fact[f"{fact}.{seat}"] for seat in self.seats]


Play: TypeAlias = play.Play[Lookup]


def powers_that(rules: Rules, verb: str) -> frozenset[str]:
    """The ids of the powers that have this verb as an effect."""
    return frozenset(
        hook.id for hook in rules.by_id.values() if any(effect.verb == verb for effect in hook.model.effects)
    )
