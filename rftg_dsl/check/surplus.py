"""What stands in a power and would say nothing: each is a diagnostic, so that no word is silently ignored.

These are judgements on the tree alone, made before anything is resolved; the words are asked only to see which of
them are alternatives of one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rftg_dsl.check.declare import KEYWORDS
from rftg_dsl.check.report import Report
from rftg_dsl.check.walk import nodes
from rftg_dsl.syntax import tree
from rftg_dsl.vocabulary import Vocabulary

ARTICLES = frozenset(("a", "an", "the"))

SCORE = "score"
"""The verb of the language itself."""

MEASURED = frozenset(("by", "for"))
"""Prepositions behind which a verb can have a number, if it has such a slot."""

AT_MOST_ONCE = frozenset(("to", "in", "on", "from"))
"""Prepositions of which a second one would have to contradict the first."""


def surplus_parts(report: Report, words: Vocabulary, acts: frozenset[str], node: tree.Sentence) -> None:
    """Everything in a power that has no meaning where it stands."""
    phrases = [phrase for segment in node.segments for phrase in segment.phrases]
    for nth, segment in enumerate(node.segments):
        roundings(report, segment.phrases)
        changed = nth + 1 < len(node.segments)  # the number or the moment before a colon is no verb
        options(report, segment.phrases[changed:])
        scoring(report, segment.phrases)
        bounds(report, segment.phrases)
    twice(report, phrases)
    inside = list(nodes(node))
    for part in inside:
        match part:
            case tree.Clause() | tree.Trigger() | tree.Per() | tree.Be():
                prepositions(report, words, part.prepositions)
            case tree.Quantity():
                quantity(report, part)
            case tree.Words():
                joins(report, words, acts, part)
    valued = [one.nominal for one in inside if isinstance(one, tree.Preposition) and is_valued(words, one)]
    for part in inside:
        if isinstance(part, tree.Nominal) and part.value is not None and not any(part is one for one in valued):
            hint = "it belongs behind 'with' and the word of a number"
            nothing(report, part.at, f"{part.value} has no meaning here", hint)
        if isinstance(part, tree.Per):
            divisor(report, part)
        if isinstance(part, tree.Clause) and part.be:
            nothing(report, part.be.at, "'is' belongs behind 'if all ...'")


def is_valued(words: Vocabulary, part: tree.Preposition) -> bool:
    """``with`` a number of a piece, behind which its value can stand."""
    said = part.nominal.words if part.word.text == "with" else None
    if not said:
        return False
    name = said.runs[-1][-1].text
    known = words.properties.get(words.plurals().get(name, name))
    return bool(known and known.numeric)


def nothing(report: Report, at: tree.At, message: str, hint: str = "leave it out or reword") -> None:
    """A part of a power that says nothing."""
    report.wrong("surplus-clause", at, message, hint)


def per_of(phrase: tree.Phrase) -> tree.Per | None:
    """The ``per`` of a phrase that has one."""
    if isinstance(phrase, tree.Option):
        return phrase.clause.per
    if isinstance(phrase, tree.Otherwise):
        return phrase.what.per
    return phrase.per if isinstance(phrase, tree.Clause) else None


def roundings(report: Report, phrases: Sequence[tree.Phrase]) -> None:
    """``rounded up`` stands directly behind a division."""
    for nth, phrase in enumerate(phrases):
        if not isinstance(phrase, tree.Rounding):
            continue
        per = per_of(phrases[nth - 1]) if nth else None
        many = per.nominal.quantity if per else None
        if many is None or many.low < 2:
            nothing(report, phrase.at, "there is nothing to round here", "it belongs behind 'per 2 ...' or more")


def options(report: Report, phrases: Sequence[tree.Phrase]) -> None:
    """``may`` stands before the first verb, and makes the whole power optional."""
    verbs = [phrase for phrase in phrases if isinstance(phrase, tree.Option | tree.Clause | tree.Otherwise)]
    for phrase in verbs[1:]:
        if isinstance(phrase, tree.Option):
            nothing(report, phrase.at, "'may' stands before the first verb", "write a second power")


def twice(report: Report, phrases: Sequence[tree.Phrase]) -> None:
    """A limit, and the word ``may``, stand once in a power."""
    limits = [phrase for phrase in phrases if isinstance(phrase, tree.Limit)]
    mays = [phrase for phrase in phrases if isinstance(phrase, tree.Option)]
    for phrase in limits[1:]:
        nothing(report, phrase.at, "a second 'once per' in one power")
    for option in mays[1:]:
        nothing(report, option.at, "a second 'may' in one power", "the first one stands for the whole power")


def is_score(phrase: tree.Phrase) -> bool:
    """Whether this is ``score ...``."""
    return isinstance(phrase, tree.Clause) and phrase.words.runs[0][0].text == SCORE


def scoring(report: Report, phrases: Sequence[tree.Phrase]) -> None:
    """``or`` stands between the rows of a score; a score has nothing beside them."""
    score = bool(phrases) and is_score(phrases[0])
    for nth, phrase in enumerate(phrases):
        if isinstance(phrase, tree.Otherwise):
            if not score:
                nothing(report, phrase.at, "'or' stands between the rows of a score", "write a power for each")
            elif isinstance(phrase.what, tree.Clause) and not is_score(phrase.what):
                nothing(report, phrase.at, "this is no row of a score", "write 'or 2 per ...'")
        elif nth and (is_score(phrase) or (score and isinstance(phrase, tree.Clause | tree.Limit))):
            nothing(report, phrase.at, "a score stands alone", "put this into a power of its own")
        elif score and isinstance(phrase, tree.Option):
            nothing(report, phrase.at, "nobody chooses when scores are counted")
        row = phrase.what if isinstance(phrase, tree.Otherwise) else phrase
        if isinstance(row, tree.Clause) and is_score(row):
            score_row(report, row)


def score_row(report: Report, row: tree.Clause) -> None:
    """``score 2 per own world``: a plain number, and what it is counted per."""
    if len(row.words.runs) > 1 or len(row.words.runs[0]) > 1:
        nothing(report, row.words.at, "points need no name", "write 'score 1 per ...'")
    if row.nominal and row.nominal.words:
        nothing(report, row.nominal.words.at, "points need no name", "write 'score 1 per ...'")
    many = row.nominal.quantity if row.nominal else None
    if many and (many.how != "exact" or many.money):
        nothing(report, many.at, "a score is a plain number", "write 'score 1 per ...'")
    for one in row.prepositions:
        nothing(report, one.at, f"{one.word.text!r} has no meaning here")


def bounds(report: Report, phrases: Sequence[tree.Phrase]) -> None:
    """``not below 2`` stands behind ``less``."""
    change = next((phrase for phrase in phrases if isinstance(phrase, tree.Change)), None)
    for phrase in phrases:
        if isinstance(phrase, tree.Bound) and change and change.direction != "less":
            nothing(report, phrase.at, "'not below' belongs behind '... less'")
    if change and change.direction in ("less", "more") and not change.by:
        report.wrong("out-of-range", change.at, "this changes nothing", "at least 1")


def prepositions(report: Report, words: Vocabulary, found: Sequence[tree.Preposition]) -> None:
    """Behind a preposition stands a thing or a place, without a number; and each stands there once."""
    seen: set[str] = set()
    for one in found:
        if one.nominal.quantity and one.word.text not in MEASURED:
            nothing(report, one.nominal.quantity.at, f"a number has no meaning behind {one.word.text!r}")
        for run in one.nominal.words.runs if one.nominal.words and one.word.text in AT_MOST_ONCE else ():
            names = [word.text for word in run if word.text not in ARTICLES]
            if len(names) > 1 and set(names) <= set(words.places):
                nothing(report, one.at, "these are two places", f"write '{' or '.join(names)}'")
        if one.word.text in AT_MOST_ONCE & seen:
            nothing(report, one.at, f"a second {one.word.text!r}")
        seen.add(one.word.text)


def quantity(report: Report, many: tree.Quantity) -> None:
    """A number is at least 1; ``1 or 2`` are neighbours."""
    low, high = many.low, many.high
    if many.how == "between" and high != low + 1:
        hint = "write 'up to ...', or two numbers that follow one another"
        report.wrong("out-of-range", many.at, f"'{low} or {high}' is no range", hint)
    elif many.how in ("exact", "between", "up to") and not (low if many.how != "up to" else high):
        report.wrong("out-of-range", many.at, "0 of something is nothing", "at least 1")


def divisor(report: Report, per: tree.Per) -> None:
    """``per 2 ...``: an exact number."""
    many = per.nominal.quantity
    if many and many.how != "exact":
        nothing(report, many.at, "behind 'per' stands one number", "write 'per 2 ...'")


def joins(report: Report, vocabulary: Vocabulary, acts: frozenset[str], words: tree.Words) -> None:
    """``and`` and ``or`` join alternatives of one sort, and alternatives are joined."""
    for left, right in pairwise(words.runs):
        first = next((word for word in right if word.text not in ARTICLES), right[-1])
        if not alike(vocabulary, acts, left[-1].text, first.text):
            message = f"{left[-1].text!r} and {first.text!r} are no alternatives"
            nothing(report, (left[-1].at[0], first.at[1]), message, "name both in full, or write two powers")
    for run in words.runs:
        repeated(report, vocabulary, run)
        for one, other in pairwise([word for word in run if word.text not in ARTICLES]):
            same = {table for table, _ in sorts(vocabulary, one.text) & sorts(vocabulary, other.text)}
            if one.text != other.text and same & ALTERNATIVES and not (same - ALTERNATIVES):
                message = f"nothing is {one.text!r} and {other.text!r} at once"
                nothing(report, (one.at[0], other.at[1]), message, f"write '{one.text} or {other.text}'")


ALTERNATIVES = frozenset(("value", "stock kind", "kind"))
"""Sorts of words of which a thing is only one."""


def repeated(report: Report, vocabulary: Vocabulary, run: Sequence[tree.Word]) -> None:
    """A word stands once before and in a noun, in singular or plural."""
    seen: set[str] = set()
    if len(run) < 2:
        return
    singular = vocabulary.plurals()
    for word in run:
        name = "other" if word.text == "another" else singular.get(word.text, word.text)
        if name in seen:
            nothing(report, word.at, f"{word.text!r} stands here twice")
        seen.add(name)


def alike(vocabulary: Vocabulary, acts: frozenset[str], one: str, other: str) -> bool:
    """Whether two words can be alternatives; words that nothing has are left to those who resolve them."""
    mine, theirs = sorts(vocabulary, one), sorts(vocabulary, other)
    if not mine or not theirs:
        return not {one, other} & (KEYWORDS | acts)
    return one.startswith("non-") == other.startswith("non-") and one != other and bool(mine & theirs)


def sorts(vocabulary: Vocabulary, text: str) -> set[tuple[str, str]]:
    """What a word is: the tables it stands in, for a value with its property, for a kind with its sort."""
    name = text.removeprefix("non-")
    name = vocabulary.plurals().get(name, name)
    found = {(table, "") for table, words in vocabulary.tables().items() if name in words}
    for table, words in (("value", vocabulary.values), ("stock kind", vocabulary.stock_kinds)):
        if name in words:
            found -= {(table, "")}
            found |= {(table, words[name].of)}
    return found
