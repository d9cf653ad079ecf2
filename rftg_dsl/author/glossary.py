"""The glossary: every word that content can use, with its meaning and an example.

The example is the shortest power that uses the word. It is taken from the game's pieces if possible, otherwise from the
game's file of examples, and otherwise from an expansion. If no power uses the word, the example is the word's
declaration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from rftg_dsl.base.diagnostic import ContentError, UsageError, suggest_known, with_article
from rftg_dsl.check.model import Modifier, Pattern, Power, Times
from rftg_dsl.check.signatures import EventWord, Verb
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.library.installed import box_of, find_game
from rftg_dsl.library.load import Library, load
from rftg_dsl.syntax.keywords import GROUPS
from rftg_dsl.syntax.unparse import write_declaration

OBJECTS = {
    "counter": "a counter",
    "counters": "one counter or another",
    "pieces": "pieces",
    "nothing": "",
}
OWNERS = {"seat": "of each seat", "table": "of the table", "piece": "on each piece"}


class Word(NamedTuple):
    """A word of a game or of the language."""

    sort: str
    word: str
    meaning: str
    example: str = ""
    form: str = ""
    """The objects and prepositions that can follow the word."""


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


def words_of_language() -> list[Word]:
    return [Word(group.lower(), word, meaning) for group, words in GROUPS.items() for word, meaning in words.items()]


def make_glossary(library: Library) -> list[Word]:
    return [
        *verbs_of(library),
        *events_of(library),
        *numbers_of(library),
        *nouns_of(library),
        *adjectives_of(library),
        *places_of(library),
        *moments_of(library),
        *settings_of(library),
    ]


def find_example(library: Library, fits: Callable[[Power], bool]) -> str:
    """The shortest matching power in the first part of the content that has one; empty if there is none."""
    for part in (library.model.walk_powers, *further_powers_of(library.game.name)):
        if text := min((power.text for power in part() if fits(power)), key=len, default=""):
            return text
    return ""


@cache
def further_powers_of(game: str) -> Sequence[Callable[[], Iterable[Power]]]:
    """Functions that lazily load the powers in a game's file of examples, and then those in each expansion."""
    box = box_of(find_game(game))

    @cache
    def load_powers(extra: Sequence[Path], loose: Sequence[Path]) -> tuple[Power, ...]:
        loaded = load(game, extra=extra, loose=loose)
        if loaded.library is None:
            raise ContentError([diagnostic for diagnostic in loaded.diagnostics if diagnostic.severity == "error"])
        return tuple(loaded.model.walk_powers())

    return [
        *(partial(load_powers, (), (path,)) for path in [box.examples] if path),
        *(partial(load_powers, (folder,), ()) for folder in box.expansions.values()),
    ]


def find_declaration(library: Library, kind: str, name: str) -> str:
    every = (entry.declaration for entries in library.parts.values() for entry in entries)
    fits = (
        declaration
        for declaration in every
        if declaration.kind.text == kind and declaration.atoms and declaration.atoms[0].text == name
    )
    return next(map(write_declaration, fits), "").strip()


def find_example_with(library: Library, *words: str) -> str:
    pattern = re.compile(rf"(?<![\w-])(?:non-)?({'|'.join(map(re.escape, words))})(?![\w-])")
    return find_example(library, lambda power: bool(pattern.search(power.text)))


def verbs_of(library: Library) -> Iterator[Word]:
    for nth, verb in enumerate(library.game.verbs):
        text = find_example(library, lambda power, nth=nth: any(do.signature == nth for do in power.dos))  # type: ignore[misc]
        yield Word("verb", verb.name, verb.meaning, text, form_of(library, verb))


