"""Lookup tables for the steps of any game: places and counters by name, and values printed on sides."""

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
    """Numbers by the names that content declares; ``KeyError`` with the nearest name for any other."""

    def __init__(self, sort: str, known: dict[str, Number]) -> None:
        super().__init__(known)
        self.sort = sort

    def __missing__(self, name: str) -> Number:
        raise KeyError(f"no {self.sort} is called {name!r}; {suggest_known(name, sorted(self))}")


class Lookup:
    """The lookup tables that do not depend on the game; a game's subclass adds its own."""

    def __init__(self, rules: Rules) -> None:
        layout, words = rules.layout, rules.model.words
        self.rules = rules
        self.seats = range(rules.seats)
        self.kinds = range(len(layout.kinds))
        self.width = len(layout.kinds)
        self.supplies = [words.stock_kinds[name].supply for name in layout.kinds]
        self.number = Named("number", dict(words.numbers))
        self.place = Named("place", layout.place)
        """One place per seat or piece, or one for the table."""
        self.counter = Named("counter", layout.counter)
        self.fact = Named("fact", layout.fact)
        program = rules.program
        self.order, self.phase, self.ended = program.fact, program.stage, program.ended
        """The facts with the seat order, the stage, and why the game has ended; -1 for none."""
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
        """The powers that forbid changes of a printed number."""
        self.scoring = rules.scoring
        takes = {counter.name: counter.takes for counter in words.counters.values() if counter.takes}
        self.takes = {
            number: layout.counter[source][0] for name, source in takes.items() for number in layout.counter[name]
        }
        """For each counter, the table's counter that pays for its gains, if any."""
        self.room = rules.game.room
        components = {side.id: component for component in rules.model.components for side in component.sides}
        self.component = [components[layout.sides[piece.sides[0]]] for piece in layout.pieces]

    @cached_property
    def usable(self) -> frozenset[str]:
        """The powers that another power can use: they do not refer to their own piece, and use no other power."""
        return frozenset(id for id, power in self.powers.items() if is_usable(self.rules.game, power))

    def figures(self, name: str) -> Sequence[int]:
        """By side, a printed number; 0 for none."""
        assert self.properties[name]  # declared by the content
        return [int(value) if isinstance(value := side.properties.get(name), int) else 0 for side in self.sides]

    def sides_by_value(self, name: str) -> Mapping[str, Sequence[bool]]:
        """For each value of a property, whether each side shows it; a side can show several."""
        shown = self.words_of(name)
        known = [value for value, entry in self.values.items() if entry.of == name]
        return Named(name, {value: [value in values for values in shown] for value in known})

    def words_of(self, name: str) -> Sequence[tuple[str, ...]]:
        """By side, all printed words for a property."""
        assert self.properties[name]  # declared by the content
        values = [side.properties.get(name, ()) for side in self.sides]
        return [value if isinstance(value, tuple) else (str(value),) for value in values]

    def figures_by(self, name: str, figure: str) -> Sequence[int]:
        """By side, a number that its value of a property has (of several, the highest), such as a price; 0 for none."""
        figures = {value: int(entry.properties.get(figure, 0)) for value, entry in self.values.items()}
        return [max((figures[value] for value in values), default=0) for values in self.words_of(name)]

    def of_kind(self, kind: str) -> Sequence[bool]:
        """By side, whether it is of this kind."""
        return [side.kind == kind for side in self.sides]

    def per_seat(self, fact: str) -> Sequence[int]:
        """By seat, the number of a fact that exists once per seat."""
        return [self.fact[f"{fact}.{seat}"] for seat in self.seats]


Play: TypeAlias = play.Play[Lookup]


def powers_that(rules: Rules, verb: str) -> frozenset[str]:
    """The ids of the powers that have this verb as an effect."""
    return frozenset(
        hook.id for hook in rules.by_id.values() if any(effect.verb == verb for effect in hook.model.effects)
    )
