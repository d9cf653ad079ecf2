"""The sides that show what a game looks like, for a page that offers the game."""

from __future__ import annotations

from itertools import chain, zip_longest

from rftg_dsl.check.model import Side
from rftg_dsl.library.load import Library
from rftg_dsl.show.pictures.side_picture import Page
from rftg_dsl.show.pictures.studio import Studio, studio_of


def choose_cover(library: Library, most: int) -> list[Side]:
    """Choose at most this many sides of one size, in as many colours as there are.

    A side with rule text is chosen before one without.
    """
    at = studio_of(library)
    by_colour: dict[str, list[Side]] = {}
    for side in sorted(sides_of_usual_size(at, library), key=lambda side: not side.powers):
        by_colour.setdefault(Page(at, side, at.template_for(side.kind)).ink, []).append(side)
    # Take the first side of every colour before the second of any.
    return [side for side in chain(*zip_longest(*by_colour.values())) if side is not None][:most]


def sides_of_usual_size(at: Studio, library: Library) -> list[Side]:
    """The sides of the size that most sides of the game have."""
    by_size: dict[tuple[float, ...], list[Side]] = {}
    for side in library.model.list_sides():
        by_size.setdefault(tuple(at.template_for(side.kind).size), []).append(side)
    return max(by_size.values(), key=len, default=[])
