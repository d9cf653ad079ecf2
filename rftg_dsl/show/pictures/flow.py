"""Rule text in a box: words, symbols and dice in the largest font size that fits.

Widths and heights are multiples of the font size unless they are documented to be in millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from rftg_dsl.show.pictures.display import Anchor, Shape, Words
from rftg_dsl.show.pictures.letters import USUAL, Face
from rftg_dsl.show.pictures.marks import draw_die, draw_symbol, spread_of, with_number
from rftg_dsl.show.pictures.measure import measure_text, width_of_space

LINE = 1.2
GAP = 0.4
BASE = 0.92
"""The distance from the top of a line to the line's baseline."""
STEP = 0.05
"""The interval between font sizes, in millimetres."""


@frozen
class Word:
    """A word; ``close`` means no space before it, and ``tied`` means no line break before it."""

    text: str
    ink: str
    bold: bool = False
    close: bool = False
    tied: bool = False
    face: Face = USUAL

    @property
    def wide(self) -> float:
        return measure_text(self.text, self.bold, self.face)


@frozen
class Sign:
    """A symbol, which can contain a number, or a die that shows the symbol."""

    symbol: str
    ink: str
    number: str = ""
    die: bool = False
    close: bool = False
    said: str = ""

    @property
    def size(self) -> float:
        return 1.42 if self.number else 1.2 if self.die else 1.08

    @property
    def spread(self) -> tuple[float, float]:
        """The sign's left and right edges, as fractions of ``size``."""
        return (0, 1) if self.die else spread_of(self.symbol)

    @property
    def wide(self) -> float:
        left, right = self.spread
        return (right - left) * self.size

    def draw(self, x: float, base: float, font: float) -> list[Shape]:
        """Draw the sign, vertically centred on the capital letters of its line."""
        size = self.size * font
        # A symbol's square includes blank margins, which would make the spacing of the line look uneven; skip them.
        x -= self.spread[0] * size
        top = base - 0.36 * font - size / 2
        if self.die:
            return draw_die(self.symbol, x, top, size, self.ink)
        if self.number:
            return with_number(self.symbol, self.number, x, top, size, self.ink)
        return draw_symbol(self.symbol, x, top, size, self.ink)


Token = Word | Sign


@frozen
class Line:
    """The tokens of one line."""

    tokens: tuple[Token, ...]
    first: bool
    """Whether the line begins a new paragraph after another one, and so is preceded by a gap."""

    @property
    def wide(self) -> float:
        return width_of(self.tokens)


@frozen
class Flowed:
    """Text that has been broken into lines for a font size."""

    lines: tuple[Line, ...]
    size: float
    fits: bool

    @property
    def tall(self) -> float:
        return height_of(self.lines) * self.size


def width_of(tokens: Sequence[Token]) -> float:
    return sum(token.wide + (width_of_space() if nth and not token.close else 0) for nth, token in enumerate(tokens))


def height_of(lines: Sequence[Line]) -> float:
    return sum(LINE + (GAP if line.first else 0) for line in lines)


def fit_paragraphs(
    paragraphs: Sequence[Sequence[Token]], wide: float, high: float, most: float, least: float
) -> Flowed:
    """Set paragraphs in the largest font size from ``least`` to ``most`` millimetres that fits, else in ``least``."""
    low, top = 0, max(round((most - least) / STEP), 0)
    best: tuple[tuple[Line, ...], float] | None = None
    while low <= top:  # binary search over the sizes least, least + STEP, ...
        middle = (low + top) // 2
        size = least + middle * STEP
        lines = tuple(wrap_paragraphs(paragraphs, wide / size))
        if does_fit(lines, wide / size, high / size):
            best, low = (lines, size), middle + 1
        else:
            top = middle - 1
    if best:
        return Flowed(*best, True)
    return Flowed(tuple(wrap_paragraphs(paragraphs, wide / least)), least, False)


def does_fit(lines: Sequence[Line], wide: float, high: float) -> bool:
    return height_of(lines) <= high and all(line.wide <= wide for line in lines)


def wrap_paragraphs(paragraphs: Iterable[Sequence[Token]], wide: float) -> Iterator[Line]:
    """Break paragraphs into lines of at most ``wide``; a group of tokens without spaces is never broken."""
    for nth, paragraph in enumerate(paragraphs):
        line: list[Token] = []
        length, begins = 0.0, nth > 0
        for group in group_tokens(paragraph):
            more = width_of(group)
            if line and length + width_of_space() + more > wide:
                yield Line(tuple(line), begins)
                line, length, begins = [], 0.0, False
            length += more + (width_of_space() if line else 0)
            line += group
        if line:
            yield Line(tuple(line), begins)


def group_tokens(tokens: Iterable[Token]) -> Iterator[list[Token]]:
    group: list[Token] = []
    for token in tokens:
        if group and not token.close and not (isinstance(token, Word) and token.tied):
            yield group
            group = []
        group.append(token)
    if group:
        yield group


def draw_text(text: Flowed, x: float, y: float, wide: float, high: float, anchor: Anchor = "start") -> list[Shape]:
    """Draw lines of text in a box whose upper left corner is at ``x``, ``y``; lines below the box are omitted.

    A line that is too wide because it cannot be broken gets a smaller font.
    """
    made: list[Shape] = []
    top = y
    for line in text.lines:
        top += GAP * text.size if line.first else 0
        # The tolerance absorbs rounding errors when the height fits exactly.
        if top + LINE * text.size > y + high + 0.01:
            break
        size = min(text.size, wide / max(line.wide, 0.01))
        left = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * (wide - line.wide * size)
        made += draw_line(line, x + left, top + BASE * text.size, size)
        top += LINE * text.size
    return made


def draw_line(line: Line, x: float, base: float, size: float) -> Iterator[Shape]:
    waiting: list[Word] = []
    start = x

    # One element per run of words in the same style, rather than one per word, keeps the file small.
    def draw_waiting() -> Iterator[Shape]:
        if waiting:
            text = "".join((" " if nth and not word.close else "") + word.text for nth, word in enumerate(waiting))
            style = waiting[0]
            yield Words(start, base, size, text, style.ink, style.bold, face=style.face)

    for nth, token in enumerate(line.tokens):
        x += width_of_space() * size if nth and not token.close else 0
        if isinstance(token, Sign):
            yield from draw_waiting()
            waiting = []
            yield from token.draw(x, base, size)
        else:
            if waiting and (token.ink, token.bold) != (waiting[0].ink, waiting[0].bold):
                yield from draw_waiting()
                waiting = []
            start = start if waiting else x
            waiting.append(token)
        x += token.wide * size
    yield from draw_waiting()
