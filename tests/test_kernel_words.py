"""Law 2: the kernel and the other game-independent rooms contain no word of any game; exceptions are explained."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rftg_dsl.library import installed, load

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "kernel.md").read_text("utf-8")
KEYWORDS = ROOT / "rftg_dsl" / "syntax" / "keywords.py"
"""The words of the language, and those of everyday speech, some of which are words of games too."""
KERNEL, OTHERS = PAGE.split("## Glossary")[1].split("The other rooms")


def listed(text: str) -> set[str]:
    """The words of a glossary, in singular and plural."""
    words = re.findall(r"\*\*([a-z-]+)\*\*", text)
    return {form for word in words for form in (word, word + "s")}


@cache
def declared() -> frozenset[str]:
    """Every word that shipped content declares."""
    vocabulary: set[str] = set()
    for name in installed.game_names():
        words = load.load(name).model.words
        vocabulary |= words.list_words() | set(words.numbers) | {name}
    return frozenset(vocabulary)


def texts(tree: ast.AST) -> Iterator[str]:
    """All names and literal texts of a module, without docstrings."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                node.value.value = None
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text) | ast.keyword(arg=str(text)):
                yield text
            case ast.FunctionDef(name=text) | ast.ClassDef(name=text) | ast.Constant(value=str(text)):
                yield text


def words_in(path: Path) -> set[str]:
    """The single words of a module, in small letters."""
    whole = " ".join(texts(ast.parse(path.read_text("utf-8"))))
    return set(re.findall(r"[a-z]+", re.sub("([A-Z])", r" \1", whole).lower()))


@pytest.mark.parametrize("path", sorted((ROOT / "rftg_dsl/kernel").glob("*.py")), ids=lambda path: path.stem)
def test_the_kernel_knows_no_word_of_any_game(path: Path) -> None:
    assert words_in(path) & declared() - listed(KERNEL) == set()


@pytest.mark.parametrize("room", ["syntax", "check", "compile", "log"])
def test_no_other_room_does(room: str) -> None:
    known = declared() - listed(KERNEL) - listed(OTHERS)
    paths = [path for path in (ROOT / "rftg_dsl" / room).rglob("*.py") if path != KEYWORDS]

    assert {path.name: there for path in paths if (there := words_in(path) & known)} == {}


def test_the_glossary_explains_only_what_is_needed() -> None:
    kernel = {word for path in (ROOT / "rftg_dsl/kernel").glob("*.py") for word in words_in(path)}
    singular = re.findall(r"\*\*([a-z-]+)\*\*", KERNEL)

    assert [word for word in singular if not {word, word + "s"} & kernel & declared()] == []


def test_the_words_of_games_are_found() -> None:
    assert {"roll", "military", "world", "cup", "explore", "scout_tiles"} <= declared()
    assert "explore" in words_in(ROOT / "rftg_dsl/games/roll/numbers.py")
