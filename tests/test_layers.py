"""Imports point one way; the table says who may import whom, and a room without a row is an error."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

MAY_IMPORT: dict[str, set[str]] = {
    "base": set(),
    "syntax": {"base"},
    "check": {"base", "syntax"},
    "wording": {"base", "check"},
    "kernel": {"base"},
    "compile": {"base", "check", "wording", "kernel"},
    "games": {"base", "check", "wording", "kernel", "compile"},
    "library": {"base", "syntax", "check", "wording", "kernel", "compile"},
    "log": {"base", "check", "wording", "kernel", "compile", "library"},
    "play": {"base", "check", "wording", "kernel", "compile", "games", "library", "log"},
    "balance": {"base", "check", "kernel", "compile", "games", "library", "log", "play"},
    "testing": {"base", "kernel", "compile", "library", "log"},
    "importers": {"base", "check", "kernel", "compile", "games", "library", "log"},
    "author": {"base", "syntax", "check", "wording", "kernel", "compile", "library", "log"},
    "show": {"base", "syntax", "check", "wording", "kernel", "compile", "library", "log", "play", "balance", "author"},
    "native": {"base", "kernel", "compile", "library", "log"},
    "api": {"base", "wording", "kernel", "library", "log", "play"},
    "cli": {"base", "kernel", "library", "log", "play", "balance", "importers", "author", "show"},
}
"""Room -> the other rooms it may import, from the bottom up. A game sees no other game, and a format of recordings no
game but its own; games and formats are found by all others through entry points. The face of the package, its
``__init__``, is part of ``api``; ``grammar`` and ``content`` hold data and import nothing."""


def room(module: str) -> str:
    """The row of the table that a module, or a name inside one, belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in rooms_on_disk() else "api"


def game(module: str) -> str:
    """The game whose folder, or whose recordings, a module is in; empty for what games or formats share."""
    match module.split("."):
        case ["rftg_dsl", "games" | "importers", name, *_] if name.partition("_")[0] in games():
            return name.partition("_")[0]
    return ""


@cache
def games() -> set[str]:
    return {init.parent.name for init in ROOT.glob("rftg_dsl/games/*/__init__.py")}


@cache
def rooms_on_disk() -> set[str]:
    files = {file.stem for file in ROOT.glob("rftg_dsl/*.py")} - {"__init__"}
    folders = {init.parent.name for init in ROOT.glob("rftg_dsl/*/__init__.py")}
    return files | folders | {"cli"}


def modules() -> Iterator[tuple[str, Path]]:
    """Every module by its installed name, with its file."""
    for file in sorted([*ROOT.glob("rftg_dsl/**/*.py"), *ROOT.glob("cli/**/*.py")]):
        parts = file.relative_to(ROOT).with_suffix("").parts
        if parts[0] != "rftg_dsl":
            parts = ("rftg_dsl", *parts)
        yield ".".join(parts), file


@cache
def imports_of(module: str, text: str) -> tuple[str, ...]:
    """What a module imports from this project, names included; a game named in a string counts."""
    modules_found: list[str] = []
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=names):
                targets = [alias.name for alias in names]
            case ast.ImportFrom(module=source, names=names, level=level):
                above = module.split(".")[:-level] if level else []
                targets = [".".join([*above, *([source] if source else []), alias.name]) for alias in names]
            case ast.Constant(value=str(value)) if re.fullmatch(r"rftg_dsl\.(games|importers)\.[\w.:]+", value):
                targets = [value.replace(":", ".")]
            case _:
                continue
        modules_found += [name for name in targets if name.split(".")[0] == "rftg_dsl"]
    return tuple(modules_found)


def allowed(module: str, name: str) -> bool:
    here, there = room(module), room(name)
    if game(name) and game(name) != game(module):
        return False
    return here == there or there in MAY_IMPORT[here]


def trespasses(module: str, text: str) -> list[str]:
    """One line for each import that the table does not allow."""
    return [
        f"{module} imports {name}: {room(module)} may not import {room(name)}"
        for name in imports_of(module, text)
        if not allowed(module, name)
    ]


def test_every_room_has_a_row_in_the_table() -> None:
    assert rooms_on_disk() == set(MAY_IMPORT)


def test_the_table_has_no_circle_and_goes_from_the_bottom_up() -> None:
    order = [*MAY_IMPORT]

    assert list(TopologicalSorter(MAY_IMPORT).static_order())
    assert [name for name, below in MAY_IMPORT.items() if not below <= {*order[: order.index(name)]}] == []


