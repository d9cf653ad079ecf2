"""docs/diagnostics.md lists exactly the codes in the source."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rftg_dsl.render import failure

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "diagnostics.md").read_text("utf-8")


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call in the source, with the last part of the function's name."""
    for file in (*ROOT.glob("rftg_dsl/**/*.py"), *ROOT.glob("cli/*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield getattr(node.func, "attr", getattr(node.func, "id", "")), node


def texts(node: ast.expr) -> set[str]:
    """The possible texts of an argument."""
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def chosen() -> set[str]:
    """Codes that are assigned to a name first."""
    found = set()
    for file in ROOT.glob("rftg_dsl/check/*.py"):
        for first, second in re.findall(r'code, \w+ = \("([\w-]+)".*?\("([\w-]+)"', file.read_text("utf-8")):
            found |= {first, second}
    return found


def diagnostics() -> set[str]:
    found = chosen()
    for name, call in calls():
        if name in ("Diagnostic", "wrong", "Wrong", "Refused") and call.args:
            found |= texts(call.args[0])
        if name == "unknown" and call.args:
            found |= {f"unknown-{text.replace(' ', '-')}" for text in texts(call.args[0])}
    return found


def failures() -> set[str]:
    found: set[str] = set()
    for name, call in calls():
        if name == "Unusable" and len(call.args) > 2:
            found |= texts(call.args[2])
    for node in ast.walk(ast.parse(Path(failure.__file__).read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "line":
            found |= texts(node.args[0])
    return found


def documented(heading: str) -> list[str]:
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `([\w-]+)`", section, re.MULTILINE)


def test_the_page_has_every_code_of_a_diagnostic_in_order() -> None:
    assert documented("Codes") == sorted(diagnostics())


def test_the_page_has_every_code_of_a_failure_in_order() -> None:
    assert documented("When the command could not run") == sorted(failures())


def test_every_code_says_what_to_do() -> None:
    rows = [line for line in PAGE.split("\n## Codes\n")[1].split("\n## ")[0].splitlines() if line.startswith("| `")]

    assert all(
        len(cells) == 5 and all(cell.strip() for cell in cells[1:4]) for cells in (row.split("|") for row in rows)
    )
