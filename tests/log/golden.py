"""Write the golden logs: one log per game, which must stay valid until the version of its rules changes.

make golden
"""

from __future__ import annotations

import gzip
from pathlib import Path
from tempfile import TemporaryDirectory

from rftg_dsl.library import Library, standard
from rftg_dsl.play.game import play_game
from rftg_dsl.shelf import game_names

FOLDER = Path(__file__).parent / "golden"


def main() -> None:
    """Replace the golden log of each game whose rules have a new version; the others stay as they are."""
    FOLDER.mkdir(exist_ok=True)
    for library in map(standard, game_names()):
        golden = FOLDER / f"{library.game.name}-{library.game.version}.rlog.gz"
        if golden.exists():
            continue
        for outdated in FOLDER.glob(f"{library.game.name}-*.rlog.gz"):
            outdated.unlink()
        golden.write_bytes(gzip.compress(played(library), mtime=0))


def played(library: Library) -> bytes:
    """The log of a game between a greedy and a random player."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.rlog"
        play_game(library, 2, "golden", ["greedy", "random"], path)
        return path.read_bytes()


if __name__ == "__main__":
    main()
