"""Images for print shops: one for each card, of the exact size that the shop asks for, with bleed and a safe zone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.check.model import Side
from rftg_dsl.library.catalogue import Chosen
from rftg_dsl.library.packs.member_names import FileNames
from rftg_dsl.show.pictures.display import Montage, Picture, Placed
from rftg_dsl.show.pictures.leaves import Leaf, check_number, draw_back, list_leaves
from rftg_dsl.show.pictures.margins import Margins
from rftg_dsl.show.pictures.presets import Preset
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import Studio, studio_of

DPI = 300
"""The resolution of images for print shops, in dots per inch."""
FRONTS, BACKS = Path("fronts"), Path("backs")
"""The folders of the images. The back of a two-sided tile has the same name as its front."""


@frozen
class ShopImage:
    """An image for a print shop, with the names of the files that have it."""

    paths: tuple[Path, ...]
    montage: Montage
    crowded: tuple[Diagnostic, ...] = ()


@frozen
class Fit:
    """The way in which sides of one size become images of a preset."""

    margins: Margins
    """The margins around the side, in millimetres of its layout."""
    turned: bool
    scale: float
    """Pixels per millimetre of the layout."""


def fit_into(preset: Preset, size: tuple[float, float]) -> Fit:
    """Fit a side into the safe zone of a preset, turned a quarter if the card is upright and the side is not."""
    turned = preset.is_upright and size[0] > size[1]
    cut, pixels = (preset.cut[::-1], preset.image[1]) if turned else (preset.cut, preset.image[0])
    scale = min((whole - 2 * preset.safe) / length for whole, length in zip(cut, size, strict=True))
    image = [(whole + 2 * preset.bleed) / scale for whole in cut]
    margins = Margins((image[0] - size[0]) / 2, (image[1] - size[1]) / 2)
    return Fit(margins, turned, pixels / image[0])


def draw_for_shop(chosen: Chosen, preset: Preset, once: bool = False) -> Iterator[ShopImage]:
    """Draw the front of each leaf, the back of each two-sided tile, and one back for each kind of component.

    There is a file for each copy of a front unless it is drawn only ``once``. Raise ``UsageError`` if there is nothing
    to draw, or if there are too many pieces.
    """
    leaves = list_leaves(chosen, once)
    check_number(leaves)
    at, names, kinds = studio_of(chosen.library), FileNames(), set[str]()
    for leaf in leaves:
        stems = [names.add(leaf.front.id, ".png") for _ in range(leaf.copies)]
        yield draw_image(at, leaf.front, preset, [FRONTS / name for name in stems])
        if leaf.back:
            yield draw_image(at, leaf.back, preset, [BACKS / name for name in stems])
        elif (kind := leaf.component.kind) not in kinds:
            kinds.add(kind)
            yield draw_common_back(at, leaf, preset, BACKS / names.add(kind, ".png"))


def draw_image(at: Studio, side: Side, preset: Preset, paths: Sequence[Path]) -> ShopImage:
    fit = fit_into(preset, at.template_for(side.kind).size)
    drawn = draw_side(at, side, fit.margins)
    return ShopImage(tuple(paths), place_in_image(drawn.picture, preset, fit), drawn.crowded)


def draw_common_back(at: Studio, leaf: Leaf, preset: Preset, path: Path) -> ShopImage:
    size = at.template_for(leaf.front.kind).size
    fit = fit_into(preset, size)
    picture = draw_back(at, leaf.component.kind, size, fit.margins)
    return ShopImage((path,), place_in_image(picture, preset, fit))


def place_in_image(picture: Picture, preset: Preset, fit: Fit) -> Montage:
    return Montage(*preset.image, (Placed(picture, 0, 0, fit.scale, int(fit.turned)),), picture.title)