def form_of(library: Library, verb: Verb) -> str:
    """A verb's object and prepositions, such as ``dice, to ...``."""
    stocks = " or ".join(stock.plural for stock in library.model.words.stocks.values())
    slots = [
        said if slot in verb.required else f"[{said}]"
        for slot, kind in verb.slots.items()
        if kind not in ("flag", "order", "alike", "moment")
        for said in [f"{'of ' * (kind in ('differing', 'matching'))}{slot} ..."]
    ]

    stocks += " of several kinds, or to several places" * (verb.object == "stocks")
    bound = verb.offered or verb.moments
    phases = [phase for phase, names in library.game.offers.items() if bound and verb.name in names]
    known = {event.name: event.forms for event in library.game.events}
    moments = [f"in '{phase}:'" for phase in phases]
    moments += [f"after 'when you have {form}'" for name in verb.moments for form in known.get(name, ())]
    only = [f"only {' or '.join(moments)}"] if moments else []
    where = f" in {' or '.join(verb.reach)}" if 0 < len(verb.reach) < 4 else ""
    some = "up to a number, or any number" if verb.object == "counter" and verb.amounts() > {"exact"} else ""
    return ", ".join(filter(None, [OBJECTS.get(verb.object, stocks) + where, some, *slots, *only]))


def events_of(library: Library) -> Iterator[Word]:
    stock = " or ".join(library.model.words.stocks)
    for word in library.game.events:

        def is_about(power: Power, event: EventWord[...] = word) -> bool:
            return any(isinstance(part, Pattern | Times) and event_of(part) is event for part in nodes_in(power))

        said = [*word.openings, *(f"if you {form}" for form, voice in word.forms.items() if voice == "past")]
        roles = [
            f"{role} a {'piece' if kind == 'piece' else stock}" for role, kind in word.about.items() if role != "it"
        ]
        its = [f"its {noun}" for noun in word.its]
        yield Word(
            "event", said[0], word.meaning, find_example(library, is_about), ", ".join([*said[1:], *roles, *its])
        )


def event_of(part: Pattern | Times) -> EventWord[...]:
    return part.event if isinstance(part, Pattern) else part.pattern.event


def numbers_of(library: Library) -> Iterator[Word]:
    about = {"piece": "of pieces", "stock": "of fungible things", "nothing": ""}
    for parameter in library.game.parameters:

        def does_change(power: Power, name: str = parameter.name) -> bool:
            return isinstance(power, Modifier) and power.parameter == name

        what = about[parameter.about] + (f" in {' or '.join(parameter.among)}" if parameter.among else "")
        said = f"'... may be {parameter.opens}'" if parameter.opens else ""
        price = "also at a price" if parameter.priced else ""
        modal = "cannot" if parameter.granted else "may"
        sort, word = (
            ("permission", f"... {modal} be {parameter.name}") if parameter.permits else ("number", parameter.name)
        )
        form = ", ".join(filter(None, [what, said, price, *[f"its {noun}" for noun in parameter.its]]))
        yield Word(sort, word, parameter.meaning, find_example(library, does_change), form)


def nouns_of(library: Library) -> Iterator[Word]:
    words = library.model.words
    for kind in words.kinds.values():
        text = find_example_with(library, kind.name, kind.plural) or find_declaration(library, "kind", kind.name)
        yield Word("noun", f"{kind.name}, {kind.plural}", "a kind of side", text)
    for stock in words.stocks.values():
        kinds = [stock_kind.name for stock_kind in words.stock_kinds.values() if stock_kind.of == stock.name]
        meaning = f"{stock.plural} of one kind are identical; kinds: {' '.join(kinds)}"
        text = find_example_with(library, stock.name, stock.plural) or find_declaration(library, "stock", stock.name)
        yield Word("noun", f"{stock.name}, {stock.plural}", meaning, text)
    for noun in words.nouns.values():
        where = f" in {' or '.join(noun.places)}" if noun.places else ""
        where += f" with something in {' or '.join(noun.holding)}" if noun.holding else ""
        text = find_example_with(library, noun.name, noun.plural) or find_declaration(library, "noun", noun.name)
        yield Word("noun", f"{noun.name}, {noun.plural}", f"{noun.means}{where}", text)
    for counter in words.counters_for_powers().values():
        sign = f", written {counter.sign}1" if counter.sign else ""
        also = f", {counter.plural}" if counter.plural != counter.name else ""
        meaning = f"a counter of each {counter.owner}{sign}" if counter.owner == "seat" else f"a table counter{sign}"
        names = [counter.name, counter.plural, *([f"{counter.sign}1"] if counter.sign else [])]
        text = find_example_with(library, *names) or find_declaration(library, "counter", counter.name)
        yield Word("noun", f"{counter.name}{also}", meaning, text)


