"""Colour arithmetic: mixing, and contrast as WCAG defines it."""

from __future__ import annotations

BLACK, WHITE = "#15181d", "#ffffff"


def channels_of(ink: str) -> tuple[int, int, int]:
    return int(ink[1:3], 16), int(ink[3:5], 16), int(ink[5:7], 16)


def mix(ink: str, other: str, share: int) -> str:
    """``ink`` with ``share`` per cent of ``other`` mixed in."""
    # Integer arithmetic gives the same bytes on every machine.
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
    """The WCAG contrast ratio of two colours, from 1 to 21."""
    low, high = sorted((luminance_of(ink), luminance_of(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(ink: str) -> str:
    """White if its contrast suffices for graphics (WCAG 1.4.11), else black."""
    return WHITE if contrast_between(WHITE, ink) >= 3 else BLACK


def ground_for(ink: str) -> str:
    """A background on which text is readable: light colours stay, others are darkened until white text works."""
    return make_readable(ink, WHITE) if ink_on(ink) == WHITE else ink


def make_readable(ink: str, paper: str, least: float = 4.5) -> str:
    """``ink`` darkened on light paper, or lightened on dark, until its contrast is at least ``least``."""
    # At a luminance of 0.18 black and white have the same contrast.
    goal = "#000000" if luminance_of(paper) > 0.18 else WHITE
    for share in range(0, 100, 8):
        if contrast_between(mixed := mix(ink, goal, share), paper) >= least:
            return mixed
    return goal
