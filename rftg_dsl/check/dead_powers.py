"""Find powers that can never have an effect because of their trigger, their objects or the piece that they are on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from rftg_dsl.base.diagnostic import Diagnostic, Severity, with_article
from rftg_dsl.check.model import (
    Component,
    Counters,
    Do,
    Held,
    HowMany,
    Match,
    Model,
    Modifier,
    Offer,
    Pattern,
    PieceSet,
    PlaceSet,
    Power,
    Side,
    StockSet,
    Trigger,
    Variety,
    Window,
)
from rftg_dsl.check.never import describe_match, diagnose_dead_power
from rftg_dsl.check.reach import targets_of
from rftg_dsl.check.relations import can_be_price, is_in_vain, is_single_piece
from rftg_dsl.check.side_matching import Bits, Matching, can_bear, does_match, does_show, is_usable
from rftg_dsl.check.signatures import Bearing, Signatures
from rftg_dsl.check.timing import (
    find_always_true,
    find_empty_searches,
    find_too_early,
    find_unknown_places,
    happening_in,
)
from rftg_dsl.check.visit import nodes_in


def check_windows(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that powers wait only for windows that exist, do only what their phase offers, and have valid prices."""
    windows = [f"{edge} of {phase}" for phase, edges in model.words.schedule.windows.items() for edge in edges]
    for power in model.walk_powers():
        if isinstance(power, Window) and power.point not in windows:
            yield diagnose_dead_power(power, f"the game has no moment called {power.point!r}", windows)
        elif isinstance(power, Window) and power.times > 1 and power.once in ("phase", power.phase):
            message = f"the {power.point} occurs only once per {power.once}"
            yield Diagnostic("surplus-clause", power.at, message, f"leave out 'twice per {power.once}'")
        elif isinstance(power, Offer) and power.rank and power.phase not in game.ordered:
            why = f"the owner chooses the order of powers in {power.phase}"
            message = f"'first' and 'last' have no meaning here, because {why}"
            yield Diagnostic("surplus-clause", power.at, message, "leave it out")
        elif isinstance(power, Offer) and not power.act.lasting:
            verbs = [do.verb for do in power.dos[len(power.price) :]]
            if not verbs or set(verbs) - set(game.offers.get(power.phase, ())):
                known = [name for name, offered in game.offers.items() if set(verbs) & set(offered)]
                known += [window for window in windows if window.endswith(f" of {power.phase}")]
                yield diagnose_dead_power(
                    power, f"{power.phase!r} cannot be used to {' or '.join(verbs) or 'do anything'}", known
                )
        elif isinstance(power, Modifier) and not all(can_be_price(game, do) for do in power.price):
            message = "the price must be a number of the owner's things, or an amount of a counter"
            yield Diagnostic("wrong-kind", power.at, message, "specify what the owner pays, and how much of it")
        elif isinstance(power, Modifier) and any(is_in_vain(power, game, do) for do in power.price):
            message = "paying more has no further effect"
            yield Diagnostic("surplus-clause", power.at, message, "write one number, or 'per ...' after the change")


