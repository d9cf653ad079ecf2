"""Format a file in its canonical form, keeping the author's comments and empty lines.

The author decides the words, their order, the comments, and how lines are grouped. Everything else has exactly one
form, so the result does not depend on the previous layout.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from attrs import define, evolve, field

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.limits import LINE
from rftg_dsl.base.source import Source, Span
from rftg_dsl.syntax.parse import Reading, read
from rftg_dsl.syntax.printer import Block, Item, Part, Plain, Row, render_layout
from rftg_dsl.syntax.tree import At
from rftg_dsl.syntax.unparse import layout_of

WIDTH = 120
"""Maximum line width, excluding trailing comments. A header or phrase that is longer by itself is not broken."""


class Form(NamedTuple):
    """The canonical text of a file, and its syntax mistakes, which formatting leaves as they are."""

    text: str
    mistakes: list[Diagnostic]
    """The syntax mistakes, with their locations in the original text."""
    left: list[Diagnostic]
    """The same mistakes, with their locations in the canonical text."""


def format_source(source: Source) -> Form:
    """Return the canonical form of a file.

    Malformed statements are copied verbatim. The whole file is returned unchanged if a block is not closed, if a limit
    is exceeded, or if there are too many mistakes to tell where statements begin and end.
    """
    before = read(source)
    if not before.whole:
        return Form(source.text, before.mistakes, before.mistakes)
    text = with_line_ends(render_layout(arrange_file(source.text, before), WIDTH), source.text)
    # Parse the result to verify that formatting has not changed its meaning.
    after = read(evolve(source, text=text))
    if invariants_of(text, after) == invariants_of(source.text, before):
        return Form(text, before.mistakes, after.mistakes)
    # Indentation can make a line exceed the limit; the result then no longer parses.
    long = [diagnose_long_line(source)] if any(mistake.code == LINE.code for mistake in after.mistakes) else []
    assert before.mistakes or long, "the form says something else"
    return Form(source.text, before.mistakes + long, before.mistakes + long)


def invariants_of(text: str, reading: Reading) -> object:
    """Return everything that formatting must preserve: the tree, the comments and the malformed statements."""
    wrong = [text[start:end].strip() for start, end in reading.skipped]
    return reading.tree, comments_in(text), [part.replace("\r\n", "\n") for part in wrong]


def comments_in(text: str) -> list[str]:
    return [match[0].rstrip() for match in TOKEN.finditer(text) if match["comment"]]


def diagnose_long_line(source: Source) -> Diagnostic:
    at = max(pairwise([*source.starts, len(source.text)]), key=lambda ends: ends[1] - ends[0])
    message = f"the line would be longer than {LINE.most} characters if it were formatted"
    return Diagnostic(LINE.code, Span(source, *at), message, "break it after a comma or colon")


def with_line_ends(text: str, like: str) -> str:
    """Return ``text`` with CRLF line ends if the first line of ``like`` ends with CRLF."""
    first = like.partition("\n")[0]
    return text.replace("\n", "\r\n") if first.endswith("\r") and "\n" in like else text


# -- from a file to a layout ---------------------------------------------------------------------------------------

TOKEN = re.compile(r'"[^"\n]*"|(?P<comment>#[^\n]*)')
"""Matches comments, as well as quoted names, since a name can contain a ``#``."""
BETWEEN = re.compile(r"(?P<blank>[ \t]+|;)|(?P<newline>\r?\n)|(?P<comment>#[^\n]*)|(?P<open>\{)|(?P<close>\})")


def arrange_file(text: str, reading: Reading) -> tuple[Item, ...]:
    # Walk the source once; recognize each item of the layout by its start offset.
    known = {item.at[0]: item for item in walk_layout(layout_of(reading.tree))}
    wrong = dict(strip_parts(text, reading.skipped))
    arranging, at = Arranging(), 0
    while at < len(text):
        if at in wrong:
            arranging.add(Plain(text[at : wrong[at]].replace("\r\n", "\n")))
            at = wrong[at]
        elif item := known.get(at):
            arranging.add(annotate_row(item, text) if isinstance(item, Row) else evolve(item, members=()))
            at = item.at[1]
        else:
            match = BETWEEN.match(text, at)
            assert match, "text between statements"
            arranging.pass_by(match)
            at = match.end()
    return tuple(arranging.opened[0].items)


def walk_layout(items: Iterable[Item]) -> Iterator[Row | Block]:
    for item in items:
        if isinstance(item, Block):
            yield item
            yield from walk_layout(item.members)
        elif isinstance(item, Row):
            yield item


BEFORE = re.compile(r"(?:[ \t\n]|\r\n)*")
"""Matches spaces and line ends. A CR without LF is a syntax mistake, so it is not skipped."""


def strip_parts(text: str, parts: Iterable[At]) -> Iterator[At]:
    """Strip leading and trailing spaces and line ends from each span, and drop spans that are then empty."""
    for start, end in parts:
        # A span must not end between CR and LF.
        end -= text.startswith("\r\n", end - 1)
        around = BEFORE.match(text, start, end)
        inside = text[around.end() if around else start : end].rstrip(" \t\n")
        if inside:
            start = text.index(inside, start)
            yield start, start + len(inside)


@define
class Open:
    """A block whose closing brace has not been reached yet."""

    items: list[Item] = field(factory=list)
    opening: str = ""


@define
class Arranging:
    """Arranges the items of a file: holds the open blocks, innermost last, and the state of the current line."""

    opened: list[Open] = field(factory=lambda: [Open()])
    ends: int = 0
    """The number of line ends since the last item."""
    opens: bool = False
    """Whether an opening brace follows the last item, on the same line."""

    def add(self, item: Item) -> None:
        here = self.opened[-1].items
        # Collapse several empty lines into one, and drop those at the start of a block.
        here.append(evolve(item, gap=self.ends > 1 and bool(here)))
        self.ends, self.opens = 0, False

    def pass_by(self, match: re.Match[str]) -> None:
        if match["newline"]:
            self.ends += 1
        elif match["comment"]:
            self.add_comment(match[0].rstrip())
        elif match["open"]:
            self.opened.append(Open())
            self.ends, self.opens = 0, True
        elif match["close"]:
            self.close()

    def add_comment(self, text: str) -> None:
        """Attach a comment to the item or brace before it on the same line; otherwise add it as a separate item."""
        here = self.opened[-1]
        if self.ends or not (here.items or self.opens):
            self.add(Plain(text))
        elif self.opens:
            here.opening = text
        else:
            here.items[-1] = with_comment(here.items[-1], text)

    def close(self) -> None:
        inner = self.opened.pop()
        here = self.opened[-1].items
        head = here[-1]
        assert isinstance(head, Block)
        here[-1] = evolve(head, members=tuple(inner.items), opening=inner.opening)
        self.ends, self.opens = 0, False


def with_comment(item: Item, text: str) -> Item:
    if isinstance(item, Row):
        *before, last = item.parts
        return evolve(item, parts=(*before, evolve(last, comment=text)))
    return evolve(item, comment=text)


def annotate_row(row: Row, text: str) -> Row:
    if "#" not in text[slice(*row.at)]:
        return row
    between = [text[part.at[1] : following.at[0]] for part, following in pairwise(row.parts)]
    return evolve(row, parts=(*map(annotate_part, row.parts, between), row.parts[-1]))


def annotate_part(part: Part, after: str) -> Part:
    """Attach the comments in ``after``: those on its first line beside the part, all others on lines below the part."""
    line, _, rest = after.partition("\n")
    return evolve(part, comment=" ".join(comments_in(line)), below=tuple(comments_in(rest)))
