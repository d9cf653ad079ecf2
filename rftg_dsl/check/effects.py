"""Read effects, which are verbs with their subjects, objects and amounts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from attrs import evolve, frozen

from rftg_dsl.base.diagnostic import one_of
from rftg_dsl.check.measures import check_quantity, money_counter_of, read_amount, report_wrong_money, subphrase_of
from rftg_dsl.check.model import (
    Amount,
    Counters,
    Do,
    Filler,
    PieceSet,
    PlaceSet,
    StockSet,
    Who,
)
from rftg_dsl.check.noun_phrases import Things, kinds_of_sort, read_things
from rftg_dsl.check.possibilities import can_lie_in
from rftg_dsl.check.reporter import suggest_forms
from rftg_dsl.check.scope import Scope, flatten, span_of, texts_of
from rftg_dsl.check.signatures import MANY, Listed, Verb
from rftg_dsl.check.slots import check_changeable, does_name_pieces, with_slot
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.tree import Preposition, Word, Words

Candidates = Sequence[tuple[int, Verb]]
"""The signatures of a verb, each with its index in the game's list of verbs."""


def read_effect(scope: Scope, clause: tree.Clause, rounding: tree.Phrase | None) -> Do | None:
    """Read a verb with everything that depends on it. If there is no known verb, report that and return None."""
    words = flatten(clause.words)
    who, verb_words = read_actor(scope, words)
    if not verb_words:
        scope.report_error(
            "missing-effect", clause.at, "a verb is missing here", "say what happens, such as 'gain ...'"
        )
        return None
    # Look for idioms first, because their words could otherwise be read as an object and prepositions.
    if (idiom := read_idiom(scope, clause, verb_words)) is not None:
        return evolve(idiom, who=who)
    first = verb_words[0]
    candidates = scope.speech.verbs.get(first.text, [])
    if first.text == "opponent":
        hint = "write 'opponents gain ...' or 'each opponent gains ...'"
        scope.report_error("unknown-verb", first.at, "this does not say which opponent", hint)
        return None
    if not candidates and first.text in scope.speech.numbers:
        hint = f"write how it changes after a colon: '{first.text} ...: 1 less'"
        scope.report_error("unknown-verb", first.at, f"{first.text!r} is a number, not a verb", hint)
        return None
    if not candidates:
        known = suggest_verbs(scope, clause, first, rounding) or [verb.name for verb in scope.game.verbs]
        scope.report.add_unknown("verb", first.text, first.at, known)
        return None
    # After reporting a wrong verb form, keep reading, because there may be other mistakes.
    check_agreement(scope, words, who, first, candidates[0][1])
    scope.use(first)
    effect = with_object(scope, clause, candidates, verb_words, rounding)
    return evolve(effect, who=who) if effect else None


def suggest_verbs(scope: Scope, clause: tree.Clause, verb: Word, rounding: tree.Phrase | None) -> list[str]:
    """Return the verbs that could replace an everyday word in this clause, such as ``spend`` for ``lose $1``."""
    names = []
    for form in suggest_forms(verb.text, scope.speech.verbs):
        if form in scope.speech.verbs:
            other = evolve(verb, text=form)
            runs = tuple(tuple(other if word is verb else word for word in run) for run in clause.words.runs)
            # A trial scope shows whether the sentence would be valid, and reports nothing.
            trial = scope.make_trial()
            read_effect(trial, evolve(clause, words=evolve(clause.words, runs=runs)), rounding)
            names += [] if trial.report.found else [scope.speech.verbs[form][0][1].name]
    return names


def read_actor(scope: Scope, words: Sequence[Word]) -> tuple[Who, Sequence[Word]]:
    for names in (["each", "opponent"], ["opponents"]):
        if texts_of(words[: len(names)]) == names:
            scope.use(*words[: len(names)])
            return "others", words[len(names) :]
    return "own", words


def check_agreement(scope: Scope, words: Sequence[Word], who: Who, verb: Word, signature: Verb) -> None:
    singular = who == "others" and words[0].text == "each"
    plain = signature.name.split()[0]
    if singular and verb.text == plain:
        form = next(
            form for form, signatures in scope.speech.verbs.items() if signatures[0][1] is signature and form != plain
        )
        message = f"{verb.text!r} does not agree with 'each opponent'"
        scope.report_error("wrong-form", verb.at, message, f"write {form!r}", form)
    elif not singular and verb.text != plain:
        message = f"{verb.text!r} does not agree with its subject"
        scope.report_error("wrong-form", verb.at, message, f"write {plain!r}", plain)


