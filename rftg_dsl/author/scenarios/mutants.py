"""Mutants: powers in which one number, word or clause is changed. Each mutant is valid and differs in meaning from the
original."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from attrs import evolve, field, frozen

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Source
from rftg_dsl.check.model import Acting, Model, Power
from rftg_dsl.check.read_powers import read_power
from rftg_dsl.check.reporter import Report
from rftg_dsl.check.scope import Scope, Speech
from rftg_dsl.check.signatures import Signatures
from rftg_dsl.syntax.parse import parse
from rftg_dsl.syntax.tree import Sentence

TOKEN = re.compile(r'"[^"]*"|\$?-?\d+|[a-z][\w-]*|[:,]')
TURNED = (
    ("start", "end"),
    ("more", "less"),
    ("most", "fewest"),
    ("highest", "lowest"),
    ("up", "down"),
    ("first", "last"),
    ("once", "twice"),
    ("and", "or"),
    ("own", "every"),
    ("you", "anyone"),
    ("opponent", "anyone"),
    ("an opponent", "each opponent"),
    ("this", "another"),
    ("another", "this"),
    ("other", "this"),
    ("with", "without"),
    ("below", "above"),
    ("may", "cannot"),
    ("cannot", "may"),
)


@frozen
class Mutant:
    """A power in which one thing is changed."""

    old: str
    new: str
    power: Power = field(repr=False, eq=False)

    @property
    def change(self) -> str:
        """The change, written as in ``'gain $1' -> 'gain $2'``."""
        return f"'{self.old}' -> '{self.new}'"


@frozen(slots=False)
class Mutations:
    """Creates mutants of a game's powers."""

    model: Model
    game: Signatures

    @cached_property
    def speech(self) -> Speech:
        return Speech(self.model.words, self.game)

    @cached_property
    def classes(self) -> Sequence[Sequence[str]]:
        """The groups of interchangeable words, each in order of declaration."""
        words = self.model.words
        values: dict[str, list[str]] = {}
        for value in words.values.values():
            values.setdefault(value.of, []).append(value.name)
        stocks: dict[str, list[str]] = {}
        for kind in words.stock_kinds.values():
            stocks.setdefault(kind.of, []).append(kind.name)
        counters = list(words.counters_for_powers().values())
        kinds, components = list(words.kinds.values()), list(words.components.values())
        nouns = list(words.nouns.values())
        return [
            *values.values(),
            *stocks.values(),
            list(words.places),
            [counter.name for counter in counters],
            [counter.plural for counter in counters],
            [sort.name for sort in kinds],
            [sort.plural for sort in kinds],
            [component.name for component in components],
            [component.plural for component in components],
            [noun.name for noun in nouns],
            [noun.plural for noun in nouns],
            [prop.name for prop in words.properties.values() if prop.numeric],
            [*words.schedule.windows],
            [*words.schedule.periods],
            [verb.name for verb in self.game.verbs if " " not in verb.name],
            [form for event in self.game.events for form, voice in event.forms.items() if voice == "base"],
            [form for event in self.game.events for form, voice in event.forms.items() if voice == "third"],
            [form for event in self.game.events for form, voice in event.forms.items() if voice == "past"],
            [
                parameter.name
                for parameter in self.game.parameters
                if " " not in parameter.name and not parameter.permits
            ],
        ]

    @cached_property
    def others(self) -> Mapping[str, Sequence[str]]:
        """The replacements for each word, beginning with the next word in its group."""
        choices: dict[str, list[str]] = {}
        for words in self.classes:
            unique = list(dict.fromkeys(words))
            for nth, word in enumerate(unique):
                choices.setdefault(word, []).extend((*unique[nth + 1 :], *unique[:nth]))
        for word, other in TURNED:
            choices.setdefault(word, []).append(other)
            if (other, word) not in TURNED:
                choices.setdefault(other, []).append(word)
        return {word: list(dict.fromkeys(words)) for word, words in choices.items()}

    @cached_property
    def names(self) -> Sequence[str]:
        return [side.name for side in self.model.list_sides()]

    def make_mutants(self, of: Power) -> Iterator[Mutant]:
        """Yield the mutants of a power, no two of which have the same meaning."""
        original = self.read(of.text, of.id)
        if original is None:
            return
        known = {original}
        for tried in self.propose_changes(of.text):
            for text, old, new in tried:
                made = self.read(text, of.id)
                if made is None or made in known:
                    continue
                known.add(made)
                yield Mutant(old, new, made)
                break

    def read(self, text: str, id: str) -> Power | None:
        """Parse text as a power; None if it is invalid. Powers with the same meaning compare equal."""
        # The parser reads powers only inside a component.
        source = Source("power", f'power "it" {{\n{text}\n}}\n')
        file, mistakes = parse(source)
        members = file.declarations[0].members if file.declarations else ()
        if mistakes or len(members) != 1 or not isinstance(members[0], Sentence):
            return None
        diagnostics: list[Diagnostic] = []
        made = read_power(Scope(Report(source, diagnostics), self.speech), members[0], id)
        return None if diagnostics or made is None else without_text(made)

    def propose_changes(self, text: str) -> Iterator[Iterator[tuple[str, str, str]]]:
        """Yield, for each position in a text, alternative changes, of which the caller uses the first valid one.

        A change consists of the new text, the old phrase and the new phrase.
        """
        tokens = list(TOKEN.finditer(text))
        for token in tokens:
            if token[0] in ",:":
                continue
            for number in vary_number(token[0]):
                yield iter([replace_part(text, token.span(), number)])
            yield (replace_part(text, token.span(), other) for other in self.replacements_for(token[0]))
            if token[0][0].isalpha():
                yield iter([replace_part(text, token.span(), "")])
        for start, end in phrases_in(text):
            yield iter([drop_phrase(text, start, end)])

    def replacements_for(self, word: str) -> Iterable[str]:
        if word.startswith('"'):
            name = word[1:-1]
            at = self.names.index(name) if name in self.names else 0
            return [f'"{other}"' for other in (*self.names[at + 1 :], *self.names[:at])][:MOST_NAMES]
        return self.others.get(word, ())


