"""Completion: suggests the words of the game and the language, and the printed names, that can come next.

The grammar determines which sorts of words can follow; the game's vocabulary and signatures narrow down the choice.
Words that would certainly be wrong are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rftg_dsl.author.editor.meanings import Senses
from rftg_dsl.author.editor.tokens import Around, Token, context_at
from rftg_dsl.author.glossary import Word
from rftg_dsl.author.lints.allow import CODES
from rftg_dsl.base.source import Source
from rftg_dsl.check.make_words import MAKERS
from rftg_dsl.check.picture_words import FIELDS
from rftg_dsl.check.scenarios.scene import GIVEN, THEN, WHEN
from rftg_dsl.check.signatures import EDGES, Verb
from rftg_dsl.check.symbols import load_symbols
from rftg_dsl.check.vocabulary import ASIDE, LOOK, SCORE, Vocabulary
from rftg_dsl.compile.game import Game
from rftg_dsl.library.load import Loaded
from rftg_dsl.syntax.keywords import PREPOSITIONS
from rftg_dsl.syntax.remarks import ALLOW


class Candidate(NamedTuple):
    """A completion, and the span that it replaces."""

    text: str
    sort: str
    start: int
    end: int
    senses: Sequence[Word] = ()


Words = Iterable[tuple[str, str]]
"""Pairs of a text and its sort, most likely first."""


def complete(source: Source, offset: int, loaded: Loaded, game: Game, senses: Senses, scenes: bool) -> list[Candidate]:
    """List the completions at an offset; ``scenes`` is true in a scenario file."""
    here = context_at(source.text, offset)
    writing = here.writing
    start = writing.start if writing else offset
    if writing and writing.sort == "comment":
        return [*complete_remark(writing, offset)]
    book = Phrasebook(loaded.model.words, game, loaded)
    if writing and writing.sort == "string":
        names = book.list_names() if scenes or is_piece_reference(here) else ()
        return [Candidate(text, sort, start + 1, offset) for text, sort in names]
    words: Words = book.suggest_scene(here) if scenes else book.suggest_content(here)
    return [*make_candidates(words, here, start, offset, senses)]


def is_piece_reference(here: Around) -> bool:
    before = here.before[-1].text if here.before else ""
    return before in ("called", "or") if len(here.blocks) > 1 else before == "replaces"


def make_candidates(words: Words, here: Around, start: int, end: int, senses: Senses) -> Iterator[Candidate]:
    """Turn words into candidates without duplicates. For a phrase, offer only the part that is not yet written."""
    seen = set()
    before = [token.text for token in here.before]
    for text, sort in words:
        parts = text.split()
        done = next((n for n in range(len(parts) - 1, 0, -1) if before[-n:] == parts[:n]), 0)
        left = " ".join(parts[done:])
        if left not in seen:
            seen.add(left)
            yield Candidate(left, sort, start, end, senses.get(text.strip('"'), ()))


def complete_remark(comment: Token, offset: int) -> Iterator[Candidate]:
    head, allow, code = comment.text.partition(f"rftg: {ALLOW} ")
    if allow and " " not in code:
        yield from (Candidate(allowable, "code", comment.start + len(head + allow), offset) for allowable in CODES)


PLACED = ("to", "from", "in", "on", "under")


class Phrasebook:
    """The words of a game, by grammatical position."""

    def __init__(self, words: Vocabulary, game: Game, loaded: Loaded) -> None:
        self.words = words
        self.game = game
        self.loaded = loaded

    # -- groups of words -----------------------------------------------------------------------------------------

    def list_names(self) -> Iterator[tuple[str, str]]:
        yield from ((side.name, "name") for side in self.loaded.model.list_sides())

    def list_quoted_names(self) -> Iterator[tuple[str, str]]:
        yield from ((f'"{name}"', sort) for name, sort in self.list_names())

    def list_things(self, plural: bool = True) -> Iterator[tuple[str, str]]:
        words = self.words
        tables: list[Mapping[str, Any]] = [words.kinds, words.nouns, words.stocks, words.components]
        for thing in (thing for table in tables for thing in table.values()):
            yield from ((text, "noun") for text in dict.fromkeys((thing.name, thing.plural if plural else thing.name)))
        yield from ((name, "property") for name, prop in words.properties.items() if prop.numeric)

    def list_counters(self) -> Iterator[tuple[str, str]]:
        for counter in self.words.counters_for_powers().values():
            yield from ((text, "counter") for text in dict.fromkeys((counter.name, counter.plural)))

    def list_qualifiers(self) -> Iterator[tuple[str, str]]:
        yield from ((name, "adjective") for name, value in self.words.values.items() if value.of != "face")
        yield from ((name, "adjective") for name in (*self.words.stock_kinds, *self.words.marks))
        yield from ((text, "word") for text in ("own", "another", "this", "other", "every", "different", "top"))

    def list_places(self) -> Iterator[tuple[str, str]]:
        yield from ((name, "place") for name in self.words.places)
        yield from ((f"the {phrase}", "place") for phrase in self.game.selected)
        yield ("here", "place")

    def list_verbs(self) -> Iterator[tuple[str, str]]:
        yield from ((verb.name, "verb") for verb in self.game.verbs)

    def list_numbers(self) -> Iterator[tuple[str, str]]:
        yield from ((parameter.name, "number") for parameter in self.game.parameters if not parameter.permits)

    def list_moments(self) -> Iterator[tuple[str, str]]:
        for name in self.words.schedule.windows:
            yield (name, "phase" if name in self.words.phases else "period")

    # -- files ---------------------------------------------------------------------------------------------------

    def suggest_content(self, here: Around) -> Words:
        blocks, before = here.blocks, here.before
        if not blocks:
            return self.suggest_declaration(before)
        head = blocks[-1][0].text if blocks[-1] else ""
        if len(blocks) == 1 and head in self.words.components:
            return self.suggest_side(head, before)
        if len(blocks) == 1:
            return ()
        return self.suggest_power(here)

    def suggest_declaration(self, before: Sequence[Token]) -> Words:
        words = self.words
        if not before:
            enumerated = [name for name, prop in words.properties.items() if not prop.numeric]
            return [
                *((name, "component") for name in words.components),
                *((name, "declaration") for name in (*MAKERS, *ASIDE)),
                *((name, "declaration") for name in (*words.stocks, *enumerated)),
            ]
        if before[0].text == LOOK:
            return self.suggest_look([token.text for token in before[1:]])
        component = words.components.get(before[0].text)
        if component and len(before) > 1:
            said = {token.text for token in before}
            fields = [*component.has, "replaces", *(["copies"] if component.copies else [])]
            return [(name, "property") for name in fields if name not in said]
        return ()

    def suggest_look(self, before: Sequence[str]) -> Words:
        """The completions after ``look``: a word, a field, or a symbol that no other word of the same sort uses."""
        sorts = list(self.words.words_with_looks())
        if not before:
            return [(name, "word") for name in dict.fromkeys(name for sort in sorts for name in sort)]
        if before[-1] == "symbol" and len(before) > 1:
            others = {name for sort in sorts if before[0] in sort for name in sort} - {before[0]}
            # Words of the same sort must not share a symbol.
            taken = {self.words.looks[name][1] for name in others & self.words.looks.keys()}
            return [(name, "symbol") for name in load_symbols() if name not in taken]
        if before[-1] == "ink" and len(before) > 1:
            return ()
        return [(name, "property") for name in FIELDS if name not in before[1:]]

    def suggest_side(self, component: str, before: Sequence[Token]) -> Words:
        words = self.words
        if not before:
            return [(name, "noun") for name in words.components[component].sides]
        kind = words.kinds.get(before[0].text)
        if kind is None or len(before) < 2:
            return ()
        said = {token.text for token in before}
        told = {words.values[name].of for name in said & words.values.keys()}
        has = [name for name in (*kind.has, *kind.optional) if name in words.properties]
        lacking = [name for name in has if name not in told or words.properties[name].several]
        values = [(value.name, "adjective") for value in words.values.values() if value.of in lacking]
        return [*values, *((name, "property") for name in has if words.properties[name].numeric and name not in said)]

    # -- powers --------------------------------------------------------------------------------------------------

    def suggest_power(self, here: Around) -> Words:
        phrase = [token.text for token in here.phrase]
        texts = [token.text for token in here.before]
        if not phrase:
            return self.suggest_opening(texts)
        for opener, follow in self.openers.items():
            if phrase[0] == opener:
                return follow(self, phrase)
        if phrase[0] == "may" and len(phrase) == 1:
            return self.suggest_action(texts)
        return self.suggest_clause([word for word in phrase if word != "may"])

    def suggest_opening(self, texts: Sequence[str]) -> Words:
        first = [*self.list_verbs(), ("may", "word"), ("choose one", "word"), (SCORE, "word"), *self.list_numbers()]
        when = [("at", "word"), ("when", "word"), ("if", "word"), ("whoever", "word")]
        offers = [(name, "phase") for name in self.game.offers]
        if not texts:
            return [*when, *first, *offers]
        after = [("once per", "word"), ("twice per", "word"), ("rounded up", "word"), ("rounded down", "word")]
        after += [("not below", "word"), ("not above", "word"), ("until", "word"), ("or", "word")]
        if texts[-1] == ":":
            return [*self.suggest_action(texts)] if texts[0] in self.game.offers else first
        return [*after, *first, *when]

    def suggest_action(self, texts: Sequence[str]) -> Words:
        """The completions for a verb. In a phase that offers powers, the verbs that it allows come first."""
        known = self.game.offers.get(texts[0], ()) if texts else ()
        return [("may", "word")] * (texts[-1:] == [":"]) + [*((name, "verb") for name in known), *self.list_verbs()]

    def suggest_window(self, phrase: Sequence[str]) -> Words:
        if "of" in phrase:
            # The schedule may have a window at the start of a phase but not at its end, or vice versa.
            edges = [word for word in phrase if word in EDGES]
            windows = self.words.schedule.windows
            return [moment for moment in self.list_moments() if not edges or edges[0] in windows[moment[0]]]
        return [(f"{edge} of", "word") for edge in EDGES]

    def suggest_trigger(self, phrase: Sequence[str]) -> Words:
        """The completions after ``when``, as in ``you trade`` or ``another own world completes``."""
        if len(phrase) == 1:
            who = [("you", "word"), ("you have", "word"), ("opponent", "word"), ("anyone", "word")]
            return [*who, ("own", "word"), ("another own", "word"), ("this", "word"), *self.list_things(plural=False)]
        # The subject determines the form of the verb: ``you trade``, ``you have traded``, ``opponent trades``.
        voices = {"you": "base", "have": "past"}
        voice = voices.get(phrase[-1], "third")
        said = [form for event in self.game.events for form, each in event.forms.items() if each == voice]
        if set(phrase) & {form for event in self.game.events for form in event.forms}:
            return [*self.list_qualifiers(), *self.list_things(), *as_words(("from", "with", "to", "in"))]
        things = [] if phrase[-1] in voices else [*self.list_things(plural=False)]
        return [*((form, "event") for form in said), *things]

    def suggest_condition(self, phrase: Sequence[str]) -> Words:
        if len(phrase) == 1:
            return [(text, "word") for text in ("you have", "you share the most", "you", "opponent", "each opponent")]
        if phrase[-1] == "you":
            past = [form for event in self.game.events for form, voice in event.forms.items() if voice == "past"]
            return [("have", "word"), ("share", "word"), *((form, "event") for form in past)]
        if phrase[-1] in ("have", "has", "the"):
            return [(text, "word") for text in ("the most", "the fewest", "no", "exactly", "as many", "more", "fewer")]
        return [
            *self.list_qualifiers(),
            *self.list_things(),
            *self.list_counters(),
            *as_words(("in", "with", "on", "than", "of")),
        ]

    def suggest_limit(self, phrase: Sequence[str]) -> Words:
        return [("per", "word")] if len(phrase) == 1 else [("phase", "period"), *self.list_periods()]

    def list_periods(self) -> Words:
        return [(name, "period") for name in self.words.schedule.periods]

    # These are plain functions, which must be called with ``self``, because no instance exists yet to bind them to.
    openers: dict[str, Callable[[Phrasebook, Sequence[str]], Words]] = {  # noqa: RUF012
        "at": suggest_window,
        "until": suggest_window,
        "when": suggest_trigger,
        "if": suggest_condition,
        "whoever": suggest_condition,
        "once": suggest_limit,
        "twice": suggest_limit,
    }

    def suggest_clause(self, phrase: Sequence[str]) -> Words:
        last = phrase[-1]
        verbs = self.verbs_of(phrase)
        if last == "called":
            return self.list_quoted_names()
        if last == "per":
            return [*self.list_qualifiers(), *self.list_things(), *self.list_counters()]
        if last in ("be", "cannot"):
            permits = [
                parameter.opens or parameter.name
                for parameter in self.game.parameters
                if parameter.permits or parameter.opens
            ]
            return [("be", "word")] * (last == "cannot") + [(name, "permission") for name in permits]
        if last in PREPOSITIONS:
            return self.suggest_object(verbs, last)
        slots = dict.fromkeys(slot for verb in verbs for slot in verb.slots) or ("of", "with", "in", "called")
        objects = {verb.object for verb in verbs} or {"pieces"}
        begun = bool(verbs) and list(phrase) == verbs[0].name.split()
        suggestions: list[tuple[str, str]] = []
        if objects & {"counter", "counters"}:
            suggestions += self.list_counters()
        if objects - {"counter", "counters", "nothing"}:
            suggestions += [(text, "word") for text in ("all", "any number of", "up to", "exactly") if begun]
            suggestions += [*self.list_qualifiers(), *self.list_things()]
        return [*suggestions, ("per", "word"), *as_words(slots)]

    def suggest_object(self, verbs: Sequence[Verb], last: str) -> Words:
        kinds = {verb.slots[last] for verb in verbs if last in verb.slots}
        suggestions: list[tuple[str, str]] = []
        if kinds & {"places", "targets"} or (not kinds and last in PLACED):
            suggestions += self.list_places()
        if "seats" in kinds:
            suggestions += [(text, "word") for text in ("an opponent", "each opponent", "anyone")]
        if kinds & {"counter", "counters", "price"} or not kinds:
            suggestions += self.list_counters()
        if kinds - {"counter", "counters", "price", "seats"} or not kinds:
            suggestions += [*self.list_qualifiers(), *self.list_things()]
        return suggestions

    def verbs_of(self, phrase: Sequence[str]) -> list[Verb]:
        """All signatures of the longest verb with which the phrase begins."""
        verbs = [verb for verb in self.game.verbs if list(phrase[: len(verb.name.split())]) == verb.name.split()]
        longest = max((len(verb.name) for verb in verbs), default=0)
        return [verb for verb in verbs if len(verb.name) == longest]

    # -- scenarios -----------------------------------------------------------------------------------------------

    def suggest_scene(self, here: Around) -> Words:
        if not here.blocks:
            return [("scenario", "word")] if not here.before else [("edition", "word"), ("option", "word")]
        before = [token.text for token in here.before]
        parts = [(text, "word") for text in (GIVEN, WHEN, THEN)]
        if not before or before[-1] in (GIVEN, WHEN, THEN):
            acts = [("seat", "word"), ("phase", "word"), ("end of", "word"), ("start of", "word"), ("round", "word")]
            return [*parts * (not before), *acts, ("setup", "word"), ("nothing changes", "word"), *self.list_places()]
        if before[-1] in ("phase", "step", "of"):
            return [*self.list_moments(), *((name, "phase") for name in self.words.phases)]
        if len(before) == 2 and before[0] == "seat":
            does = [(text, "word") for text in ("chooses", "uses", "declines", "rolls", "draws", "turn")]
            return [*self.list_places(), *self.list_counters(), *does, *self.list_quoted_names()]
        kinds = [(name, "adjective") for name in self.words.stock_kinds]
        return [*kinds, *self.list_things(), *self.list_places(), *self.list_counters(), *self.list_quoted_names()]


def as_words(names: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, "word") for name in names]