def read_idiom(scope: Scope, clause: tree.Clause, words: Sequence[Word]) -> Do | None:
    """Read a verb that consists of several fixed words, such as ``rearrange stacks``."""
    inner = [clause.nominal, *(preposition.nominal for preposition in clause.prepositions)]
    if (
        clause.nominal
        or clause.words.joins
        or any(nominal and (nominal.quantity or nominal.value) for nominal in inner)
    ):
        return None
    parts = [word for each in clause.prepositions for word in (each.word, *flatten(each.nominal.words))]
    text = " ".join(texts_of([*words, *parts]))
    if " " not in text:
        return None
    for nth, verb in scope.speech.verbs.get(text, []):
        scope.use(*words, *parts)
        return Do(verb.name, nth, None)
    return None


@frozen
class Said:
    """The parts of a clause that follow its verb."""

    quantity: tree.Quantity | None
    thing: Words | None
    prepositions: tuple[Preposition, ...]
    here: tuple[Word, ...] = ()
    onto_this: bool = False
    """Whether the word ``here`` in the clause is the destination."""


def said_after(scope: Scope, clause: tree.Clause, before: Sequence[Word], named: Collection[str]) -> Said | None:
    """Return the parts of a clause after its verb. If words precede the number, report that and return None."""
    quantity = clause.nominal.quantity if clause.nominal else None
    thing = subphrase_of(clause.words, before)
    prepositions = list(clause.prepositions)
    if before and clause.nominal and (clause.nominal.words or quantity):
        message = "there must be no words between the verb and the number"
        scope.report_error("surplus-clause", span_of(before), message, "put these words after the number")
        return None
    if clause.nominal and clause.nominal.words:
        thing = clause.nominal.words
    here = flatten(thing)[-1:] if texts_of(flatten(thing)[-1:]) == ["here"] else []
    onto = bool(here) and "to" in named and not any(preposition.word.text == "to" for preposition in prepositions)
    if here and thing:
        thing = subphrase_of(thing, flatten(thing)[:-1])
    elif "to" in named and prepositions and (leading := without_here(prepositions[-1])):
        here, onto = flatten(prepositions[-1].nominal.words)[-1:], True
        prepositions[-1] = leading
    whole = quantity is not None and quantity.how != "any"  # 'any number of' already includes 'of'
    if thing is None and whole and prepositions and prepositions[0].word.text == "of":
        first = prepositions.pop(0)  # 'of' after a quantity, as in 'all of its settlers'
        scope.use(first.word)
        thing = first.nominal.words
    return Said(quantity, thing, tuple(prepositions), tuple(here), onto)


def with_object(
    scope: Scope, clause: tree.Clause, candidates: Candidates, words: Sequence[Word], rounding: tree.Phrase | None
) -> Do | None:
    verb_word, *before = words
    named = slot_names_of(candidates)
    said = said_after(scope, clause, before, named)
    if said is None:
        return None
    kinds = {verb.object for _, verb in candidates}
    granting = all(verb.grants for _, verb in candidates if verb.object in ("stock", "pieces"))
    narrowing, of_slots = split_prepositions(scope, candidates, said.prepositions)
    reported = len(scope.report.found)
    # Granted things come from the supply, so prepositions cannot narrow them.
    what = object_of(scope, clause, verb_word, said.thing, said.quantity, () if granting else narrowing, kinds)
    if (
        len(scope.report.found) > reported
        or (signature := choose_signature(scope, clause, candidates, what, said)) is None
    ):
        return None
    nth, verb = signature
    # 'it' and 'this ...' can be anywhere; all other objects are in the verb's usual place.
    if verb.usual and isinstance(what, PieceSet) and not (what.places or what.role or what.this == "only"):
        what = evolve(what, places=(verb.usual,))
    slots: dict[str, Filler] = {}
    if said.onto_this and "to" in verb.slots:
        slots["to"] = PlaceSet(here=True)
        scope.use(*said.here)
    for preposition in said.prepositions:
        if preposition.word.text in named:
            what = with_slot(scope, verb, what, preposition, slots, of_slots.get(preposition.at, ()))
    check_filled(scope, clause, verb, slots)
    if len(scope.report.found) == reported and verb.grants:
        check_grant(scope, verb, what, said.thing)
    # A moment slot is never filled by content. The power's own moment fills it.
    slots |= {name: scope.moment for name, kind in verb.slots.items() if kind == "moment"}
    quantity = said.quantity if what is not None else read_slot_quantity(scope, verb, said.prepositions)
    per = None if does_slot_take_per(scope, slots, clause.per, rounding) else clause.per
    low, high = read_amount_range(scope, verb, what, quantity, per, rounding)
    every = bool(quantity and quantity.how == "all") or is_every_meant(scope, verb, what, said.thing, quantity)
    return Do(verb.name, nth, what, low, high, tuple(slots.items()), every)


