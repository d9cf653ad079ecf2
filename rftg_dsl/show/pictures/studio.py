"""Everything needed to draw a library's pictures: its layouts and the looks of its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from rftg_dsl.base.diagnostic import ContentError, Severity
from rftg_dsl.base.raster import Raster
from rftg_dsl.check.model import Side
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.library.layouts import PLAIN, Layouts, Template, layouts_of
from rftg_dsl.library.load import Library
from rftg_dsl.library.own_pictures import id_of_picture, read_own_pictures
from rftg_dsl.library.table_layout import TableLayout, complete_table
from rftg_dsl.show.pictures.letters import USUAL, Face
from rftg_dsl.show.pictures.looks import Look, looks_of
from rftg_dsl.show.pictures.own_font import OwnFace
from rftg_dsl.wording.power_text import Line, word_side
from rftg_dsl.wording.speaker import Speaker


@frozen
class Studio:
    """A library, with a look for each word, a layout for each kind of side, and the layout of the table."""

    library: Library
    looks: Mapping[str, Look]
    layouts: Mapping[str, Template]
    table: TableLayout
    pictures: Mapping[str, Raster]
    """The sets' own pictures, by the ids of sides and components."""
    face: Face
    """The font of names, rule texts and numbers."""
    _lines: dict[str, list[Line]] = field(factory=dict, init=False, repr=False, eq=False)

    @property
    def words(self) -> Vocabulary:
        return self.library.model.words

    def template_for(self, kind: str) -> Template:
        return self.layouts.get(kind, PLAIN)

    def picture_for(self, side: Side) -> Raster | None:
        return self.pictures.get(id_of_picture(side, self.pictures))

    def lines_of(self, side: Side) -> list[Line]:
        if side.id not in self._lines:
            self._lines[side.id] = word_side(self.words, self.library.game, side)
        return self._lines[side.id]

    def title_of(self, word: str) -> str:
        """Return the printed form of a word, or the word itself if it is unknown."""
        words = self.words
        for table, known in words.words_by_sort().items():
            if word in known:
                printed = words.printed.get((table, word), ("",))[0]
                return printed or str(getattr(known[word], "title", "") or word)
        return word

    def speaker_of(self, side: Side) -> Speaker:
        return Speaker(self.words, self.library.game, side.kind, side.properties)


def paint_looks(looks: Mapping[str, Look], colours: Mapping[str, str]) -> Iterator[tuple[str, Look]]:
    """Yield each look, with another colour if there is one."""
    for word, look in looks.items():
        yield word, evolve(look, ink=colours.get(word, look.ink))


def find_face(files: Sequence[Layouts]) -> Face:
    """The font of the last file that names one."""
    fonts = [file.font for file in files if file.font]
    return OwnFace(*fonts[-1]) if fonts else USUAL


KEPT: list[tuple[Library, Studio]] = []
"""A cache of the most recent studios; creating a studio takes longer than drawing a side."""
MOST = 8


def studio_of(library: Library) -> Studio:
    """Return the library's cached studio. Raise ``ContentError`` if its layouts or pictures contain mistakes."""
    for known, made in KEPT:
        if known is library:
            return made
    files = list(layouts_of(library))
    own = [read_own_pictures(library, set_folder) for set_folder in library.sets]
    mistakes = [
        *(each for file in files for each in file.mistakes),
        *(each for found in own for each in found.mistakes),
    ]
    if wrong := [mistake for mistake in mistakes if mistake.severity is Severity.ERROR]:
        raise ContentError(wrong)
    layouts = {kind: template for file in files for kind, template in file.templates.items()}
    words = library.model.words
    table = complete_table(sum((file.table for file in files), TableLayout()), words)
    pictures = {id: raster for found in own for id, raster in found.pictures.items()}
    colours = {word: ink for file in files for word, ink in file.colours.items()}
    made = Studio(library, dict(paint_looks(looks_of(words), colours)), layouts, table, pictures, find_face(files))
    KEPT.insert(0, (library, made))
    del KEPT[MOST:]
    return made
