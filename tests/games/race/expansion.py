"""Custom cards for tests of Race: a power of an expansion, on a card with a known name and number."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from games.race.tables import Table, race
from rftg_dsl.library.load import load_library

WORLD = 'card ZZ1 copies 2 {{\n  world "Zeta" novelty production cost 1 vp 1 {{ {power} }}\n}}\n'


SET = 'id = "z"\nname = "Z"\ngame = "race"\nversion = "1"\n'


def written(folder: Path, text: str) -> Path:
    """The folder of a set with this content."""
    (folder / "set.toml").write_text(SET)
    (folder / "z.rftg").write_text(text)
    return folder


def zeta(
    folder: Path,
    power: str,
    tableau: Iterable[str] = (),
    hand: Iterable[str] = (),
    goods: Iterable[str] = (),
    other: Iterable[str] = (),
    other_hand: Iterable[str] = (),
) -> Table:
    """A table of two seats with a set that has two copies of the world "Zeta" with this power."""
    library = load_library("race", None, [written(folder, WORLD.format(power=power))])
    return race(tableau, hand, goods, (), other, other_hand, found=library)
