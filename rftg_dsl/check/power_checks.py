"""Check each power by itself, against the declarations of its side, its moment, its verbs and its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from rftg_dsl.base.diagnostic import Diagnostic, Severity, with_article
from rftg_dsl.check.dead_powers import diagnose_dead_power
from rftg_dsl.check.model import (
    Do,
    Match,
    Modifier,
    Occurrence,
    Offer,
    Pattern,
    PieceSet,
    PlaceSet,
    Side,
    StockSet,
    Trigger,
    Who,
    Window,
)
from rftg_dsl.check.possibilities import can_lie_in, places_below, places_of, targets_of
from rftg_dsl.check.relations import can_be_price, is_in_vain, is_single_piece
from rftg_dsl.check.side_matching import can_bear, describe_match, does_match
from rftg_dsl.check.signatures import Bearing, Verb
from rftg_dsl.check.vocabulary import PlaceWord

# -- moments -----------------------------------------------------------------------------------------------------


def check_moment(here: Occurrence) -> Iterator[Diagnostic]:
    """Check that a power waits only for a window that exists, or does only what its phase offers."""
    windows = here.words.schedule.windows
    match power := here.power:
        case Window() if power.edge not in windows.get(power.phase, ()):
            known = [f"{edge} of {phase}" for phase, edges in windows.items() for edge in edges]
            yield diagnose_dead_power(power, f"the game has no moment called {power.point!r}", known)
        case Window() if power.times > 1 and power.once in ("phase", power.phase):
            message = f"the {power.point} occurs only once per {power.once}"
            yield Diagnostic("surplus-clause", power.at, message, f"leave out 'twice per {power.once}'")
        case Offer() if power.rank and power.phase not in here.game.ordered:
            why = f"the owner chooses the order of powers in {power.phase}"
            message = f"'first' and 'last' have no meaning here, because {why}"
            yield Diagnostic("surplus-clause", power.at, message, "leave it out")
        case Offer() if not power.act.lasting:
            verbs = [do.verb for do in power.dos[len(power.price) :]]
            if not verbs or set(verbs) - set(here.game.offers.get(power.phase, ())):
                known = [name for name, offered in here.game.offers.items() if set(verbs) & set(offered)]
                known += [f"{edge} of {power.phase}" for edge in windows.get(power.phase, ())]
                why = f"{power.phase!r} cannot be used to {' or '.join(verbs) or 'do anything'}"
                yield diagnose_dead_power(power, why, known)


# -- verbs -------------------------------------------------------------------------------------------------------


def check_reach(here: Occurrence) -> Iterator[Diagnostic]:
    """Check that verbs can reach the places of their objects and can move the objects to their destinations."""
    for do, verb in here.acts:
        yield from check_object(here, do, verb)
        if verb.moments and here.power.point not in verb.moments:
            moments = [event.openings[0] for event in here.game.events if event.name in verb.moments]
            moments += [f"{phase}:" for phase in here.game.offers if phase in verb.moments]
            yield diagnose_dead_power(here.power, f"{verb.name!r} cannot be used at that moment", moments)
        yield from check_destinations(here, do, verb)


def check_object(here: Occurrence, do: Do, verb: Verb) -> Iterator[Diagnostic]:
    """Check the place and owner of a verb's object.

    Only the object of a verb can be the contents of pieces. In a slot, the pieces themselves are meant.
    """
    if is_beyond_reach(here, do, verb) and not verb.grants:
        known = f"it works on things in: {', '.join(verb.reach)}" if verb.reach else "specify the pieces themselves"
        if others := find_alternatives(here, do, verb):
            known = f"these fit: {', '.join(others)}"
        yield Diagnostic("wrong-kind", here.power.at, f"{verb.name!r} cannot be used on these", known)
    if verb.owned and any(is_of_others(here, do, part) for part in (do.what, *[value for _, value in do.slots])):
        message = f"{verb.name!r} works only on the player's own things"
        yield Diagnostic("wrong-kind", here.power.at, message, "use your own things, or make the opponents do it")
    if verb.elsewhere and isinstance(do.what, PieceSet) and do.what.this == "only":
        yield diagnose_dead_power(here.power, f"{verb.name!r} cannot be used on the piece with the power")


def check_destinations(here: Occurrence, do: Do, verb: Verb) -> Iterator[Diagnostic]:
    lead, leads = frozenset(verb.leads), " or ".join(verb.leads)
    if verb.conjures and isinstance(do.what, StockSet) and not lead.issuperset(do.what.places):
        yield Diagnostic("wrong-kind", here.power.at, f"{verb.name!r} works only in {leads}", f"specify {leads}")
    for _, value in do.slots:
        if isinstance(value, PieceSet) and value.holding:
            message = f"{verb.name!r} takes pieces, not the things on them"
            yield Diagnostic("wrong-kind", here.power.at, message, "specify the pieces")
        elif isinstance(value, PlaceSet) and lead and not lead.issuperset(targets_of(here.words, value)):
            message = f"{verb.name!r} can put things only in {leads}"
            yield Diagnostic("wrong-kind", here.power.at, message, "use another place")


def is_beyond_reach(here: Occurrence, do: Do, verb: Verb) -> bool:
    return isinstance(do.what, PieceSet | StockSet) and not can_lie_in(here.words, do.what, verb.reach)


def find_alternatives(here: Occurrence, do: Do, verb: Verb) -> list[str]:
    """Return the names of other verbs that can be used on a verb's object."""
    others = [other for other in here.game.verbs if other.object == verb.object and other.name != do.verb]
    fit = [other.name for other in others if other.reach and other.pays and not is_beyond_reach(here, do, other)]
    return list(dict.fromkeys(fit))