def choose_signature(
    scope: Scope, clause: tree.Clause, candidates: Candidates, what: str | Counters | Things | None, said: Said
) -> tuple[int, Verb] | None:
    """Return the signature that fits best, with its index. If none fits, report that and return None."""
    fit = [(nth, verb) for nth, verb in candidates if verb.object == object_kind_of(what)]
    # If the owner chooses among kinds or places, prefer the signature that asks the owner.
    if does_owner_choose(scope, what, said.prepositions):
        fit = [(nth, verb) for nth, verb in candidates if verb.object == "stocks"] or fit
    if not fit:
        takes = " or ".join(dict.fromkeys(describe_object(scope, verb.object) for _, verb in candidates))
        scope.report_error(
            "wrong-kind", clause.at, f"{candidates[0][1].name!r} cannot be used on this", f"it takes {takes}"
        )
        return None
    return pick_best(scope, fit, what, [preposition.word.text for preposition in said.prepositions], said.quantity)


def check_filled(scope: Scope, clause: tree.Clause, verb: Verb, slots: Mapping[str, Filler]) -> None:
    said = {preposition.word.text for preposition in clause.prepositions}
    for name in sorted(verb.required - slots.keys() - said):
        scope.report_error("missing-clause", clause.at, f"{verb.name!r} needs {name!r}", f"add '{name} ...'")
    if verb.either and not verb.either & (slots.keys() | said):
        known = sorted("'here'" if verb.slots[name] == "place" else f"'{name} ...'" for name in verb.either)
        message = f"this does not say where to {verb.name}"
        scope.report_error("missing-clause", clause.at, message, f"add {' or '.join(known)}")
    if "moment" in verb.slots.values() and not scope.moment:
        hint = f"begin with 'at end of ...', or with a phase that offers to {verb.name}"
        scope.report_error("missing-clause", clause.at, f"this does not say when to {verb.name}", hint)


def does_slot_take_per(
    scope: Scope, slots: dict[str, Filler], per: tree.Per | None, rounding: tree.Phrase | None
) -> bool:
    """Return whether ``per`` multiplies a number in a slot, as in ``by 1 per own world``. If so, update the slot."""
    number = next(((name, filler) for name, filler in slots.items() if isinstance(filler, Amount)), None)
    if per is None or number is None:
        return False
    slots[number[0]] = read_amount(scope, number[1].n, per, rounding)
    return True


OF_TARGETS = frozenset(("with", "without", "called", "of"))
"""Prepositions that describe a destination, as in ``to own worlds without goods``. All others describe the object."""


def split_prepositions(
    scope: Scope, candidates: Candidates, prepositions: Sequence[Preposition]
) -> tuple[list[Preposition], Mapping[tree.At, list[Preposition]]]:
    """Split prepositions into those that narrow the object and those that narrow the pieces in a slot.

    Prepositions of the second kind are returned by the location of the preposition that introduces the slot.
    """
    named = slot_names_of(candidates)
    kinds = {name: kind for _, verb in candidates for name, kind in verb.slots.items() if kind in ("pieces", "targets")}
    of_object: list[Preposition] = []
    of_slots: dict[tree.At, list[Preposition]] = {}
    here, targets = of_object, False
    for preposition in prepositions:
        if preposition.word.text in named:
            kind = kinds.get(preposition.word.text)
            onto = kind == "pieces" or (
                kind == "targets" and does_name_pieces(scope, flatten(preposition.nominal.words))
            )
            here = of_slots.setdefault(preposition.at, []) if onto else of_object
            targets = kind == "targets"
        elif not targets or preposition.word.text in OF_TARGETS:
            here.append(preposition)
        else:
            of_object.append(preposition)
    return of_object, of_slots


def without_here(preposition: Preposition) -> Preposition | None:
    words = preposition.nominal.words
    inner = flatten(words)
    if words is None or len(inner) < 2 or inner[-1].text != "here":
        return None
    return evolve(preposition, nominal=evolve(preposition.nominal, words=subphrase_of(words, inner[:-1])))


