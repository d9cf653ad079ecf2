"""Sheets for printing and cutting out, with each back aligned to its front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, islice

from attrs import frozen

from rftg_dsl.base.diagnostic import Diagnostic, UsageError
from rftg_dsl.check.vocabulary import StockKind
from rftg_dsl.library.catalogue import Chosen
from rftg_dsl.show.pictures.album import dice_in
from rftg_dsl.show.pictures.dice import face_of
from rftg_dsl.show.pictures.display import Picture, Placed
from rftg_dsl.show.pictures.leaves import Leaf, check_number, draw_back, list_leaves
from rftg_dsl.show.pictures.margins import Margins
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import Studio, studio_of

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The width and height of a page, in millimetres."""
MARGIN = 7.5
"""The page margin in millimetres, which leaves room for cut marks and for the unprintable edge of many printers."""
WIDEST = 10
"""The widest bleed, in millimetres."""
STICKER = 14.0
"""The edge length of a sticker in millimetres, which suits a 16 mm die."""


@frozen
class Page:
    """A page with its pictures and its vertical and horizontal cut lines."""

    width: float
    height: float
    placed: tuple[Placed, ...]
    across: tuple[float, ...]
    down: tuple[float, ...]
    title: str
    bleed: float = 0
    """The distance by which pictures extend beyond the cut lines, in millimetres."""


@frozen
class Piece:
    """A piece to be cut out, with its front and possibly its back."""

    front: Picture
    back: Picture | None = None
    scale: float = 1
    bleed: float = 0

    @property
    def size(self) -> tuple[float, float]:
        """The size of the piece after it has been cut out."""
        every = [picture for picture in (self.front, self.back) if picture]
        extents = (max(picture.width for picture in every), max(picture.height for picture in every))
        return extents[0] * self.scale - 2 * self.bleed, extents[1] * self.scale - 2 * self.bleed


@frozen
class Sheets:
    """All pages, with a diagnostic for each text that does not fit on its picture."""

    title: str
    pages: tuple[Page, ...]
    pieces: int
    stickers: int
    crowded: tuple[Diagnostic, ...]


def lay_out_sheets(
    chosen: Chosen, paper: str = "a4", both: bool = False, once: bool = False, bleed: float = 0
) -> Sheets:
    """Lay out sheets for a component, a set or a game, with all copies of each piece or only ``once``, and with
    stickers for dice.

    If ``both`` is true, each page of fronts is followed by a page of their backs, for duplex printing flipped on the
    long edge. Otherwise, each side is a separate piece. Colours extend ``bleed`` millimetres beyond the cut. Raise
    ``UsageError`` if there is nothing to print, if there are too many pieces, if the bleed is too wide, or if a piece
    does not fit on the paper.
    """
    if not 0 <= bleed <= WIDEST:
        raise UsageError(f"the bleed must be from 0 to {WIDEST} mm", "use --bleed 3", "wrong-option")
    at, size = studio_of(chosen.library), PAPERS[paper]
    leaves, dice = list_leaves(chosen, once, both), list(dice_in(chosen))
    # Check the number before drawing anything, because content can specify millions of copies.
    check_number(leaves, sum(count_dice(die, once) * len(die.faces) for die in dice))
    crowded: dict[Diagnostic, None] = {}
    pieces = [piece for leaf in leaves for piece in pieces_of(at, leaf, both, bleed, crowded)]
    stickers = [sticker for die in dice for sticker in stickers_of(at, die) * count_dice(die, once)]
    title = chosen.title
    pages: list[Page] = []
    # All pieces on a page are the same size, so that the page can be cut in straight lines.
    for each, group in groupby(sorted(pieces, key=lambda piece: piece.size), key=lambda piece: piece.size):
        pages += fill_pages(list(group), each, size, both, title)
    pages += fill_pages(stickers, (STICKER, STICKER), size, False, f"{title}: stickers for dice")
    return Sheets(title, tuple(pages), len(pieces), len(stickers), tuple(crowded))


def count_dice(kind: StockKind, once: bool) -> int:
    return 1 if once else kind.supply


