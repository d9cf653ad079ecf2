"""Recognize common slips: sentences with parts in the wrong order, or with phrases that the language does not have.

Each slip is reported as a single mistake with its remedy, because reading the rest of the sentence would only lead to
more errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise

from rftg_dsl.check.scope import Speech, flatten, leaves_in, texts_of
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.keywords import NUMERALS
from rftg_dsl.syntax.mistakes import KEYWORD_REMEDIES
from rftg_dsl.syntax.tree import At, Word

Slip = tuple[str, At, str, str] | tuple[str, At, str, str, str]
"""A diagnostic code, a location, a message, a hint and, if it is certain, a correction."""


def find_slips(speech: Speech, node: tree.Sentence) -> Iterator[Slip]:
    order = (
        find_late_moments(node),
        find_silent_opponents(node),
        find_priced_alternatives(node),
        find_late_numbers(speech, node),
    )
    return chain(find_strange_words(speech, node), *order)


def find_late_moments(node: tree.Sentence) -> Iterator[Slip]:
    other = "start the new power on its own line; a line that ends with a comma or colon continues on the next one"
    first = "put it first, followed by a comma and the words now before it"
    begun = isinstance(node.segments[0].phrases[0], tree.Window | tree.Trigger)
    before: tree.Phrase | None = None
    for nth, segment in enumerate(node.segments):
        for place, phrase in enumerate(segment.phrases):
            # In 'until end of turn, when ...', the 'when' begins a lasting power.
            begins = (nth == 0 and place == 0) or isinstance(before, tree.Until)
            if isinstance(phrase, tree.Window | tree.Trigger) and not begins:
                if nth == 0 and not begun:
                    yield "surplus-clause", phrase.at, "a power must begin with its moment", first
                else:
                    yield "surplus-clause", phrase.at, "this is the start of another power", other
            before = phrase


MODALS = {"can": ("write 'may'", "may"), "must": ("leave it out, because a power without 'may' must be used", "")}


def find_strange_words(speech: Speech, node: tree.Sentence) -> Iterator[Slip]:
    """Find numerals, modal verbs and misplaced openers, as in ``gain two vp`` or ``goods can be traded``.

    The word ``one`` counts as a number only directly after a verb.
    """
    before = ""
    for word in leaves_in(node):
        text = word.text if isinstance(word, Word) else ""
        if text in NUMERALS and text not in speech.nouns and (text != "one" or before in speech.verbs):
            message = f"numbers must be written in digits, not as {text!r}"
            yield "unknown-word", word.at, message, f"write '{NUMERALS[text]}'", str(NUMERALS[text])
        elif text in ("if", "when"):
            yield "surplus-clause", word.at, f"unexpected {text!r}", KEYWORD_REMEDIES[text.upper()]
        elif text in MODALS and text not in speech.nouns:
            yield "unknown-word", word.at, f"unknown word {text!r}", *MODALS[text]
        before = text


def find_silent_opponents(node: tree.Sentence) -> Iterator[Slip]:
    """Find opponents without a verb, as in ``each opponent: gain $1``."""
    for phrase in [part for segment in node.segments for part in segment.phrases]:
        if not isinstance(phrase, tree.Clause) or phrase != tree.Clause(phrase.words, at=phrase.at):
            continue
        if texts_of(flatten(phrase.words)) in (["each", "opponent"], ["opponent"], ["opponents"]):
            hint = "write 'each opponent gains ...' or 'opponents gain ...'"
            yield "missing-effect", phrase.at, "this does not say what the opponents do", hint


def find_priced_alternatives(node: tree.Sentence) -> Iterator[Slip]:
    """Find alternatives that have a price of their own, as in ``may spend $1: gain 1 vp, or spend $2: gain 3 vp``."""
    for phrase in [part for segment in node.segments[:-1] for part in segment.phrases]:
        if isinstance(phrase, tree.Otherwise):
            form = "may spend $1: choose one: ..., or ..."
            hint = f"put the price first, as in {form!r}, or write a separate power for each price"
            yield "surplus-clause", phrase.at, "an alternative cannot have its own price", hint


def find_late_numbers(speech: Speech, node: tree.Sentence) -> Iterator[Slip]:
    """Find a changed number that follows a condition, as in ``if you have 3 worlds: cost of worlds: 1 less``."""
    for before, (segment, after) in zip(node.segments, pairwise(node.segments[1:]), strict=False):
        number, change = segment.phrases[0], after.phrases[0]
        if not isinstance(number, tree.Clause) or not isinstance(change, tree.Change):
            continue
        if (named := " ".join(texts_of(flatten(number.words)))) in speech.numbers:
            of = "".join(f" {preposition.word.text} ..." for preposition in number.prepositions[:1])
            said = ", if ..." if any(isinstance(phrase, tree.Condition) for phrase in before.phrases) else ""
            hint = f"write '{named}{of}{said}: {describe_change(change)}'"
            yield "surplus-clause", number.at, f"a power that changes {named!r} must begin with {named!r}", hint


def describe_change(change: tree.Change) -> str:
    return "any number" if change.direction == "any" else f"{change.by} {change.direction}"
