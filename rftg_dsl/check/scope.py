"""The context in which a power is read: its vocabulary, its event, and the words used so far.

A word counts as used once a meaning has been found for it. A word that remains unused has no meaning where it is, and
is reported here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from attrs import evolve, field, frozen

from rftg_dsl.check.reporter import Report
from rftg_dsl.check.signatures import EventWord, Parameter, Signatures, Verb, Voice, sorts_in, to_third_person
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.check.vocabulary import SCORE, Vocabulary
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.keywords import ARTICLES, KEYWORDS, PHRASES
from rftg_dsl.syntax.tree import At, Word

LEAVES = (tree.Word, tree.Quantity, tree.Change, tree.Bound, tree.Rounding, tree.Limit, tree.Choice, tree.Atom)
"""The smallest units of meaning in a power. Each unit is used, or reported, as a whole."""


@frozen(slots=False)
class Speech:
    """All words that powers in a game can use: its nouns, and the verbs, events and numbers in its Python code."""

    words: Vocabulary
    game: Signatures

    @cached_property
    def singular(self) -> dict[str, str]:
        return self.words.singulars_by_plural()

    @cached_property
    def counters(self) -> dict[str, Any]:
        return self.words.counters_for_powers()

    @cached_property
    def verbs(self) -> dict[str, list[tuple[int, Verb]]]:
        """The signatures of each verb with their indexes, by its plain form and by the form after ``each opponent``."""
        signatures: dict[str, list[tuple[int, Verb]]] = {}
        for nth, verb in enumerate(self.game.verbs):
            first, _, rest = verb.name.partition(" ")
            for form in dict.fromkeys((verb.name, f"{to_third_person(first)} {rest}".strip())):
                signatures.setdefault(form, []).append((nth, verb))
        return signatures

    @cached_property
    def events(self) -> dict[str, list[tuple[EventWord[...], Voice]]]:
        events: dict[str, list[tuple[EventWord[...], Voice]]] = {}
        for event in self.game.events:
            for form, voice in event.forms.items():
                events.setdefault(form, []).append((event, voice))
        return events

    @cached_property
    def numbers(self) -> dict[str, Parameter]:
        return {parameter.name: parameter for parameter in self.game.parameters if not parameter.permits}

    @cached_property
    def permits(self) -> dict[str, Parameter]:
        return {
            parameter.opens or parameter.name: parameter
            for parameter in self.game.parameters
            if parameter.permits or parameter.opens
        }

    @cached_property
    def sorts_of_power(self) -> set[str]:
        """The words allowed before ``power``: verbs, phases, the sorts that numbers imply, and ``score``."""
        verbs = {SCORE, *self.words.phases, *[verb.name for verb in self.game.verbs]}
        return verbs | {sort for parameter in self.game.parameters for sort in sorts_in(parameter.implies)}

    @cached_property
    def nouns(self) -> set[str]:
        return self.words.words_for_powers()

    @cached_property
    def known(self) -> set[str]:
        chosen = {word for phrase in self.game.selected for word in phrase.split()}
        return {*self.nouns, *KEYWORDS, *self.verbs, *self.numbers, *self.permits, *chosen}

    @cached_property
    def likely(self) -> set[str]:
        """The words to suggest for a misspelt word: nouns, adjectives, verbs and numbers."""
        words = self.words
        named = {*words.values, *words.kinds, *words.stock_kinds, *words.marks, *words.components, *words.stocks}
        nouns = named | {*words.nouns, *self.counters} | set(self.singular)
        return (nouns & self.nouns) | {*self.verbs, *self.numbers, *self.permits, *PHRASES["which"], *PHRASES["owner"]}

    @cached_property
    def counts(self) -> set[str]:
        """The names for the number of things that a power has acted on, as in ``per spent``."""
        return {name for verb in self.game.verbs for name in verb.counts}

    @cached_property
    def participles(self) -> set[str]:
        """The participles that a game lacks, such as ``discarded`` in a game that declares only ``spent``."""
        return {f"{verb.name.removesuffix('e')}ed" for verb in self.game.verbs} - self.nouns

    @cached_property
    def tables(self) -> dict[str, set[str]]:
        """All words by sort, closest first. Values are listed under their property, stock kinds under their stock."""
        tables = {
            name: set(words)
            for name, words in self.words.words_by_sort().items()
            if name not in ("value", "stock kind")
        }
        for value in self.words.values.values():
            tables.setdefault(value.of, set()).add(value.name)
        for kind in self.words.stock_kinds.values():
            tables.setdefault(f"kind of {kind.of}", set()).add(kind.name)
        return tables


@frozen
class Scope:
    """The context in which a phrase is read."""

    report: Report
    speech: Speech
    event: EventWord[...] | Parameter | None = None
    """The event or changed number that ``it`` and ``its`` refer to."""
    kinds: frozenset[str] = frozenset()
    period: str = ""
    """The round or turn at the start or end of which the power acts; empty at other moments."""
    moment: str = ""
    """The window in which the power acts, or the phase that offers the power; empty at other moments."""
    other: bool = False
    """Whether the phrase is about a seat other than the owner's."""
    called: list[tree.Atom] = field(factory=list)
    """The printed names mentioned so far, which are checked once all sides are known."""
    used: set[At] = field(factory=set)
    """The locations of all leaves for which a meaning has been found."""

    @property
    def words(self) -> Vocabulary:
        return self.speech.words

    @property
    def game(self) -> Signatures:
        return self.speech.game

    def with_event(self, event: EventWord[...] | Parameter | None, kinds: frozenset[str] = frozenset()) -> Scope:
        return evolve(self, event=event, kinds=kinds)

    def with_other_seat(self) -> Scope:
        return evolve(self, other=True)

    def singular_of(self, word: str) -> str:
        return self.speech.singular.get(word, word)

    # -- use -------------------------------------------------------------------------------------------------

    def use(self, *leaves: Any) -> None:
        for leaf in leaves:
            # Record the location rather than the leaf, because the same word in two places is two leaves.
            self.used.add(leaf.at)

    def list_unused(self, words: Sequence[Word]) -> list[Word]:
        return [word for word in words if word.at not in self.used]

    # -- errors ----------------------------------------------------------------------------------------------

    def report_error(self, code: str, at: At, message: str, hint: str = "", better: str = "") -> None:
        self.report.add_error(code, at, message, hint, better)

    def make_trial(self) -> Scope:
        """Return a copy with its own report, for trying out alternative words."""
        return evolve(self, report=Report(self.report.source, []), called=[], used=set())

    def report_unknown_word(self, word: Word) -> None:
        if (count := self.speech.counts) and word.text in self.speech.participles:
            hint = f"in this game, a power can count the things that it acts on only as: {', '.join(sorted(count))}"
            self.report_error("unknown-word", word.at, f"unknown word {word.text!r}", hint)
        else:
            self.report.add_unknown("word", word.text, word.at, self.speech.likely)

    def report_leftovers(self, node: tree.Sentence, before: int) -> None:
        """Report every unused part of a power, except in phrases that have another error.

        ``before`` is the number of diagnostics recorded before this power was read.
        """
        wrong = [(diagnostic.at.start, diagnostic.at.end) for diagnostic in self.report.found[before:]]
        for phrase in [phrase for segment in node.segments for phrase in segment.phrases]:
            if not (leaves := sorted(leaves_in(phrase), key=lambda leaf: leaf.at)):
                continue  # 'choose one' has no leaves
            start, end = min(phrase.at[0], leaves[0].at[0]), max(part.at[1] for part in (phrase, *leaves))
            # In a phrase with another error, unused words are only a consequence of that error.
            if not any(start <= at and to <= end for at, to in wrong):
                for run in self.group_unused(leaves):
                    self.report_run(run)

    def group_unused(self, leaves: Sequence[Any]) -> Iterator[list[Any]]:
        run: list[Any] = []
        end = -1
        for leaf in leaves:
            if leaf.at[1] <= end:
                continue  # part of the previous leaf
            end = leaf.at[1]
            if leaf.at in self.used or (isinstance(leaf, Word) and leaf.text in ARTICLES):
                if run and leaf.at in self.used:
                    yield run
                    run = []
            else:
                run.append(leaf)
        if run:
            yield run

    def report_run(self, run: Sequence[Any]) -> None:
        for leaf in run:
            if isinstance(leaf, Word) and leaf.text.removeprefix("non-") not in self.speech.known:
                self.report_unknown_word(leaf)
                return
        at = (run[0].at[0], run[-1].at[1])
        text = " ".join(self.report.source.text[at[0] : at[1]].split())
        self.report_error("surplus-clause", at, f"{text!r} has no meaning here", "leave it out or reword it")


def leaves_in(node: Any) -> Iterator[Any]:
    for part in nodes_in(node):
        if isinstance(part, LEAVES):
            yield part


def flatten(words: tree.Words | None) -> list[Word]:
    """Return all words except articles. An article on its own is kept, so that it is reported as an unknown word."""
    every = [word for run in words.runs for word in run] if words else []
    return [word for word in every if word.text not in ARTICLES] or every


def texts_of(words: Sequence[Word]) -> list[str]:
    return [word.text for word in words]


def span_of(words: Sequence[Any]) -> At:
    return (words[0].at[0], words[-1].at[1])
