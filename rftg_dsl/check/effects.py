"""Effects: verbs with their objects, amounts and destinations."""

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
    wrong_money,
)
from rftg_dsl.check.surplus import MEASURED
from rftg_dsl.signatures import MANY, Verb
from rftg_dsl.syntax import tree

Parts = tuple[list[Do], bool, list[Amount], list[Condition], str]


def effects(scope: Scope, segment: tree.Segment) -> Parts:
    """The verbs of a segment, whether they are optional, its scores, its conditions and its limit."""
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
            elif act := do(scope, phrase, up):
                dos.append(evolve(act, low=evolve(act.low, less=less)) if less else act)
        elif isinstance(phrase, tree.Condition):
            conditions += [found] if (found := condition(scope, phrase)) else []
        elif isinstance(phrase, tree.Limit):
            once = phrase.per.text
        elif not (nth and (isinstance(phrase, tree.Rounding) or reduces_amount(phrase, phrases[nth - 1]))):
            scope.report.wrong("surplus-clause", phrase.at, "this has no meaning here")
    return dos, may, scores, conditions, once


def reduces_amount(phrase: tree.Phrase, before: tree.Phrase) -> bool:
    """Whether this is the ``1 less`` after an amount per something: ``gain 1 vp per consumed, 1 less``."""
    per = isinstance(before, tree.Clause) and before.per is not None
    return per and isinstance(phrase, tree.Change) and phrase.direction == "less"


def do(scope: Scope, clause: tree.Clause, up: bool | None) -> Do | None:
    """A verb with its object, done by the owner or by each opponent."""
    first, *rest = flat(clause.words)
    if [first.text] in OPPONENTS and rest:
        without_subject = tree.Words((tuple(rest),), at=(rest[0].at[0], clause.words.at[1]))
        found = do(scope, evolve(clause, words=without_subject), up)
        return evolve(found, who="others") if found else None
    text = " ".join(word.text for word in flat(clause.words))
    whole = " ".join([text, *(part for one in clause.prepositions for part in words_of(one))])
    verbs = scope.game.verbs
    for nth, verb in enumerate(verbs):
        if verb.name == whole and " " in whole and clause.nominal is None and not has_join_or_number(clause):
            if clause.per:
                scope.report.wrong("surplus-clause", clause.per.at, f"'per' has no meaning after {whole!r}")
            return Do(verb.name, nth, None)
    candidates = [(nth, verb) for nth, verb in enumerate(verbs) if verb.name == first.text]
    if not candidates:
        scope.report.unknown("verb", first.text, first.at, [verb.name for verb in verbs])
        return None
    return with_object(scope, clause, candidates, up)


def has_join_or_number(clause: tree.Clause) -> bool:
    """Whether a clause has a join or a number, as no idiom does."""
    inner = [one.nominal for one in clause.prepositions]
    numbers = any(one.quantity or one.value is not None for one in inner)
    return bool(clause.words.joins) or numbers or any(one.words.joins for one in inner if one.words)


def words_of(one: tree.Preposition) -> list[str]:
    """The words of a preposition and its noun, to compare with idioms."""
    return [one.word.text, *(word.text for word in flat(one.nominal.words))]


def with_object(scope: Scope, clause: tree.Clause, candidates: list[tuple[int, Verb]], up: bool | None) -> Do | None:
    """A verb with its object and slots, by the first of its signatures that fits."""
    words = flat(clause.words)[1:] + flat(clause.nominal.words if clause.nominal else None)
    quantity = clause.nominal.quantity if clause.nominal else None
    prepositions = list(clause.prepositions)
    slots: list[tuple[str, Any]] = []
    if words and words[-1].text == "here":
        if "to" not in slot_names(candidates) or any(one.word.text == "to" for one in prepositions):
            scope.report.wrong("surplus-clause", words[-1].at, "'here' does not belong in this sentence")
        slots.append(("to", PlaceSet(here=True)))
        words = words[:-1]
    if not words and prepositions and prepositions[0].word.text == "of":
        words = flat(prepositions.pop(0).nominal.words)
    before = flat(clause.words)[1:]
    if before and clause.nominal and (clause.nominal.words or clause.nominal.quantity):
        message = "no words belong between the verb and the number"
        scope.report.wrong("surplus-clause", before[0].at, message, "put them after the number")
    kinds = {verb.object for _, verb in candidates}
    narrowing = [one for one in prepositions if one.word.text not in slot_names(candidates)]
    so_far = len(scope.report.found)
    what = object_of(scope, clause, words, quantity, narrowing, kinds)
    if what is WRONG:
        return None
    kind = object_kind(what)
    fitting = [(nth, verb) for nth, verb in candidates if verb.object == kind]
    if not fitting:
        verb_name = candidates[0][1].name
        scope.report.wrong("wrong-kind", clause.at, f"{verb_name!r} does not work on this")
        return None
    nth, verb = fitting[0]
    if slots and "to" not in verb.slots:
        scope.report.wrong("surplus-clause", clause.at, "'here' does not belong in this sentence")
    if verb.grants and len(scope.report.found) == so_far:
        check_grant(scope, verb, what, words, narrowing)
    for one in prepositions:
        if one in narrowing:
            continue
        inner = flat(one.nominal.words)
        if one.word.text == "from" and isinstance(what, StockSet) and one_place(scope, inner):
            what = evolve(what, same_place=True)
        elif found := slot(scope, verb, one):
            if isinstance(found, Counters) and what in found.names:
                message = f"{what!r} for {what!r} changes nothing"
                scope.report.wrong("surplus-clause", one.at, message, "name another counter")
            slots.append((one.word.text, found))
    missing = verb.required - {name for name, _ in slots} - {one.word.text for one in prepositions}
    for name in sorted(missing):
        hint = f"add '{name} ...'"
        scope.report.wrong("missing-clause", clause.at, f"{verb.name!r} needs {name!r}", hint)
    check_quantity(scope, verb, what, quantity, clause.per)
    low = amount(scope, quantity, clause.per, up)
    high = None
    if quantity and quantity.how in ("between", "up to"):
        high = quantity.high
    if quantity and quantity.how == "any":
        low, high = Amount(0), MANY
    return Do(verb.name, nth, what, low, high, tuple(slots), bool(quantity and quantity.how == "all"))


