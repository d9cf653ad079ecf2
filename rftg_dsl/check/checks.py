"""Checks over the whole model; each yields diagnostics and raises nothing. ``CHECKS`` is the list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rftg_dsl.check.model import (
    AtLeast,
    Do,
    Figure,
    Held,
    Immediate,
    Match,
    Model,
    Modifier,
    Offer,
    PieceSet,
    PlaceSet,
    Power,
    Score,
    Side,
    StockSet,
    Trigger,
    Window,
)
from rftg_dsl.check.sides import fits
from rftg_dsl.check.walk import nodes
from rftg_dsl.diagnostic import Diagnostic, Severity
from rftg_dsl.signatures import Signatures
from rftg_dsl.source import Span

Check = Callable[[Model, Signatures], Iterator[Diagnostic]]


def said(power: Power) -> Iterator[object]:
    """Everything a power speaks of, in the order in which it is read.

    What a changed number belongs to is left out, and so is what the power begins, which is a power of its own.
    """
    pattern = (power.pattern,) if isinstance(power, Trigger) else ()
    rows = power.rows if isinstance(power, Score) else ()
    for part in (*power.conditions, *pattern, *power.dos, *rows):
        yield from nodes(part)


def check_names(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """No two sides of a game have one name."""
    seen: dict[str, Side] = {}
    for side in model.sides():
        if side.name in seen:
            first = seen[side.name]
            yield Diagnostic(
                "duplicate-name",
                side.at,
                f"{side.name!r} is already the name of {first.id}",
                f"see {first.at}",
            )
        else:
            seen[side.name] = side


def check_windows(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A phase has the window in which a power waits, and offers what it does."""
    windows = [f"{edge} of {phase}" for phase, edges in game.windows.items() for edge in edges]
    for power in model.powers():
        if isinstance(power, Window) and power.point not in windows:
            yield never(power, f"the game has no moment called {power.point!r}", windows)
        elif isinstance(power, Offer) and not power.act.lasting:
            verbs = [one.verb for one in power.effects]
            if not verbs or set(verbs) - set(game.offers.get(power.phase, ())):
                known = [name for name, those in game.offers.items() if set(verbs) & set(those)]
                yield never(power, f"{power.phase!r} does not offer to {' or '.join(verbs) or 'do anything'}", known)
        elif isinstance(power, Modifier) and not all(given_up(model, one) for one in power.price):
            message = f"{power.parameter!r} changes for this piece, or for a plain number of those its owner holds"
            yield Diagnostic("wrong-kind", power.at, message, "name this piece, or how many of those")


def given_up(model: Model, one: Do) -> bool:
    """Whether a price is the piece itself, or a plain number of pieces that its owner holds out of play."""
    if not isinstance(one.what, PieceSet) or one.who != "own" or one.what.who != "own":
        return False
    places = [model.words.places[name] for name in one.what.places]
    held = bool(places) and all(place.seen == "owner" and not place.active for place in places)
    return one.what.this == "only" or (held and one.high is None and not one.all and one.low.measure is None)