def is_of_others(here: Occurrence, do: Do, part: object) -> bool:
    """Return whether the things belong to seats other than the one that carries out the verb."""
    if isinstance(part, PieceSet) and part.role:
        # The event's piece belongs to the seat that acted.
        actor = "another" if do.who == "own" else "you"
        return isinstance(here.power, Trigger) and here.power.pattern.who == actor
    if isinstance(part, PlaceSet) and part.here:
        return do.who != "own"
    return isinstance(part, PieceSet | StockSet) and part.who != "own"


def check_lying(here: Occurrence) -> Iterator[Diagnostic]:
    """Check that a power looks for things, or puts things, only in places where such things can be."""
    if not (allowed := here.game.allowed_places):
        return
    # check_reach has already reported the objects that a verb cannot reach.
    unchecked = [do.what for do, verb in here.acts if verb.grants or is_beyond_reach(here, do, verb)]
    for part in here.power.parts:
        if not isinstance(part, PieceSet | StockSet) or any(part is thing for thing in unchecked):
            continue
        kinds, places = kinds_of(here, part), places_of(here.words, part)
        if kinds and all(kind in allowed and allowed[kind].isdisjoint(places) for kind in kinds):
            why = f"no {' or '.join(sorted(kinds))} is ever in {' or '.join(sorted(places))}"
            yield diagnose_dead_power(here.power, why)
            break
    for do in here.power.dos:
        kinds = do.what.match.kinds if isinstance(do.what, PieceSet) else frozenset()
        for place in [name for _, value in do.slots if isinstance(value, PlaceSet) for name in value.places]:
            if kinds and not any(place in allowed.get(kind, (place,)) for kind in kinds):
                yield diagnose_dead_power(here.power, f"no {' or '.join(sorted(kinds))} can be put in {place}")


def kinds_of(here: Occurrence, part: PieceSet | StockSet) -> frozenset[str]:
    if isinstance(part, PieceSet):
        return part.match.kinds
    return frozenset(here.words.stock_kinds[kind].of for kind in part.kinds)


def check_seen(here: Occurrence) -> Iterator[Diagnostic]:
    """Check that the owner does not choose among things that only others can see. Chance picks such things."""
    for do in here.power.dos:
        if do.high is not None and isinstance(do.what, PieceSet):
            places = [here.words.places[name] for name in do.what.places]
            if any(does_hide(place, do.what.who) for place in places):
                message = f"the owner cannot see the things in {' or '.join(do.what.places)}"
                yield Diagnostic("choice-without-chooser", here.power.at, message, "use a single number, or 'all'")


def does_hide(place: PlaceWord, who: Who) -> bool:
    return place.seen == "none" or (place.seen == "owner" and who != "own")


# -- sides -------------------------------------------------------------------------------------------------------


def check_bearing(here: Occurrence) -> Iterator[Diagnostic]:
    """Check that a power is allowed on sides of its kind."""
    kind, power = here.side.kind, here.power
    if power.use not in here.game.uses.get(kind, (power.use,)):
        known = " and ".join(sorted(here.game.uses[kind]))
        can = f"only {known} powers" if known else "no powers"
        yield diagnose_dead_power(power, f"{with_article(kind)} can have {can}")
    elif strange := sorted(find_strange_words(here)):
        why = f"{with_article(kind)} cannot have a power to change or do {', '.join(strange)}"
        yield diagnose_dead_power(power, why)


def find_strange_words(here: Occurrence) -> set[str]:
    named = {do.verb for do in here.power.dos} | ({here.number.name} if here.number else set())
    only = here.game.only
    if here.side.kind in only:
        return named - only[here.side.kind]
    return named & {name for names in only.values() for name in names}