def is_every_meant(
    scope: Scope, verb: Verb, what: str | Counters | Things | None, thing: Words | None, quantity: tree.Quantity | None
) -> bool:
    """Return whether ``every orbiter``, without a number, means all orbiters, whoever owns them."""
    said = [word for word in flatten(thing) if word.text == "every"]
    if quantity or not said or not isinstance(what, PieceSet | StockSet) or verb.grants:
        return False
    if "all" not in verb.amounts():
        message = f"{verb.name!r} cannot act on all of them at once"
        scope.report_error("choice-without-chooser", said[0].at, message, "write '1 every ...' for one of any player's")
    return True


def read_slot_quantity(scope: Scope, verb: Verb, prepositions: Sequence[Preposition]) -> tree.Quantity | None:
    """Return the quantity in a slot for a verb without an object, as in ``on up to 2 worlds`` or ``on each world``."""
    if verb.object != "nothing" or verb.amounts() == {"exact"}:
        return None
    for preposition in [
        preposition for preposition in prepositions if verb.slots.get(preposition.word.text) == "pieces"
    ]:
        if preposition.nominal.quantity:
            return None if preposition.nominal.quantity.money else preposition.nominal.quantity
        for word in [word for word in flatten(preposition.nominal.words)[:1] if word.text == EACH]:
            scope.use(word)
            return tree.Quantity("all", at=word.at)
    return None


EACH = "each"


def does_owner_choose(scope: Scope, what: str | Counters | Things | None, prepositions: Sequence[Preposition]) -> bool:
    """Return whether the owner chooses among kinds or places, as in ``gain 1 rare or genes die to it``."""
    if not isinstance(what, StockSet) or not what.kinds:
        return False
    to = next((flatten(preposition.nominal.words) for preposition in prepositions if preposition.word.text == "to"), [])
    listed = isinstance(scope.game.selected.get(" ".join(texts_of(to))), Listed)
    places = [word for word in to if word.text in scope.words.places]
    some = 1 < len(what.kinds) < len(kinds_of_sort(scope, what))
    return some or listed or len(places) > 1 or does_name_pieces(scope, to)


def pick_best(
    scope: Scope,
    fitting: Candidates,
    what: str | Counters | Things | None,
    named: Collection[str],
    quantity: tree.Quantity | None,
) -> tuple[int, Verb]:
    """Return the signature that best fits the things, slots and form of amount. The first one wins a tie."""
    how = quantity.how if quantity else "exact"

    def measure_fit(verb: Verb) -> int:
        reached = not isinstance(what, PieceSet | StockSet) or verb.grants or can_lie_in(scope.words, what, verb.reach)
        slots = (verb.required <= set(named)) + sum(name in verb.slots for name in named)
        # Reach has the most weight, because a signature that cannot reach the things never does anything.
        return 3 * reached + slots + (how in verb.amounts())

    return max(fitting, key=lambda candidate: measure_fit(candidate[1]))


def slot_names_of(candidates: Candidates) -> set[str]:
    return {name for _, verb in candidates for name in verb.slots}


# -- objects -----------------------------------------------------------------------------------------------------


def object_of(
    scope: Scope,
    clause: tree.Clause,
    verb: Word,
    thing: Words | None,
    quantity: tree.Quantity | None,
    narrowing: Sequence[Preposition],
    kinds: Collection[str],
) -> str | Counters | Things | None:
    """Return the object of a verb: a counter, a choice of counters, or things.

    Return None if the verb takes no object, or if a mistake was reported.
    """
    if quantity and quantity.money:
        name = money_counter_of(scope)
        if thing or not name:
            report_wrong_money(scope, clause.at)
            return None
        check_changeable(scope, name, quantity.at)
        return name
    words = flatten(thing)
    if not words:
        if "nothing" not in kinds:
            scope.report_error(
                "missing-thing", clause.at, f"this does not say what to {verb.text!r}", "specify a thing"
            )
        return None
    if thing and len(thing.runs) > 1 and "counters" in kinds:
        names = tuple(scope.singular_of(word.text) for word in words)
        if len(names) == len(thing.runs) and set(names) <= set(scope.speech.counters):
            return read_counter_choice(scope, thing, names)
    name = scope.singular_of(words[-1].text)
    if name in scope.speech.counters and len(words) == 1 and not ("counter" not in kinds and "stock" in kinds):
        scope.use(*words)
        check_changeable(scope, name, words[0].at)
        return name
    return read_things(scope, thing, narrowing, clause.at)