def check_reach(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A verb is done to things that lie where it looks for them, and leads to places where it lays them.

    What lies on pieces is meant only by verbs that are done to it.
    """
    for power in model.powers():
        for one in power.dos:
            verb = game.verbs[one.signature]
            reach, lead = verb.reach, verb.leads
            if isinstance(one.what, PieceSet | StockSet) and not verb.grants and not lies(model, one.what, reach):
                known = f"it is done to what lies in: {', '.join(reach)}" if reach else "name the pieces themselves"
                yield Diagnostic("wrong-kind", power.at, f"{verb.name!r} cannot be done to these things", known)
            for _, value in one.slots:
                if isinstance(value, PieceSet) and value.holding:
                    message = f"behind {verb.name!r} the pieces themselves are meant, not what lies on them"
                    yield Diagnostic("wrong-kind", power.at, message, "name the pieces")
                elif isinstance(value, PlaceSet) and lead and not set(targets(model, value)) <= set(lead):
                    message = f"{verb.name!r} leads nowhere but to {', '.join(lead)}"
                    yield Diagnostic("wrong-kind", power.at, message, "name another place")


def check_bearing(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A power stands on a kind of piece on which it is ever looked at."""
    for side in model.sides():
        for power in side.powers:
            if power.use not in game.uses.get(side.kind, (power.use,)):
                known = " and ".join(sorted(game.uses[side.kind])) or "no"
                yield never(power, f"a {side.kind} has {known} powers only")


def check_lying(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Things that are meant are meant in places where such things ever lie."""
    words = model.words
    active = frozenset(one.name for one in words.places.values() if one.active)
    seated = frozenset(one.name for one in words.places.values() if one.owner == "seat")
    for power in model.powers() if game.allowed_places else ():
        told = [one.what for one in power.dos if beyond(model, game, one)]
        for part in said(power):
            if not isinstance(part, PieceSet | StockSet) or any(part is one for one in told):
                continue
            if isinstance(part, PieceSet):
                kinds, there = part.match.kinds, frozenset(part.places) or active
            else:
                kinds = frozenset(words.stock_kinds[kind].of for kind in part.kinds)
                there = frozenset(part.places) or seated
            known = [game.allowed_places.get(kind) for kind in kinds]
            if known and not any(one is None or one & there for one in known):
                yield never(power, f"no {' or '.join(sorted(kinds))} ever lies in {' or '.join(sorted(there))}")
                break


def check_different(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """``different`` stands behind a verb of the same power that chooses another one."""
    for power in [one for one in model.powers() if "different" in one.text]:
        chosen, meant = False, 0
        for one in power.dos:
            if isinstance(one.what, PieceSet):
                meant += one.what.not_last and chosen
                chosen = chosen or game.verbs[one.signature].asks
        if len([part for part in said(power) if isinstance(part, PieceSet) and part.not_last]) > meant:
            message = "'different' has no meaning here: nothing is chosen before it in this power"
            yield Diagnostic("surplus-clause", power.at, message, "leave it out")


def targets(model: Model, place: PlaceSet) -> Sequence[str]:
    """The places meant; ``here`` is the first of those on pieces."""
    on_pieces = [name for name, one in model.words.places.items() if one.owner == "piece"]
    return on_pieces[:1] if place.here else place.places


def beyond(model: Model, game: Signatures, one: Do) -> bool:
    """Whether what a verb is done to comes from the supply, or lies where the verb does not look."""
    verb = game.verbs[one.signature]
    return verb.grants or (isinstance(one.what, PieceSet | StockSet) and not lies(model, one.what, verb.reach))


def lies(model: Model, what: PieceSet | StockSet, reach: Sequence[str]) -> bool:
    """Whether things can lie in one of these places; anywhere that is not on a piece, where none is named."""
    if isinstance(what, PieceSet) and what.holding:
        return bool(set(reach) & set(what.holding))
    if not reach:
        return True
    words = model.words.places.values()
    own = [one.name for one in words if (one.active if isinstance(what, PieceSet) else one.owner == "seat")]
    return bool(set(reach) & set(what.places or own))


def check_bearers(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """What a verb lays on pieces is laid on such as the game's words for it mean."""
    nouns = [one for one in model.words.nouns.values() if one.holding]
    for side in model.sides():
        for power in side.powers:
            for one in power.dos:
                meant = {noun.means for noun in nouns if set(noun.holding) & set(game.verbs[one.signature].leads)}
                onto = [found for _, value in one.slots for found in bearers(side, value)]
                if meant and not set(onto) <= meant:
                    hint = f"name a {' or '.join(sorted(meant))}"
                    yield never(power, f"nothing is laid on a {' or '.join(sorted(set(onto) - meant))}; {hint}")


def bearers(side: Side, value: object) -> Iterable[str]:
    """The kinds of pieces on which a slot says that something is laid."""
    if isinstance(value, PlaceSet):
        return [side.kind] if value.here else []
    return value.match.kinds if isinstance(value, PieceSet) else []


def check_told(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """How many a verb was done to is known only in the power that does it."""
    told = {name for verb in game.verbs for name in verb.counts}
    for power in model.powers() if told else ():
        counted = {part.counter for part in said(power) if isinstance(part, Held)} & told
        for name in sorted(counted - {name for one in power.dos for name in game.verbs[one.signature].counts}):
            yield never(power, f"nothing is {name} in this power")


def check_figures(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """No changed number depends on itself, by the conditions under which it changes."""
    changing = [power for power in model.powers() if isinstance(power, Modifier)]
    asked = {power.id: figures(power) for power in changing}
    after: dict[str, set[str]] = {}
    for power in changing:
        after.setdefault(power.parameter, set()).update(asked[power.id])
    for power in changing:
        if power.parameter in reached(asked[power.id], after):
            message = f"{power.parameter!r} would depend on itself without end"
            yield Diagnostic("trigger-cycle", power.at, message, "let it depend on something else")


def figures(power: Power) -> set[str]:
    """The changed numbers that the conditions of a power ask for."""
    return {part.parameter for one in power.conditions for part in nodes(one) if isinstance(part, Figure)}


def reached(first: Iterable[str], after: Mapping[str, set[str]]) -> set[str]:
    """What can be reached from some names, step by step."""
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
    """Whatever a power is about exists: some side fits, some fungible thing is meant, some place can hold it.

    A name that no side has is told where it stands.
    """
    sides = model.sides()
    names = {side.name for side in sides}
    for power in model.powers():
        about = power.about if isinstance(power, Modifier) and power.about else ()
        for part in (*said(power), *nodes(about)):
            if isinstance(part, Match) and part.names <= names and not any(fits(game, part, side) for side in sides):
                yield never(power, f"the game has no {described(part)}")
                break
            if isinstance(part, StockSet) and (why := empty(model, part)):
                yield never(power, why)
                break
            if isinstance(part, AtLeast) and isinstance(part.measure, Held):
                high = model.words.counters[part.measure.counter].high
                if part.n > high:
                    yield never(power, f"there are never more than {high} {part.measure.counter}")
                    break


def empty(model: Model, stock: StockSet) -> str:
    """Why no fungible thing is ever meant, if so."""
    if not stock.kinds:
        return "no such things exist"
    places = model.words.places
    if stock.on and stock.places and not any(places[name].owner == "piece" for name in stock.places if name in places):
        return f"nothing in {' or '.join(stock.places)} stands on a piece"
    return ""


def described(match: Match) -> str:
    """A match in words: ``purple world with a reassign power``."""
    words = [" or ".join(sorted(map(str, values))) for _, values in match.values]
    words += [f"non-{value}" for _, values in match.excluded for value in sorted(values)]
    words.append(" or ".join(sorted(match.kinds)) or "piece")
    words += [f"called {' or '.join(sorted(match.names))}"] if match.names else []
    words += [f"{'with' if wanted else 'without'} a {verb} power" for verb, wanted in match.verbs]
    return " ".join(words)


def check_amounts(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """A power gains, spends or sets no more than the counter can hold, and a changed number stays one it can be."""
    counters, properties = model.words.counters, model.words.properties
    for power in model.powers():
        for one in power.dos:
            if isinstance(one.what, str) and one.low.measure is None:
                low, high = counters[one.what].low, counters[one.what].high
                if one.low.n > high:
                    yield out_of_range(power, f"{one.verb} {one.low.n} {one.what}", low, high)
        if isinstance(power, Modifier) and (known := properties.get(power.parameter)) and known.numeric:
            if power.change.direction == "any":
                yield out_of_range(power, f"any number of {known.name}", known.low, known.high)
            elif max(power.change.by, power.change.floor or 0) > known.high:
                yield out_of_range(power, f"the {known.name} cannot change by so much", known.low, known.high)


def out_of_range(power: Power, what: str, low: int, high: int) -> Diagnostic:
    """A number that a thing can never have."""
    return Diagnostic("out-of-range", power.at, f"{what}: out of range", f"from {low} to {high}")


Demand = dict[str, int]
"""How many of each kind of fungible thing."""


def demand(model: Model, game: Signatures, side: Side) -> Demand:
    """What a side takes from the supply when it comes into play."""
    found: Demand = {}
    for power in side.powers:
        for one in granted(game, power) if isinstance(power, Immediate) else ():
            assert isinstance(one.what, StockSet)
            for kind in one.what.kinds:
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
                if one.low.n > kinds[kind].supply:
                    message = f"{one.low.n} {kind}, and the supply has only {kinds[kind].supply}"
                    yield Diagnostic("exceeds-supply", power.at, message, f"at most {kinds[kind].supply}")


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
                yield scarce(kind, kinds[kind].of, kinds[kind].supply, total[kind], at)


def scarce(kind: str, sort: str, supply: int, wanted: int, at: Span) -> Diagnostic:
    """A warning: late in a game there may be none left to gain."""
    message = f"with this, all components together can take {wanted} {kind} of sort {sort}, and there are {supply}"
    hint = "who comes too late gains none; give it another, or raise the supply"
    return Diagnostic("scarce-supply", at, message, hint, Severity.WARNING)


def check_cycles(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """No power can set itself off again, by itself or through others."""
    waiting = [power for power in model.powers() if isinstance(power, Trigger | Window) and not power.once]
    after: dict[str, list[Power]] = {}
    for power in waiting:
        events = fired(game, power)
        after[power.id] = [other for other in waiting if other.point in events] if events else []
    for power in waiting:
        if chain := circle(power, after):
            named = " -> ".join(one.id for one in (*chain, power))
            hint = "add 'once per phase' to one of them, or let it do something else"
            yield Diagnostic("trigger-cycle", power.at, f"these powers set one another off without end: {named}", hint)


def fired(game: Signatures, power: Power) -> set[str]:
    """The events that can follow from a power."""
    return {event.name for one in power.dos for event in game.verbs[one.signature].fires}


def circle(start: Power, after: dict[str, list[Power]]) -> list[Power]:
    """The shortest way from a power back to itself; empty if there is none, or another of its powers comes first."""
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
    """Every component is of a sort that the game plays with."""
    for component in model.components:
        if component.kind not in game.component_kinds:
            known = ", ".join(sorted(game.component_kinds))
            message = f"{model.words.title} does not play with a {component.kind}"
            yield Diagnostic("unplayed-component", component.at, message, f"make it one of: {known}")


CHECKS: list[Check] = [
    check_names,
    check_played,
    check_windows,
    check_reach,
    check_bearing,
    check_lying,
    check_different,
    check_bearers,
    check_told,
    check_never,
    check_amounts,
    check_grants,
    check_supply,
    check_cycles,
    check_figures,
]


def check_model(model: Model, game: Signatures, sound: bool = True) -> list[Diagnostic]:
    """What all checks find; where the words themselves are not ``sound``, only what does not rest on them."""
    return [found for check in (CHECKS if sound else [check_names]) for found in check(model, game)]
