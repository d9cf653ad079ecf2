"""Report the parts of a power that would have no effect, so that no word is silently ignored.

These checks read only the syntax tree, before anything is resolved; the vocabulary is only asked which words
are alternatives of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rftg_dsl.check.declare import KEYWORDS
from rftg_dsl.check.phrases import ARTICLES
from rftg_dsl.check.report import Report
from rftg_dsl.check.walk import nodes
from rftg_dsl.syntax import tree
from rftg_dsl.vocabulary import Vocabulary

SCORE = "score"
"""The one verb that belongs to the language, not to a game."""

MEASURED = frozenset(("by", "for"))
"""Prepositions that can take a number, if the verb has such a slot."""

AT_MOST_ONCE = frozenset(("to", "in", "on", "from"))
"""Prepositions that can appear only once, because a second one would contradict the first."""


def surplus_parts(report: Report, words: Vocabulary, acts: frozenset[str], node: tree.Sentence) -> None:
    """Report everything in a power that has no meaning where it stands."""
    phrases = [phrase for segment in node.segments for phrase in segment.phrases]
    for nth, segment in enumerate(node.segments):
        roundings(report, segment.phrases)
        has_head = nth + 1 < len(node.segments)  # a number or a moment comes before a colon, not a verb
        options(report, segment.phrases[has_head:])
        scoring(report, segment.phrases)
        bounds(report, segment.phrases)
    repeated_phrases(report, phrases)
    parts = list(nodes(node))
    for part in parts:
        match part:
            case tree.Clause() | tree.Trigger() | tree.Per() | tree.Be():
                prepositions(report, words, part.prepositions)
            case tree.Quantity():
                quantity(report, part)
            case tree.Words():
                joins(report, words, acts, part)
    valued = [one.nominal for one in parts if isinstance(one, tree.Preposition) and is_valued(words, one)]
    for part in parts:
        if isinstance(part, tree.Nominal) and part.value is not None and not any(part is one for one in valued):
            hint = "put it after 'with' and the name of a number"
            reject(report, part.at, f"{part.value} has no meaning here", hint)
        if isinstance(part, tree.Per):
            divisor(report, part)
        if isinstance(part, tree.Clause) and part.be:
            reject(report, part.be.at, "'is' belongs after 'if all ...'")


def is_valued(words: Vocabulary, part: tree.Preposition) -> bool:
    """Whether this is ``with`` and a number of a piece, which can take a value: ``with cost 6``."""
    words_after = part.nominal.words if part.word.text == "with" else None
    if not words_after:
        return False
    name = words_after.runs[-1][-1].text
    known = words.properties.get(words.plurals().get(name, name))
    return bool(known and known.numeric)


def reject(report: Report, at: tree.At, message: str, hint: str = "leave it out or reword it") -> None:
    """Report a part of a power that has no effect."""
    report.wrong("surplus-clause", at, message, hint)


def per_of(phrase: tree.Phrase) -> tree.Per | None:
    """The ``per`` of a phrase, if any."""
    if isinstance(phrase, tree.Option):
        return phrase.clause.per
    if isinstance(phrase, tree.Otherwise):
        return phrase.what.per
    return phrase.per if isinstance(phrase, tree.Clause) else None


def roundings(report: Report, phrases: Sequence[tree.Phrase]) -> None:
    """``rounded up`` directly follows a division."""
    for nth, phrase in enumerate(phrases):
        if not isinstance(phrase, tree.Rounding):
            continue
        per = per_of(phrases[nth - 1]) if nth else None
        many = per.nominal.quantity if per else None
        if many is None or many.low < 2:
            reject(
                report,
                phrase.at,
                "there is nothing to round here",
                "rounding belongs after 'per 2 ...' or a larger number",
            )


def options(report: Report, phrases: Sequence[tree.Phrase]) -> None:
    """``may`` comes before the first verb, and makes the whole power optional."""
    verbs = [phrase for phrase in phrases if isinstance(phrase, tree.Option | tree.Clause | tree.Otherwise)]
    for phrase in verbs[1:]:
        if isinstance(phrase, tree.Option):
            reject(report, phrase.at, "'may' belongs before the first verb", "move it there, or write a second power")


def repeated_phrases(report: Report, phrases: Sequence[tree.Phrase]) -> None:
    """A power has at most one limit, and at most one ``may``."""
    limits = [phrase for phrase in phrases if isinstance(phrase, tree.Limit)]
    mays = [phrase for phrase in phrases if isinstance(phrase, tree.Option)]
    for phrase in limits[1:]:
        reject(report, phrase.at, "a power can say 'once per' only once")
    for option in mays[1:]:
        reject(
            report, option.at, "a power can say 'may' only once", "leave it out: the first 'may' covers the whole power"
        )


def is_score(phrase: tree.Phrase) -> bool:
    """Whether this is ``score ...``."""
    return isinstance(phrase, tree.Clause) and phrase.words.runs[0][0].text == SCORE


def scoring(report: Report, phrases: Sequence[tree.Phrase]) -> None:
    """``or`` separates the rows of a score; a scoring power has nothing else."""
    score = bool(phrases) and is_score(phrases[0])
    for nth, phrase in enumerate(phrases):
        if isinstance(phrase, tree.Otherwise):
            if not score:
                reject(report, phrase.at, "'or' can only separate rows of a score", "write a power for each")
            elif isinstance(phrase.what, tree.Clause) and not is_score(phrase.what):
                reject(report, phrase.at, "this is not a row of a score", "write 'or 2 per ...'")
        elif nth and (is_score(phrase) or (score and isinstance(phrase, tree.Clause | tree.Limit))):
            reject(report, phrase.at, "a score must be the whole power", "move this into a power of its own")
        elif score and isinstance(phrase, tree.Option):
            reject(report, phrase.at, "scoring is never optional")
        row = phrase.what if isinstance(phrase, tree.Otherwise) else phrase
        if isinstance(row, tree.Clause) and is_score(row):
            score_row(report, row)


def score_row(report: Report, row: tree.Clause) -> None:
    """``score 2 per own world``: a plain number, per something that is counted."""
    if len(row.words.runs) > 1 or len(row.words.runs[0]) > 1:
        reject(report, row.words.at, "points need no name", "write 'score 1 per ...'")
    if row.nominal and row.nominal.words:
        reject(report, row.nominal.words.at, "points need no name", "write 'score 1 per ...'")
    many = row.nominal.quantity if row.nominal else None
    if many and (many.how != "exact" or many.money):
        reject(report, many.at, "a score takes one plain number", "write 'score 1 per ...'")
    for one in row.prepositions:
        reject(report, one.at, f"{one.word.text!r} has no meaning here")


def bounds(report: Report, phrases: Sequence[tree.Phrase]) -> None:
    """``not below 2`` follows ``less``."""
    change = next((phrase for phrase in phrases if isinstance(phrase, tree.Change)), None)
    for phrase in phrases:
        if isinstance(phrase, tree.Bound) and change and change.direction != "less":
            reject(report, phrase.at, "'not below' belongs after '... less'")
    if change and change.direction in ("less", "more") and not change.by:
        report.wrong("out-of-range", change.at, "this changes nothing", "write 1 or more")


def prepositions(report: Report, words: Vocabulary, found: Sequence[tree.Preposition]) -> None:
    """A preposition takes a thing or a place, without a number; those of place appear only once."""
    seen: set[str] = set()
    for one in found:
        if one.nominal.quantity and one.word.text not in MEASURED:
            reject(report, one.nominal.quantity.at, f"a number has no meaning after {one.word.text!r}")
        for run in one.nominal.words.runs if one.nominal.words and one.word.text in AT_MOST_ONCE else ():
            names = [word.text for word in run if word.text not in ARTICLES]
            if len(names) > 1 and set(names) <= set(words.places):
                reject(report, one.at, "places need 'or' between them", f"write '{' or '.join(names)}'")
        if one.word.text in AT_MOST_ONCE & seen:
            reject(report, one.at, f"{one.word.text!r} appears twice")
        seen.add(one.word.text)


def quantity(report: Report, many: tree.Quantity) -> None:
    """An amount is at least 1; the numbers of ``1 or 2`` are consecutive."""
    low, high = many.low, many.high
    if many.how == "between" and high != low + 1:
        hint = "write 'up to ...', or consecutive numbers such as '2 or 3'"
        report.wrong("out-of-range", many.at, f"'{low} or {high}' is not a range", hint)
    elif many.how in ("exact", "between", "up to") and not (low if many.how != "up to" else high):
        report.wrong("out-of-range", many.at, "an amount must be at least 1", "write 1 or more")


def divisor(report: Report, per: tree.Per) -> None:
    """``per 2 ...`` takes an exact number."""
    many = per.nominal.quantity
    if many and many.how != "exact":
        reject(report, many.at, "'per' takes one number", "write 'per 2 ...'")


def joins(report: Report, vocabulary: Vocabulary, acts: frozenset[str], words: tree.Words) -> None:
    """``and`` and ``or`` join alternatives of one sort, and alternatives need one of them."""
    for left, right in pairwise(words.runs):
        first = next((word for word in right if word.text not in ARTICLES), right[-1])
        if not alike(vocabulary, acts, left[-1].text, first.text):
            message = f"{left[-1].text!r} and {first.text!r} are not alternatives"
            reject(report, (left[-1].at[0], first.at[1]), message, "name both in full, or write two powers")
    for run in words.runs:
        repeated_words(report, vocabulary, run)
        for one, other in pairwise([word for word in run if word.text not in ARTICLES]):
            shared = {table for table, _ in sorts(vocabulary, one.text) & sorts(vocabulary, other.text)}
            if one.text != other.text and shared & ALTERNATIVES and not (shared - ALTERNATIVES):
                message = f"nothing can be both {one.text!r} and {other.text!r}"
                reject(report, (one.at[0], other.at[1]), message, f"write '{one.text} or {other.text}'")


ALTERNATIVES = frozenset(("value", "stock kind", "kind"))
"""Sorts of words that exclude each other: a thing has only one of each sort."""


def repeated_words(report: Report, vocabulary: Vocabulary, run: Sequence[tree.Word]) -> None:
    """A phrase uses each word only once, in singular or plural."""
    seen: set[str] = set()
    if len(run) < 2:
        return
    singular = vocabulary.plurals()
    for word in run:
        name = "other" if word.text == "another" else singular.get(word.text, word.text)
        if name in seen:
            reject(report, word.at, f"{word.text!r} appears twice")
        seen.add(name)


def alike(vocabulary: Vocabulary, acts: frozenset[str], one: str, other: str) -> bool:
    """Whether two words can be alternatives; unknown words pass, because resolving them reports them."""
    sorts_of_one, sorts_of_other = sorts(vocabulary, one), sorts(vocabulary, other)
    if not sorts_of_one or not sorts_of_other:
        return not {one, other} & (KEYWORDS | acts)
    same_sign = one.startswith("non-") == other.startswith("non-")
    return same_sign and one != other and bool(sorts_of_one & sorts_of_other)


def sorts(vocabulary: Vocabulary, text: str) -> set[tuple[str, str]]:
    """The tables that hold a word; for a value with its property, for a stock kind with its stock."""
    name = text.removeprefix("non-")
    name = vocabulary.plurals().get(name, name)
    found = {(table, "") for table, words in vocabulary.tables().items() if name in words}
    for table, words in (("value", vocabulary.values), ("stock kind", vocabulary.stock_kinds)):
        if name in words:
            found -= {(table, "")}
            found |= {(table, words[name].of)}
    return found
