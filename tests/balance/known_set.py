"""A set of developments that cost the same and differ only in the points that they score."""

from __future__ import annotations

from pathlib import Path

from rftg_dsl.balance.estimates import Sample, sample_of
from rftg_dsl.balance.gift import Batch, Contrast, GiftGames, Stratum
from rftg_dsl.library.load import Library
from rftg_dsl.play.source import source_of

CARDS = """
card KN1 { development "Blank" cost 2 vp 1 {} }
card KN2 { development "Blank Again" cost 2 vp 1 {} }
card KN3 { development "Three More" cost 2 vp 4 {} }
card KN4 { development "Three Scored" cost 2 vp 1 { score 3 } }
card KN5 { development "For Four" cost 2 vp 1 { score 6 per 3 red or blue worlds of opponents, rounded down } }
card KN6 { development "One Half" cost 2 vp 1 { score 6 per development called "Other Half" } }
card KN7 { development "Other Half" cost 2 vp 1 {} }
"""


def write_known_set(folder: Path) -> Path:
    (folder / "set.toml").write_text('id = "known"\nname = "Known"\ngame = "race"\nversion = "1"\n')
    (folder / "cards.rftg").write_text(CARDS)
    return folder


def measure(library: Library, contrast: Contrast, size: int = 24, players: int = 2) -> Sample:
    return sample_of(play_contrast(library, contrast, size, players))


def play_contrast(library: Library, contrast: Contrast, size: int, players: int = 2) -> list[int]:
    """Play some pairs of games, and return the values of a contrast in them, in units of 1 / (seats - 1) points."""
    starts = tuple(start for start, _ in contrast.terms)
    rows = GiftGames(source_of(library, ()), "known").play(Batch(Stratum(players, "greedy"), starts, range(size)))
    factors = [factor for _, factor in contrast.terms]
    return [sum(n * margin for n, margin in zip(factors, row, strict=True)) for row in zip(*rows, strict=True)]
