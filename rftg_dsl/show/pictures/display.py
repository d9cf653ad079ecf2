"""A picture as a list of shapes, in millimetres, ordered back to front."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Anchor = Literal["start", "middle", "end"]


@frozen
class Box:
    """A rectangle, optionally with rounded corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    """``#rrggbb``, or empty for no fill."""
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
    """An outline in SVG path notation (see ``outlines``), translated and scaled, filled even-odd."""

    d: str
    x: float = 0
    y: float = 0
    scale: float = 1
    fill: str = ""
    stroke: str = ""
    thick: float = 0
    """In millimetres, unaffected by ``scale``."""


@frozen
class Words:
    """A line of text on its baseline."""

    x: float
    y: float
    size: float
    text: str
    fill: str = "#000000"
    bold: bool = False
    anchor: Anchor = "start"
    width: float = 0
    """Width to stretch the text to, so that the layout holds in any font; 0 for the natural width."""


Shape = Box | Circle | Path | Words


@frozen
class Picture:
    """A complete picture, such as of a side or of a die face."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""
    """Title for screen readers."""
    said: str = ""
    """Text for screen readers."""
    round: float = 0
