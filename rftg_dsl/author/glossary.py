"""The glossary: every word that content of a game can use, with its meaning and an example.

An example is the shortest power of the game's pieces that uses the word. If none does, it is one from its file of
examples or from one of its expansions; and for a word that no power says, its declaration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from rftg_dsl.base.diagnostic import Rejected, Unusable, suggest_known, with_article
from rftg_dsl.check.model import Modifier, Pattern, Power, Times
from rftg_dsl.check.signatures import EventWord, Verb
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.library.installed import box_of, find_game
from rftg_dsl.library.load import Library, load
from rftg_dsl.library.memo import Workshop
from rftg_dsl.syntax.keywords import GROUPS
from rftg_dsl.syntax.unparse import write_declaration

OBJECTS = {
    "counter": "a counter",
    "counters": "one counter or another",
    "pieces": "pieces",
    "nothing": "",
}
"""What a verb works on, in words; fungible things have the name of their stock."""
OWNERS = {"seat": "of each seat", "table": "of the table", "piece": "on each piece"}
"""Whose a place or a counter is, in words."""


class Word(NamedTuple):
    """A word of a game or of the language."""

    sort: str
    word: str
    meaning: str
    example: str = ""
    """A power that uses it."""
    form: str = ""
    """What it is said of, and with which prepositions."""


SORTS = (
    "verb",
    "event",
    "number",
    "permission",
    "noun",
    "adjective",
    "property",
    "place",
    "phase",
    "period",
    "constant",
    "option",
)
"""The sorts of words that a game can have."""


def words_of_language() -> list[Word]:
    """The words of the language itself."""
    return [Word(group.lower(), word, meaning) for group, words in GROUPS.items() for word, meaning in words.items()]


def make_glossary(found: Library) -> list[Word]:
    """The words of a game: verbs, events, numbers, nouns, adjectives, places, phases, periods, constants, options."""
    return [
        *verbs_of(found),
        *events_of(found),
        *numbers_of(found),
        *nouns_of(found),
        *adjectives_of(found),
        *places_of(found),
        *moments_of(found),
        *settings_of(found),
    ]


def find_example(found: Library, fits: Callable[[Power], bool]) -> str:
    """The shortest power that fits, from the first part of the content that has one; empty if none does."""
    for part in (found.model.walk_powers, *further_powers_of(found.game.name)):
        if text := min((power.text for power in part() if fits(power)), key=len, default=""):
            return text
    return ""


@cache
def further_powers_of(game: str) -> Sequence[Callable[[], Iterable[Power]]]:
    """The powers of a game's sentences for the glossary, and those of each of its expansions, read when asked for."""
    box, workshop = box_of(find_game(game)), Workshop()

    @cache
    def load_powers(extra: Sequence[Path], loose: Sequence[Path]) -> tuple[Power, ...]:
        loaded = load(game, extra=extra, loose=loose, workshop=workshop)
        if loaded.library is None:
            raise Rejected([one for one in loaded.diagnostics if one.severity == "error"])
        return tuple(loaded.model.walk_powers())

    return [
        *(partial(load_powers, (), (path,)) for path in [box.examples] if path),
        *(partial(load_powers, (folder,), ()) for folder in box.expansions.values()),
    ]


def find_declaration(found: Library, kind: str, name: str) -> str:
    """The first declaration of a word; empty if there is none."""
    every = (entry.declaration for those in found.parts.values() for entry in those)
    fits = (one for one in every if one.kind.text == kind and one.atoms and one.atoms[0].text == name)
    return next(map(write_declaration, fits), "").strip()


def find_example_with(found: Library, *words: str) -> str:
    """The shortest power that says one of these words."""
    pattern = re.compile(rf"(?<![\w-])(?:non-)?({'|'.join(map(re.escape, words))})(?![\w-])")
    return find_example(found, lambda power: bool(pattern.search(power.text)))


def verbs_of(found: Library) -> Iterator[Word]:
    """What powers can do."""
    for nth, verb in enumerate(found.game.verbs):
        text = find_example(found, lambda power, nth=nth: any(one.signature == nth for one in power.dos))  # type: ignore[misc]
        yield Word("verb", verb.name, verb.meaning, text, form_of(found, verb))


