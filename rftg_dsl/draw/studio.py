"""What the pictures of a library are drawn with: the looks of its words, and its layouts."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from rftg_dsl.check.model import Side
from rftg_dsl.diagnostic import Diagnostic, Rejected
from rftg_dsl.draw.layouts import LAYOUTS, PLAIN, Template, read_layouts
from rftg_dsl.draw.looks import Look, looks_of
from rftg_dsl.library import Library
from rftg_dsl.sets import read_source
from rftg_dsl.shelf import box_of, shown
from rftg_dsl.vocabulary import Vocabulary
from rftg_dsl.wording.powers import Line, lines
from rftg_dsl.wording.speaker import Speaker


@frozen
class Studio:
    """The looks and layouts of a library."""

    library: Library
    looks: Mapping[str, Look]
    layouts: Mapping[str, Template]

    @property
    def words(self) -> Vocabulary:
        """The words of its game."""
        return self.library.model.words

    def template(self, kind: str) -> Template:
        """The layout of a kind of side."""
        return self.layouts.get(kind, PLAIN)

    def lines(self, side: Side) -> list[Line]:
        """The rule text of a side."""
        return lines(self.words, self.library.game, side)

    def title(self, word: str) -> str:
        """How a word is printed."""
        words = self.words
        for table, known in words.tables().items():
            if word in known:
                printed = words.printed.get((table, word), ("",))[0]
                return printed or str(getattr(known[word], "title", "") or word)
        return word

    def speaker(self, side: Side) -> Speaker:
        """Who speaks on a side."""
        return Speaker(self.words, self.library.game, side.kind, side.properties)


KEPT: list[tuple[Library, Studio]] = []
"""The studios that were used last, with their libraries: to make one takes longer than to draw a side."""
MOST = 8


def studio(library: Library) -> Studio:
    """The studio of a library; ``Rejected`` if its layouts have mistakes."""
    for known, made in KEPT:
        if known is library:
            return made
    layouts, wrong = layouts_of(library)
    if wrong:
        raise Rejected(wrong)
    made = Studio(library, looks_of(library.model.words), layouts)
    KEPT.insert(0, (library, made))
    del KEPT[MOST:]
    return made


def layouts_of(library: Library) -> tuple[dict[str, Template], list[Diagnostic]]:
    """The layouts of a game and its sets, those of sets last, and their mistakes."""
    box = box_of(library.game)
    places = [(box.folder / LAYOUTS, None), *[(one.folder / LAYOUTS, one.contents) for one in library.sets]]
    found: dict[str, Template] = {}
    mistakes: list[Diagnostic] = []
    for path, contents in places:
        if contents.is_file(path) if contents else path.is_file():
            source, wrong = read_source(path, shown(box, path), contents)
            made, more = ({}, []) if wrong else read_layouts(source, library.model.words)
            mistakes += [*wrong, *more]
            found |= made
    return found, mistakes
