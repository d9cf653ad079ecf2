"""Colours: which can be read on which, and lighter and darker ones."""

from __future__ import annotations

BLACK, WHITE = "#15181d", "#ffffff"


def channels_of(ink: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour, from 0 to 255."""
    return int(ink[1:3], 16), int(ink[3:5], 16), int(ink[5:7], 16)


def mix(ink: str, other: str, share: int) -> str:
    """A colour with so many hundredths of another one in it."""
    each = zip(channels_of(ink), channels_of(other), strict=True)
    return "#" + "".join(f"{(part * (100 - share) + two * share + 50) // 100:02x}" for part, two in each)


def lighten(ink: str, share: int) -> str:
    """A colour mixed with white."""
    return mix(ink, WHITE, share)


def darken(ink: str, share: int) -> str:
    """A colour mixed with black."""
    return mix(ink, "#000000", share)


def luminance_of(ink: str) -> float:
    """How bright a colour is, from 0 to 1, as WCAG counts it."""
    red, green, blue = (linearize(part / 255) for part in channels_of(ink))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linearize(share: float) -> float:
    """How bright one part of a colour is."""
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def contrast_between(ink: str, other: str) -> float:
    """How well one colour can be read on another, from 1 to 21, as WCAG counts it."""
    low, high = sorted((luminance_of(ink), luminance_of(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(ink: str) -> str:
    """White, where signs in it can be told on a colour (WCAG 1.4.11); otherwise black."""
    return WHITE if contrast_between(WHITE, ink) >= 3 else BLACK


def ground_for(ink: str) -> str:
    """A colour on which text can be read: made darker until white can, unless it is so light that black is better."""
    return make_readable(ink, WHITE) if ink_on(ink) == WHITE else ink


def make_readable(ink: str, paper: str, least: float = 4.5) -> str:
    """A colour, made darker on light paper, or lighter on dark paper, until it can be read."""
    goal = "#000000" if luminance_of(paper) > 0.18 else WHITE
    for share in range(0, 100, 8):
        if contrast_between(mixed := mix(ink, goal, share), paper) >= least:
            return mixed
    return goal
