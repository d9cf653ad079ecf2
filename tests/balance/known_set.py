"""A set of developments that differ only in the points that they score."""

from __future__ import annotations

from pathlib import Path

CARDS = """
card KN1 { development "Blank" cost 2 vp 1 {} }
card KN2 { development "Blank Again" cost 2 vp 1 {} }
card KN3 { development "Three More" cost 2 vp 4 {} }
card KN4 { development "Three Scored" cost 2 vp 1 { score 3 } }
"""


def write_known_set(folder: Path) -> Path:
    (folder / "set.toml").write_text('id = "known"\nname = "Known"\ngame = "race"\nversion = "1"\n')
    (folder / "cards.rftg").write_text(CARDS)
    return folder
