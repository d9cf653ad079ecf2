"""The meanings of words, looked up by their spelling in content."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rftg_dsl.author.editor.tokens import Token
from rftg_dsl.author.glossary import Word, make_glossary, words_of_language
from rftg_dsl.check.make_words import CONSTANT, MAKERS
from rftg_dsl.compile.game import Game
from rftg_dsl.library.load import Library, Loaded

LONGEST = 4
Senses = Mapping[str, Sequence[Word]]


class Found(NamedTuple):
    """A span of text, with the meanings of the phrase in it."""

    text: str
    start: int
    end: int
    senses: Sequence[Word]


def senses_of(loaded: Loaded, game: Game) -> Senses:
    senses: dict[str, dict[Word, None]] = {}
    library = loaded.library or Library(game, loaded.model, (), "", {})
    for word in [
        *words_of_language(),
        *make_glossary(library),
        *words_for_components(loaded),
        *words_for_declarations(),
    ]:
        for text in spellings_of(word):
            senses.setdefault(text, {})[word] = None
    return {text: [*words] for text, words in senses.items()}


def words_for_components(loaded: Loaded) -> Iterator[Word]:
    for component in loaded.model.words.components.values():
        yield Word(
            "component", f"{component.name}, {component.plural}", f"a component with: {', '.join(component.sides)}"
        )


DECLARATIONS = {
    "game": '`game roll "Roll for the Galaxy" players 2 to 5`; `edition`: the default one.',
    "phase": '`phase explore "Explore"`.',
    "property": "`property cost from 0 to 6`, or `property colour plural colours has trade`.",
    "kind": "`kind world plural worlds has colour cost`; `maybe`: optional ones; `either`: exactly one of these.",
    "component": (
        "`component tile plural tiles sides development world`; `either`: a single side, of one of these kinds."
    ),
    "stock": "`stock die plural dice sides 6 has matches`.",
    "place": '`place cup "Cup" of seat`: `of` a seat, the table or a piece; `active`: powers there count.',
    "counter": '`counter credit plural credits sign "$" of seat start 1 from 0 to 10`.',
    "noun": "`noun explorer plural explorers means dice in explore`, `noun good means world holding goods`.",
    CONSTANT: "`number stock_gain 2 from 0 to 9`: a constant of the rules, which an edition or a set can change.",
    "mark": "`mark produced`: an adjective for pieces that the steps of the game mark.",
    "option": "`option variant standard advanced`: a choice at setup; the first value is the default.",
}
"""An example of each kind of declaration that is available in every game, with the meanings of its fields."""


def words_for_declarations() -> Iterator[Word]:
    for word in MAKERS:
        yield Word("declaration", word, DECLARATIONS[word])


SUBJECTS = re.compile(r"^(when|if) (you have|you|a piece|opponent) ")


def spellings_of(word: Word) -> Iterator[str]:
    """Yield the spellings of a word in content, without the context that the glossary adds."""
    if word.sort == "event":
        for said in (word.word, *word.form.split(", ")):
            if SUBJECTS.match(said):
                yield SUBJECTS.sub("", said)
    elif word.sort == "permission":
        yield word.word.rpartition(" be ")[2]
    else:
        yield from (each.removeprefix("the ") for each in word.word.split(", "))


def meant_at(line: Sequence[Token], at: Token, senses: Senses) -> Found | None:
    """The meaning of the longest known phrase that includes a token."""
    nth = line.index(at)
    # Longest first, because a phrase such as ``choose one`` has its own meaning.
    for size in range(LONGEST, 0, -1):
        for first in range(max(0, nth - size + 1), nth + 1):
            words = line[first : first + size]
            if len(words) < size or any(token.sort != "word" for token in words):
                continue
            text = " ".join(token.text for token in words)
            known = senses.get(text) or senses.get(text.removeprefix("non-"))
            if known:
                return Found(text, words[0].start, words[-1].end, known)
    return None