def check_grant(
    scope: Scope, verb: Verb, what: Any, words: Sequence[tree.Word], narrowing: Sequence[tree.Preposition]
) -> None:
    """Things from the supply are named by kind alone: they have no owner and no place yet."""
    for one in narrowing:
        surplus(scope, one)
    at = (words[0].at[0], words[-1].at[1]) if words else (0, 0)
    if isinstance(what, StockSet):
        if len(what.kinds) > 1:
            message = f"this could be any of {len(what.kinds)} kinds"
            scope.report.wrong("choice-without-chooser", at, message, "name one kind")
        if what.who != "own" or words[0].text == "own":
            scope.report.wrong("surplus-clause", at, f"things you {verb.name!r} have no owner yet")
    elif isinstance(what, PieceSet) and [scope.singular(one.text) in scope.words.components for one in words] != [True]:
        known = ", ".join(one.plural for one in scope.words.components.values())
        message = f"{verb.name!r} cannot ask for particular pieces"
        scope.report.wrong("surplus-clause", at, message, f"name one of: {known}")


def check_quantity(scope: Scope, verb: Verb, what: Any, many: tree.Quantity | None, per: tree.Per | None) -> None:
    """Only a verb that lets somebody choose takes a range, ``all`` or ``any number``, and then without ``per``."""
    if per and (verb.most or verb.object == "nothing"):
        scope.report.wrong("surplus-clause", per.at, f"'per' has no meaning after {verb.name!r}")
    if many is None:
        return
    if what is None and verb.object == "nothing":
        scope.report.wrong("surplus-clause", many.at, f"a number has no meaning after {verb.name!r}")
    elif many.how not in verb.amounts():
        hint = "write one number"
        scope.report.wrong("choice-without-chooser", many.at, f"nobody chooses how many to {verb.name!r}", hint)
    elif per and many.how != "exact":
        scope.report.wrong("surplus-clause", per.at, "'per' needs one exact number before it")
    elif verb.most and many.high > verb.most:
        scope.report.wrong("out-of-range", many.at, f"{verb.name!r} works on at most {verb.most} at a time")


WRONG: Any = object()
"""Marks an object that could not be resolved, and was reported."""


def slot_names(candidates: list[tuple[int, Verb]]) -> set[str]:
    """The prepositions that fill a slot in any of the signatures."""
    return {name for _, verb in candidates for name in verb.slots}


def object_of(
    scope: Scope,
    clause: tree.Clause,
    words: list[tree.Word],
    quantity: tree.Quantity | None,
    narrowing: Sequence[tree.Preposition],
    kinds: Collection[str],
) -> Any:
    """The object of a verb: a counter, things or None; ``WRONG`` if it was reported."""
    if quantity and quantity.money:
        name = signed(scope)
        if words or not name:
            wrong_money(scope, clause.at)
            return WRONG
        check_changeable(scope, name, quantity.at)
        return without_prepositions(scope, name, narrowing)
    if not words:
        if "nothing" in kinds:
            return without_prepositions(scope, None, narrowing)
        verb_name = flat(clause.words)[0].text
        scope.report.wrong("missing-thing", clause.at, f"this does not say what to {verb_name!r}", "name a thing")
        return WRONG
    name = scope.singular(words[-1].text)
    if name in scope.words.spoken_counters() and len(words) == 1:
        check_changeable(scope, name, words[0].at)
        return without_prepositions(scope, name, narrowing)
    found = things(scope, words, narrowing, clause.at)
    return WRONG if found is None else found


def check_changeable(scope: Scope, name: str, at: tree.At) -> None:
    """Report a counter that powers can only ask about."""
    if scope.words.counters[name].read:
        hint = f"powers can only ask about it: 'if you have 1 {name}', 'per {name}'"
        scope.report.wrong("read-only", at, f"only the game changes {name!r}", hint)


