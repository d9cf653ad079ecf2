"""A picture as a list of shapes ordered from back to front, with coordinates in millimetres."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rftg_dsl.base.raster import Raster

Anchor = Literal["start", "middle", "end"]


@frozen
class Box:
    """A rectangle, optionally with rounded corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    """The fill colour as ``#rrggbb``; empty for no fill."""
    stroke: str = ""
    thick: float = 0
    round: float = 0


@frozen
class Circle:
    """A circle, which is a disc if filled and a ring if only stroked."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    thick: float = 0


@frozen
class Path:
    """An outline in SVG path notation (see ``outlines``), translated, scaled and filled."""

    d: str
    x: float = 0
    y: float = 0
    scale: float = 1
    fill: str = ""
    stroke: str = ""
    thick: float = 0
    """The stroke width in millimetres, unaffected by ``scale``."""
    rule: Literal["evenodd", "nonzero"] = "evenodd"


@frozen
class Words:
    """A line of text, positioned by its baseline. ``lettering`` turns it into an outline."""

    x: float
    y: float
    size: float
    text: str
    fill: str = "#000000"
    bold: bool = False
    anchor: Anchor = "start"


@frozen
class Image:
    """An image cut to an outline. Both are positioned relative to ``x`` and ``y``."""

    x: float
    y: float
    raster: Raster
    left: float
    top: float
    width: float
    height: float
    outline: str
    """The outline in SVG path notation; whatever is outside is not shown."""


Shape = Box | Circle | Path | Words | Image


@frozen
class Picture:
    """A complete picture, for example of a side or of a die face."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    """The title that screen readers read out."""
    said: str = ""
    """The text that screen readers read out."""
    round: float = 0


@frozen
class Placed:
    """A picture placed on a page or in a montage, where ``x`` and ``y`` locate its upper left corner."""

    picture: Picture
    x: float
    y: float
    scale: float = 1
    turns: int = 0
    """By how many quarters the picture is turned clockwise, from 0 to 3; only a montage turns pictures."""


@frozen
class Montage:
    """Pictures in one image of an exact size in pixels. Their scale is in pixels per millimetre."""

    width: int
    height: int
    placed: tuple[Placed, ...]
    title: str = ""
