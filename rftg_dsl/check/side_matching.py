"""Match sides by their printed values and by the sorts of their powers."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping

from rftg_dsl.base.diagnostic import with_article
from rftg_dsl.check.model import (
    Component,
    Match,
    Meant,
    Model,
    Modifier,
    Offer,
    PieceSet,
    Power,
    Score,
    Side,
    Trigger,
    Window,
)
from rftg_dsl.check.signatures import Signatures, Sort, Verb, sorts_in
from rftg_dsl.check.vocabulary import SCORE, Vocabulary


def does_match(game: Signatures, match: Match, side: Side) -> bool:
    return (
        (not match.kinds or side.kind in match.kinds)
        and (not match.names or side.name in match.names)
        and all(does_show(side, name, values) for name, values in match.values)
        and not any(does_show(side, name, values) for name, values in match.excluded)
        # ``low - 1`` is out of range, so a side without the number does not match.
        and all(low <= number_on(side, name, low - 1) <= high for name, low, high in match.numbers)
        and all((verb in acts_of_side(game, side)) == wanted for verb, wanted in match.verbs)
    )


def is_meant(game: Signatures, meant: Meant, component: Component, side: Side) -> bool:
    """Whether a convention of a game applies to a side."""
    return (not meant.components or component.kind in meant.components) and does_match(game, meant.match, side)


def does_show(side: Side, name: str, values: frozenset[str]) -> bool:
    value = side.properties.get(name)
    return not values.isdisjoint(value) if isinstance(value, tuple) else value in values


def describe_match(match: Match) -> str:
    words = [" or ".join(sorted(values)) for _, values in match.values]
    words += [f"non-{value}" for _, values in match.excluded for value in sorted(values)]
    words.append(" or ".join(sorted(match.kinds)) or "piece")
    words += [f"with {name} {low}" + (f" to {high}" if high > low else "") for name, low, high in match.numbers]
    words += [f"called {' or '.join(sorted(match.names))}"] if match.names else []
    words += [f"{'with' if wanted else 'without'} {with_article(verb)} power" for verb, wanted in match.verbs]
    return " ".join(words)


Bits = int
"""A set of sides as an integer, in which bit n represents the side with index n."""


class Matching:
    """Finds the same sides as ``does_match``, but in constant time for each criterion of a match."""

    def __init__(self, model: Model, game: Signatures) -> None:
        self.words = model.words
        self.game = game
        self.sides = model.list_sides()
        self.all: Bits = (1 << len(self.sides)) - 1
        self._found: dict[Match, Bits] = {}
        self._with: dict[tuple[str, object], Bits] = {}
        """The sides with a certain kind, name, sort of power or property value, by criterion and value."""
        self._numbers: dict[str, dict[int, Bits]] = {}
        self._bearing: dict[str, Bits] = {}
        self._sorts: dict[int, set[str]] = {}
        """The sorts of power on each side, by the ``id`` of the side."""
        for nth, side in enumerate(self.sides):
            self._add(1 << nth, side)
        self._up_to = {name: Steps(numbers) for name, numbers in self._numbers.items()}

    def _add(self, bit: Bits, side: Side) -> None:
        shown: list[tuple[str, object]] = [("kind", side.kind), ("name", side.name)]
        shown += [("sort", sort) for sort in self.sorts_of(side)]
        for name, value in side.properties.items():
            if isinstance(value, int):
                numbers = self._numbers.setdefault(name, {})
                numbers[value] = numbers.get(value, 0) | bit
            for item in value if isinstance(value, tuple) else (value,):
                shown.append((f"shows {name}", item))
        for each in shown:
            self._with[each] = self._with.get(each, 0) | bit

    def sides_of(self, match: Match) -> Bits:
        if match not in self._found:
            self._found[match] = self._find_sides(match)
        return self._found[match]

    def _find_sides(self, match: Match) -> Bits:
        sides = self.all
        if match.kinds:
            sides &= self._sides_with("kind", match.kinds)
        if match.names:
            sides &= self._sides_with("name", match.names)
        for name, values in match.values:
            sides &= self._sides_with(f"shows {name}", values)
        for name, values in match.excluded:
            # ``~`` also sets all higher bits; the ``&`` clears them.
            sides &= ~self._sides_with(f"shows {name}", values)
        for name, low, high in match.numbers:
            steps = self._up_to.get(name)
            sides &= steps.sides_between(low, high) if steps else 0
        for verb, wanted in match.verbs:
            having = self._with.get(("sort", verb), 0)
            sides &= having if wanted else ~having
        return sides

    def _sides_with(self, what: str, values: Iterable[object]) -> Bits:
        sides = 0
        for value in values:
            sides |= self._with.get((what, value), 0)
        return sides

    def bearers_of(self, place: str) -> Bits:
        if place not in self._bearing:
            self._bearing[place] = self.select_sides(lambda side: can_bear(self.words, self.game, side, place))
        return self._bearing[place]

    def select_sides(self, test: Callable[[Side], bool]) -> Bits:
        return sum(1 << nth for nth, side in enumerate(self.sides) if test(side))

    def sorts_of(self, side: Side) -> set[str]:
        if id(side) not in self._sorts:
            self._sorts[id(side)] = acts_of_side(self.game, side)
        return self._sorts[id(side)]

    def make_mask(self, match: Match) -> bytes:
        """Return one byte for each side, which is 1 if the side matches and otherwise 0."""
        # Converting the binary digits takes a few calls to C functions instead of a loop over all sides.
        digits = f"{self.sides_of(match):0{len(self.sides)}b}" if self.sides else ""
        return digits[::-1].encode().translate(FROM_DIGITS)


FROM_DIGITS = bytes.maketrans(b"01", b"\0\1")


class Steps:
    """The cumulative unions of sides, ordered by a property's number, so that any range takes two look-ups."""

    def __init__(self, numbers: Mapping[int, Bits]) -> None:
        self.numbers = sorted(numbers)
        self.below: list[Bits] = [0]
        """Element n is the set of sides that have one of the n lowest numbers."""
        for n in self.numbers:
            self.below.append(self.below[-1] | numbers[n])

    def sides_between(self, low: int, high: int) -> Bits:
        if low > high:
            return 0
        return self.below[bisect_right(self.numbers, high)] & ~self.below[bisect_left(self.numbers, low)]


