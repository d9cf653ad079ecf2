"""Sheets of cards: images with a grid of cards of one size, as large as a virtual table allows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import ceil

from attrs import frozen

from rftg_dsl.show.pictures.display import Montage, Picture, Placed
from rftg_dsl.show.pictures.png import INCH

COLUMNS, ROWS = 10, 7
"""The largest grid that Tabletop Simulator reads."""
CARDS = COLUMNS * ROWS - 1
"""The most cards on a sheet: the last cell of the largest grid is kept for the back of hidden cards."""
EDGE = 4096
"""The longest edge of a sheet, in pixels."""
DPI = 300
"""The highest resolution of a card, in dots per inch."""


@frozen
class Grid:
    """The cells of a sheet, with their size in pixels."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def area(self) -> int:
        return self.width * self.height


def choose_grid(cards: int, size: tuple[float, float]) -> Grid:
    """Choose the grid with the largest cells for this many cards, at most ``CARDS``, of a size in millimetres."""
    every = (make_grid(columns, ceil(cards / columns), size) for columns in range(1, COLUMNS + 1))
    return max((grid for grid in every if grid.rows <= ROWS), key=lambda grid: (grid.area, -grid.columns * grid.rows))


def make_grid(columns: int, rows: int, size: tuple[float, float]) -> Grid:
    scale = min(DPI / INCH, EDGE / columns / size[0], EDGE / rows / size[1])
    width, height = (max(1, int(length * scale)) for length in size)
    return Grid(columns, rows, width, height)


def draw_sheet(pictures: Sequence[Picture], grid: Grid) -> Montage:
    """Draw pictures row by row, each filling its cell."""
    cells = product(range(grid.rows), range(grid.columns))
    placed = tuple(
        Placed(picture, column * grid.width, row * grid.height, fill_cell(picture, grid))
        for picture, (row, column) in zip(pictures, cells, strict=False)
    )
    return Montage(grid.columns * grid.width, grid.rows * grid.height, placed)


def fill_cell(picture: Picture, grid: Grid) -> float:
    # Because cells have whole pixels, a picture may exceed its cell by less than a pixel, which the next one covers.
    return max(grid.width / picture.width, grid.height / picture.height)
