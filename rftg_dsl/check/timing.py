"""Check the timing of powers: when a power acts, its events can have happened, and its things can be in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from rftg_dsl.check.model import (
    Do,
    HowMany,
    Model,
    Modifier,
    Offer,
    PieceSet,
    PlaceSet,
    Power,
    Score,
    StockSet,
    Times,
    Trigger,
    Window,
)
from rftg_dsl.check.signatures import EventWord, Listed, Signatures, sorts_in
from rftg_dsl.check.visit import nodes_in

Phases = frozenset[str] | None
"""The phases in which something can happen; None if they are unknown."""

SETUP = "setup"
"""The moment of a number that is computed before the first phase."""


@frozen
class Happening:
    """The times at which events happen and places are filled in a game, shared by several checks."""

    when: Mapping[str, Phases]
    begun: Mapping[str, set[str]]
    """The events that powers cause at the start of each phase."""
    late: frozenset[str]
    """The places that some power fills at a moment when they are otherwise empty."""


def happening_in(model: Model, game: Signatures) -> Happening:
    return Happening(phases_of_events(model, game), events_at_starts(model, game), find_late_places(model, game))


def find_too_early(model: Model, game: Signatures, happening: Happening) -> Iterator[tuple[Power, str, Sequence[str]]]:
    """Yield the powers that depend on events in the phase before any of these can have happened.

    Each power is accompanied by the reason and by suitable moments. Events are counted from the start of each phase.
    Powers at the end of a round or turn are not checked.
    """
    when, begun = happening.when, happening.begun
    starts = [f"start of {period}" for period in model.words.schedule.checkpoints]
    for power, counted in model.find_in_each(game, find_counting_powers):
        phases = phases_of(model, game, power, when)
        if phases is None:
            continue
        now = moment_of(game, power)
        for said, event in counted:
            possible = when[event]
            if event in begun.get(now, (event,)) and (possible is None or phases & possible):
                continue
            # If the event's phases are unknown, only the start of a round or turn is certain to be too early.
            if possible is None and now not in starts:
                continue
            ends = [f"end of {phase}" for phase in model.words.phases if phase in (possible or ())]
            none = explain_absence(now, phases & (possible or phases))
            yield power, f"{said!r} counts events in this phase, but {none}", ends
            break


def find_counting_powers(model: Model, game: Signatures) -> Iterator[tuple[Power, Sequence[tuple[str, str]]]]:
    for power in model.walk_powers():
        if counted := tuple(histories_in(model, game, power.needed_parts)):
            yield power, counted


def find_always_true(model: Model, game: Signatures, happening: Happening) -> Iterator[tuple[Power, str]]:
    """Yield the powers with a condition that is always true, with the reason: whatever it excludes is impossible."""
    when, begun, late = happening.when, happening.begun, happening.late
    for power, parts in model.find_in_each(game, find_sparing_powers):
        phases, now = phases_of(model, game, power, when), moment_of(game, power)
        for said, event in histories_in(model, game, parts):
            possible = when[event]
            none = phases is not None and possible is not None and not phases & possible
            if none or (phases is not None and event not in begun.get(now, (event,))):
                yield power, f"{said!r} counts events in this phase, but none can have happened by then"
        bare = game.empty.get(power.point, frozenset()) - late
        for there in [places_of(part) for part in parts]:
            if there and there <= bare:
                yield power, f"nothing is in {' or '.join(sorted(there))} at that moment"


def explain_absence(now: str, phases: frozenset[str]) -> str:
    if now == Score.point:
        return "scores are counted after the last phase"
    return f"none has happened at the {now}" if phases else "none ever happens then"


def moment_of(game: Signatures, power: Power) -> str:
    """Return the moment at which a power reacts or, if its number is computed at a fixed moment, that moment."""
    if isinstance(power, Modifier):
        return (
            next(parameter.moment for parameter in game.parameters if parameter.name == power.parameter) or power.point
        )
    return power.point


def phases_of(model: Model, game: Signatures, power: Power, when: Mapping[str, Phases]) -> Phases:
    """Return the phases in which a power can react; empty if it reacts outside all phases, None if they are unknown."""
    if isinstance(power, Score):
        return frozenset()
    if isinstance(power, Window) and power.phase in model.words.schedule.checkpoints:
        return frozenset(model.words.schedule.windows) if power.edge == "start" else None
    if isinstance(power, Window | Offer):
        return frozenset((power.phase,))
    if isinstance(power, Trigger):
        return when[power.pattern.event.name]
    now = moment_of(game, power)
    if now == SETUP:
        return frozenset()
    phase = now.removeprefix("start of ")
    return frozenset((phase,)) if phase in model.words.schedule.windows or phase in game.offers else None


def phases_of_events(model: Model, game: Signatures) -> Mapping[str, Phases]:
    """Return the phases in which each event can happen: its own phases, and those in which a power causes it."""
    phases_by_event: dict[str, Phases] = {event.name: frozenset(sorts_in(event.phase)) or None for event in game.events}
    causing = list(model.find_in_each(game, find_causes))
    # Iterate to a fixed point, because an event's phases depend on those of the events that trigger it.
    changed = True
    while changed:
        before = dict(phases_by_event)
        for power, names in causing:
            phases = phases_of(model, game, power, phases_by_event)
            for name in names:
                known = phases_by_event[name]
                # A single cause with unknown phases makes the event possible at any time.
                phases_by_event[name] = None if phases is None or known is None else known | phases
        changed = phases_by_event != before
    return phases_by_event


def find_causes(model: Model, game: Signatures) -> Iterator[tuple[Power, frozenset[str]]]:
    """Yield the powers that cause events immediately, each with those events.

    Verbs that conjure workers are excluded, because the workers act only in their own phase.
    """
    for power in model.walk_powers():
        verbs = [game.verbs[do.signature] for do in power.dos]
        if events := frozenset(event.name for verb in verbs if not verb.conjures for event in verb.fires):
            yield power, events


def events_at_starts(model: Model, game: Signatures) -> Mapping[str, set[str]]:
    causing = list(model.find_in_each(game, find_causes))
    triggers = [(power, events) for power, events in causing if isinstance(power, Trigger)]
    events_by_start: dict[str, set[str]] = {f"start of {phase}": set() for phase in model.words.schedule.windows}
    for power, events in causing:
        if isinstance(power, Window) and power.edge == "start":
            events_by_start.setdefault(power.point, set()).update(events)
    for names in events_by_start.values():
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            more = {new for trigger, events in triggers if trigger.point == name for new in events} - names
            names |= more
            waiting += more
    return events_by_start


def histories_in(model: Model, game: Signatures, parts: Iterable[object]) -> Iterator[tuple[str, str]]:
    """Yield the events that ``parts`` count over the phase, as (wording, event)."""
    marks = {number: name for name, number in model.words.marks.items()}
    for part in parts:
        if isinstance(part, Times):
            event = part.pattern.event
            yield past_tense_of(event), event.name
        elif isinstance(part, PieceSet) and (name := marks.get(part.tag, "")) in game.passing_marks:
            yield name, game.passing_marks[name].name


def find_sparing_powers(model: Model, game: Signatures) -> Iterator[tuple[Power, Sequence[object]]]:
    """Yield the powers with conditions that zero satisfies, each with all parts of those conditions."""
    for power in model.walk_powers():
        spared = [condition for condition in power.conditions if isinstance(condition, HowMany) and not condition.low]
        if spared:
            yield power, [part for condition in spared for part in nodes_in(condition)]


def past_tense_of(event: EventWord[...]) -> str:
    return next(form for form, voice in event.forms.items() if voice == "past")


def find_unknown_places(model: Model, game: Signatures) -> Iterator[tuple[Power, str]]:
    phrases = {listed: phrase for phrase, listed in game.selected.items() if isinstance(listed, Listed)}
    for power in model.walk_powers():
        for part in power.parts:
            listed = part.listed if isinstance(part, StockSet) else part.chosen if isinstance(part, PlaceSet) else None
            if isinstance(listed, Listed) and power.point in listed.unknown:
                yield power, f"at that moment no {phrases[listed]} is known yet"
                break


# -- places ------------------------------------------------------------------------------------------------------


def find_empty_searches(model: Model, game: Signatures, happening: Happening) -> Iterator[tuple[Power, str]]:
    """Yield the powers that look for things in places that are empty when the power acts, each with the reason.

    Lasting powers are skipped, because they can outlive their moment, or their piece.
    """
    for power, looking in model.find_in_each(game, find_searches):
        # A place that some power fills is not certain to be empty.
        bare = game.empty.get(power.point, frozenset()) - happening.late
        for part, there in looking:
            if there <= bare and not is_granted(game, power, part):
                yield power, f"nothing is in {' or '.join(sorted(there))} at that moment"
                break
            if is_vacated(game, power, part):
                yield power, "everything leaves a piece as it comes into play"
                break


def find_searches(model: Model, game: Signatures) -> Iterator[tuple[Power, Sequence[tuple[object, frozenset[str]]]]]:
    for power in [power for side in model.list_sides() for power in side.powers]:
        parts = [part for part in power.needed_parts if type(part) in LYING]
        if looking := [(part, there) for part in parts if (there := places_of(part))]:
            yield power, looking


LYING = frozenset((PieceSet, StockSet))


def places_of(part: object) -> frozenset[str]:
    return frozenset(part.places) if isinstance(part, PieceSet | StockSet) else frozenset()


def is_granted(game: Signatures, power: Power, part: object) -> bool:
    return any(do.what is part and game.verbs[do.signature].grants for do in power.dos)


def is_vacated(game: Signatures, power: Power, part: object) -> bool:
    """Return whether a power refers to things on its own piece that are removed before the power can have an effect.

    Some places on a piece are cleared when the piece comes into play, and only then does the power begin to count.
    """
    there = places_of(part)
    own = isinstance(part, PieceSet) and part.on_this == "only"
    return own and bool(there) and there <= game.vacated and not isinstance(power, Offer)


def find_late_places(model: Model, game: Signatures) -> frozenset[str]:
    places: set[str] = set()
    for power, there in model.find_in_each(game, find_filling_powers):
        places |= there & game.empty.get(power.point, there)
    return frozenset(places)


def find_filling_powers(model: Model, game: Signatures) -> Iterator[tuple[Power, frozenset[str]]]:
    for power in model.walk_powers():
        if there := frozenset(place for do in power.dos for place in destinations_of(do)):
            yield power, there


def destinations_of(do: Do) -> Iterator[str]:
    for _, value in do.slots:
        if isinstance(value, PlaceSet):
            yield from value.chosen.among if value.chosen else value.places
