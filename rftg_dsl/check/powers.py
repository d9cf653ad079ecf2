"""Powers: from segments of phrases to their meaning."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from rftg_dsl.check.conditions import condition, of_seat
from rftg_dsl.check.effects import do
from rftg_dsl.check.events import trigger
from rftg_dsl.check.measures import amount
from rftg_dsl.check.model import (
    Act,
    Amount,
    Change,
    Condition,
    Count,
    Do,
    Immediate,
    Lasting,
    Modifier,
    Offer,
    Pattern,
    PieceSet,
    Power,
    Score,
    StockSet,
    Trigger,
    Window,
)
from rftg_dsl.check.scope import Scope, flat, texts
from rftg_dsl.check.slips import slips
from rftg_dsl.check.things import every_kind, things
from rftg_dsl.diagnostic import one_of
from rftg_dsl.signatures import EDGES, Parameter, Verb
from rftg_dsl.source import Span
from rftg_dsl.syntax import tree

RANKS = {"first": -1, "last": 1}
"""Words that put a power before or after the others on the same event."""

LASTS = "~"
"""Ends the id of a power that another one begins and that outlives its source."""

CHANGED = "changed"
"""What can be forbidden of any printed number that powers change."""
EXACT = 50
"""The rank of a power that sets a number: after all that add to it or take off it."""
KEPT = 100
"""The rank of a power that keeps a number as printed: after all that change it."""

SCORE = "score"
"""The one verb that belongs to the language, not to a game."""


@frozen
class Label:
    """The id of a power, its text and its location."""

    id: str
    text: str
    at: Span

    @property
    def ends(self) -> tree.At:
        """The start and end of its text in the file."""
        return (self.at.start, self.at.end)


@frozen
class Edge:
    """``at end of ship``."""

    edge: str
    phase: str


@frozen
class Phase:
    """``assign``."""

    name: str


@frozen
class Number:
    """``cost of gray worlds``."""

    parameter: Parameter
    about: PieceSet | StockSet | None


When = Edge | Phase | Pattern | Number


@frozen
class Head:
    """The part of a power before its price and effects."""

    when: When | None = None
    """The moment of the power, or the number it changes; None if it acts when its piece comes into play."""
    conditions: tuple[Condition, ...] = ()
    rank: int = 0
    once: str = ""
    times: int = 0
    price: tuple[Do, ...] = ()
    may: bool = False
    whoever: Condition | None = None
    choose: bool = False
    """Whether the effects are alternatives."""


@frozen
class Body:
    """The effects or scores of a power; alternatives in rows."""

    rows: tuple[tuple[Do, ...], ...] = ()
    scores: tuple[Amount, ...] = ()
    conditions: tuple[Condition, ...] = ()
    may: bool = False
    once: str = ""
    times: int = 0


def power(scope: Scope, node: tree.Sentence, name: str) -> Power | None:
    """One power of a side, or None and at least one diagnostic."""
    before = len(scope.report.found)
    place = scope.report.span(node.at)
    label = Label(name, " ".join(place.source.text[node.at[0] : node.at[1]].split()), place)
    if slip := next(slips(scope.speech, node), None):
        scope.wrong(*slip)
        return None
    scope = evolve(scope, used=set())
    made = whole(scope, label, list(node.segments))
    scope.leftovers(node, before)
    return made if len(scope.report.found) == before else None


def whole(scope: Scope, label: Label, segments: list[tree.Segment]) -> Power | None:
    """A power from all its segments; None if a part of it is missing."""
    first = head(scope, segments)
    if isinstance(first.when, Number):
        return modifier(within(scope, first.when), label, first, first.when, segments)
    scope = within(scope, first.when)
    while len(segments) > 1 and not isinstance(segments[0].phrases[0], tree.Until):
        first = before_colon(scope, label, first, segments.pop(0))
    if not segments:
        scope.wrong("missing-effect", label.ends, "nothing happens here", "add what happens, such as ': gain ...'")
        return None
    opening = segments[0].phrases[0]
    if isinstance(opening, tree.Until):
        begun = lasting(scope, label, first, segments, opening)
        return acting(scope, label, first, Body(), begun) if begun else None
    if isinstance(opening, tree.Permission):
        return permission(scope, label, first, opening)
    return effects_or_scores(scope, label, first, segments[0])


def within(scope: Scope, moment: When | None) -> Scope:
    """The scope of what follows a moment: after an event or a number, ``it`` and ``its`` have a meaning.

    In a window of a round or turn, what happened is counted in that. What lasts begins at no moment of its own.
    """
    if isinstance(moment, Number):
        of = moment.about
        return scope.about(moment.parameter, of.match.kinds if isinstance(of, PieceSet) else frozenset())
    if isinstance(moment, Phase):
        return evolve(scope, moment=moment.name)
    if isinstance(moment, Edge):
        period = "" if moment.phase in scope.words.phases else moment.phase
        return evolve(scope, moment=f"{moment.edge} of {moment.phase}", period=period)
    if not isinstance(moment, Pattern):
        return scope
    kinds = [match.kinds for role, match, _ in moment.pieces if role == "it"]
    return scope.about(moment.event, kinds[0] if kinds else frozenset())


# -- before the last colon ---------------------------------------------------------------------------------------


def head(scope: Scope, segments: list[tree.Segment]) -> Head:
    """Take the moment of a power, or the number it changes, off its segments."""
    phrases = list(segments[0].phrases)
    first = phrases[0]
    moment = isinstance(first, tree.Window | tree.Trigger)
    if not (moment or (isinstance(first, tree.Clause) and len(segments) > 1)):
        return Head()
    found = Head(when(scope, first))
    inner = within(scope, found.when)
    priced = any(isinstance(phrase, tree.Option) for phrase in phrases)
    for phrase in phrases[1:]:
        if priced or not (isinstance(found.when, Number) and isinstance(phrase, tree.Limit)):
            found = with_phrase(scope if isinstance(phrase, tree.Option) else inner, found, phrase)
    segments.pop(0)
    return found


def before_colon(scope: Scope, label: Label, found: Head, segment: tree.Segment) -> Head:
    """A head with one segment more that stands before a colon: conditions, a limit, a price."""
    priced = found.price
    for phrase, after in pairs(segment.phrases):
        clause = phrase.clause if isinstance(phrase, tree.Option) else phrase
        if isinstance(clause, tree.Clause) and not rank(clause):
            if priced:
                scope.wrong("surplus-clause", segment.at, "a power has at most one price and one effect")
                return found
            if is_score(clause):
                scope.wrong("surplus-clause", clause.at, "a score is not a price")
                return found
            may = isinstance(phrase, tree.Option)
            if may and found.may:
                scope.wrong("surplus-clause", phrase.at, "'may' covers the whole power", "leave it out")
            paid = do(scope, clause, after)
            found = evolve(found, price=(*found.price, paid) if paid else found.price, may=found.may or may)
            if paid and not scope.game.verbs[paid.signature].pays and paid.what is None:
                scope.wrong("wrong-kind", clause.at, "this is not a price", "write it as a power of its own")
            if paid and paid.who != "own":
                scope.wrong("wrong-kind", clause.at, "only the owner can pay a price", "leave it out")
        elif isinstance(phrase, tree.Condition) and found.price:
            late_condition(scope, phrase, "the price")
        else:
            found = with_phrase(scope, found, phrase)
    return found


def late_condition(scope: Scope, phrase: tree.Condition, colon: str = "the colon") -> None:
    """Report a condition after something that happens: it would decide about that too, though it does not read so."""
    hint = f"put it before {colon}, or write a second power"
    scope.wrong("surplus-clause", phrase.at, "a condition comes before what it is for", hint)


def pairs(phrases: Sequence[tree.Phrase]) -> list[tuple[tree.Phrase, tree.Phrase | None]]:
    """Each phrase with the next one."""
    return list(zip(phrases, [*phrases[1:], None], strict=True))


def with_phrase(scope: Scope, found: Head, phrase: tree.Phrase) -> Head:
    """A head with one phrase more; what it cannot take stays unused."""
    match phrase:
        case tree.Condition() if found.price or found.whoever:
            late_condition(scope, phrase, "the price" if found.price else "'whoever'")
        case tree.Condition():
            made = condition(scope, phrase)
            return evolve(found, conditions=(*found.conditions, made)) if made else found
        case tree.Limit() if not found.once and found.when is not None:
            return evolve(found, once=period(scope, phrase), times=phrase.times)
        case tree.Whoever() if found.whoever is None and not isinstance(found.when, Number):
            made = of_seat(scope.elsewhere(), phrase.clause, flat(phrase.clause.words))
            return evolve(found, whoever=made)
        case tree.Choice() if not found.choose and not isinstance(found.when, Number):
            scope.use(phrase)
            return evolve(found, choose=True)
        case tree.Clause() if rank(phrase) and found.when is not None and not found.rank:
            scope.use(*flat(phrase.words))
            return evolve(found, rank=rank(phrase))
        case tree.Option() if isinstance(found.when, Number) and found.when.parameter.priced and not found.price:
            paid = do(scope, phrase.clause, None)
            return evolve(found, price=(paid,) if paid else ())
    return found


def period(scope: Scope, limit: tree.Limit) -> str:
    """The period of ``once per phase``."""
    scope.use(limit)
    if limit.per.text not in scope.game.stretches():
        scope.report.unknown("stretch of play", limit.per.text, limit.per.at, scope.game.stretches())
    return limit.per.text


def rank(phrase: tree.Phrase) -> int:
    """``first`` or ``last``, and nothing more; 0 for any other phrase."""
    alone = isinstance(phrase, tree.Clause) and phrase == tree.Clause(phrase.words)
    return RANKS.get(str(phrase.words), 0) if isinstance(phrase, tree.Clause) and alone else 0


def when(scope: Scope, first: tree.Phrase) -> When | None:
    """The moment or the changed number that the first phrase names."""
    if isinstance(first, tree.Window):
        return window(scope, first)
    if isinstance(first, tree.Trigger):
        return trigger(scope, first)
    return named(scope, first) if isinstance(first, tree.Clause) else None


def window(scope: Scope, node: tree.Window) -> Edge:
    """``at end of ship``."""
    edge, *_ = flat(node.edge)
    phase, *rest = flat(node.of)
    scope.use(edge, phase)
    if edge.text not in EDGES:
        scope.report.unknown("edge of a phase", edge.text, edge.at, EDGES)
    periods = {*scope.words.phases, *scope.game.windows}
    if phase.text not in periods and (meant := next((one.text for one in rest if one.text in periods), "")):
        hint = f"write '{edge.text} of {meant}'"
        scope.wrong("unknown-phase", phase.at, f"unknown phase {phase.text!r}", hint)
    elif phase.text not in periods:
        scope.report.unknown("phase", phase.text, phase.at, periods)
    return Edge(edge.text, phase.text)


def named(scope: Scope, clause: tree.Clause) -> Phase | Number | None:
    """``assign:`` is a phase that offers the power; ``cost of gray worlds:`` a number that it changes."""
    words = flat(clause.words)
    text = " ".join(texts(words))
    if text in scope.speech.numbers:
        scope.use(*words)
        parameter = scope.speech.numbers[text]
        return Number(parameter, about(scope, parameter, clause.prepositions))
    if text in scope.words.phases:
        scope.use(*words)
        return Phase(text)
    if moments := [one for word in words for one in moments_of(scope, word.text)]:
        message = f"unknown phase or number {text!r}"
        scope.wrong("unknown-phase-or-number", clause.at, message, f"write {one_of(moments)}")
    else:
        scope.report.unknown("phase or number", text, clause.at, {*scope.words.phases, *scope.speech.numbers})
    return None


def moments_of(scope: Scope, period: str) -> list[str]:
    """The ways to begin a power in a phase or another period, in quotes; empty for any other word."""
    windows = [f"'at {edge} of {period}'" for edge in scope.game.windows.get(period, ())]
    return windows + [f"'{period}'"] * (period in scope.game.offers)


def about(scope: Scope, parameter: Parameter, prepositions: Sequence[tree.Preposition]) -> PieceSet | StockSet | None:
    """The things that a changed number belongs to: ``of gray worlds``, ``with an alien explorer``."""
    if not prepositions or parameter.about == "nothing":
        return None
    first, rest = prepositions[0], prepositions[1:]
    if first.word.text not in ("of", "with", "for", "on", "against"):
        return None
    scope.use(first.word)
    found = things(scope, first.nominal.words, rest, first.at)
    return belonging(scope, parameter, found, first.at)


def belonging(
    scope: Scope, parameter: Parameter, found: PieceSet | StockSet | None, at: tree.At
) -> PieceSet | StockSet | None:
    """The things a number or permission is about, if it can belong to them: of a kind, wherever they are."""
    if isinstance(found, StockSet) and found.on and parameter.about == "piece":
        here = [name for name, place in scope.words.places.items() if place.owner == "piece"]
        if found != StockSet(every_kind(scope, found), tuple(here[:1]), on=found.on, who=found.who):
            wrong_subject(scope, parameter, at)
        found = found.on  # a thing on a piece counts as that piece
    if found is None:
        return None
    if not isinstance(found, PieceSet if parameter.about == "piece" else StockSet):
        scope.wrong("wrong-kind", at, f"these things have no {parameter.name!r}")
        return None
    if isinstance(found, PieceSet):
        if parameter.among and found.places != parameter.among:
            hint = f"write '... in {' or '.join(parameter.among)}'"
            scope.wrong("missing-clause", at, f"{parameter.name!r} is only about pieces in certain places", hint)
        plain = PieceSet(
            found.match, this=found.this, holding=found.holding, who=found.who, places=found.places and parameter.among
        )
        plain = evolve(plain, who="own") if found.who == "own" else plain
        if found != evolve(plain, who="own"):
            wrong_subject(scope, parameter, at)
        return found
    nouns = [one.places for one in scope.words.nouns.values()]
    if found != StockSet(found.kinds, found.places) or (found.places and found.places not in nouns):
        wrong_subject(scope, parameter, at)
    return StockSet(found.kinds, ())


def wrong_subject(scope: Scope, parameter: Parameter, at: tree.At) -> None:
    """Report things that a number cannot be told apart by."""
    message = f"{parameter.name!r} changes for a kind of things, wherever they are and whoever owns them"
    scope.wrong("surplus-clause", at, message, "name only their kind")


# -- changed numbers ---------------------------------------------------------------------------------------------


def modifier(
    scope: Scope, label: Label, first: Head, number: Number, segments: Sequence[tree.Segment]
) -> Modifier | None:
    """``2 less, not below 2``."""
    phrases = list(segments[0].phrases) if segments else []
    if not phrases or not isinstance(phrases[0], tree.Change):
        at = phrases[0].at if phrases else label.ends
        hint = "write '1 more', '2 less', '4 exactly'"
        scope.wrong("missing-change", at, "this does not say how the number changes", hint)
        return None
    if len(segments) > 1:
        scope.wrong("surplus-clause", segments[1].at, "a power that changes a number can do nothing else")
    said = phrases[0]
    rounding = next((one for one in phrases[1:] if isinstance(one, tree.Rounding)), None)
    scope.use(said)
    if said.direction != "any" and said.by < (said.direction != "exactly" and not number.parameter.opens):
        scope.wrong("out-of-range", said.at, "this changes nothing", "write 1 or more")
    change = Change(amount(scope, said.by, said.per, rounding), said.direction)
    for phrase in phrases[1:]:
        match phrase:
            case tree.Bound(above=False) if said.direction == "less" and change.floor is None:
                scope.use(phrase)
                change = evolve(change, floor=phrase.limit)
            case tree.Bound(above=True) if said.direction == "more" and change.ceiling is None:
                scope.use(phrase)
                change = evolve(change, ceiling=phrase.limit)
            case tree.Condition():
                late_condition(scope, phrase)
    rank = first.rank or (EXACT if change.direction == "exactly" else 0)
    changed = (number.parameter.name, number.about, change, rank, first.price)
    return Modifier(label.id, label.text, label.at, first.conditions, *changed, first.once, first.times)


def permission(scope: Scope, label: Label, first: Head, node: tree.Permission) -> Modifier | None:
    """``goods on this world cannot be traded``."""
    act = " ".join(texts(flat(node.act)))
    number = scope.speech.numbers.get(" ".join(texts(flat(node.words))))
    if number and act == CHANGED:
        return unchanged(scope, label, first, node, number)
    parameter = scope.speech.permits.get(act)
    if parameter is None:
        scope.report.unknown("act", act, node.act.at, scope.speech.permits)
        return None
    scope.use(*flat(node.act))
    at_all_times(scope, label, first, priced=parameter.priced and node.allowed)
    found = things(scope, node.words, node.prepositions, node.at)
    meant = belonging(scope, parameter, found, node.words.at)
    if parameter.opens:  # a change of nothing opens the number, and no limit puts it out of reach
        change = Change(Amount(0), "less" if node.allowed else "closed")
    else:
        change = Change(Amount(1), "allowed" if node.allowed else "forbidden")
    changed = (parameter.name, meant, change, 0, first.price, first.once, first.times)
    return Modifier(label.id, label.text, label.at, first.conditions, *changed)


def at_all_times(scope: Scope, label: Label, first: Head, priced: bool = False) -> None:
    """Report a permission that waits for something, or has a price and cannot have one."""
    if first.when is not None or first.whoever or first.choose or (first.price and not priced):
        scope.wrong("surplus-clause", label.ends, "a permission holds at all times", "leave out what it waits for")


def unchanged(scope: Scope, label: Label, first: Head, node: tree.Permission, parameter: Parameter) -> Modifier | None:
    """``cost of this world cannot be changed``: it is always as printed."""
    at_all_times(scope, label, first)
    printed = scope.words.properties.get(parameter.name)
    if node.allowed:
        scope.wrong("wrong-kind", node.at, "a number can be changed unless a power forbids it", "leave it out")
        return None
    if parameter.about != "piece" or printed is None or not printed.numeric:
        hint = "write how it changes, such as '2 exactly'"
        scope.wrong("wrong-kind", node.at, f"{parameter.name!r} is not a number printed on pieces", hint)
        return None
    scope.use(*flat(node.words), *flat(node.act))
    meant = about(scope, parameter, node.prepositions)
    change = Change(Amount(1), "printed")
    return Modifier(label.id, label.text, label.at, first.conditions, parameter.name, meant, change, KEPT, ())


# -- effects and scores ------------------------------------------------------------------------------------------


def effects_or_scores(scope: Scope, label: Label, first: Head, segment: tree.Segment) -> Power | None:
    """What a power does when its moment comes, or the points it is worth."""
    if any(is_score(phrase) for phrase in segment.phrases):
        return scoring(scope, label, first, segment)
    return acting(scope, label, first, body(scope, first, segment), None)


def is_score(phrase: tree.Phrase) -> bool:
    """Whether this is ``score ...``."""
    inner = phrase.clause if isinstance(phrase, tree.Option) else phrase
    return isinstance(inner, tree.Clause) and inner.words.runs[0][0].text == SCORE


def body(scope: Scope, first: Head, segment: tree.Segment) -> Body:
    """The effects of a segment, in rows if they are alternatives."""
    rows: list[list[Do]] = [[]]
    found = Body()
    for nth, phrase in enumerate(segment.phrases):
        inner: tree.Phrase | tree.Row = phrase
        after = segment.phrases[nth + 1 :]
        if isinstance(phrase, tree.Option) and not (found.may or first.may) and not any(rows):
            found = evolve(found, may=True)
            inner = phrase.clause
        elif isinstance(phrase, tree.Otherwise) and first.choose and rows[-1]:
            rows.append([])
            inner = phrase.what
        match inner:
            case tree.Clause():
                if act := do(scope, inner, next(iter(after), None)):
                    rows[-1].append(limited(scope, act, after) if inner.per else act)
            case tree.Condition() if not (any(rows) or first.price or first.choose or first.whoever):
                made = condition(scope, inner)
                found = evolve(found, conditions=(*found.conditions, made)) if made else found
            case tree.Condition():
                late_condition(scope, inner, "the price" if first.price else "the colon")
            case tree.Option():
                hint = "leave it out: the first 'may' covers the whole power, or write a second power"
                scope.wrong("surplus-clause", inner.at, "'may' belongs before the first verb", hint)
            case tree.Otherwise():
                hint = "write 'choose one: ..., or ...', or a power for each"
                scope.wrong("surplus-clause", inner.at, "'or' needs 'choose one' before it", hint)
            case tree.Limit() if not (found.once or first.once):
                found = evolve(found, once=period(scope, inner), times=inner.times)
    return evolve(found, rows=tuple(map(tuple, rows)))


def limited(scope: Scope, act: Do, after: Sequence[tree.Phrase]) -> Do:
    """An amount per something with the phrases after it: ``1 less``, ``not above 5``."""
    for phrase in after:
        if isinstance(phrase, tree.Change) and phrase.direction == "less" and phrase.per is None and phrase.by > 0:
            scope.use(phrase)
            act = evolve(act, low=evolve(act.low, less=phrase.by))
        elif isinstance(phrase, tree.Bound) and phrase.above and phrase.limit > 0:
            scope.use(phrase)
            act = evolve(act, low=evolve(act.low, most=phrase.limit))
        elif not isinstance(phrase, tree.Rounding):
            break
    return act


def acting(scope: Scope, label: Label, first: Head, said: Body, lasts: Lasting | None) -> Power | None:
    """The power that does something at the moment its head names."""
    may, once, times = first.may or said.may, first.once or said.once, first.times or said.times
    choices = said.rows if first.choose else ()
    effects = () if first.choose else tuple(one for row in said.rows for one in row)
    act = Act(may, first.price, effects, lasts, choices, first.whoever)
    conditions = first.conditions + said.conditions
    if lasts is None and not effects and not any(choices) and len(scope.report.found) == 0:
        scope.wrong("missing-effect", label.ends, "nothing happens here", "say what happens, such as 'gain ...'")
    if first.choose and len(choices) < 2:
        scope.wrong("missing-effect", label.ends, "'choose one' needs two alternatives", "write ', or ...'")
    if first.price and not may and not isinstance(first.when, Phase):
        scope.wrong("choice-without-chooser", label.ends, "a price needs 'may'", "write 'may ...: ...'")
    if once and first.when is None:
        scope.wrong("surplus-clause", label.ends, "this happens only once anyway")
    check_offered(scope, label, first, act, bool(conditions or once))
    match first.when:
        case Edge(edge, phase):
            return Window(label.id, label.text, label.at, conditions, act, first.rank, once, times, edge, phase)
        case Phase(phase):
            return Offer(label.id, label.text, label.at, conditions, act, first.rank, once, times, phase)
        case Pattern() as found:
            return Trigger(label.id, label.text, label.at, conditions, act, first.rank, once, times, found)
    return Immediate(label.id, label.text, label.at, conditions, act)


def check_offered(scope: Scope, label: Label, first: Head, act: Act, limited: bool) -> None:
    """Verbs that a phase offers come after that phase; one that the phase carries out itself stands alone."""
    phase = first.when.name if isinstance(first.when, Phase) else None
    every = (*act.price, *act.effects, *(one for row in act.choices for one in row))
    for one in every:
        verb = scope.game.verbs[one.signature]
        if verb.offered and phase is None:
            hint = f"begin with that phase, as '{offering(scope, verb)}: ...'"
            scope.wrong("never-fires", label.ends, f"{verb.name!r} works only in a phase that offers it", hint)
        elif verb.alone and phase is not None and (limited or act.price or act.whoever or len(every) > 1):
            hint = f"write '{phase}: may {verb.name}', and the rest as a power of its own"
            scope.wrong("surplus-clause", label.ends, f"{verb.name!r} must be the whole power", hint)
        elif verb.alone and phase is not None and not act.may:
            scope.wrong("choice-without-chooser", label.ends, f"{verb.name!r} must be optional", "write 'may'")


def offering(scope: Scope, verb: Verb) -> str:
    """The first phase that offers a verb."""
    phases = (phase for phase, verbs in scope.game.offers.items() if verb.name in verbs)
    return next(phases, next(iter(scope.words.phases), "phase"))


def lasting(scope: Scope, label: Label, outer: Head, segments: list[tree.Segment], until: tree.Until) -> Lasting | None:
    """``until end of turn, when opponent trades: gain $1``: a trigger or a changed number that the power begins."""
    edge, *_ = flat(until.edge)
    stretch, *_ = flat(until.of)
    scope.use(edge, stretch)
    if edge.text != "end" or stretch.text not in scope.game.stretches():
        scope.report.unknown("stretch of play", stretch.text, stretch.at, scope.game.stretches())
    opening, *rest = segments
    if not opening.phrases[1:]:
        scope.wrong("missing-effect", until.at, "this does not say what lasts", "write 'until ..., when ...'")
        return None
    inner = [evolve(opening, phrases=opening.phrases[1:]), *rest]
    begun = whole(scope.about(None), evolve(label, id=label.id + LASTS), inner)
    if isinstance(begun, Trigger | Modifier):
        return Lasting(evolve(begun, rank=begun.rank or outer.rank), stretch.text)
    if begun is not None:
        hint = "write 'until end of turn, when ...: ...', or the name of a number after the comma"
        scope.wrong("wrong-kind", opening.at, "only a trigger or a changed number can last", hint)
    return None


# -- scores ------------------------------------------------------------------------------------------------------


def scoring(scope: Scope, label: Label, first: Head, segment: tree.Segment) -> Score | None:
    """``score 2 per own rare world, or 1 per own genes world``."""
    rows: list[Amount] = []
    conditions = first.conditions
    for phrase, after in pairs(segment.phrases):
        inner = phrase
        if isinstance(phrase, tree.Otherwise) and rows:
            inner = phrase.what  # type: ignore[assignment]
        if isinstance(inner, tree.Row) and rows:
            rows += points(scope, inner.quantity, inner.per, after, segment.phrases)
        elif isinstance(inner, tree.Clause) and is_score(inner) and (inner is not phrase or not rows):
            scope.use(inner.words.runs[0][0])
            many = inner.nominal.quantity if inner.nominal else None
            rows += points(scope, many, inner.per, after, segment.phrases)
        elif isinstance(phrase, tree.Clause | tree.Option | tree.Limit | tree.Otherwise):
            hint = "move this into a power of its own"
            scope.wrong("surplus-clause", phrase.at, "a score must be the whole power", hint)
        elif isinstance(phrase, tree.Condition) and not rows:
            conditions += (made,) if (made := condition(scope, phrase)) else ()
        elif isinstance(phrase, tree.Condition):
            hint = "write 'if ...: score 1 per ...'"
            scope.wrong("surplus-clause", phrase.at, "a condition comes before what it is for", hint)
    if first.when is not None:
        scope.wrong("surplus-clause", label.ends, "scoring happens only at the end of the game", "leave out the moment")
    if first.price or first.choose or first.whoever:
        scope.wrong("surplus-clause", label.ends, "a score has no price and no choice", "leave it out")
    for row in rows if len(rows) > 1 else ():
        if not (isinstance(row.measure, Count) and isinstance(row.measure.of, PieceSet) and row.each == 1):
            hint = "write 'score 2 per ..., or 1 per ...' with pieces, or write two powers"
            scope.wrong("wrong-kind", label.ends, "'or' only joins rows that count pieces", hint)
            break
    return Score(label.id, label.text, label.at, conditions, tuple(rows))


def points(
    scope: Scope,
    many: tree.Quantity | None,
    per: tree.Per | None,
    after: tree.Phrase | None,
    phrases: Sequence[tree.Phrase],
) -> list[Amount]:
    """One row of a score: a plain number, per something that is counted."""
    if many is not None:
        if many.how != "exact" or many.money or many.low == 0:
            scope.wrong("surplus-clause", many.at, "a score takes one plain number", "write 'score 1 per ...'")
            return []
        scope.use(many)
    found = amount(scope, many.low if many else 1, per, after)
    if isinstance(after, tree.Rounding):
        nth = next(number for number, one in enumerate(phrases) if one is after)
        after = phrases[nth + 1] if nth + 1 < len(phrases) else None
    if per and found.n > 0 and isinstance(after, tree.Bound) and after.above and after.limit > 0:
        scope.use(after)
        found = evolve(found, most=after.limit)
    return [found]
