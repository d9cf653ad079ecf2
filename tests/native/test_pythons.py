"""Native code that another Python makes plays as that Python does: some of them add fractions up in another way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lanes import slow
from pythons import NAMED, find_python, lend
from rftg_dsl.native.building import find_compiler

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")

PLAY = """
from pathlib import Path
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.proof.randomness import dice_of
from rftg_dsl.native.backend import backend
from rftg_dsl.play.one_game import play_game
from rftg_dsl.play.playouts import playouts_for, quickest_playouts_for

def played(name, **how):
    log = Path(f"{name}.rlog")
    play_game(library, 2, "every Python", bots, log, sync=False, **how)
    return log.read_bytes()

for game in ("galaxies", "race", "roll"):
    library = load_standard(game)
    engine = backend.engine(library, 2)
    bots = ["random", "random"]
    assert played(f"{game} here") == engine.random_game(dice_of("every Python"), bots).log, game
    bots = ["search:20", "random"]
    looked = [playouts_for(library.game), quickest_playouts_for(library, 2, "native")]
    here, there = (played(f"{game} looked {nth}", playouts=one) for nth, one in enumerate(looked))
    assert here == there, f"{game}: looks"
"""


@slow
@pytest.mark.parametrize("version", NAMED)
def test_native_code_plays_as_the_python_that_made_it(version: str, tmp_path: Path) -> None:
    python = find_python(version)
    if python is None or version == "{}.{}".format(*sys.version_info):
        pytest.skip(f"there is no other Python {version}")
    (tmp_path / "lent").mkdir()
    lend(tmp_path / "lent")
    own = {"PYTHONPATH": "lent", "PYTHONPYCACHEPREFIX": "compiled", "XDG_CACHE_HOME": "cache"}
    environment = os.environ | {name: str(tmp_path / place) for name, place in own.items()}

    done = subprocess.run(
        [python, "-s", "-c", PLAY], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
