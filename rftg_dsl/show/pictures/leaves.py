"""Leaves: the pieces of a component that are printed, each with what is on its front and its back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import SHEETS
from rftg_dsl.check.model import Component, Side
from rftg_dsl.library.catalogue import Chosen
from rftg_dsl.show.pictures.display import Box, Picture
from rftg_dsl.show.pictures.ink import darken, ink_on
from rftg_dsl.show.pictures.margins import Margins
from rftg_dsl.show.pictures.marks import draw_symbol
from rftg_dsl.show.pictures.side_picture import CORNER
from rftg_dsl.show.pictures.studio import Studio


@frozen
class Leaf:
    """A card or tile: the side on its front, and the side on its back if the back is not a common one."""

    component: Component
    front: Side
    back: Side | None
    copies: int


def list_leaves(chosen: Chosen, once: bool = False, paired: bool = True) -> list[Leaf]:
    """List the leaves of the chosen components, each with all its copies or only ``once``.

    If ``paired`` is false, each side has a leaf of its own.
    """
    players = chosen.library.model.words.players[1]
    return [leaf for component in chosen.components for leaf in leaves_of(component, players, once, paired)]


def leaves_of(component: Component, players: int, once: bool, paired: bool) -> Iterator[Leaf]:
    many = 1 if once else count_copies(component, players)
    # If a player has all sides at once, each side has to be a separate piece.
    if paired and len(component.sides) == 2 and not component.both:
        yield Leaf(component, component.sides[0], component.sides[1], many)
    else:
        yield from (Leaf(component, side, None, many) for side in component.sides)


def count_copies(component: Component, players: int) -> int:
    """Return the number of copies in the box; for a seated component, every player needs all copies."""
    return component.copies * (players if component.seated else 1)


def check_number(leaves: Iterable[Leaf], stickers: int = 0) -> None:
    """Raise ``UsageError`` if there is nothing to print, or if there are too many pieces and stickers."""
    many = stickers + sum(leaf.copies for leaf in leaves)
    if many > SHEETS.most:
        hint = f"print at most {SHEETS.most} at a time, by set or component"
        raise UsageError(f"there are {many} pieces and stickers to print", hint, "too-many-pieces")
    if not many:
        hint = "specify a set that has components or dice"
        raise UsageError("there is nothing to print", hint, "unknown-name")


def draw_back(at: Studio, kind: str, size: tuple[float, float], margins: Margins | None = None) -> Picture:
    """Draw the common back of a kind of component, for a side of this size."""
    look, corner = at.looks[kind], CORNER if margins is None else 0.0
    ink, edge = darken(look.ink, 40), min(size) * 0.5
    around = margins or Margins()
    width, height = size[0] + 2 * around.across, size[1] + 2 * around.down
    plate = Box(0, 0, width, height, fill=ink, round=corner)
    sign = draw_symbol(look.symbol, (width - edge) / 2, (height - edge) / 2, edge, ink_on(ink))
    return Picture(width, height, (plate, *sign), at.title_of(kind), "", corner)
