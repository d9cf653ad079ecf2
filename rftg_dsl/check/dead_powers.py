"""Find the powers that can never do anything, and the conditions that are always true.

Each phrase in a power has needs: that some side fits its description, say, or that an event can have happened. A power
with a need that cannot be met is dead. A condition that holds if nothing is counted, such as ``if you have not
shipped``, is read the other way round: if there can be nothing to count, it is always true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from attrs import frozen

from rftg_dsl.base.diagnostic import Diagnostic, Severity, with_article
from rftg_dsl.check.model import (
    Condition,
    Do,
    Held,
    HowMany,
    Match,
    Model,
    Occurrence,
    Offer,
    Opponents,
    Pattern,
    PieceSet,
    PlaceSet,
    Power,
    Score,
    StockSet,
    Times,
    Trigger,
    Variety,
)
from rftg_dsl.check.possibilities import Possibilities, places_below, point_of, targets_of
from rftg_dsl.check.side_matching import describe_match, does_show, does_use_powers
from rftg_dsl.check.signatures import EventWord, Listed, Signatures
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.check.vocabulary import Vocabulary


@frozen
class Need:
    """A question about what is possible, to which a power needs the answer yes."""

    why: str
    """The reason why the power is dead if the answer is no."""
    is_met: Callable[[Possibilities], bool] = lambda _: False
    """The question. By default, the answer is always no, because declarations alone rule the need out."""
    find_moments: Callable[[Possibilities], Sequence[str]] = lambda _: ()
    """A function that returns the moments at which the power would work instead, if any."""


# -- the needs of a power ----------------------------------------------------------------------------------------


def find_needs(here: Occurrence) -> Iterator[Need]:
    """Yield the needs of a power that do not depend on its moment, the most telling first."""
    words, power = here.words, here.power
    for match, places in find_holders(here):
        why = f"no {describe_match(match)} ever holds anything"
        yield Need(why, partial(Possibilities.can_hold, match=match, places=places))
    for do, verb in here.acts:
        if isinstance(do.what, PieceSet) and does_use_powers(verb):
            why = f"no {describe_match(do.what.match)} has a power at this moment that another piece can use"
            question = partial(Possibilities.can_use, match=do.what.match, point=power.point)
            yield Need(why, question, partial(Possibilities.find_uses, match=do.what.match))
    for part in power.every_part:
        if isinstance(part, Held) and (counter := words.counters[part.counter]).added and not counter.start:
            # The game's own steps never change a counter that a set adds.
            why = f"nothing ever grants {counter.name}"
            yield Need(why, partial(Possibilities.can_be_granted, counter=counter.name))
    for part in power.every_part:
        if isinstance(part, Match) and part != ANY:
            yield Need(f"the game has no {describe_match(part)}", partial(Possibilities.has_side, match=part))
        elif why := explain_contradiction(words, part):
            yield Need(why)


def explain_contradiction(words: Vocabulary, part: object) -> str:
    """Return the reason why declarations alone make a part impossible; empty if they do not."""
    match part:
        case PieceSet() if part.tag and words.origins["marks", name := mark_of(words, part)].name != "game":
            return f"nothing ever makes a piece {name}"
        case StockSet(kinds=kinds) if not kinds:
            return "these things do not exist"
        case StockSet(on=PieceSet(), places=places) if places and not places_below(words, part):
            return f"nothing in {' or '.join(places)} is on a piece"
        case HowMany(measure=Held(counter=name), low=low) if low > (high := words.counters[name].high):
            return f"no one can have more than {high} {name}"
    return ""


ANY = Match()


def find_holders(here: Occurrence) -> Iterator[tuple[Match, Sequence[str]]]:
    """Yield the pieces on which a power looks for things, or puts things, each with the places on it."""
    # A variety has one part for each value, and a value that no piece has does no harm.
    varied = {id(of) for part in here.power.parts if isinstance(part, Variety) for of in nodes_in(part)}
    for part in here.power.every_part:
        if id(part) not in varied:
            yield from holders_in(here, part)
    if here.number and here.number.held and isinstance(here.about, PieceSet):
        yield here.about.match, (here.number.held,)


def holders_in(here: Occurrence, part: object) -> Iterator[tuple[Match, Sequence[str]]]:
    match part:
        case PieceSet() if places := part.holding or part.laden:
            yield part.match, places
        case Do(slots=slots):
            leads = here.game.verbs[part.signature].leads
            if below := [place for place in leads if here.words.places[place].owner == "piece"]:
                yield from ((value.match, below) for _, value in slots if isinstance(value, PieceSet))
        case Pattern(event=event):
            yield from ((match, (event.held[role],)) for role, match, _ in part.pieces if role in event.held)
        case StockSet(on=PieceSet() as on) if spots := places_below(here.words, part):
            yield on.match, spots
        case PlaceSet(on=PieceSet() as on):
            yield on.match, targets_of(here.words, part)


def find_event_needs(here: Occurrence) -> Iterator[Need]:
    """Yield the need that an event's piece can fit every description of it."""
    if isinstance(here.power, Trigger):
        roles = list(here.power.pattern.event.about)
        meant_by = {roles.index(role) + 1: match for role, match, _ in here.power.pattern.pieces}
        for part in here.power.parts:
            if isinstance(part, PieceSet) and (match := meant_by.get(part.role)):
                meant, said = (with_article(describe_match(each)) for each in (match, part.match))
                question = partial(Possibilities.can_be_both, match=match, other=part.match)
                yield Need(f"the event is about {meant}, never {said}", question)