def form_of(found: Library, verb: Verb) -> str:
    """What a verb works on, and the prepositions it takes: ``dice, to ...``."""
    stocks = " or ".join(one.plural for one in found.model.words.stocks.values())
    slots = [
        said if slot in verb.required else f"[{said}]"
        for slot, kind in verb.slots.items()
        if kind not in ("flag", "order", "alike", "moment")
        for said in [f"{'of ' * (kind in ('differing', 'matching'))}{slot} ..."]
    ]

    stocks += " of several kinds, or to several places" * (verb.object == "stocks")
    bound = verb.offered or verb.moments
    phases = [phase for phase, those in found.game.offers.items() if bound and verb.name in those]
    known = {one.name: one.forms for one in found.game.events}
    moments = [f"in '{phase}:'" for phase in phases]
    moments += [f"after 'when you have {form}'" for name in verb.moments for form in known.get(name, ())]
    only = [f"only {' or '.join(moments)}"] if moments else []
    where = f" in {' or '.join(verb.reach)}" if 0 < len(verb.reach) < 4 else ""
    some = "up to a number, or any number" if verb.object == "counter" and verb.amounts() > {"exact"} else ""
    return ", ".join(filter(None, [OBJECTS.get(verb.object, stocks) + where, some, *slots, *only]))


def events_of(found: Library) -> Iterator[Word]:
    """What powers can wait for."""
    stock = " or ".join(found.model.words.stocks)
    for one in found.game.events:

        def is_about(power: Power, event: EventWord[...] = one) -> bool:
            return any(isinstance(part, Pattern | Times) and event_of(part) is event for part in nodes_in(power))

        said = [*one.openings, *(f"if you {form}" for form, voice in one.forms.items() if voice == "past")]
        roles = [
            f"{role} a {'piece' if kind == 'piece' else stock}" for role, kind in one.about.items() if role != "it"
        ]
        its = [f"its {noun}" for noun in one.its]
        yield Word("event", said[0], one.meaning, find_example(found, is_about), ", ".join([*said[1:], *roles, *its]))


def event_of(part: Pattern | Times) -> EventWord[...]:
    """The event of a pattern."""
    return part.event if isinstance(part, Pattern) else part.pattern.event


def numbers_of(found: Library) -> Iterator[Word]:
    """The numbers that powers can change, and the acts that they can allow or forbid."""
    about = {"piece": "of pieces", "stock": "of fungible things", "nothing": ""}
    for one in found.game.parameters:

        def does_change(power: Power, name: str = one.name) -> bool:
            return isinstance(power, Modifier) and power.parameter == name

        what = about[one.about] + (f" in {' or '.join(one.among)}" if one.among else "")
        said = f"'... may be {one.opens}'" if one.opens else ""
        price = "also at a price" if one.priced else ""
        modal = "cannot" if one.granted else "may"
        sort, word = ("permission", f"... {modal} be {one.name}") if one.permits else ("number", one.name)
        form = ", ".join(filter(None, [what, said, price, *[f"its {noun}" for noun in one.its]]))
        yield Word(sort, word, one.meaning, find_example(found, does_change), form)


def nouns_of(found: Library) -> Iterator[Word]:
    """The things that powers can name."""
    words = found.model.words
    for kind in words.kinds.values():
        text = find_example_with(found, kind.name, kind.plural) or find_declaration(found, "kind", kind.name)
        yield Word("noun", f"{kind.name}, {kind.plural}", "a kind of side", text)
    for stock in words.stocks.values():
        kinds = [one.name for one in words.stock_kinds.values() if one.of == stock.name]
        meaning = f"{stock.plural} of one kind are all alike; kinds: {' '.join(kinds)}"
        text = find_example_with(found, stock.name, stock.plural) or find_declaration(found, "stock", stock.name)
        yield Word("noun", f"{stock.name}, {stock.plural}", meaning, text)
    for noun in words.nouns.values():
        where = f" in {' or '.join(noun.places)}" if noun.places else ""
        where += f" with something in {' or '.join(noun.holding)}" if noun.holding else ""
        text = find_example_with(found, noun.name, noun.plural) or find_declaration(found, "noun", noun.name)
        yield Word("noun", f"{noun.name}, {noun.plural}", f"{noun.means}{where}", text)
    for counter in words.counters_for_powers().values():
        sign = f", written {counter.sign}1" if counter.sign else ""
        also = f", {counter.plural}" if counter.plural != counter.name else ""
        meaning = (
            f"a counter of each {counter.owner}{sign}" if counter.owner == "seat" else f"a counter of the table{sign}"
        )
        names = [counter.name, counter.plural, *([f"{counter.sign}1"] if counter.sign else [])]
        text = find_example_with(found, *names) or find_declaration(found, "counter", counter.name)
        yield Word("noun", f"{counter.name}{also}", meaning, text)