def without_prepositions(scope: Scope, what: Any, prepositions: Sequence[tree.Preposition]) -> Any:
    """The object unchanged; any prepositions are reported, because they cannot narrow it."""
    for one in prepositions:
        surplus(scope, one)
    return what


def object_kind(what: Any) -> str:
    """The sort of an object, as in a signature."""
    if what is None:
        return "nothing"
    if isinstance(what, str):
        return "counter"
    return "stock" if isinstance(what, StockSet) else "pieces"


def slot(scope: Scope, verb: Verb, one: tree.Preposition) -> Any:
    """The filler of a slot of a verb; None, and a diagnostic, if it does not fit."""
    kind = verb.slots.get(one.word.text)
    if kind is None:
        surplus(scope, one)
        return None
    inner = flat(one.nominal.words)
    if kind in FILLERS:
        return FILLERS[kind](scope, one)
    if (one.nominal.quantity and one.word.text in MEASURED) or one.change:
        scope.report.wrong("surplus-clause", one.at, f"a number has no meaning after {one.word.text!r}")
    if kind in ("place", "places"):
        found = place_set(scope, inner)
        if found and kind == "place" and len(found.places) > 1:
            scope.report.wrong("wrong-kind", one.at, "only one place fits here", "name one place")
        return found
    return things(scope, inner, (), one.at)


def number_in(scope: Scope, one: tree.Preposition) -> Number | None:
    """``by 2``."""
    many = one.nominal.quantity
    if many is None or many.how != "exact" or many.money or one.nominal.words:
        scope.report.wrong("wrong-kind", one.at, f"{one.word.text!r} takes one number", f"write '{one.word.text} 2'")
        return None
    return Number(many.low)


def counters_in(scope: Scope, one: tree.Preposition) -> Counters | None:
    """``with credits or chips``: one of them; ``with credits and chips``: any mix."""
    if many := one.nominal.quantity:
        scope.report.wrong("surplus-clause", many.at, f"a number has no meaning after {one.word.text!r}")
    return named_counters(scope, one)


def counter_in(scope: Scope, one: tree.Preposition) -> Counters | None:
    """``for credits``: a single counter."""
    return only_one(scope, one, counters_in(scope, one))


def price_in(scope: Scope, one: tree.Preposition) -> Counters | None:
    """``for 1 credit``: an amount of a single counter."""
    if one.nominal.quantity is None:
        scope.report.wrong("wrong-kind", one.at, f"{one.word.text!r} takes an amount", f"write '{one.word.text} 1 ...'")
    return only_one(scope, one, named_counters(scope, one))


def only_one(scope: Scope, one: tree.Preposition, found: Counters | None) -> Counters | None:
    """The counters unchanged; several of them are reported."""
    if found and len(found.names) > 1:
        scope.report.wrong("wrong-kind", one.at, f"{one.word.text!r} takes only one counter here", "name one of them")
    return found


def named_counters(scope: Scope, one: tree.Preposition) -> Counters | None:
    """The counters that a preposition names, with the number before them."""
    many, words = one.nominal.quantity, one.nominal.words
    if one.change or not (words or (many and many.money)):
        scope.report.wrong("wrong-kind", one.at, f"{one.word.text!r} takes a counter", "name a counter")
        return None
    names = tuple(scope.singular(word.text) for word in flat(words))
    if words and len(names) != len(words.runs) and set(names) <= set(scope.words.spoken_counters()):
        scope.report.wrong("wrong-kind", one.at, "counters need 'or' between them", f"write '{' or '.join(names)}'")
    if many and many.money:
        name = signed(scope)
        if words or not name:
            wrong_money(scope, one.at)
            return None
        check_changeable(scope, name, many.at)
        return Counters((name,), n=many.low)
    for word, name in zip(flat(words), names, strict=True):
        if name not in scope.words.spoken_counters():
            scope.report.unknown("counter", word.text, word.at, scope.words.spoken_counters())
        else:
            check_changeable(scope, name, word.at)
    if many and many.how != "exact":
        scope.report.wrong("wrong-kind", one.at, f"{one.word.text!r} takes one number", "write one number")
    return Counters(names, bool(words and "and" in words.joins), many.low if many else 0)


def change_in(scope: Scope, one: tree.Preposition) -> Change | None:
    """``for 1 less``."""
    if one.change is None:
        scope.report.wrong("wrong-kind", one.at, f"{one.word.text!r} takes a change", f"write '{one.word.text} 1 less'")
        return None
    if one.change.direction not in ("more", "less") or not one.change.by:
        hint = f"write '{one.word.text} 1 less'"
        scope.report.wrong("wrong-kind", one.at, "the change must be at least 1 more or 1 less", hint)
        return None
    return Change(one.change.by, one.change.direction)


def seats_in(scope: Scope, one: tree.Preposition) -> Seats | None:
    """``from an opponent``."""
    if [word.text for word in flat(one.nominal.words)] not in OPPONENTS or one.nominal.quantity:
        hint = f"write '{one.word.text} an opponent'"
        scope.report.wrong("wrong-kind", one.at, f"{one.word.text!r} takes an opponent", hint)
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
"""Readers for the kinds of slots that take neither places nor things."""