def check_bearing(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that all powers on a side are allowed on sides of that kind."""
    for side in model.list_sides():
        for power in side.powers:
            if power.use not in game.uses.get(side.kind, (power.use,)):
                known = " and ".join(sorted(game.uses[side.kind]))
                can = f"only {known} powers" if known else "no powers"
                yield diagnose_dead_power(power, f"{with_article(side.kind)} can have {can}")
            elif strange := sorted(strange_to(side, power, game)):
                yield diagnose_dead_power(
                    power, f"{with_article(side.kind)} cannot have a power to change or do {', '.join(strange)}"
                )


def strange_to(side: Side, power: Power, game: Signatures) -> set[str]:
    named = {do.verb for do in power.dos} | ({power.parameter} if isinstance(power, Modifier) else set())
    if side.kind in game.only:
        return named - game.only[side.kind]
    return named & {name for names in game.only.values() for name in names}


def check_this(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that a power's assumptions about its own piece can be true of a piece of that kind and its contents."""
    for component in model.components:
        for side in component.sides:
            for power in side.walk_powers():
                if why := next(explain_idle(model, game, component, side, power), ""):
                    # This is only a warning, because both sides of a tile can have the same power even if it works on
                    # one side only.
                    yield evolve(diagnose_dead_power(power, why), severity=Severity.WARNING)


def explain_idle(model: Model, game: Signatures, component: Component, side: Side, power: Power) -> Iterator[str]:
    for match in find_own_match(power):
        if not does_match(game, match, side):
            yield f"this {side.kind} is never {with_article(describe_match(match))}"
    if isinstance(power, Modifier) and (why := explain_too_late(game, component, power)):
        yield why
    if isinstance(power, Modifier) and isinstance(power.about, PieceSet):
        yield from explain_unchanged(game, component, power, power.about)
    about = (power.about,) if isinstance(power, Modifier) else ()
    parts = [part for part in (*power.parts, *about) if type(part) in HOLDERS]
    holding = {place for part in parts for place in places_on_self(model, game, part)}
    for place in sorted(holding):
        if not can_bear(model.words, game, side, place):
            yield f"{describe_bare_side(side, game.bearing[place])} never holds anything"


def describe_bare_side(side: Side, bearing: Bearing) -> str:
    value = side.properties.get(bearing.property)
    if value is None:
        return f"{with_article(side.kind)} without {with_article(bearing.property)}"
    shown = " ".join(value) if isinstance(value, tuple) else value
    return with_article(f"{shown} {side.kind}")


def explain_too_late(game: Signatures, component: Component, power: Modifier) -> str:
    parameter = next(number for number in game.parameters if number.name == power.parameter)
    if not parameter.bearers or component.kind in parameter.bearers:
        return ""
    return (
        f"only {with_article(' or '.join(sorted(parameter.bearers)))} is in play when the {parameter.name} is decided"
    )


def explain_unchanged(game: Signatures, component: Component, power: Modifier, about: PieceSet) -> Iterator[str]:
    parameter = next(number for number in game.parameters if number.name == power.parameter)
    if about.holding and not (parameter.lying or parameter.permits):
        yield f"things on a piece have no {parameter.name}"
    if about.this == "only" and parameter.of and component.kind not in parameter.of:
        yield f"the {parameter.name} of {with_article(component.kind)} is never used"
    if about.this == "only" and any(isinstance(do.what, PieceSet) and is_single_piece(do.what) for do in power.price):
        yield "a piece cannot pay for itself"


def find_own_match(power: Power) -> Iterator[Match]:
    for part in power.every_part:
        if isinstance(part, PieceSet) and part.this == "only":
            yield part.match
        elif isinstance(part, Pattern):
            yield from (match for _, match, how in part.pieces if how == "only")


def places_on_self(model: Model, game: Signatures, part: object) -> Iterable[str]:
    if isinstance(part, PieceSet) and part.this == "only":
        return part.holding
    if isinstance(part, StockSet) and part.on and part.on.this == "only":
        return piece_places_of(model, part)
    if isinstance(part, PlaceSet) and part.here:
        return targets_of(model, part)
    if isinstance(part, Pattern) and part.event.acts and any(how == "only" for _, _, how in part.pieces):
        fires = [verb for verb in game.verbs if part.event.name in [event.name for event in verb.fires]]
        return [place for verb in fires for place in verb.leads]
    return ()


def piece_places_of(model: Model, stock: StockSet) -> Sequence[str]:
    every = [name for name, place in model.words.places.items() if place.owner == "piece"]
    return [name for name in stock.places if name in every] if stock.places else every


def check_holding(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that powers look for things, or put things, only on pieces that can hold them."""
    matching = model.make_once(game, Matching)
    for power, pairs in model.find_in_each(game, find_holders) if game.bearing else ():
        for match, places in pairs:
            meant = matching.sides_of(match)
            if meant and not any(meant & matching.bearers_of(place) for place in places):
                yield diagnose_dead_power(power, f"no {describe_match(match)} ever holds anything")
                break


def find_holders(model: Model, game: Signatures) -> Iterator[tuple[Power, Sequence[tuple[Match, Sequence[str]]]]]:
    for power in model.walk_powers():
        each = {
            id(of) for part in power.parts if isinstance(part, Variety) for of in nodes_in(part)
        }  # a variety has one part for each value, and a value that no piece has does no harm
        parts = [part for part in power.every_part if type(part) in HOLDERS and id(part) not in each]
        pairs = [*(pair for part in parts for pair in holders_in(model, game, part)), *holders_of_number(game, power)]
        if pairs:
            yield power, pairs


HOLDERS = frozenset((PieceSet, Do, Pattern, StockSet, PlaceSet))


def holders_in(model: Model, game: Signatures, part: object) -> Iterator[tuple[Match, Sequence[str]]]:
    if isinstance(part, PieceSet) and (part.holding or part.laden):
        yield part.match, part.holding or part.laden
    elif isinstance(part, Do):
        leads = [place for place in game.verbs[part.signature].leads if model.words.places[place].owner == "piece"]
        yield from ((value.match, leads) for _, value in part.slots if leads and isinstance(value, PieceSet))
    elif isinstance(part, Pattern):
        on = part.event.held
        yield from ((match, (on[role],)) for role, match, _ in part.pieces if role in on)
    elif isinstance(part, StockSet) and part.on and (there := piece_places_of(model, part)):
        yield part.on.match, there
    elif isinstance(part, PlaceSet) and part.on:
        yield part.on.match, targets_of(model, part)


def holders_of_number(game: Signatures, power: Power) -> Iterator[tuple[Match, Sequence[str]]]:
    if isinstance(power, Modifier) and isinstance(power.about, PieceSet):
        place = next(parameter.held for parameter in game.parameters if parameter.name == power.parameter)
        if place:
            yield power.about.match, (place,)


def check_usable(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that a power that uses the powers of other pieces can find such a power for its own moment."""
    matching = model.make_once(game, Matching)
    for power in model.walk_powers():
        for do in power.dos:
            if "moment" not in game.verbs[do.signature].slots.values() or not isinstance(do.what, PieceSet):
                continue
            meant, moments = matching.sides_of(do.what.match), model.make_once(game, moments_of_usable)
            if meant and not meant & moments.get((power.point, True), 0) | meant & moments.get((power.point, False), 0):
                known = sorted(point for (point, waits), sides in moments.items() if waits and meant & sides)
                message = f"no {describe_match(do.what.match)} has a power at this moment that another piece can use"
                yield diagnose_dead_power(power, message, known)


def moments_of_usable(model: Model, game: Signatures) -> Mapping[tuple[str, bool], Bits]:
    """Return the sides with powers that others can use, by (moment, whether the power waits for that moment)."""
    sides_by_moment: dict[tuple[str, bool], Bits] = {}
    # Represent a set of sides as an integer with one bit for each side, so that sets can be combined quickly.
    for nth, side in enumerate(model.list_sides()):
        for power in side.powers:
            if is_usable(game, power):
                moment = power.point, isinstance(power, Window | Offer)
                sides_by_moment[moment] = sides_by_moment.get(moment, 0) | 1 << nth
    return sides_by_moment


def check_working(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that a side whose printed values promise a power has a power."""
    for side in model.list_sides() if game.working else ():
        for name, verb in game.working.items():
            if side.blank and any(does_show(side, prop, frozenset((name,))) for prop in side.properties):
                message = f"this {name} {side.kind} can never do anything, because it has no power to {verb}"
                hint = f"add a power, such as '{verb}: {verb} here'"
                yield Diagnostic("never-fires", side.at, message, hint, Severity.WARNING)


def check_given(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that some power provides each counter or mark that a set adds and that a power depends on."""
    words = model.words
    obtainable: set[str] = set()
    for power in model.walk_powers():
        for do in power.dos:
            obtainable |= {do.what} if isinstance(do.what, str) else set()
            obtainable |= set(do.what.names) if isinstance(do.what, Counters) else set()
    # The game's own counters can also be changed by its steps, but a set's counters only by powers.
    counters = {counter.name for counter in words.counters.values() if counter.added and not counter.start} - obtainable
    marks = {number: name for name, number in words.marks.items() if words.origins["marks", name].name != "game"}
    for power in model.walk_powers() if counters or marks else ():
        about = power.about if isinstance(power, Modifier) and power.about else ()
        for part in (*power.parts, *nodes_in(about)):
            if isinstance(part, Held) and part.counter in counters:
                yield diagnose_dead_power(power, f"nothing ever grants {part.counter}")
                break
            if isinstance(part, PieceSet) and part.tag in marks:
                yield diagnose_dead_power(power, f"nothing ever makes a piece {marks[part.tag]}")
                break


def check_never(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that the things in a power exist, that is, that some side, stock and place can match each description.

    Printed names that no side has are ignored here, because they are reported at their own location.
    """
    matching = model.make_once(game, Matching)
    names = {side.name for side in model.list_sides()}
    for power, parts in model.find_in_each(game, find_claims):
        for part in parts:
            if isinstance(part, str):
                yield diagnose_dead_power(power, part)
                break
            # An unknown name is reported at its own location.
            if part.names <= names and not matching.sides_of(part):
                yield diagnose_dead_power(power, f"the game has no {describe_match(part)}")
                break


def find_claims(model: Model, game: Signatures) -> Iterator[tuple[Power, Sequence[Match | str]]]:
    """Yield the assumptions of each power, in order: a match that some side must fit, or a reason why no side can."""
    for power in model.walk_powers():
        claims: list[Match | str] = []
        for part in power.every_part:
            if isinstance(part, Match) and part != ANY:
                claims.append(part)
            elif isinstance(part, StockSet) and (why := explain_empty(model, part)):
                claims.append(why)
            elif isinstance(part, HowMany) and isinstance(part.measure, Held):
                high = model.words.counters[part.measure.counter].high
                if part.low > high:
                    claims.append(f"no one can have more than {high} {part.measure.counter}")
        if claims:
            yield power, claims


ANY = Match()


def check_moments(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that, when a power acts, the events it depends on can have happened and its pieces can be in place."""
    known = happening_in(model, game)
    for power, why, moments in find_too_early(model, game, known):
        yield diagnose_dead_power(power, why, moments)
    for power, why in (*find_empty_searches(model, game, known), *model.find_in_each(game, find_unknown_places)):
        yield diagnose_dead_power(power, why)
    for power, why in find_always_true(model, game, known):
        yield Diagnostic("out-of-range", power.at, f"this is always true: {why}", "leave out the condition")


def check_granted(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    granted = {parameter.name for parameter in game.parameters if parameter.granted}
    for power in model.walk_powers() if granted else ():
        if isinstance(power, Modifier) and power.change.direction == "allowed" and power.parameter in granted:
            message = f"this can never do anything: these can be {power.parameter} unless a power forbids it"
            hint = f"remove it: a power cannot lift another's ban; write '... cannot be {power.parameter}' to forbid it"
            yield Diagnostic("never-fires", power.at, message, hint)


def check_sides(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    sides = {parameter.name: parameter.sides for parameter in game.parameters if parameter.sides}
    for power in model.walk_powers() if sides else ():
        if isinstance(power, Modifier) and isinstance(power.about, PieceSet) and power.parameter in sides:
            kinds = power.about.match.kinds
            if kinds and not kinds & sides[power.parameter]:
                yield diagnose_dead_power(power, f"{with_article(' or '.join(sorted(kinds)))} has no {power.parameter}")


def check_event(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that a power's assumptions about the event's piece can be true of the pieces that the event is about."""
    matching = model.make_once(game, Matching)
    for power in [trigger for trigger in model.walk_powers() if isinstance(trigger, Trigger)]:
        roles = list(power.pattern.event.about)
        meant_by = {roles.index(role) + 1: match for role, match, _ in power.pattern.pieces}
        for part in power.parts if meant_by else ():
            if not isinstance(part, PieceSet) or part.role not in meant_by:
                continue
            possible = matching.sides_of(meant_by[part.role])
            if possible and not possible & matching.sides_of(part.match):
                said = describe_match(meant_by[part.role])
                yield diagnose_dead_power(
                    power, f"the event is about {with_article(said)}, never {with_article(describe_match(part.match))}"
                )
                break


def explain_empty(model: Model, stock: StockSet) -> str:
    if not stock.kinds:
        return "these things do not exist"
    places = model.words.places
    if stock.on and stock.places and not any(places[name].owner == "piece" for name in stock.places if name in places):
        return f"nothing in {' or '.join(stock.places)} is on a piece"
    return ""