def test_every_module_imports_only_what_lies_below_it() -> None:
    lines = [line for module, file in modules() for line in trespasses(module, file.read_text("utf-8"))]

    assert lines == []


def circles(texts: Mapping[str, str]) -> list[list[str]]:
    """The modules of each circle of imports, those for types included; folders are imported before their modules."""
    graph = {module.removesuffix(".__init__"): set[str]() for module in texts}
    for module, text in texts.items():
        here = module.removesuffix(".__init__")
        for name in imports_of(module, text):
            parts = name.split(".")
            above = {".".join(parts[:n]) for n in range(2, len(parts) + 1)}
            graph[here] |= {each for each in above & graph.keys() if not f"{here}.".startswith(f"{each}.")}
    cycles = []
    while True:
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            cycles.append(sorted({*error.args[1]}))
            graph[error.args[1][1]].discard(error.args[1][0])
        else:
            return cycles


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles({module: file.read_text("utf-8") for module, file in modules()}) == []


@pytest.mark.parametrize(
    "texts",
    [
        {"a": "from rftg_dsl.kernel import b", "b": "from rftg_dsl.kernel.a import x"},
        {"a": "from rftg_dsl.kernel.b import y", "b": "if TYPE_CHECKING:\n    from rftg_dsl.kernel.a import x"},
        {
            "a": "from rftg_dsl.kernel import b",
            "b": "import rftg_dsl.kernel.c",
            "c": "def f():\n    from rftg_dsl.kernel import a",
        },
        {"a": "from rftg_dsl.kernel.d.one import y", "d.one": "", "d.__init__": "from rftg_dsl.kernel import a"},
    ],
)
def test_a_planted_circle_is_seen(texts: Mapping[str, str]) -> None:
    assert len(circles({f"rftg_dsl.kernel.{name}": text for name, text in texts.items()})) == 1


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("rftg_dsl.kernel.table", "from rftg_dsl.syntax import parse"),
        ("rftg_dsl.kernel.table", "from rftg_dsl import syntax"),
        ("rftg_dsl.kernel.table", "from ..syntax.ast import Tree"),
        ("rftg_dsl.kernel.__init__", "from ..syntax.ast import Tree"),
        ("rftg_dsl.syntax.parse", "import rftg_dsl.kernel.table"),
        ("rftg_dsl.syntax.parse", "def late():\n    from rftg_dsl.check import model"),
        ("rftg_dsl.check.model", "import rftg_dsl.cli"),
        ("rftg_dsl.play.bots", "from .. import cli"),
        ("rftg_dsl.log.audit.audit", "from rftg_dsl.games import roll"),
        ("rftg_dsl.log.audit.audit", "import_module('rftg_dsl.games.roll')"),
        ("rftg_dsl.games.__init__", "from . import roll"),
        ("rftg_dsl.games.roll.steps", "from rftg_dsl.log import records"),
        ("rftg_dsl.games.roll.steps", "from rftg_dsl.importers import reader"),
        ("rftg_dsl.games.roll.__init__", "from rftg_dsl.importers.roll_trace import IMPORTER"),
        ("rftg_dsl.play.bots", "from rftg_dsl.importers import reader"),
        ("rftg_dsl.author.validate.check_targets", "from rftg_dsl.show.terminal import text"),
        ("rftg_dsl.show.terminal.finding_text", "from rftg_dsl.cli import app"),
        ("rftg_dsl.cli.convert", "from rftg_dsl.importers.roll_trace import IMPORTER"),
        ("rftg_dsl.importers.reader", "from rftg_dsl.games.roll import words"),
    ],
)
def test_a_planted_trespass_is_seen(module: str, text: str) -> None:
    assert len(trespasses(module, text)) == 1


def test_a_game_may_not_import_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.games", lambda: {"roll", "race"})

    assert trespasses("rftg_dsl.games.race.steps", "from rftg_dsl.games.roll import words")
    assert trespasses("rftg_dsl.importers.race_trace.names", "from rftg_dsl.games.roll import words")
    assert not trespasses("rftg_dsl.games.race.steps", "from rftg_dsl.games.race import words")


def test_a_format_may_use_what_importers_share_and_its_own_game() -> None:
    text = "from rftg_dsl.importers import reader\nfrom rftg_dsl.log import x\nfrom rftg_dsl.games.roll import numbers"

    assert trespasses("rftg_dsl.importers.roll_trace", text) == []
