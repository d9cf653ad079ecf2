"""Checks over the whole model; each yields diagnostics and raises nothing. ``CHECKS`` is the list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from rftg_dsl.check.model import (
    Component,
    Counters,
    Do,
    Figure,
    Held,
    HowMany,
    Immediate,
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
    Who,
    Window,
)
from rftg_dsl.check.moments import deserted, too_early
from rftg_dsl.check.overlaps import overlap
from rftg_dsl.check.sides import bears, fits, shows, usable
from rftg_dsl.check.things import lies
from rftg_dsl.check.walk import nodes
from rftg_dsl.diagnostic import Diagnostic, Severity, with_article
from rftg_dsl.signatures import Bearing, Signatures
from rftg_dsl.source import Span
from rftg_dsl.vocabulary import PlaceWord

Check = Callable[[Model, Signatures], Iterator[Diagnostic]]


def check_names(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """No two sides of a game have the same name, or names that differ only in case and spaces."""
    seen: dict[str, Side] = {}
    for side in model.sides():
        first = seen.setdefault(" ".join(side.name.casefold().split()), side)
        if first is not side:
            message = f"{side.name!r} is already the name of {first.id}"
            yield Diagnostic("duplicate-name", side.at, message, f"see {first.at}")


def check_windows(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A power waits in a window that its phase has, and does only what its phase offers."""
    windows = [f"{edge} of {phase}" for phase, edges in game.windows.items() for edge in edges]
    for power in model.powers():
        if isinstance(power, Window) and power.point not in windows:
            yield never(power, f"the game has no moment called {power.point!r}", windows)
        elif isinstance(power, Offer) and not power.act.lasting:
            verbs = [one.verb for one in power.dos[len(power.price) :]]
            if not verbs or set(verbs) - set(game.offers.get(power.phase, ())):
                known = [name for name, those in game.offers.items() if set(verbs) & set(those)]
                yield never(power, f"{power.phase!r} does not offer to {' or '.join(verbs) or 'do anything'}", known)
        elif isinstance(power, Modifier) and not all(given_up(game, one) for one in power.price):
            message = "the price must be a number of the owner's things, or an amount of a counter"
            yield Diagnostic("wrong-kind", power.at, message, "say how many of which things the owner gives")
        elif isinstance(power, Modifier) and any(in_vain(power, game, one) for one in power.price):
            message = "giving more changes nothing more"
            yield Diagnostic("surplus-clause", power.at, message, "write one number, or 'per ...' after the change")


def given_up(game: Signatures, one: Do) -> bool:
    """Whether a changed number can have this price: a number of things of the owner, or an amount of a counter.

    Each of the things must pay one unit, whichever others are taken with it.
    """
    verb = game.verbs[one.signature]
    if one.who != "own" or one.all or one.low.measure is not None or verb.grants or one.slots or not verb.pays:
        return False
    match one.what:
        case PieceSet():
            return one.what.who == "own" and not one.what.different and not one.what.role
        case StockSet():
            return one.what.who == "own" and not one.what.same_place
    return isinstance(one.what, str) and verb.can is not None


def in_vain(power: Modifier, game: Signatures, one: Do) -> bool:
    """Whether the owner may give several amounts for a change, but the change does not count what is given."""
    counted = {part.counter for part in nodes(power.change) if isinstance(part, Held)}
    return one.high is not None and not counted & set(game.verbs[one.signature].counts)


