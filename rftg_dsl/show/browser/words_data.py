"""Words and printed sentences of a game as data for the author's room, to be searched beside the text."""

from __future__ import annotations

from typing import Any

from attrs import asdict

from rftg_dsl.author.glossary import as_plain, make_glossary, words_of_language
from rftg_dsl.author.printed_sentences import list_sentences
from rftg_dsl.library.load import load_standard

Plain = dict[str, Any]


def describe_words(game: str) -> Plain:
    """Return the words that content can use, and each printed power as it is worded and as it is written.

    Options of the setup are left out: no side can say them.
    """
    library = load_standard(game)
    words = [word for word in (*make_glossary(library), *words_of_language()) if word.sort != "option"]
    return {
        "words": as_plain(words),
        "sentences": [asdict(sentence) for sentence in list_sentences(library)],
    }
