"""Effects: verbs with what they are done to, how much, and where to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from attrs import evolve

from rftg_dsl.check.events import condition
from rftg_dsl.check.model import (
    Amount,
    Change,
    Condition,
    Counters,
    Do,
    Number,
    PieceSet,
    PlaceSet,
    Seats,
    StockSet,
)
from rftg_dsl.check.phrases import (
    OPPONENTS,
    Scope,
    amount,
    flat,
    one_place,
    place_set,
    signed,
    surplus,
    things,
)
from rftg_dsl.check.surplus import MEASURED
from rftg_dsl.diagnostic import did_you_mean
from rftg_dsl.signatures import Verb
from rftg_dsl.syntax import tree

Parts = tuple[list[Do], bool, list[Amount], list[Condition], str]


def effects(scope: Scope, segment: tree.Segment) -> Parts:
    """The verbs of a segment, whether they are optional, and what it scores."""
    dos: list[Do] = []
    scores: list[Amount] = []
    conditions: list[Condition] = []
    may, once = False, ""
    phrases: list[Any] = list(segment.phrases)
    for nth, phrase in enumerate(phrases):
        following = phrases[nth + 1] if nth + 1 < len(phrases) else None
        up = following.up if isinstance(following, tree.Rounding) else None
        less = following.by if isinstance(following, tree.Change) and following.direction == "less" else 0
        if isinstance(phrase, tree.Option):
            may = True
            phrase = phrase.clause
        if isinstance(phrase, tree.Otherwise):
            phrase = phrase.what
            if isinstance(phrase, tree.Row) and scores:
                scores.append(amount(scope, phrase.quantity, phrase.per, up))
                continue
        if isinstance(phrase, tree.Clause):
            if [word.text for word in flat(phrase.words)] == ["score"]:
                quantity = phrase.nominal.quantity if phrase.nominal else None
                scores.append(amount(scope, quantity, phrase.per, up))
            elif found := do(scope, phrase, up):
                dos.append(evolve(found, low=evolve(found.low, less=less)) if less else found)
        elif isinstance(phrase, tree.Condition):
            conditions += [made] if (made := condition(scope, phrase)) else []
        elif isinstance(phrase, tree.Limit):
            once = phrase.per.text
        elif not (nth and (isinstance(phrase, tree.Rounding) or said_less(phrase, phrases[nth - 1]))):
            scope.report.wrong("surplus-clause", phrase.at, "this has no meaning here", "leave it out or reword")
    return dos, may, scores, conditions, once


def said_less(phrase: tree.Phrase, before: tree.Phrase) -> bool:
    """Whether this is the ``1 less`` of an amount per something: ``gain 1 vp per consumed, 1 less``."""
    per = isinstance(before, tree.Clause) and before.per is not None
    return per and isinstance(phrase, tree.Change) and phrase.direction == "less"


def do(scope: Scope, clause: tree.Clause, up: bool | None) -> Do | None:
    """A verb with what it is done to, by the owner or by each opponent."""
    first, *rest = flat(clause.words)
    if [first.text] in OPPONENTS and rest:
        spoken = tree.Words((tuple(rest),), at=(rest[0].at[0], clause.words.at[1]))
        found = do(scope, evolve(clause, words=spoken), up)
        return evolve(found, who="others") if found else None
    text = " ".join(word.text for word in flat(clause.words))
    whole = " ".join([text, *(part for one in clause.prepositions for part in said(one))])
    verbs = scope.game.verbs
    for nth, verb in enumerate(verbs):
        if verb.name == whole and " " in whole and clause.nominal is None and not joined(clause):
            if clause.per:
                scope.report.wrong("surplus-clause", clause.per.at, f"'per' has no meaning behind {whole!r}")
            return Do(verb.name, nth, None)
    name = flat(clause.words)[0]
    candidates = [(nth, verb) for nth, verb in enumerate(verbs) if verb.name == name.text]
    if not candidates:
        near = did_you_mean(text, [verb.name for verb in verbs])
        known = [verb.name for verb in verbs] if not near else [near]
        scope.report.unknown("verb", name.text, name.at, [*known, *(verb.name for verb in verbs)])
        return None
    return with_object(scope, clause, candidates, up)


def joined(clause: tree.Clause) -> bool:
    """Whether a join or a number stands in a clause; neither does in idioms."""
    inner = [one.nominal for one in clause.prepositions]
    numbers = any(one.quantity or one.value is not None for one in inner)
    return bool(clause.words.joins) or numbers or any(one.words.joins for one in inner if one.words)


def said(one: tree.Preposition) -> list[str]:
    """A preposition as words, for idioms."""
    return [one.word.text, *(word.text for word in flat(one.nominal.words))]


def with_object(scope: Scope, clause: tree.Clause, candidates: list[tuple[int, Verb]], up: bool | None) -> Do | None:
    """The object and slots of a verb; the first signature that fits is taken."""
    words = flat(clause.words)[1:] + flat(clause.nominal.words if clause.nominal else None)
    quantity = clause.nominal.quantity if clause.nominal else None
    prepositions = list(clause.prepositions)
    slots: list[tuple[str, Any]] = []
    if words and words[-1].text == "here":
        if "to" not in slot_names(candidates) or any(one.word.text == "to" for one in prepositions):
            scope.report.wrong("surplus-clause", words[-1].at, "'here' has no meaning here")
        slots.append(("to", PlaceSet(here=True)))
        words = words[:-1]
    if not words and prepositions and prepositions[0].word.text == "of":
        words = flat(prepositions.pop(0).nominal.words)
    before = flat(clause.words)[1:]
    if before and clause.nominal and (clause.nominal.words or clause.nominal.quantity):
        scope.report.wrong("surplus-clause", before[0].at, "this stands before the number and says nothing there")
    kinds = {verb.object for _, verb in candidates}
    narrowing = [one for one in prepositions if one.word.text not in slot_names(candidates)]
    so_far = len(scope.report.found)
    what = the_object(scope, clause, words, quantity, narrowing, kinds)
    if what is WRONG:
        return None
    kind = object_kind(what)
    fitting = [(nth, verb) for nth, verb in candidates if verb.object == kind]
    if not fitting:
        verb_name = candidates[0][1].name
        scope.report.wrong("wrong-kind", clause.at, f"{verb_name!r} cannot be done to this")
        return None
    nth, verb = fitting[0]
    if slots and "to" not in verb.slots:
        scope.report.wrong("surplus-clause", clause.at, "'here' has no meaning here")
    if verb.grants and len(scope.report.found) == so_far:
        grant(scope, verb, what, words, narrowing)
    for one in prepositions:
        if one in narrowing:
            continue
        inner = flat(one.nominal.words)
        if one.word.text == "from" and isinstance(what, StockSet) and one_place(scope, inner):
            what = evolve(what, same_place=True)
        elif found := slot(scope, verb, one):
            if isinstance(found, Counters) and what in found.names:
                scope.report.wrong("surplus-clause", one.at, f"{what!r} for {what!r} changes nothing", "name another")
            slots.append((one.word.text, found))
    missing = verb.required - {name for name, _ in slots} - {one.word.text for one in prepositions}
    for name in sorted(missing):
        hint = f"add '{name} ...'"
        scope.report.wrong("missing-clause", clause.at, f"{verb.name!r} needs {name!r}", hint)
    how_many(scope, verb, what, quantity, clause.per)
    low = amount(scope, quantity, clause.per, up)
    high = None
    if quantity and quantity.how in ("between", "up to"):
        high = quantity.high
    if quantity and quantity.how == "any":
        low, high = Amount(0), MANY
    return Do(verb.name, nth, what, low, high, tuple(slots), bool(quantity and quantity.how == "all"))


def grant(
    scope: Scope, verb: Verb, what: Any, words: Sequence[tree.Word], narrowing: Sequence[tree.Preposition]
) -> None:
    """What comes from the supply is named by its kind alone: it is nobody's and nowhere yet."""
    for one in narrowing:
        surplus(scope, one)
    at = (words[0].at[0], words[-1].at[1]) if words else (0, 0)
    if isinstance(what, StockSet):
        if len(what.kinds) > 1:
            message = f"which of {len(what.kinds)} kinds comes is not said"
            scope.report.wrong("choice-without-chooser", at, message, "name one kind")
        if what.who != "own" or words[0].text == "own":
            scope.report.wrong("surplus-clause", at, f"whose they are has no meaning behind {verb.name!r}")
    elif isinstance(what, PieceSet) and [scope.singular(one.text) in scope.words.components for one in words] != [True]:
        known = ", ".join(one.plural for one in scope.words.components.values())
        scope.report.wrong("surplus-clause", at, f"{verb.name!r} takes whatever comes", f"name one of: {known}")