def check_reach(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A verb's object is in a place the verb can reach, and its destination is one the verb leads to.

    Only the object of a verb can be the things on pieces; everywhere else, pieces are just pieces.
    """
    for power in model.powers():
        for one in power.dos:
            verb = game.verbs[one.signature]
            reach, lead = verb.reach, verb.leads
            if isinstance(one.what, PieceSet | StockSet) and not verb.grants and not lies(model.words, one.what, reach):
                known = f"it works on things in: {', '.join(reach)}" if reach else "name the pieces themselves"
                if others := reaching(model, game, one):
                    known = f"these fit: {', '.join(others)}"
                yield Diagnostic("wrong-kind", power.at, f"{verb.name!r} does not work on these", known)
            if verb.owned and any(
                of_others(power, one, part) for part in (one.what, *[value for _, value in one.slots])
            ):
                message = f"nobody can {verb.name!r} what others own"
                yield Diagnostic("wrong-kind", power.at, message, "name your own, or let opponents do it")
            if verb.elsewhere and isinstance(one.what, PieceSet) and one.what.this == "only":
                yield never(power, f"{verb.name!r} does not work on the piece with the power")
            if verb.moments and power.point not in verb.moments:
                moments = [one.openings[0] for one in game.events if one.name in verb.moments]
                moments += [f"{phase}:" for phase in game.offers if phase in verb.moments]
                yield never(power, f"{verb.name!r} is not possible then", moments)
            if verb.conjures and isinstance(one.what, StockSet) and not set(one.what.places) <= set(lead):
                message = f"{verb.name!r} works only in {' or '.join(lead)}"
                yield Diagnostic("wrong-kind", power.at, message, f"name {' or '.join(lead)}")
            for _, value in one.slots:
                if isinstance(value, PieceSet) and value.holding:
                    message = f"{verb.name!r} takes pieces, not the things on them"
                    yield Diagnostic("wrong-kind", power.at, message, "name the pieces")
                elif isinstance(value, PlaceSet) and lead and not set(targets(model, value)) <= set(lead):
                    message = f"{verb.name!r} leads only to {' or '.join(lead)}"
                    yield Diagnostic("wrong-kind", power.at, message, "name another place")


def of_others(power: Power, one: Do, part: object) -> bool:
    """Whether the things named in a part of a verb are not those of the seats that carry it out."""
    if isinstance(part, PieceSet) and part.role:
        return isinstance(power, Trigger) and power.pattern.who == ("another" if one.who == "own" else "you")
    if isinstance(part, PlaceSet) and part.here:
        return one.who != "own"
    return isinstance(part, PieceSet | StockSet) and part.who != "own"


def reaching(model: Model, game: Signatures, one: Do) -> list[str]:
    """The other verbs that reach the object of a verb, where things lie on pieces or in certain places."""
    assert isinstance(one.what, PieceSet | StockSet)
    alike = [verb for verb in game.verbs if verb.object == game.verbs[one.signature].object and verb.name != one.verb]
    fit = [verb.name for verb in alike if verb.reach and lies(model.words, one.what, verb.reach)]
    return list(dict.fromkeys(fit))


def check_bearing(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A kind of piece has only powers that the game looks for on it."""
    for side in model.sides():
        for power in side.powers:
            if power.use not in game.uses.get(side.kind, (power.use,)):
                known = " and ".join(sorted(game.uses[side.kind]))
                can = f"only {known} powers" if known else "no powers"
                yield never(power, f"{with_article(side.kind)} can have {can}")
            elif strange := sorted(strange_to(side, power, game)):
                yield never(
                    power, f"{with_article(side.kind)} cannot have a power to change or do {', '.join(strange)}"
                )


def strange_to(side: Side, power: Power, game: Signatures) -> set[str]:
    """The verbs and changed numbers of a power that are not for this kind of side."""
    named = {one.verb for one in power.dos} | ({power.parameter} if isinstance(power, Modifier) else set())
    if side.kind in game.only:
        return named - game.only[side.kind]
    return named & {name for names in game.only.values() for name in names}


def check_lying(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Things are looked for and put only in places where they can be."""
    words = model.words
    active = frozenset(one.name for one in words.places.values() if one.active)
    seated = frozenset(one.name for one in words.places.values() if one.owner == "seat")
    for power in model.powers() if game.allowed_places else ():
        unchecked = [one.what for one in power.dos if beyond(model, game, one)]
        for part in power.parts:
            if not isinstance(part, PieceSet | StockSet) or any(part is one for one in unchecked):
                continue
            if isinstance(part, PieceSet):
                kinds, places = part.match.kinds, frozenset(part.places) or active
            else:
                kinds = frozenset(words.stock_kinds[kind].of for kind in part.kinds)
                places = frozenset(part.places) or seated
            known = [game.allowed_places.get(kind) for kind in kinds]
            if known and not any(one is None or one & places for one in known):
                yield never(power, f"no {' or '.join(sorted(kinds))} is ever in {' or '.join(sorted(places))}")
                break
        for one in power.dos:
            kinds = one.what.match.kinds if isinstance(one.what, PieceSet) else frozenset()
            for place in [name for _, value in one.slots if isinstance(value, PlaceSet) for name in value.places]:
                if kinds and not any(place in game.allowed_places.get(kind, (place,)) for kind in kinds):
                    yield never(power, f"no {' or '.join(sorted(kinds))} can be put in {place}")


def check_different(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """``different`` comes after a verb of the same power that chooses another piece."""
    for power in [one for one in model.powers() if "different" in one.text]:
        chosen, meant = False, 0
        for one in power.dos:
            if isinstance(one.what, PieceSet):
                meant += one.what.not_last and chosen
                chosen = chosen or game.verbs[one.signature].asks
        if len([part for part in power.parts if isinstance(part, PieceSet) and part.not_last]) > meant:
            message = "'different' has no meaning here: nothing is chosen before it in this power"
            yield Diagnostic("surplus-clause", power.at, message, "leave it out")


def check_relations(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """``of different types``, ``of the same type``: only about things that a verb chooses with regard to that."""
    for power in model.powers():
        dos = power.dos
        differing = [one.what for one in dos if "differing" in game.verbs[one.signature].slots.values()]
        alike = [part for one in dos if "alike" in game.verbs[one.signature].slots.values() for part in two_sets(one)]
        about = power.about if isinstance(power, Modifier) else None
        for part in [one for one in (*power.parts, about) if isinstance(one, PieceSet)]:
            if part.different and not any(part is one for one in differing):
                message = f"'of different ...' has no meaning here: these are not told apart by {part.different!r}"
                yield Diagnostic("surplus-clause", power.at, message, "leave it out")
            if part.like and not any(part is one for one in alike):
                message = f"no other piece is named here whose {part.like[0].property} this could be compared with"
                yield Diagnostic("surplus-clause", power.at, message, "leave it out")


def check_seen(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Nobody chooses how many of the things that the owner of a power cannot see; chance picks them."""
    for power in model.powers():
        for one in power.dos:
            places = [model.words.places[name] for name in one.what.places] if isinstance(one.what, PieceSet) else ()
            who = one.what.who if isinstance(one.what, PieceSet) else "own"
            if one.high is not None and any(hides(place, who) for place in places):
                message = f"the owner cannot see the things in {' or '.join(place.name for place in places)}"
                yield Diagnostic("choice-without-chooser", power.at, message, "write one number, or 'all'")


def hides(place: PlaceWord, who: Who) -> bool:
    """Whether a place hides the things of these players from the owner of a power."""
    return place.seen == "none" or (place.seen == "owner" and who != "own")


def two_sets(one: Do) -> Sequence[PieceSet]:
    """The pieces that a verb chooses as its object and for a slot; empty without either."""
    found = [part for part in (one.what, *[value for _, value in one.slots]) if isinstance(part, PieceSet)]
    return found if len(found) > 1 else []


def targets(model: Model, place: PlaceSet) -> Sequence[str]:
    """The places meant; on pieces, it is the first place of each."""
    on_pieces = [name for name, one in model.words.places.items() if one.owner == "piece"]
    if place.chosen is not None:
        return place.chosen.among
    return on_pieces[:1] if place.on or (place.here and not place.places) else place.places


def beyond(model: Model, game: Signatures, one: Do) -> bool:
    """Whether the object of a verb comes from the supply, or is in no place the verb can reach."""
    verb = game.verbs[one.signature]
    return verb.grants or (isinstance(one.what, PieceSet | StockSet) and not lies(model.words, one.what, verb.reach))


def check_tallies(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A number counted by a verb is used only in the power with that verb."""
    tallies = {name for verb in game.verbs for name in verb.counts}
    for power in model.powers() if tallies else ():
        used = {part.counter for part in power.parts if isinstance(part, Held)} & tallies
        for name in sorted(used - {name for one in power.dos for name in game.verbs[one.signature].counts}):
            yield never(power, f"nothing is {name} in this power")


def check_prices(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """The parts of a price can be paid one after another with different things, and it is clear what is counted."""
    for power in model.powers():
        price = [one for one in power.price if isinstance(one.what, PieceSet | StockSet)]
        for nth, one in enumerate(price):
            for other in price[:nth]:
                if why := unpayable(one, other):
                    yield never(power, why)
                elif why := disputed(one, other):
                    yield Diagnostic("wrong-kind", power.at, why, "name things that differ, or write two powers")
        if len(price) > 1 and (name := twice_counted(power, game)):
            message = f"several parts of this price take things, so {name!r} is not clear"
            yield Diagnostic("wrong-kind", power.at, message, "write the number, or a price of one part")


def unpayable(one: Do, other: Do) -> str:
    """Why two parts of a price can never be paid; empty if they can."""
    same = isinstance(one.what, PieceSet) and isinstance(other.what, PieceSet) and overlap(one.what, other.what)
    if same and all(isinstance(each.what, PieceSet) and single(each.what) for each in (one, other)):
        return "one thing cannot pay for two parts of a price"
    return ""


def single(pieces: PieceSet) -> bool:
    """Whether only one piece can be meant."""
    return pieces.this == "only" or bool(pieces.role)


def disputed(one: Do, other: Do) -> str:
    """Why two parts of a price cannot share what there is; empty if they can."""
    if not overlap(one.what, other.what):
        return ""
    if all(each.high is not None or each.all for each in (one, other)):
        return "two parts of this price take any number of the same things"
    if any(related(each.what) for each in (one, other)):
        return "a part of this price whose things must be alike or different shares them with another part"
    return ""


def related(what: object) -> bool:
    """Whether the things chosen must have something in common, or must differ."""
    return bool(what.different) if isinstance(what, PieceSet) else isinstance(what, StockSet) and what.same_place


def twice_counted(power: Power, game: Signatures) -> str:
    """A number asked for that several verbs of the power count, or one that takes a given number of things."""
    used = {part.counter for part in power.parts if isinstance(part, Held)}
    for name in sorted(used):
        counting = [one for one in power.dos if name in game.verbs[one.signature].counts]
        if len(counting) > 1 or any(one.high is None and not one.all for one in counting):
            return name
    return ""


def check_this(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A power can do what it says about its own piece: that is of the kind named, and can hold and change that."""
    for component in model.components:
        for side in component.sides:
            for power in side.every_power():
                if why := next(idle(model, game, component, side, power), ""):
                    yield evolve(never(power, why), severity=Severity.WARNING)


def idle(model: Model, game: Signatures, component: Component, side: Side, power: Power) -> Iterator[str]:
    """The reasons why a power can do nothing with its own piece."""
    for match in of_itself(power):
        if not fits(game, match, side):
            yield f"this {side.kind} is never {with_article(described(match))}"
    if isinstance(power, Modifier) and (why := too_late(game, component, power)):
        yield why
    if isinstance(power, Modifier) and isinstance(power.about, PieceSet):
        yield from unchanged(game, component, power, power.about)
    about = (power.about,) if isinstance(power, Modifier) else ()
    holding = {place for part in (*power.parts, *about) for place in held_here(model, game, part)}
    for place in sorted(holding):
        if not bears(model.words, game, side, place):
            yield f"{bare(side, game.bearing[place])} holds nothing"


def bare(side: Side, bearing: Bearing) -> str:
    """A side that holds nothing, in words: ``a world without a type``, ``a gray world``."""
    value = side.properties.get(bearing.property)
    if value is None:
        return f"{with_article(side.kind)} without {with_article(bearing.property)}"
    return with_article(f"{value} {side.kind}")


def too_late(game: Signatures, component: Component, power: Modifier) -> str:
    """Why a component comes into play too late to change a number; empty if it does not."""
    parameter = next(one for one in game.parameters if one.name == power.parameter)
    if not parameter.bearers or component.kind in parameter.bearers:
        return ""
    return (
        f"only {with_article(' or '.join(sorted(parameter.bearers)))} is in play when the {parameter.name} is decided"
    )


def unchanged(game: Signatures, component: Component, power: Modifier, about: PieceSet) -> Iterator[str]:
    """The reasons why a number of these pieces never changes."""
    parameter = next(one for one in game.parameters if one.name == power.parameter)
    if about.holding and not (parameter.lying or parameter.permits):
        yield f"what lies on a piece has no {parameter.name}"
    if about.this == "only" and parameter.of and component.kind not in parameter.of:
        yield f"nobody asks for the {parameter.name} of {with_article(component.kind)}"
    if about.this == "only" and any(isinstance(one.what, PieceSet) and single(one.what) for one in power.price):
        yield "a piece does not pay for itself"


def of_itself(power: Power) -> Iterator[Match]:
    """What a power says of its own piece."""
    about = power.about if isinstance(power, Modifier) and power.about else ()
    for part in (*power.parts, *nodes(about)):
        if isinstance(part, PieceSet) and part.this == "only":
            yield part.match
        elif isinstance(part, Pattern):
            yield from (match for _, match, how in part.pieces if how == "only")


def held_here(model: Model, game: Signatures, part: object) -> Iterable[str]:
    """The places on the very piece with the power in which a part of it looks for something, or puts it."""
    if isinstance(part, PieceSet) and part.this == "only":
        return part.holding
    if isinstance(part, StockSet) and part.on and part.on.this == "only":
        return on_pieces(model, part)
    if isinstance(part, PlaceSet) and part.here:
        return targets(model, part)
    if isinstance(part, Pattern) and part.event.acts and any(how == "only" for _, _, how in part.pieces):
        fires = [verb for verb in game.verbs if part.event.name in [one.name for one in verb.fires]]
        return [place for verb in fires for place in verb.leads]
    return ()


def on_pieces(model: Model, stock: StockSet) -> Sequence[str]:
    """The places on pieces in which these things are; any of them if none is named."""
    every = [name for name, one in model.words.places.items() if one.owner == "piece"]
    return [name for name in stock.places if name in every] if stock.places else every


def check_holding(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Things are looked for and put only on pieces that can hold them."""
    for power in model.powers() if game.bearing else ():
        about = power.about if isinstance(power, Modifier) and power.about else ()
        for match, places in [one for part in (*power.parts, *nodes(about)) for one in held(model, game, part)]:
            meant = [side for side in model.sides() if fits(game, match, side)]
            if meant and not any(bears(model.words, game, side, place) for side in meant for place in places):
                yield never(power, f"no {described(match)} holds anything")
                break


def held(model: Model, game: Signatures, part: object) -> Iterator[tuple[Match, Sequence[str]]]:
    """The pieces on which a part of a power looks for something, or puts it, and the places on them."""
    if isinstance(part, PieceSet) and (part.holding or part.laden):
        yield part.match, part.holding or part.laden
    elif isinstance(part, Do):
        leads = [place for place in game.verbs[part.signature].leads if model.words.places[place].owner == "piece"]
        yield from ((value.match, leads) for _, value in part.slots if leads and isinstance(value, PieceSet))
    elif isinstance(part, StockSet) and part.on and (there := on_pieces(model, part)):
        yield part.on.match, there
    elif isinstance(part, PlaceSet) and part.on:
        yield part.on.match, targets(model, part)


def check_usable(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A power that uses those of other pieces finds some of its own moment."""
    for power in model.powers():
        for one in power.dos:
            if "moment" not in game.verbs[one.signature].slots.values() or not isinstance(one.what, PieceSet):
                continue
            meant = [side for side in model.sides() if fits(game, one.what.match, side)]
            others = [other for side in meant for other in side.powers if usable(game, other) and other is not power]
            if meant and power.point not in [other.point for other in others]:
                known = sorted({other.point for other in others if isinstance(other, Window | Offer)})
                message = f"no {described(one.what.match)} has a power of this moment that another one can use"
                yield never(power, message, known)


def check_working(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A side whose printed values promise a power has one."""
    for side in model.sides() if game.working else ():
        for name, verb in game.working.items():
            if side.blank and any(shows(side, prop, frozenset((name,))) for prop in side.properties):
                message = f"this {name} {side.kind} can never do anything: it has no power to {verb}"
                hint = f"add a power, such as '{verb}: {verb} here'"
                yield Diagnostic("never-fires", side.at, message, hint, Severity.WARNING)


def check_given(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A counter or mark that a set adds, and that a power asks about, is given by some power."""
    words = model.words
    given: set[str] = set()
    for power in model.powers():
        for one in power.dos:
            given |= {one.what} if isinstance(one.what, str) else set()
            given |= set(one.what.names) if isinstance(one.what, Counters) else set()
    counters = {one.name for one in words.counters.values() if one.added and not one.start} - given
    marks = {number: name for name, number in words.marks.items() if words.origins["marks", name].name != "game"}
    for power in model.powers() if counters or marks else ():
        about = power.about if isinstance(power, Modifier) and power.about else ()
        for part in (*power.parts, *nodes(about)):
            if isinstance(part, Held) and part.counter in counters:
                yield never(power, f"nothing ever gives {part.counter}")
                break
            if isinstance(part, PieceSet) and part.tag in marks:
                yield never(power, f"nothing ever makes a piece {marks[part.tag]}")
                break


def check_figures(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """No changed number depends on itself through the conditions under which it changes."""
    changing = [power for power in model.powers() if isinstance(power, Modifier)]
    asked = {power.id: figures(power) for power in changing}
    after: dict[str, set[str]] = {}
    for power in changing:
        after.setdefault(power.parameter, set()).update(asked[power.id])
    for power in changing:
        if power.parameter in reached(asked[power.id], after):
            message = f"{power.parameter!r} would depend on itself forever"
            yield Diagnostic("trigger-cycle", power.at, message, "let it depend on something else")


def figures(power: Power) -> set[str]:
    """The changed numbers that the conditions and the amount of a power refer to."""
    parts = [*power.conditions, *([power.change] if isinstance(power, Modifier) else [])]
    found = {part.parameter for one in parts for part in nodes(one) if isinstance(part, Figure)}
    current = [part.current for one in parts for part in nodes(one) if isinstance(part, PieceSet)]
    return found | {name for each in current for name, _, _ in each}


def reached(first: Iterable[str], after: Mapping[str, set[str]]) -> set[str]:
    """All names that can be reached from these, step by step."""
    found: set[str] = set()
    waiting = list(first)
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += after.get(name, ())
    return found


def never(power: Power, why: str, known: Sequence[str] = ()) -> Diagnostic:
    """A power that can do nothing, ever."""
    hint = f"it would work at: {', '.join(known)}" if known else "change what it waits for, or remove it"
    return Diagnostic("never-fires", power.at, f"this can never do anything: {why}", hint)


def check_never(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A power is about things that exist: some side fits, some fungible thing is meant, some place can hold it.

    Names that no side has are skipped: they are reported at their own location.
    """
    sides = model.sides()
    names = {side.name for side in sides}
    for power in model.powers():
        about = power.about if isinstance(power, Modifier) and power.about else ()
        for part in (*power.parts, *nodes(about)):
            if isinstance(part, Match) and part.names <= names and not any(fits(game, part, side) for side in sides):
                yield never(power, f"the game has no {described(part)}")
                break
            if isinstance(part, StockSet) and (why := empty(model, part)):
                yield never(power, why)
                break
            if isinstance(part, HowMany) and isinstance(part.measure, Held):
                high = model.words.counters[part.measure.counter].high
                if part.low > high:
                    yield never(power, f"nobody ever has more than {high} {part.measure.counter}")
                    break


def check_moments(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A power asks what has happened only where that can be, and names things only where they can be then."""
    for power, why, known in too_early(model, game):
        yield never(power, why, known)
    for power, why in deserted(model, game):
        yield never(power, why)


def check_granted(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """No power allows what is allowed anyway."""
    granted = {one.name for one in game.parameters if one.granted}
    for power in model.powers() if granted else ():
        if isinstance(power, Modifier) and power.change.direction == "allowed" and power.parameter in granted:
            message = f"this can never do anything: these can be {power.parameter} unless a power forbids it"
            hint = f"remove it: what one power forbids, no other allows; '... cannot be {power.parameter}' forbids it"
            yield Diagnostic("never-fires", power.at, message, hint)


def check_event(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """What a power says of the piece of its event can be true of a piece that the event is about."""
    for power in [one for one in model.powers() if isinstance(one, Trigger)]:
        roles = list(power.pattern.event.about)
        said = {roles.index(role) + 1: match for role, match, _ in power.pattern.pieces}
        for part in power.parts if said else ():
            if not isinstance(part, PieceSet) or part.role not in said:
                continue
            meant = [side for side in model.sides() if fits(game, said[part.role], side)]
            if meant and not any(fits(game, part.match, side) for side in meant):
                about, other = (with_article(described(one)) for one in (said[part.role], part.match))
                yield never(power, f"the event is about {about}, never {other}")
                break


def empty(model: Model, stock: StockSet) -> str:
    """The reason why no fungible thing can be meant; empty if some can."""
    if not stock.kinds:
        return "these things do not exist"
    places = model.words.places
    if stock.on and stock.places and not any(places[name].owner == "piece" for name in stock.places if name in places):
        return f"nothing in {' or '.join(stock.places)} is on a piece"
    return ""


def described(match: Match) -> str:
    """A match in words: ``purple world with a reassign power``."""
    words = [" or ".join(sorted(values)) for _, values in match.values]
    words += [f"non-{value}" for _, values in match.excluded for value in sorted(values)]
    words.append(" or ".join(sorted(match.kinds)) or "piece")
    words += [f"with {name} {low}" + (f" to {high}" if high > low else "") for name, low, high in match.numbers]
    words += [f"called {' or '.join(sorted(match.names))}"] if match.names else []
    words += [f"{'with' if wanted else 'without'} {with_article(verb)} power" for verb, wanted in match.verbs]
    return " ".join(words)


def check_amounts(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A power gains, spends or sets no more than the counter can hold; a changed number stays in its range."""
    counters, properties = model.words.counters, model.words.properties
    for power in model.powers():
        for one in power.dos:
            if isinstance(one.what, str) and one.low.measure is None:
                low, high = counters[one.what].low, counters[one.what].high
                if one.low.n > high:
                    yield out_of_range(power, f"{one.verb} {one.low.n} {one.what} is out of range", low, high)
        if isinstance(power, Modifier):
            yield from check_limit(game, power)
        if isinstance(power, Modifier) and (known := properties.get(power.parameter)) and known.numeric:
            if power.change.direction == "any":
                yield out_of_range(power, f"any number of {known.name} is out of range", known.low, known.high)
            elif max(power.change.by.n, power.change.floor or 0) > known.high or (power.change.floor or 0) < known.low:
                yield out_of_range(power, f"the {known.name} cannot change by that much", known.low, known.high)


def check_limit(game: Signatures, power: Modifier) -> Iterator[Diagnostic]:
    """A number of the rules changes by no more than makes sense for it."""
    most = next(one.most for one in game.parameters if one.name == power.parameter)
    if most and power.change.direction == "any":
        yield out_of_range(power, f"any number of {power.parameter!r} is out of range", 0, most)
    elif most and max(power.change.by.n, power.change.floor or 0, power.change.ceiling or 0) > most:
        yield out_of_range(power, f"{power.parameter!r} cannot change by that much", 0, most)


def out_of_range(power: Power, message: str, low: int, high: int) -> Diagnostic:
    """A number outside the range that a counter or property can have."""
    return Diagnostic("out-of-range", power.at, message, f"write a number from {low} to {high}")


Demand = dict[str, int]
"""How many of each kind of fungible thing."""


def demand(model: Model, game: Signatures, side: Side) -> Demand:
    """The fungible things that a side must take from the supply when it comes into play."""
    found: Demand = {}
    for power in side.powers:
        for one in granted(game, power) if isinstance(power, Immediate) else ():
            assert isinstance(one.what, StockSet)
            for kind in one.what.kinds if len(one.what.kinds) == 1 else ():
                found[kind] = found.get(kind, 0) + one.low.n
    return found


def granted(game: Signatures, power: Power) -> Iterator[Do]:
    """The verbs of a power that take fungible things from the supply for good."""
    for one in power.dos:
        verb = game.verbs[one.signature]
        if verb.grants and not verb.conjures and isinstance(one.what, StockSet):
            yield one


def check_grants(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """No power grants more than the supply has."""
    kinds = model.words.stock_kinds
    for power in model.powers():
        for one in granted(game, power):
            assert isinstance(one.what, StockSet)
            for kind in sorted(one.what.kinds):
                if one.low.n > max(kinds[name].supply for name in one.what.kinds):
                    supply = kinds[kind].supply
                    message = f"this takes {counted(model, one.low.n, kind)}, but the supply holds {supply}"
                    yield Diagnostic("exceeds-supply", power.at, message, f"take at most {supply}")


def check_supply(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """All components together demand no more than the supply has (D26); the sides of one are alternatives."""
    kinds = model.words.stock_kinds
    total: Demand = {}
    for component in model.components:
        sides = [(demand(model, game, side), side.at) for side in component.sides]
        for kind in kinds:
            wanted = [one.get(kind, 0) for one, _ in sides] or [0]
            many = (sum(wanted) if component.both else max(wanted) * component.copies) if any(wanted) else 0
            before = total.get(kind, 0)
            total[kind] = before + many
            if before <= kinds[kind].supply < total[kind]:
                at = next(at for one, at in sides if kind in one)
                yield scarce(counted(model, total[kind], kind), kinds[kind].supply, at)


def counted(model: Model, n: int, kind: str) -> str:
    """A number of fungible things in words: ``4 purple dice``."""
    stock = model.words.stocks[model.words.stock_kinds[kind].of]
    return f"{n} {kind} {stock.name if n == 1 else stock.plural}"


def scarce(wanted: str, supply: int, at: Span) -> Diagnostic:
    """A warning: late in a game there may be none left to gain."""
    message = f"with this, all components together can take {wanted}, but the supply holds {supply}"
    hint = "once the supply is empty, later gains are lost; use another kind, or raise the supply"
    return Diagnostic("scarce-supply", at, message, hint, Severity.WARNING)


def check_cycles(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """No power can set itself off again, by itself or through others."""
    waiting = [power for power in model.powers() if isinstance(power, Trigger | Window) and not power.once]
    waiting = [power for power in waiting if not any(used_up(game, one) for one in power.dos)]
    after: dict[str, list[Power]] = {}
    for power in waiting:
        events = fired(game, power)
        after[power.id] = [other for other in waiting if other.point in events] if events else []
    for power in waiting:
        if chain := circle(power, after):
            named = " -> ".join(one.id for one in (*chain, power))
            hint = "add 'once per phase' to one of them, or let it do something else"
            yield Diagnostic("trigger-cycle", power.at, f"these powers set one another off forever: {named}", hint)


def used_up(game: Signatures, one: Do) -> bool:
    """Whether a verb uses up its object, so that there is an end to it."""
    exhausts = game.verbs[one.signature].exhausts
    return exhausts == "any" or (exhausts == "this" and isinstance(one.what, PieceSet) and one.what.this == "only")


def fired(game: Signatures, power: Power) -> set[str]:
    """The events that a power can cause."""
    return {event.name for one in power.dos for event in game.verbs[one.signature].fires}


def circle(start: Power, after: dict[str, list[Power]]) -> list[Power]:
    """The shortest cycle from a power back to itself; empty if there is none, or if another power reports it."""
    ways = [[start]]
    seen = {start.id}
    while ways:
        way = ways.pop(0)
        for other in after[way[-1].id]:
            if other.id == start.id:
                return way if start.id == min(one.id for one in way) else []
            if other.id not in seen:
                seen.add(other.id)
                ways.append([*way, other])
    return []


def check_played(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """The game plays with every sort of component declared."""
    for component in model.components:
        if component.kind not in game.component_kinds | game.added_kinds:
            known = ", ".join(sorted((game.component_kinds | game.added_kinds) & model.words.components.keys()))
            message = f"{model.words.title} does not play with {with_article(component.kind)}"
            yield Diagnostic("unplayed-component", component.at, message, f"make it one of: {known}")


CHECKS: list[Check] = [
    check_names,
    check_played,
    check_windows,
    check_reach,
    check_bearing,
    check_lying,
    check_different,
    check_relations,
    check_seen,
    check_tallies,
    check_prices,
    check_this,
    check_holding,
    check_usable,
    check_working,
    check_given,
    check_never,
    check_moments,
    check_granted,
    check_event,
    check_amounts,
    check_grants,
    check_supply,
    check_cycles,
    check_figures,
]


def check_model(model: Model, game: Signatures, sound: bool = True) -> list[Diagnostic]:
    """The findings of all checks; only of ``check_names`` if the words themselves are not ``sound``."""
    checks = CHECKS if sound else [check_names]
    return list(first_reasons(one for check in checks for one in check(model, game)))


def first_reasons(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """All findings, but only the first reason why one power never fires."""
    named: set[tuple[str, int]] = set()
    for one in found:
        place = (one.at.source.name, one.at.start)
        if one.code == "never-fires" and place in named:
            continue
        named |= {place} if one.code == "never-fires" else set()
        yield one