def mark_of(words: Vocabulary, pieces: PieceSet) -> str:
    return next(name for name, number in words.marks.items() if number == pieces.tag)


def find_timely_needs(here: Occurrence, parts: Sequence[object]) -> Iterator[Need]:
    """Yield the needs for the events that these parts count, and for the things that they look for."""
    game, power = here.game, here.power
    for said, event in histories_in(here, parts):
        counts, ends = f"{said!r} counts events in this phase, but", partial(Possibilities.find_ends, event=event)
        why = "scores are counted after the last phase" if isinstance(power, Score) else "none ever happens then"
        yield Need(f"{counts} {why}", partial(Possibilities.can_coincide, event=event, power=power), ends)
        why = f"none has happened at the {point_of(game, power)}"
        yield Need(f"{counts} {why}", partial(Possibilities.can_precede, event=event, power=power), ends)
    granted = [do.what for do, verb in here.acts if verb.grants]
    empty = game.empty.get(power.point, frozenset[str]())
    for part in parts:
        if isinstance(part, PieceSet | StockSet) and part.places:
            if empty.issuperset(part.places) and not any(part is thing for thing in granted):
                why = f"nothing is in {' or '.join(sorted(set(part.places)))} at that moment"
                yield Need(why, partial(Possibilities.can_be_filled, places=frozenset(part.places)))
            if is_vacated(here, part):
                yield Need("everything leaves a piece as it comes into play")
        listed = part.listed if isinstance(part, StockSet) else part.chosen if isinstance(part, PlaceSet) else None
        if isinstance(listed, Listed) and power.point in listed.unknown:
            phrase = next(phrase for phrase, places in game.selected.items() if places == listed)
            yield Need(f"at that moment no {phrase} is known yet")


def histories_in(here: Occurrence, parts: Sequence[object]) -> Iterator[tuple[str, str]]:
    """Yield the events that these parts count over the phase, as (wording, event)."""
    for part in parts:
        if isinstance(part, Times):
            yield past_tense_of(part.pattern.event), part.pattern.event.name
        elif isinstance(part, PieceSet) and part.tag and (name := mark_of(here.words, part)) in here.game.passing_marks:
            yield name, here.game.passing_marks[name].name


def past_tense_of(event: EventWord[...]) -> str:
    return next(form for form, voice in event.forms.items() if voice == "past")


def is_vacated(here: Occurrence, part: PieceSet | StockSet) -> bool:
    """Return whether things on the power's own piece are removed before the power can have an effect.

    Some places on a piece are cleared when the piece comes into play, and only then does the power begin to count. A
    lasting power can count after its piece has left.
    """
    own = isinstance(part, PieceSet) and part.on_this == "only"
    return own and here.game.vacated.issuperset(part.places) and not here.lasting and not isinstance(here.power, Offer)


# -- the findings ------------------------------------------------------------------------------------------------


def check_needs(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that the needs of every power can be met, and that no condition is always true."""
    possible = Possibilities(model, game)
    for power, needs, spared in model.find_in_each(game, read_needs):
        if unmet := next((need for need in needs if not need.is_met(possible)), None):
            yield diagnose_dead_power(power, unmet.why, unmet.find_moments(possible))
        for need in [need for need in spared if not need.is_met(possible)]:
            yield Diagnostic("out-of-range", power.at, f"this is always true: {need.why}", "leave out the condition")


def read_needs(model: Model, game: Signatures) -> Iterator[tuple[Power, Sequence[Need], Sequence[Need]]]:
    """Yield each power with its needs, and with those of the conditions that hold if nothing is counted."""
    for here in model.walk_occurrences(game):
        conditions = [condition for condition in here.power.conditions if holds_at_zero(condition)]
        parts = [part for condition in conditions for part in nodes_in(condition)]
        ids = frozenset(id(part) for part in parts)
        needed = [part for part in here.power.parts if id(part) not in ids]
        needs = [*find_needs(here), *find_timely_needs(here, needed), *find_event_needs(here)]
        spared = list(find_timely_needs(here, parts)) if parts else []
        if needs or spared:
            yield here.power, needs, spared


def holds_at_zero(condition: Condition) -> bool:
    """Return whether a condition holds if there is nothing to count."""
    match condition:
        case HowMany(low=low):
            return low == 0
        case Opponents(condition=HowMany(low=low), how=how):
            return (low == 0) == (how != "no")
    return False


def diagnose_dead_power(power: Power, why: str, moments: Sequence[str] = ()) -> Diagnostic:
    hint = f"it would work at: {', '.join(moments)}" if moments else "change what it waits for, or remove it"
    return Diagnostic("never-fires", power.at, f"this can never do anything: {why}", hint)


def check_working(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that a side whose printed values promise a power has a power."""
    for side in model.list_sides() if game.working else ():
        for name, verb in game.working.items():
            if side.blank and any(does_show(side, prop, frozenset((name,))) for prop in side.properties):
                message = f"this {name} {side.kind} can never do anything, because it has no power to {verb}"
                hint = f"add a power, such as '{verb}: {verb} here'"
                yield Diagnostic("never-fires", side.at, message, hint, Severity.WARNING)
