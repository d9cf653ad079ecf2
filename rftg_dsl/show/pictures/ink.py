"""Colour arithmetic: mixing colours, and contrast as defined by WCAG."""

from __future__ import annotations

BLACK, WHITE = "#15181d", "#ffffff"


def channels_of(ink: str) -> tuple[int, int, int]:
    return int(ink[1:3], 16), int(ink[3:5], 16), int(ink[5:7], 16)


def mix(ink: str, other: str, share: int) -> str:
    """Mix ``share`` per cent of ``other`` into ``ink``."""
    # Integer arithmetic produces the same result on every machine.
    each = zip(channels_of(ink), channels_of(other), strict=True)
    return "#" + "".join(f"{(part * (100 - share) + two * share + 50) // 100:02x}" for part, two in each)


def lighten(ink: str, share: int) -> str:
    return mix(ink, WHITE, share)


def darken(ink: str, share: int) -> str:
    return mix(ink, "#000000", share)


def luminance_of(ink: str) -> float:
    red, green, blue = (linearize(part / 255) for part in channels_of(ink))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linearize(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def contrast_between(ink: str, other: str) -> float:
    """Return the WCAG contrast ratio between two colours, from 1 to 21."""
    low, high = sorted((luminance_of(ink), luminance_of(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(ink: str) -> str:
    """Return the colour to draw on ``ink``: white if its contrast suffices for graphics (WCAG 1.4.11), else black."""
    return WHITE if contrast_between(WHITE, ink) >= 3 else BLACK


def ground_for(ink: str) -> str:
    """Return a background for text: a light colour unchanged, any other darkened until white text is readable on it."""
    return make_readable(ink, WHITE) if ink_on(ink) == WHITE else ink


def make_readable(ink: str, paper: str, least: float = 4.5) -> str:
    """Darken ``ink`` on light paper, or lighten it on dark paper, until the contrast is at least ``least``."""
    # Against a luminance of 0.18, black and white have the same contrast.
    goal = "#000000" if luminance_of(paper) > 0.18 else WHITE
    for share in range(0, 100, 8):
        if contrast_between(mixed := mix(ink, goal, share), paper) >= least:
            return mixed
    return goal
