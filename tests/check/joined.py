"""Load a temporary set with a game, and see what loading finds."""

from pathlib import Path
from tempfile import TemporaryDirectory

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.library import load
from rftg_dsl.library.load import Loaded

FILE = "pieces.rftg"


def join(text: str | bytes, game: str = "roll", words_only: bool = False) -> Loaded:
    """A game with a set of one file; ``words_only``: without the sets shipped with the game."""
    with TemporaryDirectory() as folder:
        path = Path(folder)
        (path / "set.toml").write_text(f'id = "test"\nname = "Test"\ngame = "{game}"\nversion = "1"\n')
        (path / FILE).write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        return load.load(game, extra=[path], sets=[] if words_only else None)


def found(text: str | bytes, game: str = "roll", words_only: bool = False) -> list[Diagnostic]:
    """What is wrong with that file."""
    return [
        diagnostic
        for diagnostic in join(text, game, words_only).diagnostics
        if diagnostic.at.source.label.endswith(FILE)
    ]


def codes(text: str | bytes, words_only: bool = False) -> list[str]:
    """The codes of the mistakes in that file, by place."""
    return [diagnostic.code for diagnostic in found(text, words_only=words_only)]


def tile(power: str) -> str:
    """A tile with one power on its development."""
    return f'tile X1 {{\n  development "A development" cost 3 {{ {power} }}\n  world "A world" gray cost 1\n}}\n'
