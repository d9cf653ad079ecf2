"""The sentences on a game's printed pieces, and those of them that are most like what an author has written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from attrs import frozen

from rftg_dsl.base.spelling import fold
from rftg_dsl.library.load import Library
from rftg_dsl.wording.power_text import word_side


@frozen(slots=False)
class PrintedSentence:
    """A power as it is written and as it is worded, with the name of its side."""

    name: str
    worded: str
    written: str

    @cached_property
    def stems(self) -> tuple[frozenset[str], ...]:
        return stems_in(self.written), stems_in(self.worded)

    def measure_likeness(self, stems: frozenset[str]) -> float:
        """The share of words in common, from 0 to 1."""
        return max(2 * len(stems & own) / (len(stems) + len(own) or 1) for own in self.stems)


def list_sentences(library: Library) -> Iterator[PrintedSentence]:
    for side in library.model.list_sides():
        worded = {line.power: str(line) for line in word_side(library.model.words, library.game, side)}
        for power in side.powers:
            written = " ".join(power.at.source.text[power.at.start : power.at.end].split())
            yield PrintedSentence(side.name, worded.get(power.id, ""), written)


NEAREST = 3
LIKE = 0.2
"""The smallest likeness that is worth showing."""


class Likeness:
    """Finds the printed sentences that are most like a text, whether it is written in English or in the language."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.found: dict[str, list[PrintedSentence]] = {}

    @cached_property
    def sentences(self) -> list[PrintedSentence]:
        return list({each.written: each for each in list_sentences(self.library)}.values())

    def find_nearest(self, text: str) -> list[PrintedSentence]:
        if text not in self.found:
            self.found[text] = self.rank_sentences(text)
        return self.found[text]

    def rank_sentences(self, text: str) -> list[PrintedSentence]:
        stems = stems_in(text)
        ranked = sorted(((each.measure_likeness(stems), -nth) for nth, each in enumerate(self.sentences)), reverse=True)
        return [self.sentences[-nth] for likeness, nth in ranked[:NEAREST] if likeness >= LIKE]


def stems_in(text: str) -> frozenset[str]:
    """The words of a text without their endings, so that ``draws`` is like ``draw``."""
    return frozenset(word.removesuffix("s") for word in fold(text.replace(":", " ")).split())
