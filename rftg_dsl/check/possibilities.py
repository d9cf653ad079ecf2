"""Work out what can be where, and when, in any game with these pieces: an abstract interpretation of all powers.

A power that can never do anything must be found without playing. So the powers are interpreted once, on an abstract
table that stands for every table of every game. Whatever can happen in some game is possible there. The converse does
not hold: a power that looks alive there may still be dead, but a power that is dead there is dead in every game.

The abstract table, ``Possibilities``, has a set for each part of a real table. These sets can only grow:

- ``matching``: the sides that fit a description or can hold things in a place, because any of them may be in play;
- ``when``: the moments at which each event can happen. A moment is a phase, the start of a phase or of a longer period,
  which differs from the phase because nothing has happened in it yet, or ``ANYTIME`` if the phase is unknown;
- ``filled``: the places into which a power puts things at a moment when the game's own steps leave them empty;
- ``granted``: the counters that some power gives to a player.

The table begins with what the game's own steps do. Interpreting a power then adds its ``Effects``, which depend only on
its component and are cached until that changes. A power that waits for an event causes others at the moments of that
event, which may itself be caused by powers, so events are added until nothing changes. This ends, because there are
finitely many events and moments.

``dead_powers`` reads the result. Each power has needs, and a need that cannot be met on the abstract table is never
met, so the power is dead. Where declarations alone decide, there is nothing to interpret: that is the task of
``power_checks``. ``ranges`` interprets numbers in the same way, but with an interval for each number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import frozen

from rftg_dsl.check.model import (
    Counters,
    Do,
    Match,
    Model,
    Modifier,
    Offer,
    PieceSet,
    PlaceSet,
    Power,
    Score,
    StockSet,
    Trigger,
    Window,
)
from rftg_dsl.check.side_matching import Bits, Matching, is_usable
from rftg_dsl.check.signatures import Signatures, sorts_in
from rftg_dsl.check.vocabulary import Vocabulary

ANYTIME = "anytime"
"""The moment of an event or power whose phase is unknown."""

SETUP = "setup"
"""The moment of a number that is computed before the first phase."""


@frozen
class Effects:
    """The effects of a power on the abstract table."""

    power: Power
    events: frozenset[str]
    """The events that the power causes at once. Conjured workers act only in their own phase, so they cause none."""
    places: frozenset[str]
    """The places into which the power puts things."""
    counters: frozenset[str]
    """The counters that the power grants."""


def read_effects(model: Model, game: Signatures) -> Iterator[Effects]:
    for power in model.walk_powers():
        verbs = [game.verbs[do.signature] for do in power.dos]
        events = frozenset(event.name for verb in verbs if not verb.conjures for event in verb.fires)
        places = frozenset(place for do in power.dos for place in destinations_of(do))
        counters = frozenset(counter for do in power.dos for counter in counters_of(do))
        if events or places or counters:
            yield Effects(power, events, places, counters)


def destinations_of(do: Do) -> Iterator[str]:
    for _, value in do.slots:
        if isinstance(value, PlaceSet):
            yield from value.chosen.among if value.chosen else value.places


def counters_of(do: Do) -> Sequence[str]:
    return do.what.names if isinstance(do.what, Counters) else [do.what] if isinstance(do.what, str) else ()


class Possibilities:
    """The abstract table of a game with all its powers."""

    def __init__(self, model: Model, game: Signatures) -> None:
        self.model, self.words, self.game = model, model.words, game
        self.matching = model.make_once(game, Matching)
        self.starts = frozenset(f"start of {period}" for period in self.words.schedule.windows)
        self.when = {event.name: frozenset(sorts_in(event.phase) or (ANYTIME,)) for event in game.events}
        effects = list(model.find_in_each(game, read_effects))
        while self._add_events(effects):
            pass
        self.filled = frozenset(
            place for each in effects for place in each.places & game.empty.get(each.power.point, each.places)
        )
        self.granted = frozenset(counter for each in effects for counter in each.counters)

    def _add_events(self, effects: Iterable[Effects]) -> bool:
        """Add the events that powers cause at the moments known so far. Return whether this adds any moment."""
        before = dict(self.when)
        for each in effects:
            for event in each.events:
                self.when[event] |= self.moments_of(each.power)
        return self.when != before

    def moments_of(self, power: Power) -> frozenset[str]:
        """Return the moments at which a power reacts; empty if it reacts outside all phases."""
        schedule, point = self.words.schedule, point_of(self.game, power)
        match power:
            case Trigger():
                return self.when[point]
            case Window(edge="start", phase=phase) if phase in schedule.checkpoints:
                return frozenset((point, *schedule.windows))
            case Window(phase=phase) if phase in schedule.checkpoints:
                return frozenset((ANYTIME,))
            case Window(phase=phase) | Offer(phase=phase):
                return frozenset((point, phase))
            case Score():
                return frozenset()
        phase = point.removeprefix("start of ")
        known = phase in schedule.windows or phase in self.game.offers
        return frozenset() if point == SETUP else frozenset((phase if known else ANYTIME,))

    # -- questions -----------------------------------------------------------------------------------------------

    def has_side(self, match: Match) -> bool:
        """Return whether a side fits a description, or whether the description has an unknown name, which is reported
        at its own location."""
        return bool(self.matching.sides_of(match)) or not match.names <= {side.name for side in self.model.list_sides()}

    def can_hold(self, match: Match, places: Sequence[str]) -> bool:
        """Return whether a side that fits can hold things in one of these places, if any side fits at all."""
        sides = self.matching.sides_of(match)
        return not sides or any(sides & self.matching.bearers_of(place) for place in places)

    def can_be_both(self, match: Match, other: Match) -> bool:
        """Return whether a side that fits one description also fits the other, if any side fits the first at all."""
        sides = self.matching.sides_of(match)
        return not sides or bool(sides & self.matching.sides_of(other))

    def can_use(self, match: Match, point: str) -> bool:
        """Return whether a side that fits has a power that others can use at this moment, if any side fits at all."""
        sides = self.matching.sides_of(match)
        return not sides or bool(sides & (self._usable.get((point, True), 0) | self._usable.get((point, False), 0)))

    def find_uses(self, match: Match) -> Sequence[str]:
        """Return the moments for which powers wait that others can use, on sides that fit."""
        sides = self.matching.sides_of(match)
        return sorted(point for (point, waits), having in self._usable.items() if waits and sides & having)

    @cached_property
    def _usable(self) -> Mapping[tuple[str, bool], Bits]:
        """The sides with powers that others can use, by (moment, whether the power waits for that moment)."""
        sides_by_moment: dict[tuple[str, bool], Bits] = {}
        for nth, side in enumerate(self.model.list_sides()):
            for power in side.powers:
                if is_usable(self.game, power):
                    moment = power.point, isinstance(power, Window | Offer)
                    sides_by_moment[moment] = sides_by_moment.get(moment, 0) | 1 << nth
        return sides_by_moment

    def can_be_granted(self, counter: str) -> bool:
        return counter in self.granted

    def can_be_filled(self, places: frozenset[str]) -> bool:
        return not places.isdisjoint(self.filled)

    def can_coincide(self, event: str, power: Power) -> bool:
        """Return whether an event can happen in a phase in which a power reacts."""
        now, when = self.moments_of(power), self.when[event]
        return ANYTIME in now | when or not now.isdisjoint(when)

    def can_precede(self, event: str, power: Power) -> bool:
        """Return whether an event of the same phase can have happened by the time that a power reacts."""
        point = point_of(self.game, power)
        return point not in self.starts or point in self.when[event] or not self.can_coincide(event, power)

    def find_ends(self, event: str) -> Sequence[str]:
        """Return the ends of the phases in which an event can happen."""
        phases = [phase for phase in self.words.phases if phase in self.words.schedule.windows]
        return [f"end of {phase}" for phase in phases if phase in self.when[event]]


def point_of(game: Signatures, power: Power) -> str:
    """Return the moment at which a power reacts or, if its number is computed at a fixed moment, that moment."""
    moment = game.find_parameter(power.parameter).moment if isinstance(power, Modifier) else ""
    return moment or power.point


# -- the places that a phrase means ------------------------------------------------------------------------------


def can_lie_in(words: Vocabulary, what: PieceSet | StockSet, reach: Sequence[str]) -> bool:
    """Return whether things can be in one of these places. If there are none, things can be anywhere but on a piece."""
    if isinstance(what, PieceSet) and what.holding:
        return not set(reach).isdisjoint(what.holding)
    return not reach or not set(reach).isdisjoint(places_of(words, what))


def places_of(words: Vocabulary, what: PieceSet | StockSet) -> Sequence[str]:
    """Return the places that a phrase for things names or, if it names none, all places where these can be."""
    places = words.places.values()
    own = [place.name for place in places if (place.active if isinstance(what, PieceSet) else place.owner == "seat")]
    return what.places or own


def targets_of(words: Vocabulary, place: PlaceSet) -> Sequence[str]:
    """Return the places that a phrase means. A place on a piece that is not named means the first such place."""
    if place.chosen is not None:
        return place.chosen.among
    return places_on_pieces(words)[:1] if place.on or (place.here and not place.places) else place.places


def places_below(words: Vocabulary, stock: StockSet) -> Sequence[str]:
    """Return the places on pieces where stock can be."""
    every = places_on_pieces(words)
    return [name for name in stock.places if name in every] if stock.places else every


def places_on_pieces(words: Vocabulary) -> Sequence[str]:
    return [name for name, place in words.places.items() if place.owner == "piece"]
