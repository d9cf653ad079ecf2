"""Words and printed sentences of a game as data for the author's room, to be searched beside the text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rftg_dsl.author.glossary import as_plain, make_glossary, words_of_language
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.wording.power_text import word_side

Plain = dict[str, Any]


def describe_words(game: str) -> Plain:
    """Return the words that content can use, and each printed power as it is worded and as it is written.

    Options of the setup are left out: no side can say them.
    """
    library = load_standard(game)
    words = [word for word in (*make_glossary(library), *words_of_language()) if word.sort != "option"]
    return {
        "words": as_plain(words),
        "sentences": [*list_sentences(library)],
    }


def list_sentences(library: Library) -> Iterator[Plain]:
    for side in library.model.list_sides():
        worded = {line.power: str(line) for line in word_side(library.model.words, library.game, side)}
        for power in side.powers:
            written = " ".join(power.at.source.text[power.at.start : power.at.end].split())
            yield {"name": side.name, "worded": worded.get(power.id, ""), "written": written}