def how_many(scope: Scope, verb: Verb, what: Any, many: tree.Quantity | None, per: tree.Per | None) -> None:
    """A range, all or any number stand only where somebody chooses, and nothing is counted besides."""
    if per and (verb.most or verb.object == "nothing"):
        scope.report.wrong("surplus-clause", per.at, f"'per' has no meaning behind {verb.name!r}")
    if many is None:
        return
    if what is None and verb.object == "nothing":
        scope.report.wrong("surplus-clause", many.at, f"a number has no meaning behind {verb.name!r}")
    elif many.how not in verb.amounts():
        hint = "name one number"
        scope.report.wrong("choice-without-chooser", many.at, f"nobody chooses how many to {verb.name!r}", hint)
    elif per and many.how != "exact":
        scope.report.wrong("surplus-clause", per.at, "'per' stands behind one number")
    elif verb.most and many.high > verb.most:
        scope.report.wrong("out-of-range", many.at, f"{verb.name!r} is done to {verb.most} at a time")


MANY = 999
"""``any number of``: more than there can be of anything."""

WRONG: Any = object()
"""What could not be resolved, and has its diagnostic."""


def slot_names(candidates: list[tuple[int, Verb]]) -> set[str]:
    """The prepositions that any of the signatures has a slot for."""
    return {name for _, verb in candidates for name in verb.slots}


