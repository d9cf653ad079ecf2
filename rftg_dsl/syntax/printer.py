"""Render a layout of rows, blocks and comments as text, folding long lines if a width is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from attrs import frozen

from rftg_dsl.syntax.tree import At

INDENT = "  "


@frozen
class Part:
    """A part of a row. A line can be broken after each part."""

    text: str
    """The text of the part, including its trailing comma or colon."""
    apart: bool = False
    """Whether the part always begins a new line when its row is folded."""
    at: At = (0, 0)
    comment: str = ""
    below: tuple[str, ...] = ()
    """Comment lines to print between this part and the next."""


@frozen
class Row:
    """A sentence, printed on one line or, if it is folded, on several."""

    parts: tuple[Part, ...]
    deeper: int = 0
    """Extra indentation levels compared with the block's other members."""
    gap: bool = False
    at: At = (0, 0)

    @property
    def text(self) -> str:
        return " ".join(part.text for part in self.parts)

    @property
    def is_whole(self) -> bool:
        """Whether the row can be printed on the same line as its block's header."""
        return not any(part.apart or part.comment or part.below for part in self.parts)


@frozen
class Plain:
    """A comment line, or text that does not parse. It is printed verbatim."""

    text: str
    gap: bool = False
    comment: str = ""


@frozen
class Block:
    """A header and, between braces, its members."""

    head: str
    members: tuple[Row | Block | Plain, ...] = ()
    braces: bool = False
    """Whether the braces are printed even if the block is empty."""
    gap: bool = False
    at: At = (0, 0)
    """The span of the header, without the block's members."""
    opening: str = ""
    comment: str = ""
    """A comment after the closing brace, or after the header if no braces are printed."""


Item = Row | Block | Plain


def render_layout(items: Iterable[Item], width: int | None = None) -> str:
    """Render a layout as text. Without ``width``, each row, header and closing brace is on one line of its own."""
    lines = [line for item in items for line in render_item(item, "", width)]
    return "".join(f"{line}\n" for line in lines)


def render_item(item: Item, indent: str, width: int | None) -> Iterator[str]:
    if item.gap:
        yield ""
    match item:
        case Plain(text=text, comment=comment):
            yield with_comment(indent + text, comment)
        case Row(deeper=deeper):
            yield from fold_row(item, indent + INDENT * deeper, width)
        case Block():
            yield from render_block(item, indent, width)


def with_comment(line: str, comment: str) -> str:
    return f"{line} {comment}" if comment else line


def render_block(block: Block, indent: str, width: int | None) -> Iterator[str]:
    head = indent + block.head
    if not block.members and not block.opening:
        yield with_comment(head + " { }" if block.braces else head, block.comment)
        return
    if joined := fit_on_one_line(block, head, width):
        yield with_comment(joined, block.comment)
        return
    yield with_comment(head + " {", block.opening)
    for member in block.members:
        yield from render_item(member, indent + INDENT, width)
    yield with_comment(indent + "}", block.comment)


def fit_on_one_line(block: Block, head: str, width: int | None) -> str:
    match block:
        case Block(members=(Row() as row,), opening="") if width and row.is_whole:
            line = f"{head} {{ {row.text} }}"
            return line if len(line) <= width else ""
    return ""


# -- folding -------------------------------------------------------------------------------------------------------


def fold_row(row: Row, indent: str, width: int | None) -> Iterator[str]:
    if width is None:
        # Text without a width is used for digests and comparisons, so it contains no comments.
        yield indent + row.text
        return
    margin = indent
    for stretch in split_at_breaks(row.parts):
        *before, last = fill_lines(stretch, width - len(margin), width - len(indent + INDENT))
        for text in before:
            yield margin + text
            margin = indent + INDENT
        yield with_comment(margin + last, stretch[-1].comment)
        margin = indent + INDENT
        yield from (margin + comment for comment in stretch[-1].below)


def split_at_breaks(parts: Sequence[Part]) -> Iterator[Sequence[Part]]:
    """Split a row's parts wherever a line break is mandatory."""
    start = 0
    for nth, (part, following) in enumerate(pairwise(parts), 1):
        if part.comment or part.below or following.apart:
            yield parts[start:nth]
            start = nth
    yield parts[start:]


def fill_lines(parts: Sequence[Part], first: int, others: int) -> list[str]:
    """Fill as few lines as possible, breaking only after colons or, in a stretch too long for one line, after commas.

    ``first`` is the width available on the first line, ``others`` the width available on each later line.
    """
    lines = [""]
    for stretch in split_at_colons(parts):
        whole = " ".join(part.text for part in stretch)
        for text in [whole] if len(whole) <= others else [part.text for part in stretch]:
            room = first if len(lines) == 1 else others
            if not lines[-1]:
                lines[-1] = text
            elif len(lines[-1]) + 1 + len(text) <= room:
                lines[-1] += f" {text}"
            else:
                lines.append(text)
    return lines


def split_at_colons(parts: Sequence[Part]) -> Iterator[Sequence[Part]]:
    ends = [nth for nth, part in enumerate(parts, 1) if part.text.endswith(":")]
    for start, end in pairwise([0, *ends, len(parts)]):
        if start < end:
            yield parts[start:end]
