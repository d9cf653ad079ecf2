"""Custom tiles for tests of Roll: powers of an expansion, on tiles with known names and numbers."""

from __future__ import annotations

from pathlib import Path

from added import generate_only_added
from games.roll.position import RollPosition
from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.library.load import load, load_library

TILE = 'tile ZZ{n} {{ development "Zeta {n}" cost 2 {{ {power} }}; world "Eta {n}" novelty cost 2 {{ {power} }} }}\n'


def set_of(folder: Path, *powers: str, words: str = "") -> Path:
    """A set with a tile for each power on both sides ("Zeta 1" and "Eta 1" and so on), and new words."""
    (folder / "set.toml").write_text('id = "z"\nname = "Z"\ngame = "roll"\nversion = "1"\n')
    tiles = [TILE.format(n=n, power=power) for n, power in enumerate(powers, 1)]
    (folder / "z.rftg").write_text("\n".join([words, *tiles]))
    return folder


def zeta(folder: Path, *powers: str, players: int = 2, words: str = "", backend: Backend = "generated") -> RollPosition:
    """A table with the tiles of such a set in the bag; the test lays out "Zeta 1" and so on."""
    library = load_library("roll", None, [set_of(folder, *powers, words=words)])
    return RollPosition(library.rules(players, generate_only_added(backend)))


def wrong(folder: Path, power: str) -> list[Diagnostic]:
    """The diagnostics for an invalid power."""
    diagnostics = load("roll", extra=[set_of(folder, power)]).diagnostics
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
