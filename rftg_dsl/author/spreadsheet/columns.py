"""The columns that a spreadsheet can have in a game, derived from the game's words, and what authors call them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Literal, get_args

from attrs import evolve, frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import NAME
from rftg_dsl.base.resources import COLUMNS
from rftg_dsl.base.spelling import fold
from rftg_dsl.base.toml_shape import Mistake, read_toml, structure_data
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.compile.game import Game

Plain = Literal["id", "component", "copies", "replaces", "kind", "name", "keywords", "powers", "picture"]
"""The columns of every game; each can be named by this word."""
SHARED = ("id", "component", "copies", "replaces")
"""The columns that are about a whole component, not about one of its sides."""


@frozen
class Column:
    """A column: one of every game, a property, a value that a side has or lacks, or the powers of a phase."""

    sort: Plain | Literal["property", "value"]
    word: str = ""
    """The property, value or phase; empty for a column that every game has, or for powers of any phase."""
    shared: bool = False
    """Whether it is about the whole component."""

    def __str__(self) -> str:
        return self.word or self.sort


@frozen
class Meaning:
    """A meaning of a header: a column and, in a sheet with several sides in a row, the side that it is about."""

    column: Column
    side: str = ""
    """A kind of side, ``FIRST`` or ``SECOND``; empty if the header names no side."""


FIRST, SECOND = "first side", "second side"


@frozen
class Said:
    """Other names for a column."""

    column: str
    said: tuple[str, ...]


@frozen
class Aliases:
    """Other names for columns, and the texts of cells that mean yes, no or nothing."""

    columns: tuple[Said, ...] = ()
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    blank: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()


@cache
def read_aliases(path: Path) -> Aliases:
    """Return the aliases in a file, or none if it does not exist. Raise ``UsageError`` if the file is malformed."""
    if not path.is_file():
        return Aliases()
    text = path.read_text("utf-8")
    data = read_toml(text)
    result = [data] if isinstance(data, Mistake) else structure_data(text, data, Aliases)
    if isinstance(result, list):
        message = f"{path} does not say what columns are called: {result[0].message}"
        raise UsageError(message, "report this to the game's author", "broken-plugin")
    return result


def aliases_of(game: Game) -> Aliases:
    """The aliases for every game, after those of this game."""
    usual = read_aliases(Path(str(files("rftg_dsl.author.spreadsheet"))) / COLUMNS)
    return evolve(usual, columns=(*read_aliases(game.content / COLUMNS).columns, *usual.columns))


@frozen(slots=False)
class Columns:
    """The columns of a game, by what they are called."""

    words: Vocabulary
    aliases: Aliases

    def find_meanings(self, header: str) -> list[Meaning]:
        """The meanings that a header can have, likeliest first; what is in brackets, or a number, may not matter."""
        if len(header) > NAME.most:
            return []
        shorter = (header, re.sub(r"[(\[].*?[)\]]", " ", header), re.sub(r"\W*\d+\W*$", "", header))
        return next((found for each in shorter if (found := self._find_exactly(key_of(each)))), [])

    def find_chosen(self, name: str) -> list[Meaning]:
        """The meanings that the name of a column can have: just one if there is a column with exactly this name."""
        return [Meaning(self._named[name])] if name in self._named else self.find_meanings(name)

    def find_side(self, header: str) -> str:
        """The side that a header above other headers names; empty if it names none."""
        return self._sides.get(key_of(header), "")

    def _find_exactly(self, key: str) -> list[Meaning]:
        meanings = [Meaning(column) for column in self._known.get(key, ())]
        for prefix, side in self._sides.items():
            meanings += self._find_beside(key, prefix, side)
        return meanings

    def _find_beside(self, key: str, prefix: str, side: str) -> Iterator[Meaning]:
        if key == prefix:
            yield Meaning(Column("name"), side)
        rest = key.removeprefix(f"{prefix} ") if key.startswith(f"{prefix} ") else key.removesuffix(f" {prefix}")
        if rest != key:
            yield from (Meaning(column, side) for column in self._known.get(rest, ()) if not column.shared)

    def list_names(self) -> list[str]:
        return list(self._named)

    @cached_property
    def _named(self) -> Mapping[str, Column]:
        """The columns that have a name of their own: the properties, and those of every game."""
        return {str(column): column for column in (*self._list_properties(), *map(column_of, get_args(Plain)))}

    @cached_property
    def _known(self) -> Mapping[str, list[Column]]:
        known: dict[str, list[Column]] = {}
        for column, said in self._list_known():
            if (key := key_of(said)) and column not in known.setdefault(key, []):
                known[key].append(column)
        for columns in known.values():
            # A header such as 'Number' is an id, unless another header is.
            columns.sort(key=lambda column: column.shared and column.sort == "property")
        return known

    @cached_property
    def _sides(self) -> Mapping[str, str]:
        """The sides, by the words with which headers begin or end; empty if no component has several sides."""
        if not self._paired:
            return {}
        kinds = {key_of(name): name for name in self._paired}
        numbered = {FIRST: self.aliases.first, SECOND: self.aliases.second}
        return kinds | {key_of(said): side for side, every in numbered.items() for said in every}

    @cached_property
    def _paired(self) -> list[str]:
        """The kinds of side that are found together on one component."""
        several = [word for word in self.words.components.values() if len(word.sides) > 1 and not word.either]
        return list(dict.fromkeys(name for word in several for name in word.sides))

    def _list_known(self) -> Iterator[tuple[Column, str]]:
        """Yield each column with everything that it is called, where earlier columns take precedence."""
        yield from ((column, name) for name, column in self._named.items())
        for column in self._list_properties():
            word = self.words.properties[column.word]
            yield from ((column, said) for said in (word.plural, f"{word.name} type", f"kind of {word.name}"))
            yield from ((column, form) for form in self.words.printed.get(("property", column.word), ()))
        for phase in self.words.phases.values():
            for said in (phase.name, phase.title):
                forms = (said, f"{said} phase", f"phase {said}", f"{said} power")
                yield from ((Column("powers", phase.name), form) for form in forms)
        for entry in self.aliases.columns:
            if entry.column in self._named:
                yield from ((self._named[entry.column], said) for said in entry.said)
        for name in (*self.words.components, *(kind for kind in self.words.kinds if kind not in self._paired)):
            yield from ((column_of("name"), said) for said in (name, f"{name} name"))
            yield from ((column_of("id"), said) for said in (name, f"{name} id", f"{name} number"))
        for value in self.words.values.values():
            if value.of in self._named:
                yield from ((Column("value", value.name), said) for said in (value.name, value.title))

    def _list_properties(self) -> Iterator[Column]:
        kinds, components = self.words.kinds.values(), self.words.components.values()
        of_sides = {name for kind in kinds for name in (*kind.has, *kind.optional, *kind.either)}
        of_components = {name for component in components for name in component.has}
        for name in self.words.properties:
            if name in of_sides | of_components:
                yield Column("property", name, shared=name not in of_sides)


def column_of(sort: Plain) -> Column:
    return Column(sort, shared=sort in SHARED)


def key_of(text: str) -> str:
    """Reduce a header or a word to what counts: no case, accents, punctuation or plural."""
    return " ".join(
        word.removesuffix("s") if len(word) > 3 else word for word in fold(text.replace("#", " no ")).split()
    )
