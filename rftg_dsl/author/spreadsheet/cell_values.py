"""Read single cells: numbers, words of the game, and yes or no."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from unicodedata import category

from attrs import frozen

from rftg_dsl.author.spreadsheet.columns import Aliases, Column, aliases_of, key_of
from rftg_dsl.base.limits import DIGITS
from rftg_dsl.base.resources import PHRASES
from rftg_dsl.check.phrases import read_phrases
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.compile.game import Game

NUMBER = re.compile(rf"(?P<sign>[-+]?)(?P<whole>\d{{1,3}}(?:[.,'’]\d{{3}})+|\d{{1,{DIGITS.most}}})(?:[.,]0{{1,2}})?")
"""Matches a whole number, with any separator of thousands; a spreadsheet program may add decimals, which are zero."""


def read_number(text: str) -> int | None:
    """The whole number in a cell, which can have a currency sign; None if there is none."""
    bare = "".join(character for character in text.replace("−", "-").replace("–", "-") if is_counted(character))
    match = NUMBER.fullmatch(bare)
    digits = re.sub(r"\D", "", match["whole"]) if match else ""
    return int(f"{match['sign']}{digits}") if match and len(digits) <= DIGITS.most and digits.isascii() else None


def is_counted(character: str) -> bool:
    return not character.isspace() and category(character) != "Sc"


Named = dict[str, str]
"""The words of the game by what authors may call them."""


def make_reader(game: Game, words: Vocabulary) -> CellReader:
    nicknames = {entry.said: entry.word for entry in read_phrases(game.content / PHRASES).words}
    return CellReader(words, aliases_of(game), nicknames)


@frozen(slots=False)
class CellReader:
    """Reads cells in the words of a game."""

    words: Vocabulary
    aliases: Aliases
    nicknames: Named
    """The words of the game by what players call them, such as the colour of a kind of goods."""

    @cached_property
    def kinds(self) -> Named:
        return name_words((kind.name, kind.plural) for kind in self.words.kinds.values())

    @cached_property
    def components(self) -> Named:
        return name_words((component.name, component.plural) for component in self.words.components.values())

    @cached_property
    def values(self) -> Mapping[str, Named]:
        """The values of each property and, under the empty string, of all of them."""
        every = self.words.values.values()
        return {name: self.name_values(name) for name in ("", *(value.of for value in every))}

    def name_values(self, of: str) -> Named:
        values = [value for value in self.words.values.values() if of in ("", value.of)]
        names = {value.name for value in values}
        called = {key_of(said): word for said, word in self.nicknames.items() if word in names}
        return called | name_words((value.name, value.title) for value in values)

    def is_blank(self, text: str) -> bool:
        """Whether a cell says nothing; a dash or ``n/a`` counts as nothing."""
        key = key_of(text)
        return (not key and not re.search(r"\d", text)) or key in map(key_of, self.aliases.blank)

    def find_kind(self, text: str) -> str:
        """The kind of side that a cell names, in full or by its first letters; empty if that is not certain."""
        key = key_of(text)
        begun = {kind for name, kind in self.kinds.items() if key and name.startswith(key)}
        return self.kinds.get(key, "") or (begun.pop() if len(begun) == 1 else "")

    def read_kind(self, text: str) -> tuple[str, list[str]]:
        """The kind of side in a cell, and the values beside it, as in ``novelty world``; empty if a word is neither."""
        if kind := self.find_kind(text):
            return kind, []
        words = re.findall(r"[^\s,;/()]+", text)
        kinds = [word for word in words if key_of(word) in self.kinds]
        values = self.find_values(" ".join(word for word in words if word not in kinds))
        return (self.find_kind(kinds[0]), values) if len(kinds) == 1 and values else ("", [])

    def find_component(self, text: str) -> str:
        """The kind of component that a cell names, which can have its kind of side beside it, as in ``home world``."""
        words = [word for word in text.split() if key_of(word) not in self.kinds]
        return self.components.get(key_of(text), "") or self.components.get(key_of(" ".join(words)), "")

    def find_values(self, text: str, of: str = "") -> list[str]:
        """The values listed in a cell, of one property or of any; empty if one of the words is not such a value."""
        known = self.values.get(of, {})
        if whole := known.get(key_of(text)):
            return [whole]
        for pattern in (r"[,;/\n+&|]+", r"[\s,;/+&|]+"):
            values = [known.get(key_of(part), "") for part in re.split(pattern, text) if part.strip()]
            if values and all(values):
                return list(dict.fromkeys(values))
        return []

    def read_flag(self, text: str, value: str) -> bool | None:
        """Whether a cell says yes, which it can also do by the value itself; None if it says neither yes nor no."""
        said = text.strip().casefold()
        if said in self.aliases.yes or self.find_values(text) == [value]:
            return True
        return False if said in self.aliases.no else None

    def can_read(self, column: Column, text: str) -> bool:
        """Whether a cell that is not blank can be in a column."""
        match column.sort:
            case "kind":
                return bool(self.read_kind(text)[0])
            case "component":
                return bool(self.find_component(text))
            case "copies":
                return read_number(text) is not None
            case "value":
                return self.read_flag(text, column.word) is not None
            case "keywords":
                return bool(self.find_values(text))
            case "property" if self.words.properties[column.word].numeric:
                return read_number(text) is not None
            case "property":
                return bool(self.find_values(text, column.word))
        return True


def name_words(words: Iterable[tuple[str, ...]]) -> Named:
    """The first of each group of words, by all of its group."""
    return {key_of(text): group[0] for group in words for text in reversed(group) if text}
