"""Sheets to print and cut out: which picture lies where, the backs behind their fronts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from attrs import frozen

from rftg_dsl.base.diagnostic import Diagnostic, Unusable
from rftg_dsl.base.limits import SHEETS
from rftg_dsl.check.model import Component
from rftg_dsl.check.vocabulary import StockKind
from rftg_dsl.library.catalogue import Chosen
from rftg_dsl.show.pictures.album import dice_in
from rftg_dsl.show.pictures.dice import face_of
from rftg_dsl.show.pictures.display import Box, Picture
from rftg_dsl.show.pictures.ink import darken, ink_on
from rftg_dsl.show.pictures.marks import draw_symbol
from rftg_dsl.show.pictures.side_picture import CORNER, draw_side
from rftg_dsl.show.pictures.studio import Studio, studio_of

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The width and height of a page in millimetres."""
MARGIN = 7.5
"""What stays free at each edge: few printers reach it, and cut marks stand there."""
STICKER = 14.0
"""The edge of a sticker in millimetres: it fits on a die of 16."""


@frozen
class Placed:
    """A picture on a page: its upper left corner, in millimetres from that of the page."""

    picture: Picture
    x: float
    y: float
    scale: float = 1


@frozen
class Page:
    """A page: its pictures, and where it is cut, across and down."""

    width: float
    height: float
    placed: tuple[Placed, ...]
    across: tuple[float, ...]
    down: tuple[float, ...]
    title: str


@frozen
class Piece:
    """A thing to cut out."""

    front: Picture
    back: Picture | None = None
    scale: float = 1

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height on the page."""
        every = [picture for picture in (self.front, self.back) if picture]
        return max(picture.width for picture in every) * self.scale, max(
            picture.height for picture in every
        ) * self.scale


@frozen
class Sheets:
    """All pages, and what does not fit on its picture."""

    title: str
    pages: tuple[Page, ...]
    pieces: int
    stickers: int
    crowded: tuple[Diagnostic, ...]


def lay_out_sheets(chosen: Chosen, paper: str = "a4", both: bool = False) -> Sheets:
    """The sheets of a component, a set or a game, with as many copies as it has, and stickers for its dice.

    ``both``: each page of fronts is followed by its backs, for printing on both sides of the paper, turned over its
    long edge. Otherwise each side is a piece by itself. ``Unusable`` if there are too many, or one is larger than the
    paper.
    """
    at = studio_of(chosen.library)
    size = PAPERS[paper]
    kinds = list(dice_in(chosen))
    check_number(chosen.components, both, at.words.players[1], sum(die.supply * len(die.faces) for die in kinds))
    crowded: dict[Diagnostic, None] = {}
    pieces = [piece for component in chosen.components for piece in pieces_of(at, component, both, crowded)]
    stickers = [sticker for kind in kinds for sticker in stickers_of(at, kind)]
    title = chosen.title
    pages: list[Page] = []
    for each, group in groupby(sorted(pieces, key=lambda piece: piece.size), key=lambda piece: piece.size):
        pages += fill_pages(list(group), each, size, both, title)
    pages += fill_pages(stickers, (STICKER, STICKER), size, False, f"{title}: stickers for dice")
    return Sheets(title, tuple(pages), len(pieces), len(stickers), tuple(crowded))


def check_number(components: Iterable[Component], both: bool, players: int, stickers: int) -> None:
    """``Unusable`` if there is nothing to print, or too much."""
    sides = (
        (1 if both and not component.both else len(component.sides)) * count_copies(component, players)
        for component in components
    )
    many = stickers + sum(sides)
    if many > SHEETS.most:
        hint = f"at most {SHEETS.most}: print its sets or components one by one"
        raise Unusable(f"there are {many} pieces and stickers to print", hint, "too-many-pieces")
    if not many:
        hint = "name a set that has components or dice"
        raise Unusable("there is nothing to print", hint, "unknown-name")


def count_copies(component: Component, players: int) -> int:
    """How many of a component there are; each player has one of what is seated."""
    return component.copies * (players if component.seated else 1)


def pieces_of(at: Studio, component: Component, both: bool, crowded: dict[Diagnostic, None]) -> Iterator[Piece]:
    """The pieces to cut out for a component: one a copy, or one for each side, also if a player has all its sides."""
    made = [draw_side(at, side) for side in component.sides]
    crowded |= {each: None for drawn in made for each in drawn.crowded}
    many = count_copies(component, at.words.players[1])
    pictures = [drawn.picture for drawn in made]
    if both and len(pictures) == 2 and not component.both:
        yield from [Piece(pictures[0], pictures[1])] * many
    else:
        yield from [
            Piece(picture, draw_back(at, component.kind, picture) if both else None) for picture in pictures
        ] * many


def draw_back(at: Studio, kind: str, front: Picture) -> Picture:
    """The back of what has only one side: the symbol of its sort."""
    look = at.looks[kind]
    ink, size = darken(look.ink, 40), min(front.width, front.height) * 0.5
    plate = Box(0, 0, front.width, front.height, fill=ink, round=CORNER)
    sign = draw_symbol(look.symbol, (front.width - size) / 2, (front.height - size) / 2, size, ink_on(ink))
    return Picture(front.width, front.height, (plate, *sign), at.title_of(kind), "", CORNER)


def stickers_of(at: Studio, kind: StockKind) -> list[Piece]:
    """The stickers for all dice of a kind, those of each die together."""
    pictures = {face: face_of(at, kind.name, face) for face in dict.fromkeys(kind.faces)}
    return [Piece(pictures[face], scale=STICKER / pictures[face].width) for face in kind.faces] * kind.supply


def fill_pages(
    pieces: Sequence[Piece], size: tuple[float, float], paper: tuple[float, float], both: bool, title: str
) -> Iterator[Page]:
    """Pages full of pieces of one size, each followed by one with their backs if both sides are printed.

    The grid stands in the middle of the page, and the columns of backs run from right to left, so that each back lies
    behind its front.
    """
    width, height = paper
    columns, rows = (int((extent - 2 * MARGIN) // each) for extent, each in zip(paper, size, strict=True))
    if not columns or not rows:
        message = f"a piece of {size[0]:g} by {size[1]:g} mm does not fit on the paper"
        raise Unusable(message, "choose a smaller size in layouts.toml", "wrong-option")
    left, top = (width - columns * size[0]) / 2, (height - rows * size[1]) / 2
    waiting, number = iter(pieces), 0
    while here := list(islice(waiting, columns * rows)):
        number += 1
        used = -(-len(here) // columns)
        across = tuple(left + nth * size[0] for nth in range(columns + 1))
        down = tuple(top + nth * size[1] for nth in range(used + 1))
        for is_back in (False, True) if both else (False,):
            placed = []
            for nth, piece in enumerate(here):
                row, column = divmod(nth, columns)
                shown = piece.back if is_back else piece.front
                if shown:
                    x = across[columns - 1 - column if is_back else column] + (size[0] - shown.width * piece.scale) / 2
                    y = down[row] + (size[1] - shown.height * piece.scale) / 2
                    placed.append(Placed(shown, x, y, piece.scale))
            side = f"{'backs' if is_back else 'fronts'} {number}" if both else f"page {number}"
            yield Page(width, height, tuple(placed), across, down, f"{title}: {side}")