def can_bear(words: Vocabulary, game: Signatures, side: Side, place: str) -> bool:
    bearing = game.bearing.get(place)
    if bearing is None:
        return True
    value = side.properties.get(bearing.property, ())
    shown = value if isinstance(value, tuple) else (str(value),)
    return any(not bearing.worth or words.values[name].properties.get(bearing.worth) for name in shown)


def is_usable(game: Signatures, power: Power) -> bool:
    """Return whether other powers can use this one, which must neither mention its own piece nor use another power."""
    return not power.about_itself and not any(does_use_powers(game.verbs[do.signature]) for do in power.dos)


def does_use_powers(verb: Verb) -> bool:
    return "moment" in verb.slots.values()


def number_on(side: Side, name: str, missing: int) -> int:
    value = side.properties.get(name)
    return value if isinstance(value, int) else missing


def acts_of_side(game: Signatures, side: Side) -> set[str]:
    """Return the verbs, sorts and phases of a side's powers, not counting prices."""
    return {sort for power in side.walk_powers() for sort in acts_of(game, power)}


def acts_of(game: Signatures, power: Power) -> Iterator[str]:
    yield from (do.verb for do in power.dos[len(power.price) :])
    match power:
        case Modifier():
            about = power.about.match.kinds if isinstance(power.about, PieceSet) else frozenset[str]()
            implied = next(
                (parameter.implies for parameter in game.parameters if parameter.name == power.parameter), ""
            )
            for sort in sorts_for(implied, about):
                yield sort
                yield from only_phase_for(game, sort)
        case Trigger(pattern=pattern):
            about = next((match.kinds for _, match, _ in pattern.pieces), frozenset())
            yield from sorts_for(pattern.event.phase, about)
        case Offer() | Window():
            yield power.phase
        case Score():
            yield SCORE


def only_phase_for(game: Signatures, verb: str) -> Iterator[str]:
    phases = [phase for phase, verbs in game.offers.items() if verb in verbs]
    if len(phases) == 1:
        yield from phases


def sorts_for(sort: Sort, kinds: frozenset[str]) -> Iterable[str]:
    """Return the sorts for these kinds of pieces, or all sorts if no kinds are given."""
    if kinds and isinstance(sort, Mapping):
        return [sort[kind] for kind in sorted(kinds) if kind in sort]
    return sorts_in(sort)