def adjectives_of(library: Library) -> Iterator[Word]:
    words = library.model.words
    for value in words.values.values():
        text = find_example_with(library, value.name) or find_declaration(library, value.of, value.name)
        yield Word("adjective", value.name, f"{value.of}: {value.title}", text)
    for kind in words.stock_kinds.values():
        text = find_example_with(library, kind.name) or find_declaration(library, kind.of, kind.name)
        yield Word("adjective", kind.name, f"kind of {kind.of}: {kind.title}", text)
    for mark in words.marks:
        text = find_example_with(library, mark) or find_declaration(library, "mark", mark)
        yield Word("adjective", mark, "a mark that the game puts on pieces", text)
    for prop in words.properties.values():
        if prop.numeric:
            text = find_example_with(library, f"{prop.name} of", f"with {prop.name}") or find_declaration(
                library, "property", prop.name
            )
            yield Word("property", prop.name, f"a printed number from {prop.low} to {prop.high}", text)


def places_of(library: Library) -> Iterator[Word]:
    for place in library.model.words.places.values():
        text = find_example_with(library, f"in {place.name}", f"to {place.name}") or find_declaration(
            library, "place", place.name
        )
        yield Word("place", place.name, f"{place.title}, {OWNERS[place.owner]}", text)
    for phrase in library.game.selected:
        yield Word("place", f"the {phrase}", "chosen during play", find_example_with(library, phrase))


def moments_of(library: Library) -> Iterator[Word]:
    for name, phase in library.model.words.phases.items():
        offers = "offers powers" if name in library.game.offers else ""
        if not offers and name not in library.model.words.schedule.windows:
            continue  # a step of the schedule to which no power applies
        meaning = ", ".join(filter(None, [phase.title, word_edges(library, name), offers]))
        yield Word("phase", name, meaning, find_example_with(library, f"of {name}", f"{name}"))
    for period in library.model.words.schedule.periods:
        meaning = ", ".join(filter(None, [f"once per {period}, until end of {period}", word_edges(library, period)]))
        yield Word("period", period, meaning, find_example_with(library, f"of {period}", f"per {period}"))


def word_edges(library: Library, stretch: str) -> str:
    windows = library.model.words.schedule.windows.get(stretch, ())
    return f"has {with_article(' and '.join(windows))}" if windows else ""


def settings_of(library: Library) -> Iterator[Word]:
    words = library.model.words
    for name, value in words.numbers.items():
        yield Word("constant", name, str(value), f"number {name} {value}")
    for name, values in words.options.items():
        chosen = " ".join(values) or "any text"
        yield Word("option", name, chosen, f"--option {name}={values[-1] if values else '...'}")


def as_plain(words: list[Word]) -> list[dict[str, Any]]:
    return [word._asdict() for word in words]


def words_of_sort(words: list[Word], sort: str | None) -> list[Word]:
    """Return the words of one sort, or all words if ``sort`` is None. Raise ``UsageError`` if the sort is unknown."""
    known = list(dict.fromkeys(word.sort for word in words))
    if sort is not None and sort not in known:
        hint = suggest_known(sort, known, "the sorts")
        raise UsageError(f"there is no sort of word called {sort!r}", hint, "unknown-kind")
    return [word for word in words if sort in (None, word.sort)]