def the_object(
    scope: Scope,
    clause: tree.Clause,
    words: list[tree.Word],
    quantity: tree.Quantity | None,
    narrowing: Sequence[tree.Preposition],
    kinds: Collection[str],
) -> Any:
    """The counter, things or nothing that a verb is done to."""
    if quantity and quantity.money:
        name = signed(scope)
        if words or not name:
            scope.report.wrong("wrong-kind", clause.at, "'$' already says what is meant")
            return WRONG
        changed(scope, name, quantity.at)
        return no_more(scope, narrowing, name)
    if not words:
        if "nothing" in kinds:
            return no_more(scope, narrowing, None)
        scope.report.wrong("missing-thing", clause.at, "what this is done to is missing", "name a thing")
        return WRONG
    name = scope.singular(words[-1].text)
    if name in scope.words.spoken_counters() and len(words) == 1:
        changed(scope, name, words[0].at)
        return no_more(scope, narrowing, name)
    found = things(scope, words, narrowing, clause.at)
    return WRONG if found is None else found


def changed(scope: Scope, name: str, at: tree.At) -> None:
    """A power can change this counter."""
    if scope.words.counters[name].read:
        hint = f"powers can only ask about it: 'if you have 1 {name}', 'per {name}'"
        scope.report.wrong("read-only", at, f"only the game itself changes {name!r}", hint)


def no_more(scope: Scope, prepositions: Sequence[tree.Preposition], what: Any) -> Any:
    """What is meant, where nothing narrows it."""
    for one in prepositions:
        surplus(scope, one)
    return what


def object_kind(what: Any) -> str:
    """Which sort of object this is."""
    if what is None:
        return "nothing"
    if isinstance(what, str):
        return "counter"
    return "stock" if isinstance(what, StockSet) else "pieces"


def slot(scope: Scope, verb: Verb, one: tree.Preposition) -> Any:
    """What fills a slot of a verb."""
    kind = verb.slots.get(one.word.text)
    if kind is None:
        surplus(scope, one)
        return None
    inner = flat(one.nominal.words)
    if kind in FILLERS:
        return FILLERS[kind](scope, one)
    if (one.nominal.quantity and one.word.text in MEASURED) or one.change:
        scope.report.wrong("surplus-clause", one.at, f"a number has no meaning behind {one.word.text!r}")
    if kind in ("place", "places"):
        found = place_set(scope, inner)
        if found and kind == "place" and len(found.places) > 1:
            scope.report.wrong("wrong-kind", one.at, "only one place can be meant here")
        return found
    return things(scope, inner, (), one.at)


