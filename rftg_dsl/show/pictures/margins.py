"""Margins around a side, so that its backgrounds go on beyond the cut."""

from __future__ import annotations

from attrs import evolve, frozen

from rftg_dsl.library.layouts import Box, Template


@frozen
class Margins:
    """The widths of the strips to the left and right of a side, and above and below it, in millimetres."""

    across: float = 0
    down: float = 0


NEAR = 0.01
"""The distance from an edge, in millimetres, at which a box still reaches it: layouts are rounded."""


def add_margins(template: Template, margins: Margins) -> Template:
    """Return a template with a larger side, and with its boxes in the middle."""
    (width, height), (left, top) = template.size, (margins.across, margins.down)
    boxes = tuple(evolve(box, at=(box.at[0] + left, box.at[1] + top, *box.at[2:])) for box in template.boxes)
    return evolve(template, size=(width + 2 * left, height + 2 * top), boxes=boxes)


def extend_box(box: Box, size: tuple[float, float], margins: Margins) -> Box:
    """Return a box that goes on to the edge of the picture wherever it reaches the edge of the side."""
    x, y, wide, high = box.at
    left, wide = extend_span(x, wide, size[0], margins.across)
    top, high = extend_span(y, high, size[1], margins.down)
    return evolve(box, at=(left, top, wide, high))


def extend_span(start: float, length: float, whole: float, margin: float) -> tuple[float, float]:
    end = start + length
    first = 0 if start <= margin + NEAR else start
    last = whole if end >= whole - margin - NEAR else end
    return first, last - first


def fit_margins(size: tuple[float, float], frame: tuple[float, float]) -> Margins:
    """Return the margins that give a side of this size the proportions of a frame."""
    scale = min(whole / length for whole, length in zip(frame, size, strict=True))
    return Margins((frame[0] / scale - size[0]) / 2, (frame[1] / scale - size[1]) / 2)
