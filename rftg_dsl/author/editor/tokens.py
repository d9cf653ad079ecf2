"""A tolerant tokenizer for content files, which need not be syntactically correct."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple
from unicodedata import normalize

Sort = Literal["comment", "string", "id", "word", "number", "mark", "end"]

# The closing quote is optional, because the author may still be typing the string.
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
    """A token and its span."""

    sort: Sort
    text: str
    start: int
    end: int

    @property
    def name(self) -> str:
        """The content of a string, in Unicode normal form C."""
        return normalize("NFC", self.text.strip('"'))


def tokenize(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    for match in TOKEN.finditer(text, start, len(text) if end is None else end):
        yield Token(match.lastgroup, match[0], *match.span())  # type: ignore[arg-type]


def line_at(text: str, offset: int) -> tuple[int, int]:
    end = text.find("\n", offset)
    return text.rfind("\n", 0, offset) + 1, len(text) if end < 0 else end


def token_at(text: str, offset: int) -> Token | None:
    """The token that contains or touches an offset, ignoring comments, punctuation and line ends."""
    touching = (token for token in tokenize(text, *line_at(text, offset)) if token.start <= offset <= token.end)
    every = [token for token in touching if token.sort not in ("comment", "mark", "end")]
    return every[-1] if every else None


class Around(NamedTuple):
    """The context of an offset in a file."""

    blocks: Sequence[Sequence[Token]]
    """The headers of the enclosing blocks, outermost first."""
    before: Sequence[Token]
    """The tokens of the unfinished statement, except the token that is being typed."""
    writing: Token | None
    """The token that ends at the offset, if it can still be extended by typing."""

    @property
    def phrase(self) -> Sequence[Token]:
        marks = [nth for nth, token in enumerate(self.before) if token.text in (",", ":")]
        return self.before[marks[-1] + 1 :] if marks else self.before


MOST = 60


def context_at(text: str, offset: int) -> Around:
    blocks: list[Sequence[Token]] = []
    statement: list[Token] = []
    for token in tokenize(text, 0, offset):
        if token.text == "{":
            blocks.append(statement[:MOST])
            statement = []
        elif token.text == "}":
            # Deleting a slice is safe even if the list is empty because of a surplus brace.
            del blocks[-1:]
            statement = []
        elif token.sort == "end":
            # A line that ends in a comma or colon continues on the next line.
            if token.text == ";" or not (statement and statement[-1].text in (",", ":")):
                statement = []
        elif token.sort != "comment" or token.end == offset:
            statement.append(token)
    last = statement[-1] if statement else None
    goes_on = last is not None and last.end == offset and last.sort in ("comment", "string", "id", "word")
    if goes_on and last and last.sort == "string" and len(last.text) > 1 and last.text.endswith('"'):
        goes_on = False
    return Around(blocks, statement[:-1] if goes_on else statement, last if goes_on else None)
