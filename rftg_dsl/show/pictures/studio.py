"""What the pictures of a library are drawn with: the looks of its words, and its layouts."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from rftg_dsl.base.diagnostic import Rejected
from rftg_dsl.check.model import Side
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.library.layouts import PLAIN, Template, layouts_of
from rftg_dsl.library.load import Library
from rftg_dsl.show.pictures.looks import Look, looks_of
from rftg_dsl.wording.power_text import Line, word_side
from rftg_dsl.wording.speaker import Speaker


@frozen
class Studio:
    """The looks and layouts of a library."""

    library: Library
    looks: Mapping[str, Look]
    layouts: Mapping[str, Template]
    _lines: dict[str, list[Line]] = field(factory=dict, init=False, repr=False, eq=False)
    """The rule texts so far, by the id of the side."""

    @property
    def words(self) -> Vocabulary:
        """The words of its game."""
        return self.library.model.words

    def template_for(self, kind: str) -> Template:
        """The layout of a kind of side."""
        return self.layouts.get(kind, PLAIN)

    def lines_of(self, side: Side) -> list[Line]:
        """The rule text of a side."""
        if side.id not in self._lines:
            self._lines[side.id] = word_side(self.words, self.library.game, side)
        return self._lines[side.id]

    def title_of(self, word: str) -> str:
        """How a word is printed."""
        words = self.words
        for table, known in words.words_by_sort().items():
            if word in known:
                printed = words.printed.get((table, word), ("",))[0]
                return printed or str(getattr(known[word], "title", "") or word)
        return word

    def speaker_of(self, side: Side) -> Speaker:
        """Who speaks on a side."""
        return Speaker(self.words, self.library.game, side.kind, side.properties)


KEPT: list[tuple[Library, Studio]] = []
"""The studios that were used last, with their libraries: to make one takes longer than to draw a side."""
MOST = 8


def studio_of(library: Library) -> Studio:
    """The studio of a library; ``Rejected`` if its layouts have mistakes."""
    for known, made in KEPT:
        if known is library:
            return made
    files = list(layouts_of(library))
    if wrong := [each for file in files for each in file.mistakes]:
        raise Rejected(wrong)
    layouts = {kind: template for file in files for kind, template in file.templates.items()}
    made = Studio(library, looks_of(library.model.words), layouts)
    KEPT.insert(0, (library, made))
    del KEPT[MOST:]
    return made