MOST_NAMES = 3


def without_text(made: Power) -> Power:
    """Return a power without its wording, so that equality compares only the meaning."""
    if isinstance(made, Acting) and made.act.lasting:
        inner = evolve(made.act.lasting.power, text="")
        made = evolve(made, act=evolve(made.act, lasting=evolve(made.act.lasting, power=inner)))
    return evolve(made, text="")


def vary_number(token: str) -> Iterator[str]:
    """Yield the number plus one, and the number minus one unless that would be negative."""
    sign, digits = ("$", token[1:]) if token.startswith("$") else ("", token)
    if re.fullmatch(r"-?\d+", digits):
        yield f"{sign}{int(digits) + 1}"
        if int(digits) > 0:
            yield f"{sign}{int(digits) - 1}"


def phrases_in(text: str) -> list[tuple[int, int]]:
    cuts = [-1, *[token.start() for token in TOKEN.finditer(text) if token[0] in ",:"], len(text)]
    return [(start + 1, end) for start, end in pairwise(cuts)]


def replace_part(text: str, span: tuple[int, int], new: str) -> tuple[str, str, str]:
    start, end = next((start, end) for start, end in phrases_in(text) if start <= span[0] < end)
    after = text[: span[0]] + new + text[span[1] :]
    phrase = text[start : span[0]] + new + text[span[1] : end]
    return tidy(after), tidy(text[start:end]), tidy(phrase)


def drop_phrase(text: str, start: int, end: int) -> tuple[str, str, str]:
    before, after = text[:start], text[end:]
    if before.rstrip().endswith(",") or not after:
        before = before.rstrip()[:-1]
    else:
        after = after[1:]
    return tidy(before + after), tidy(text[start:end]), ""


def tidy(text: str) -> str:
    return " ".join(text.split())
