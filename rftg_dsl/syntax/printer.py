"""How content looks as text: rows, blocks and comments, printed with or without folding long lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from attrs import frozen

from rftg_dsl.syntax.tree import At

INDENT = "  "


@frozen
class Part:
    """A part of a row; the row can be broken after it."""

    text: str
    """With the comma or colon that ends it."""
    apart: bool = False
    """Whether it always begins a line of its own when rows are folded."""
    at: At = (0, 0)
    comment: str = ""
    """At the end of its line."""
    below: tuple[str, ...] = ()
    """Comments on lines of their own between it and the next part."""


@frozen
class Row:
    """A sentence: one line, or several if it is folded."""

    parts: tuple[Part, ...]
    deeper: int = 0
    """How much further it is indented than the block's other members."""
    gap: bool = False
    """Whether an empty line stands before it."""
    at: At = (0, 0)

    @property
    def text(self) -> str:
        """The row on one line, without comments."""
        return " ".join(part.text for part in self.parts)

    @property
    def is_whole(self) -> bool:
        """Whether nothing prevents it from standing on one line together with something else."""
        return not any(part.apart or part.comment or part.below for part in self.parts)


@frozen
class Plain:
    """A comment on lines of its own, or text that does not parse: as it stands in the file."""

    text: str
    gap: bool = False
    comment: str = ""
    """After text that does not parse."""


@frozen
class Block:
    """A header, and what stands between the braces after it."""

    head: str
    members: tuple[Row | Block | Plain, ...] = ()
    braces: bool = False
    """Whether it has braces even if nothing stands between them."""
    gap: bool = False
    at: At = (0, 0)
    """Of the header."""
    opening: str = ""
    """A comment after the opening brace."""
    comment: str = ""
    """A comment after the closing brace, or after the header if there is no brace."""


Item = Row | Block | Plain


def render_layout(items: Iterable[Item], width: int | None = None) -> str:
    """The text of a layout; without a width, each row is one line and each member of a block has its own."""
    lines = [line for item in items for line in render_item(item, "", width)]
    return "".join(f"{line}\n" for line in lines)


def render_item(item: Item, indent: str, width: int | None) -> Iterator[str]:
    """The lines of one item."""
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
    """A line with a comment at its end, if there is one."""
    return f"{line} {comment}" if comment else line


def render_block(block: Block, indent: str, width: int | None) -> Iterator[str]:
    """The lines of a block: only one if it has a single row that fits beside its header."""
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
    """A block and its only row on one line; empty if they do not fit there."""
    match block:
        case Block(members=(Row() as row,), opening="") if width and row.is_whole:
            line = f"{head} {{ {row.text} }}"
            return line if len(line) <= width else ""
    return ""


# -- folding -------------------------------------------------------------------------------------------------------


def fold_row(row: Row, indent: str, width: int | None) -> Iterator[str]:
    """The lines of a row; those after the first are indented further."""
    if width is None:
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
    """The parts of a row between places where it has to be broken."""
    start = 0
    for nth, (part, following) in enumerate(pairwise(parts), 1):
        if part.comment or part.below or following.apart:
            yield parts[start:nth]
            start = nth
    yield parts[start:]


def fill_lines(parts: Sequence[Part], first: int, others: int) -> list[str]:
    """Parts on as few lines as possible, broken after colons; what is too long between colons, after commas.

    ``first`` and ``others`` are the widths of the first line and of those after it.
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
    """The parts up to each colon, and those after the last."""
    ends = [nth for nth, part in enumerate(parts, 1) if part.text.endswith(":")]
    for start, end in pairwise([0, *ends, len(parts)]):
        if start < end:
            yield parts[start:end]