def pieces_of(at: Studio, leaf: Leaf, both: bool, bleed: float, crowded: dict[Diagnostic, None]) -> list[Piece]:
    margins = Margins(bleed, bleed) if bleed else None
    front, back = [draw_side(at, side, margins) if side else None for side in (leaf.front, leaf.back)]
    assert front
    crowded |= {each: None for drawn in (front, back) if drawn for each in drawn.crowded}
    if back is None and both:
        size = at.template_for(leaf.front.kind).size
        return [Piece(front.picture, draw_back(at, leaf.component.kind, size, margins), bleed=bleed)] * leaf.copies
    return [Piece(front.picture, back.picture if back else None, bleed=bleed)] * leaf.copies


def stickers_of(at: Studio, kind: StockKind) -> list[Piece]:
    """The stickers for one die."""
    pictures = {face: face_of(at, kind.name, face) for face in dict.fromkeys(kind.faces)}
    return [Piece(pictures[face], scale=STICKER / pictures[face].width) for face in kind.faces]


def fill_pages(
    pieces: Sequence[Piece], size: tuple[float, float], paper: tuple[float, float], both: bool, title: str
) -> Iterator[Page]:
    """Yield pages filled with pieces of one size; if ``both`` is true, a page of backs follows each page of fronts."""
    bleed = max((piece.bleed for piece in pieces), default=0)
    columns, rows = count_cells(size, paper, bleed)
    waiting, number = iter(pieces), 0
    while here := list(islice(waiting, columns * rows)):
        number += 1
        grid = Grid(size, paper, (columns, rows), bleed)
        for is_back in (False, True) if both else (False,):
            side = f"{'backs' if is_back else 'fronts'} {number}" if both else f"page {number}"
            yield grid.make_page(here, is_back, f"{title}: {side}")


def count_cells(size: tuple[float, float], paper: tuple[float, float], bleed: float) -> tuple[int, int]:
    """Count the columns and rows of pieces that fit on the paper. Raise ``UsageError`` if none does."""
    across, down = (int((extent - 2 * MARGIN) // (each + 2 * bleed)) for extent, each in zip(paper, size, strict=True))
    if not across or not down:
        around = f" with {bleed:g} mm of bleed" if bleed else ""
        message = f"a piece of {size[0]:g} by {size[1]:g} mm{around} does not fit on the paper"
        raise UsageError(message, "choose a smaller size in layouts.toml", "wrong-option")
    return across, down


@frozen
class Grid:
    """Equal cells in the middle of a page, so that they map onto themselves when the paper is flipped."""

    size: tuple[float, float]
    paper: tuple[float, float]
    cells: tuple[int, int]
    bleed: float

    def find_cell(self, axis: int, nth: int) -> float:
        """Return the position of the first cut line of a column (axis 0) or row (axis 1)."""
        pitch = self.size[axis] + 2 * self.bleed
        return (self.paper[axis] - self.cells[axis] * pitch) / 2 + self.bleed + nth * pitch

    def list_cuts(self, axis: int, many: int) -> tuple[float, ...]:
        """List the cut lines of this many columns or rows."""
        # Without bleed, neighbours share a cut line.
        if not self.bleed:
            return tuple(self.find_cell(axis, nth) for nth in range(many + 1))
        return tuple(self.find_cell(axis, nth) + end for nth in range(many) for end in (0, self.size[axis]))

    def make_page(self, pieces: Sequence[Piece], is_back: bool, title: str) -> Page:
        columns = self.cells[0]
        placed = []
        for nth, piece in enumerate(pieces):
            row, column = divmod(nth, columns)
            # Place backs from right to left, because flipping on the long edge mirrors the columns.
            cell = (columns - 1 - column if is_back else column, row)
            if shown := piece.back if is_back else piece.front:
                placed.append(self.place_in_cell(shown, cell, piece.scale))
        used = -(-len(pieces) // columns)
        cuts = self.list_cuts(0, columns), self.list_cuts(1, used)
        return Page(*self.paper, tuple(placed), *cuts, title, self.bleed)

    def place_in_cell(self, shown: Picture, cell: tuple[int, int], scale: float) -> Placed:
        extents = (shown.width * scale, shown.height * scale)
        x, y = (self.find_cell(axis, cell[axis]) + (self.size[axis] - extents[axis]) / 2 for axis in (0, 1))
        return Placed(shown, x, y, scale)