def read_counter_choice(scope: Scope, thing: Words, names: tuple[str, ...]) -> Counters:
    words = flatten(thing)
    scope.use(*words, *(join for join in thing.joins if join.text == "or"))
    for nth, (word, name) in enumerate(zip(words, names, strict=True)):
        check_changeable(scope, name, word.at)
        if name in names[:nth]:
            scope.report_error("surplus-clause", word.at, f"{name!r} appears twice", "leave one out")
    return Counters(names, mixed=True)


def object_kind_of(what: str | Counters | Things | None) -> str:
    if what is None:
        return "nothing"
    if isinstance(what, str):
        return "counter"
    if isinstance(what, Counters):
        return "counters"
    return "stock" if isinstance(what, StockSet) else "pieces"


def describe_object(scope: Scope, kind: str) -> str:
    stocks = " or ".join(stock.plural for stock in scope.words.stocks.values())
    return {"counter": "a counter", "counters": "a counter", "pieces": "pieces", "nothing": "nothing"}.get(kind, stocks)


def check_grant(scope: Scope, verb: Verb, what: str | Counters | Things | None, words: Words | None) -> None:
    """Check that things from the supply are described by kind alone, since they have no owner and no place yet."""
    inner = flatten(words)
    if isinstance(what, StockSet):
        if what != StockSet(what.kinds, what.places) or any(word.text == "own" for word in inner):
            scope.report_error(
                "surplus-clause", span_of(inner), f"things have no owner yet when you {verb.name!r} them"
            )
        elif len(what.kinds) > 1 and (verb.object != "stocks" or what.kinds == kinds_of_sort(scope, what)):
            message = f"this could be any of {len(what.kinds)} kinds"
            scope.report_error("choice-without-chooser", span_of(inner), message, "specify one kind")
    elif isinstance(what, PieceSet):
        granted = {
            name: component.plural
            for name, component in scope.words.components.items()
            if not verb.of or name in verb.of
        }
        known = f"use one of: {', '.join(granted.values())}"
        components = [
            scope.singular_of(word.text) for word in inner if scope.singular_of(word.text) in scope.words.components
        ]
        if len(components) != 1 or len(inner) != 1:
            scope.report_error(
                "surplus-clause", span_of(inner), f"{verb.name!r} can be followed only by a kind of piece", known
            )
        elif components[0] not in granted:
            scope.report_error("wrong-kind", span_of(inner), f"{verb.name!r} cannot give {inner[0].text}", known)


# -- amounts -----------------------------------------------------------------------------------------------------


def read_amount_range(
    scope: Scope,
    verb: Verb,
    what: str | Counters | Things | None,
    many: tree.Quantity | None,
    per: tree.Per | None,
    rounding: tree.Phrase | None,
) -> tuple[Amount, int | None]:
    """Return the lower and upper amounts. Report an amount in a form that the verb does not allow."""
    if per and (verb.most or what is None):
        scope.report_error("surplus-clause", per.at, f"'per' has no meaning after {verb.name!r}")
        return Amount(1), None
    if many is None:
        return read_amount(scope, 1, per, rounding), None
    scope.use(many)
    check_quantity(scope, many)
    # MANY represents 'all' in the model, so every real amount must be below it.
    if not isinstance(what, str | Counters) and many.high >= MANY:
        scope.report_error("out-of-range", many.at, f"{many.high} is too many", f"use a number below {MANY}")
    if many.how not in verb.amounts():
        code, message = "choice-without-chooser", f"{verb.name!r} does not let anyone choose how many"
        words = {"any": "any number of", "up to": "up to 2", "all": "all", "between": "1 or 2"}
        others = [f"'{words[how]} ...'" for how in words if how in verb.amounts() and not many.money]
        scope.report_error(code, many.at, message, f"write {one_of(['one number', *others])}")
    elif per and many.how != "exact":
        scope.report_error("surplus-clause", per.at, "'per' must follow one exact number")
    elif verb.most and many.high > verb.most:
        scope.report_error("out-of-range", many.at, f"{verb.name!r} works on at most {verb.most} at a time")
    if many.how == "any":
        return Amount(0), MANY
    return read_amount(scope, many.low, per, rounding), many.high if many.how in ("between", "up to") else None
