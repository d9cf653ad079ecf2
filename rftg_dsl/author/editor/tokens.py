"""The words of a content file, whether it parses or not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple
from unicodedata import normalize

Sort = Literal["comment", "string", "id", "word", "number", "mark", "end"]

TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\n]*)
    | (?P<string>"[^"\n]*"?)
    | (?P<number>\$?[0-9]+)
    | (?P<id>[A-Z][\w-]*)
    | (?P<word>[a-z][\w-]*)
    | (?P<mark>[{},:+=$-])
    | (?P<end>[\n;])
    """,
    re.VERBOSE,
)


class Token(NamedTuple):
    """A part of a file that says one thing."""

    sort: Sort
    text: str
    start: int
    end: int

    @property
    def name(self) -> str:
        """The text between the quotes of a string, in normal form C."""
        return normalize("NFC", self.text.strip('"'))


def tokenize(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The tokens of a part of a text."""
    for match in TOKEN.finditer(text, start, len(text) if end is None else end):
        yield Token(match.lastgroup, match[0], *match.span())  # type: ignore[arg-type]


def line_at(text: str, offset: int) -> tuple[int, int]:
    """The offsets at which the line around an offset begins and ends."""
    end = text.find("\n", offset)
    return text.rfind("\n", 0, offset) + 1, len(text) if end < 0 else end


def token_at(text: str, offset: int) -> Token | None:
    """The token at an offset, or just before it; comments, marks and line ends do not count."""
    touching = (token for token in tokenize(text, *line_at(text, offset)) if token.start <= offset <= token.end)
    every = [token for token in touching if token.sort not in ("comment", "mark", "end")]
    return every[-1] if every else None


class Around(NamedTuple):
    """Where an offset is: in which blocks, and after which words of an unfinished statement."""

    blocks: Sequence[Sequence[Token]]
    """The headers of the blocks around it, the outermost first."""
    before: Sequence[Token]
    """The tokens of the statement so far, without the one being written."""
    writing: Token | None
    """The token that ends at the offset, if it can still go on."""

    @property
    def phrase(self) -> Sequence[Token]:
        """The tokens since the last comma or colon."""
        marks = [nth for nth, token in enumerate(self.before) if token.text in (",", ":")]
        return self.before[marks[-1] + 1 :] if marks else self.before


MOST = 60
"""Maximum tokens of a statement that are kept: its first and its last ones."""


def context_at(text: str, offset: int) -> Around:
    """Where an offset is."""
    blocks: list[Sequence[Token]] = []
    statement: list[Token] = []
    for token in tokenize(text, 0, offset):
        if token.text == "{":
            blocks.append(statement[:MOST])
            statement = []
        elif token.text == "}":
            del blocks[-1:]
            statement = []
        elif token.sort == "end":
            if token.text == ";" or not (statement and statement[-1].text in (",", ":")):
                statement = []
        elif token.sort != "comment" or token.end == offset:
            statement.append(token)
    last = statement[-1] if statement else None
    goes_on = last is not None and last.end == offset and last.sort in ("comment", "string", "id", "word")
    if goes_on and last and last.sort == "string" and len(last.text) > 1 and last.text.endswith('"'):
        goes_on = False
    return Around(blocks, statement[:-1] if goes_on else statement, last if goes_on else None)