def adjectives_of(found: Library) -> Iterator[Word]:
    """The words that describe things, and the properties with a number."""
    words = found.model.words
    for value in words.values.values():
        text = find_example_with(found, value.name) or find_declaration(found, value.of, value.name)
        yield Word("adjective", value.name, f"{value.of}: {value.title}", text)
    for kind in words.stock_kinds.values():
        text = find_example_with(found, kind.name) or find_declaration(found, kind.of, kind.name)
        yield Word("adjective", kind.name, f"kind of {kind.of}: {kind.title}", text)
    for mark in words.marks:
        text = find_example_with(found, mark) or find_declaration(found, "mark", mark)
        yield Word("adjective", mark, "a mark that the game puts on pieces", text)
    for one in words.properties.values():
        if one.numeric:
            text = find_example_with(found, f"{one.name} of", f"with {one.name}") or find_declaration(
                found, "property", one.name
            )
            yield Word("property", one.name, f"a printed number from {one.low} to {one.high}", text)


def places_of(found: Library) -> Iterator[Word]:
    """Where things can be."""
    for one in found.model.words.places.values():
        text = find_example_with(found, f"in {one.name}", f"to {one.name}") or find_declaration(
            found, "place", one.name
        )
        yield Word("place", one.name, f"{one.title}, {OWNERS[one.owner]}", text)
    for phrase in found.game.selected:
        yield Word("place", f"the {phrase}", "chosen during play", find_example_with(found, phrase))


def moments_of(found: Library) -> Iterator[Word]:
    """When powers can come, and how often."""
    for name, phase in found.model.words.phases.items():
        offers = "offers powers" if name in found.game.offers else ""
        if not offers and name not in found.model.words.schedule.windows:
            continue  # a step of the schedule, in which no power can come
        meaning = ", ".join(filter(None, [phase.title, word_edges(found, name), offers]))
        yield Word("phase", name, meaning, find_example_with(found, f"of {name}", f"{name}"))
    for period in found.model.words.schedule.periods:
        meaning = ", ".join(filter(None, [f"once per {period}, until end of {period}", word_edges(found, period)]))
        yield Word("period", period, meaning, find_example_with(found, f"of {period}", f"per {period}"))


def word_edges(found: Library, stretch: str) -> str:
    """The windows of a phase, round or turn, in words."""
    windows = found.model.words.schedule.windows.get(stretch, ())
    return f"has {with_article(' and '.join(windows))}" if windows else ""


def settings_of(found: Library) -> Iterator[Word]:
    """The constants of the rules, and the options of the game."""
    words = found.model.words
    for name, value in words.numbers.items():
        yield Word("constant", name, str(value), f"number {name} {value}")
    for name, values in words.options.items():
        chosen = " ".join(values) or "any text"
        yield Word("option", name, chosen, f"--option {name}={values[-1] if values else '...'}")


def as_plain(words: list[Word]) -> list[dict[str, Any]]:
    """Words as JSON shows them."""
    return [word._asdict() for word in words]


def words_of_sort(words: list[Word], sort: str | None) -> list[Word]:
    """The words of one sort, or all; ``Unusable`` if there is no such sort."""
    known = list(dict.fromkeys(one.sort for one in words))
    if sort is not None and sort not in known:
        hint = suggest_known(sort, known, "the sorts")
        raise Unusable(f"no words are of the sort {sort!r}", hint, "unknown-kind")
    return [one for one in words if sort in (None, one.sort)]
