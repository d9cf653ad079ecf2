"""Sheets for printing and cutting out, with each back aligned to its front."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from attrs import frozen

from rftg_dsl.base.diagnostic import Diagnostic, UsageError
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
"""The width and height of a page, in millimetres."""
MARGIN = 7.5
"""The page margin in millimetres, which leaves room for cut marks and for the unprintable edge of many printers."""
STICKER = 14.0
"""The edge length of a sticker in millimetres, which suits a 16 mm die."""


@frozen
class Placed:
    """A picture placed on a page; ``x`` and ``y`` locate its upper left corner, in millimetres."""

    picture: Picture
    x: float
    y: float
    scale: float = 1


@frozen
class Page:
    """A page with its pictures and its vertical and horizontal cut lines."""

    width: float
    height: float
    placed: tuple[Placed, ...]
    across: tuple[float, ...]
    down: tuple[float, ...]
    title: str


@frozen
class Piece:
    """A piece to be cut out, with its front and possibly its back."""

    front: Picture
    back: Picture | None = None
    scale: float = 1

    @property
    def size(self) -> tuple[float, float]:
        every = [picture for picture in (self.front, self.back) if picture]
        return max(picture.width for picture in every) * self.scale, max(
            picture.height for picture in every
        ) * self.scale


@frozen
class Sheets:
    """All pages, with a diagnostic for each text that does not fit on its picture."""

    title: str
    pages: tuple[Page, ...]
    pieces: int
    stickers: int
    crowded: tuple[Diagnostic, ...]


def lay_out_sheets(chosen: Chosen, paper: str = "a4", both: bool = False) -> Sheets:
    """Lay out sheets for a component, a set or a game, with every copy of each piece and with stickers for dice.

    If ``both`` is true, each page of fronts is followed by a page of their backs, for duplex printing flipped on the
    long edge. Otherwise, each side is a separate piece. Raise ``UsageError`` if there is nothing to print, if there are
    too many pieces, or if a piece does not fit on the paper.
    """
    at = studio_of(chosen.library)
    size = PAPERS[paper]
    kinds = list(dice_in(chosen))
    # Check the number before drawing anything, because content can specify millions of copies.
    check_number(chosen.components, both, at.words.players[1], sum(die.supply * len(die.faces) for die in kinds))
    crowded: dict[Diagnostic, None] = {}
    pieces = [piece for component in chosen.components for piece in pieces_of(at, component, both, crowded)]
    stickers = [sticker for kind in kinds for sticker in stickers_of(at, kind)]
    title = chosen.title
    pages: list[Page] = []
    # All pieces on a page are the same size, so that the page can be cut in straight lines.
    for each, group in groupby(sorted(pieces, key=lambda piece: piece.size), key=lambda piece: piece.size):
        pages += fill_pages(list(group), each, size, both, title)
    pages += fill_pages(stickers, (STICKER, STICKER), size, False, f"{title}: stickers for dice")
    return Sheets(title, tuple(pages), len(pieces), len(stickers), tuple(crowded))


def check_number(components: Iterable[Component], both: bool, players: int, stickers: int) -> None:
    """Raise ``UsageError`` if there is nothing to print, or if there are too many pieces and stickers."""
    sides = (
        (1 if both and not component.both else len(component.sides)) * count_copies(component, players)
        for component in components
    )
    many = stickers + sum(sides)
    if many > SHEETS.most:
        hint = f"print at most {SHEETS.most} at a time, by set or component"
        raise UsageError(f"there are {many} pieces and stickers to print", hint, "too-many-pieces")
    if not many:
        hint = "specify a set that has components or dice"
        raise UsageError("there is nothing to print", hint, "unknown-name")


def count_copies(component: Component, players: int) -> int:
    """Return the number of copies to print; for a seated component, every player needs all copies."""
    return component.copies * (players if component.seated else 1)


def pieces_of(at: Studio, component: Component, both: bool, crowded: dict[Diagnostic, None]) -> Iterator[Piece]:
    """Yield one piece per copy if ``both`` is true and two sides can be paired, else one per copy and side."""
    made = [draw_side(at, side) for side in component.sides]
    crowded |= {each: None for drawn in made for each in drawn.crowded}
    many = count_copies(component, at.words.players[1])
    pictures = [drawn.picture for drawn in made]
    # If a player has all sides at once, each side has to be a separate piece.
    if both and len(pictures) == 2 and not component.both:
        yield from [Piece(pictures[0], pictures[1])] * many
    else:
        yield from [
            Piece(picture, draw_back(at, component.kind, picture) if both else None) for picture in pictures
        ] * many


def draw_back(at: Studio, kind: str, front: Picture) -> Picture:
    look = at.looks[kind]
    ink, size = darken(look.ink, 40), min(front.width, front.height) * 0.5
    plate = Box(0, 0, front.width, front.height, fill=ink, round=CORNER)
    sign = draw_symbol(look.symbol, (front.width - size) / 2, (front.height - size) / 2, size, ink_on(ink))
    return Picture(front.width, front.height, (plate, *sign), at.title_of(kind), "", CORNER)


def stickers_of(at: Studio, kind: StockKind) -> list[Piece]:
    pictures = {face: face_of(at, kind.name, face) for face in dict.fromkeys(kind.faces)}
    return [Piece(pictures[face], scale=STICKER / pictures[face].width) for face in kind.faces] * kind.supply


def fill_pages(
    pieces: Sequence[Piece], size: tuple[float, float], paper: tuple[float, float], both: bool, title: str
) -> Iterator[Page]:
    """Yield pages filled with pieces of one size; if ``both`` is true, a page of backs follows each page of fronts."""
    width, height = paper
    columns, rows = (int((extent - 2 * MARGIN) // each) for extent, each in zip(paper, size, strict=True))
    if not columns or not rows:
        message = f"a piece of {size[0]:g} by {size[1]:g} mm does not fit on the paper"
        raise UsageError(message, "choose a smaller size in layouts.toml", "wrong-option")
    # Centre the grid so that it maps onto itself when the paper is flipped.
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
                    # Place backs from right to left, because flipping on the long edge mirrors the columns.
                    x = across[columns - 1 - column if is_back else column] + (size[0] - shown.width * piece.scale) / 2
                    y = down[row] + (size[1] - shown.height * piece.scale) / 2
                    placed.append(Placed(shown, x, y, piece.scale))
            side = f"{'backs' if is_back else 'fronts'} {number}" if both else f"page {number}"
            yield Page(width, height, tuple(placed), across, down, f"{title}: {side}")