def number_in(scope: Scope, one: tree.Preposition) -> Number | None:
    """``by 2``."""
    many = one.nominal.quantity
    if many is None or many.how != "exact" or many.money or one.nominal.words:
        scope.report.wrong("wrong-kind", one.at, f"behind {one.word.text!r} stands one number")
        return None
    return Number(many.low)


def counters_in(scope: Scope, one: tree.Preposition) -> Counters | None:
    """``with credits or chips``: one of them; ``with credits and chips``: mixed as one likes."""
    if many := one.nominal.quantity:
        scope.report.wrong("surplus-clause", many.at, f"a number has no meaning behind {one.word.text!r}")
    return named_counters(scope, one)


def counter_in(scope: Scope, one: tree.Preposition) -> Counters | None:
    """``for credits``: just one of them."""
    return only_one(scope, one, counters_in(scope, one))


def price_in(scope: Scope, one: tree.Preposition) -> Counters | None:
    """``for 1 credit``: so many of just one."""
    if one.nominal.quantity is None:
        scope.report.wrong("wrong-kind", one.at, f"behind {one.word.text!r} stands how many", "write 'for 1 ...'")
    return only_one(scope, one, named_counters(scope, one))


def only_one(scope: Scope, one: tree.Preposition, found: Counters | None) -> Counters | None:
    """One counter, not several to choose from."""
    if found and len(found.names) > 1:
        scope.report.wrong("wrong-kind", one.at, f"behind {one.word.text!r} stands only one here", "name one of them")
    return found


def named_counters(scope: Scope, one: tree.Preposition) -> Counters | None:
    """The counters that are named, with the number before them."""
    many, words = one.nominal.quantity, one.nominal.words
    if one.change or not (words or (many and many.money)):
        scope.report.wrong("wrong-kind", one.at, f"behind {one.word.text!r} stands what is counted", "name a counter")
        return None
    names = tuple(scope.singular(word.text) for word in flat(words))
    if words and len(names) != len(words.runs) and set(names) <= set(scope.words.spoken_counters()):
        scope.report.wrong("wrong-kind", one.at, "these are several", f"write '{' or '.join(names)}'")
    if many and many.money:
        if name := signed(scope):
            changed(scope, name, many.at)
        return Counters((name,), n=many.low)
    for word, name in zip(flat(words), names, strict=True):
        if name not in scope.words.spoken_counters():
            scope.report.unknown("counter", word.text, word.at, scope.words.spoken_counters())
        else:
            changed(scope, name, word.at)
    if many and many.how != "exact":
        scope.report.wrong("wrong-kind", one.at, f"behind {one.word.text!r} stands one number")
    return Counters(names, bool(words and "and" in words.joins), many.low if many else 0)


def change_in(scope: Scope, one: tree.Preposition) -> Change | None:
    """``for 1 less``."""
    if one.change is None:
        scope.report.wrong("wrong-kind", one.at, f"behind {one.word.text!r} stands a change", "write 'for 1 less'")
        return None
    if one.change.direction not in ("more", "less") or not one.change.by:
        scope.report.wrong("wrong-kind", one.at, "this is so much more or less than usual", "write 'for 1 less'")
        return None
    return Change(one.change.by, one.change.direction)


def seats_in(scope: Scope, one: tree.Preposition) -> Seats | None:
    """``from an opponent``."""
    if [word.text for word in flat(one.nominal.words)] not in OPPONENTS or one.nominal.quantity:
        scope.report.wrong("wrong-kind", one.at, f"behind {one.word.text!r} stands who is meant", "write 'an opponent'")
        return None
    return Seats("others")


FILLERS = {
    "number": number_in,
    "counter": counter_in,
    "counters": counters_in,
    "price": price_in,
    "change": change_in,
    "seats": seats_in,
}
"""What fills a slot of each kind that is neither a place nor things."""
