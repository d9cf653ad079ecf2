"""The command, run in its own folder with its own cache."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from rftg_dsl.cli import app

Rftg = Callable[..., Result]

SET = 'id = "frontier"\nname = "Frontier"\ngame = "roll"\nversion = "1"\n'
TILES = """tile X01 {
  development "Frontier Guild" cost 3 { when own world completes: gain $1 }
  world "Border Post" gray cost 2 { gain 1 home die to cup }
}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the command is run in."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "100")
    return here


@pytest.fixture
def rftg() -> Rftg:
    """Run the command; no exception may escape."""

    def run(*words: str, stdin: bytes | str = b"") -> Result:
        result = CliRunner().invoke(app, list(words), input=stdin)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return run


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """What the command says from then on is folded as on a terminal with so many columns."""

    def set_columns(columns: int) -> None:
        monkeypatch.setattr("rftg_dsl.show.terminal.wrap.is_terminal", lambda _: True)
        monkeypatch.setenv("COLUMNS", str(columns))

    return set_columns


@pytest.fixture
def frontier(folder: Path) -> Path:
    """A small set without a mistake."""
    made = folder / "frontier"
    made.mkdir()
    (made / "set.toml").write_text(SET)
    (made / "tiles.rftg").write_text(TILES)
    return made
