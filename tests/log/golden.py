"""Write the golden logs: one log per game, which must stay valid until the version of its rules changes.

make golden
"""

from __future__ import annotations

import gzip
from pathlib import Path
from tempfile import TemporaryDirectory

from rftg_dsl.library import standard
from rftg_dsl.play.game import play_game
from rftg_dsl.shelf import game_names

FOLDER = Path(__file__).parent / "golden"


def main() -> None:
    """Play each game with a greedy and a random player, and keep its log."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder:
        for name in game_names():
            library = standard(name)
            path = Path(folder) / f"{name}.rlog"
            play_game(library, 2, "golden", ["greedy", "random"], path)
            packed = gzip.compress(path.read_bytes(), mtime=0)
            (FOLDER / f"{name}-{library.game.version}.rlog.gz").write_bytes(packed)


if __name__ == "__main__":
    main()
