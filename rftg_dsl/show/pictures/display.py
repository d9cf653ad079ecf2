"""A picture as a list of shapes, in millimetres, from the one at the back to the one in front."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Anchor = Literal["start", "middle", "end"]


@frozen
class Box:
    """A rectangle, perhaps with round corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    """A colour as ``#rrggbb``; empty: not filled."""
    stroke: str = ""
    thick: float = 0
    round: float = 0


@frozen
class Circle:
    """A disc, or a ring."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    thick: float = 0


@frozen
class Path:
    """An outline in the notation of SVG paths (``outlines``), moved and scaled; filled by *evenodd*."""

    d: str
    x: float = 0
    y: float = 0
    scale: float = 1
    fill: str = ""
    stroke: str = ""
    thick: float = 0
    """In millimetres, whatever the scale."""


@frozen
class Words:
    """A line of text on its base line."""

    x: float
    y: float
    size: float
    """The height of the font in millimetres."""
    text: str
    fill: str = "#000000"
    bold: bool = False
    anchor: Anchor = "start"
    width: float = 0
    """The width it must fill, so that it fits with any font; 0: its natural one."""


Shape = Box | Circle | Path | Words


@frozen
class Picture:
    """What one side looks like."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    """What it shows, for those who cannot see it."""
    said: str = ""
    """What stands on it, in words."""
    round: float = 0
    """The radius of its corners."""
