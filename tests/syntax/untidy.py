"""Trees laid out as no author should: the same sentences with other spaces, line ends, empty lines and comments."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from rftg_dsl.syntax import tree
from rftg_dsl.syntax.printer import Block, Item, Part, Plain, Row
from rftg_dsl.syntax.unparse import layout_of
from syntax.trees import files

COMMENTS = ("# why", "#", '# a "name', "#! x; y }", "# { gain")
WRONG = (
    "gain $",
    "2 less per",
    "gain $1, , vp",
    "Gain { gain $1 }",
    "gain 1 per: x",
    "€ 3",
    "score 1,\n 2 2 per x,\n or 3 per y",
)
"""Statements that do not parse."""


class Untidy(NamedTuple):
    """A text, and what it was made from."""

    text: str
    file: tree.File
    comments: list[str]
    wrong: list[str]


class Scribbler:
    """Writes layouts untidily."""

    def __init__(self, random: Random, comments: bool, mistakes: bool) -> None:
        self.random = random
        self.with_comments, self.with_mistakes = comments, mistakes
        self.end = self.one("\n", "\r\n")
        self.comments: list[str] = []
        self.wrong: list[str] = []

    def one(self, *choices: str) -> str:
        return self.random.choice(choices)

    def rarely(self, n: int = 4) -> bool:
        """True once in ``n`` times."""
        return self.random.randrange(n) == 0

    def blank(self) -> str:
        return self.one("", " ", "\t ", "   ")

    def comment(self) -> str:
        if not self.with_comments or not self.rarely():
            return ""
        text = self.one(*COMMENTS)
        self.comments.append(text)
        return self.blank() + text

    def line_end(self) -> str:
        """The end of a line, and lines after it that are empty or have a comment."""
        text = self.comment() + self.end
        while self.rarely():
            text += self.blank() + self.comment() + self.end
        return text + self.blank()

    def between(self) -> str:
        return self.blank() + (";" + self.blank() if self.rarely() else self.line_end())

    def part(self, part: Part) -> str:
        """A part of a row; a line can end after it, and comments can follow."""
        if self.rarely(3):
            text = part.text + self.blank() + self.comment() + self.end
            while comment := self.comment():
                text += comment + self.end
            return text + self.blank()
        return part.text + self.one("", " ", "  \t")

    def mistake(self) -> str:
        if not self.with_mistakes or not self.rarely():
            return ""
        text = self.one(*WRONG).replace("\n", self.end)
        self.wrong.append(text)
        return self.end + text + self.end

    def item(self, item: Item) -> str:
        """A row, or a block with all that stands in it."""
        if isinstance(item, Row):
            return "".join(map(self.part, item.parts[:-1])) + item.parts[-1].text
        assert isinstance(item, Block)
        if not item.members and not item.braces and self.rarely(2):
            return item.head
        return item.head + self.blank() + "{" + self.items(item.members) + "}"

    def items(self, items: tuple[Item, ...] | list[Block]) -> str:
        text = self.one("", " ", self.end) + (self.line_end() if self.rarely(2) else "")
        for item in items:
            assert not isinstance(item, Plain)
            text += self.mistake() + self.item(item) + self.between()
        return text + self.mistake()


@st.composite
def untidy(draw: st.DrawFn, comments: bool = True, mistakes: bool = False) -> Untidy:
    """A text that says what a tree says."""
    file, scribbler = draw(files), Scribbler(Random(draw(st.integers(0, 2**32))), comments, mistakes)
    text = scribbler.items(layout_of(file))
    return Untidy(text, file, scribbler.comments, scribbler.wrong)
