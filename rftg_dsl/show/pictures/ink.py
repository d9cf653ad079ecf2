"""Colours: which can be read on which, and lighter and darker ones."""

from __future__ import annotations

BLACK, WHITE = "#15181d", "#ffffff"


def parts(ink: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour, from 0 to 255."""
    return int(ink[1:3], 16), int(ink[3:5], 16), int(ink[5:7], 16)


def mixed(ink: str, other: str, share: int) -> str:
    """A colour with so many hundredths of another one in it."""
    each = zip(parts(ink), parts(other), strict=True)
    return "#" + "".join(f"{(one * (100 - share) + two * share + 50) // 100:02x}" for one, two in each)


def lighter(ink: str, share: int) -> str:
    """A colour mixed with white."""
    return mixed(ink, WHITE, share)


def darker(ink: str, share: int) -> str:
    """A colour mixed with black."""
    return mixed(ink, "#000000", share)


def luminance(ink: str) -> float:
    """How bright a colour is, from 0 to 1, as WCAG counts it."""
    red, green, blue = (linear(one / 255) for one in parts(ink))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(share: float) -> float:
    """How bright one part of a colour is."""
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """How well one colour can be read on another, from 1 to 21, as WCAG counts it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def upon(ink: str) -> str:
    """White, where signs in it can be told on a colour (WCAG 1.4.11); otherwise black."""
    return WHITE if contrast(WHITE, ink) >= 3 else BLACK


def ground(ink: str) -> str:
    """A colour on which text can be read: made darker until white can, unless it is so light that black is better."""
    return readable(ink, WHITE) if upon(ink) == WHITE else ink


def readable(ink: str, paper: str, least: float = 4.5) -> str:
    """A colour, made darker on light paper, or lighter on dark paper, until it can be read."""
    goal = "#000000" if luminance(paper) > 0.18 else WHITE
    for share in range(0, 100, 8):
        if contrast(found := mixed(ink, goal, share), paper) >= least:
            return found
    return goal