def check_this(here: Occurrence) -> Iterator[Diagnostic]:
    """Check that a power's assumptions about its own piece can be true of a piece of that kind and its contents."""
    if why := next(explain_idle(here), ""):
        # Only a warning, because both sides of a tile can have the same power even if it works on one side only.
        yield evolve(diagnose_dead_power(here.power, why), severity=Severity.WARNING)


def explain_idle(here: Occurrence) -> Iterator[str]:
    for match in find_own_descriptions(here):
        if not does_match(here.game, match, here.side):
            yield f"this {here.side.kind} is never {with_article(describe_match(match))}"
    yield from explain_unchanged(here)
    for place in sorted({place for part in here.power.every_part for place in places_on_self(here, part)}):
        if not can_bear(here.words, here.game, here.side, place):
            yield f"{describe_bare_side(here.side, here.game.bearing[place])} never holds anything"


def find_own_descriptions(here: Occurrence) -> Iterator[Match]:
    for part in here.power.every_part:
        if isinstance(part, PieceSet) and part.this == "only":
            yield part.match
        elif isinstance(part, Pattern):
            yield from (match for _, match, how in part.pieces if how == "only")


def explain_unchanged(here: Occurrence) -> Iterator[str]:
    """Yield the reasons why a power never changes its number."""
    number, about, kind = here.number, here.about, here.component.kind
    if number and number.bearers and kind not in number.bearers:
        bearers = with_article(" or ".join(sorted(number.bearers)))
        yield f"only {bearers} is in play when the {number.name} is decided"
    if number is None or not isinstance(about, PieceSet):
        return
    if about.holding and not (number.lying or number.permits):
        yield f"things on a piece have no {number.name}"
    if about.this == "only" and number.of and kind not in number.of:
        yield f"the {number.name} of {with_article(kind)} is never used"
    price = [do.what for do in here.power.price]
    if about.this == "only" and any(isinstance(paid, PieceSet) and is_single_piece(paid) for paid in price):
        yield "a piece cannot pay for itself"


def places_on_self(here: Occurrence, part: object) -> Sequence[str]:
    """Return the places on the power's own piece in which a part looks for things or puts things."""
    match part:
        case PieceSet(this="only"):
            return part.holding
        case StockSet(on=PieceSet(this="only")):
            return places_below(here.words, part)
        case PlaceSet(here=True):
            return targets_of(here.words, part)
        case Pattern(event=event) if event.acts and any(how == "only" for _, _, how in part.pieces):
            fires = [verb for verb in here.game.verbs if event.name in [fired.name for fired in verb.fires]]
            return [place for verb in fires for place in verb.leads]
    return ()


def describe_bare_side(side: Side, bearing: Bearing) -> str:
    value = side.properties.get(bearing.property)
    if value is None:
        return f"{with_article(side.kind)} without {with_article(bearing.property)}"
    shown = " ".join(value) if isinstance(value, tuple) else value
    return with_article(f"{shown} {side.kind}")


# -- numbers -----------------------------------------------------------------------------------------------------


def check_paid_change(here: Occurrence) -> Iterator[Diagnostic]:
    """Check that the price of a changed number can be paid, and that paying more of it has an effect."""
    power = here.power
    if isinstance(power, Modifier) and not all(can_be_price(here.game, do) for do in power.price):
        message = "the price must be a number of the owner's things, or an amount of a counter"
        yield Diagnostic("wrong-kind", power.at, message, "specify what the owner pays, and how much of it")
    elif isinstance(power, Modifier) and any(is_in_vain(power, here.game, do) for do in power.price):
        message = "paying more has no further effect"
        yield Diagnostic("surplus-clause", power.at, message, "write one number, or 'per ...' after the change")


def check_granted(here: Occurrence) -> Iterator[Diagnostic]:
    """Check that a power does not permit an act that is allowed by default."""
    power = here.power
    if isinstance(power, Modifier) and here.number and here.number.granted and power.change.direction == "allowed":
        act = power.parameter
        message = f"this can never do anything: these can be {act} unless a power forbids it"
        hint = f"remove it: a power cannot lift another's ban; write '... cannot be {act}' to forbid it"
        yield Diagnostic("never-fires", power.at, message, hint)


def check_sides(here: Occurrence) -> Iterator[Diagnostic]:
    """Check that the pieces whose number a power changes have that number."""
    if here.number and here.number.sides and isinstance(here.about, PieceSet):
        kinds = here.about.match.kinds
        if kinds and not kinds & here.number.sides:
            why = f"{with_article(' or '.join(sorted(kinds)))} has no {here.number.name}"
            yield diagnose_dead_power(here.power, why)
