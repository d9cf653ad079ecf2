"""The promises of powers on sides, read from their models: the same for every card that says the same.

The advice must also judge cards that nobody has seen before, so it never asks for a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rftg_dsl.check.model import Do, Modifier, PieceSet, Power, Side
from rftg_dsl.check.side_matching import does_match
from rftg_dsl.check.signatures import MANY
from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.race import weights

USUAL = 2
"""The number of goods to expect for a power that can take any number."""


@frozen
class Meal:
    """A consume power that takes goods."""

    eats: Sequence[bool]
    """For each side, whether the power takes the good of a world with this side."""
    breadth: int
    """The number of sides whose goods it takes; a power with a low number is picky."""
    different: bool
    """Whether the goods must be of different types."""
    least: int
    most: int
    vp: int
    vp_each: int
    less: int
    cards: int
    cards_each: int

    def gain_from(self, n: int) -> int:
        """The VP and cards for a number of goods."""
        return max(0, self.vp + self.vp_each * n - self.less) + self.cards + self.cards_each * n


class Promise:
    """Lookup tables by side and by power."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.sides = rules.sides
        self.types = [first_of(side.properties.get("type", "")) for side in self.sides]
        """For each side, the type of its good, or the first of several; empty for none."""
        powers = [power for side in self.sides for power in side.powers]
        self.draws = {power.id: count(power, "draw") for power in powers if count(power, "draw")}
        """The cards that a power draws, at least."""
        self.brings = {power.id: count(power, "draw") + count_chips(power) for power in powers}
        """The cards and VP chips that a power brings, at least."""
        self.renews = frozenset(power.id for power in powers if is_renewing(power))
        """The powers that produce on a windfall world."""
        self.meals = {power.id: self.meal_of(power) for power in powers if does_consume(power)}
        self.menu = [
            tuple([self.meals[power.id] for power in side.powers if power.id in self.meals]) for side in self.sides
        ]
        self.military = [sum([military_of(power) for power in side.powers]) for side in self.sides]
        """For each side, the Military against any world."""
        self.growth = [self.growth_of(nth) for nth in range(len(self.sides))]
        """For each side, the worth of its powers in a whole game, apart from goods."""

    def growth_of(self, side: int) -> float:
        powers = self.sides[side].powers
        weighed = [weights.POWERS[sort] * amount for power in powers for sort, amount in self.gains_of(power)]
        return sum(weighed) + weights.HUNGRY * sum([self.hope_of(meal) for meal in self.menu[side]])

    def hope_of(self, meal: Meal) -> float:
        """The gain from a consume power with the usual number of goods, less for one that is hard to feed."""
        return meal.gain_from(min(meal.most, USUAL)) * meal.breadth / max(1, self.count_types()) / meal.least

    def gains_of(self, power: Power) -> Iterator[tuple[str, float]]:
        """The sorts of gain from a power, as in ``POWERS``, with amounts."""
        if isinstance(power, Modifier):
            yield from self.gains_of_change(power)
        elif power.id in self.renews:
            yield "produce", 1.0
        elif self.brings[power.id] and power.id not in self.meals:
            is_sure = not power.conditions and all(do.low.measure is None for do in power.effects)
            part = 1.0 if is_sure else weights.UNSURE
            yield f"draw in {phase_of(power)}", self.brings[power.id] * part

    def gains_of_change(self, power: Modifier) -> Iterator[tuple[str, float]]:
        sort = power.point
        if power.price:
            yield "discard", 1.0
        elif sort in ("payment", "conquest"):
            yield sort, 1.0
        elif sort in weights.POWERS and power.change.direction in ("more", "less"):
            more = power.change.by.n * (1 if power.change.direction == "more" else -1)
            concerns = self.part_of(power)
            if sort == "cost":
                developments = isinstance(power.about, PieceSet) and power.about.match.kinds == {"development"}
                yield ("cost of developments" if developments else "cost"), -more * concerns
            else:
                yield sort, more * concerns

    def part_of(self, power: Modifier) -> float:
        """The part of the sides that the power is about."""
        if not isinstance(power.about, PieceSet):
            return 1.0
        match = power.about.match
        alike = [side for side in self.sides if does_match(self.rules.game, match, side)]
        if power.about.this == "only":
            return FEW
        if power.point in GOODS:
            return len([side for side in alike if has_type(side)]) / max(1, self.count_types())
        return min(1.0, len(alike) / len(self.sides) * SPREAD.get(power.point, 1))

    def count_types(self) -> int:
        return len([side for side in self.sides if has_type(side)])

    def meal_of(self, power: Power) -> Meal:
        taken = power.price[0]
        assert isinstance(taken.what, PieceSet)
        eats = [has_type(side) and does_match(self.rules.game, taken.what.match, side) for side in self.sides]
        chips = [do.low for do in power.effects if do.verb == "gain" and do.what == "vp"]
        cards = [do.low for do in power.effects if do.verb == "draw"]
        return Meal(
            eats=eats,
            breadth=sum(eats),
            different=taken.what.different != "",
            least=1 if taken.all or taken.high is not None else taken.low.n,
            most=MANY if taken.all else taken.high or taken.low.n,
            vp=sum([amount.n for amount in chips if amount.measure is None]),
            vp_each=sum([amount.n for amount in chips if amount.measure is not None]),
            less=sum([amount.less for amount in chips]),
            cards=sum([amount.n for amount in cards if amount.measure is None]),
            cards_each=sum([amount.n for amount in cards if amount.measure is not None]),
        )


PHASES = ("develop", "settle", "consume")
"""The phases in which powers draw cards; all others are reckoned with Produce."""

GOODS = ("trade", "traded")
FEW = 0.25
"""The part of all goods that is on a single world."""
SPREAD = {"military": 3}
"""Parameters that matter only for some sides, by which number the part of all sides is multiplied."""


def first_of(types: object) -> str:
    return str(types[0]) if isinstance(types, tuple) else str(types)


def has_type(side: Side) -> bool:
    return "type" in side.properties


def phase_of(power: Power) -> str:
    """The phase in which a power acts, which its point names, as in ``start of develop`` or ``settled``."""
    return next((phase for phase in PHASES if phase in power.point), "produce")


def count(power: Power, verb: str) -> int:
    return sum([do.low.n for do in power.effects if do.verb == verb])


def count_chips(power: Power) -> int:
    return sum([do.low.n for do in power.effects if do.verb == "gain" and do.what == "vp"])


def does_consume(power: Power) -> bool:
    return power.point == "consume" and bool(power.price) and power.price[0].verb == "consume"


def is_renewing(power: Power) -> bool:
    return power.point == "produce" and any(has_choice(do) for do in power.effects)


def has_choice(do: Do) -> bool:
    return do.verb == "produce" and any(name == "on" for name, _ in do.slots)


def military_of(power: Power) -> int:
    if not isinstance(power, Modifier) or power.point != "military" or power.price or power.about is not None:
        return 0
    return power.change.by.n if power.change.direction == "more" else -power.change.by.n
