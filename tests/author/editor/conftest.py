from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from author.editor.client import Editor, session

SET = 'id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1"\n'
TILES = """# Tiles for the tests.
tile X1 {
  development "First Bank" cost 1 { at end of ship: gain $1 }
  world "Blue Rock" novelty cost 2 { gain 1 novelty die here }
}
"""
SCENARIO = """scenario "The bank pays" {
  given
    seat 1 tableau: "First Bank"
  when
    phase ship
  then
    seat 1 credits + 1
}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A set with one tile and its scenario."""
    made = tmp_path / "mine"
    (made / "scenarios").mkdir(parents=True)
    (made / "set.toml").write_text(SET)
    (made / "tiles.rftg").write_text(TILES)
    (made / "scenarios" / "bank.rftg").write_text(SCENARIO)
    return made


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """A server that many tests talk to."""
    yield from session()


@pytest.fixture
def editor(running: Editor) -> Iterator[Editor]:
    """That server, with no file open."""
    yield running
    running.close_all()


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Editor]:
    """A server of one's own, for what might harm it."""
    yield from session()
