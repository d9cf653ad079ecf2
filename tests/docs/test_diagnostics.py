"""The codes in the source are those that ``rftg_dsl/base/codes`` explains, and the documents say the same."""

import ast
import re
from functools import cache
from pathlib import Path

from docs.codes import PAGE, TABLES, page, tables
from rftg_dsl.base.codes import read_codes
from rftg_dsl.show.terminal import failure

ROOT = Path(__file__).parents[2]


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Every call in the source, with the last part of the function's name."""
    return [
        (getattr(node.func, "attr", getattr(node.func, "id", "")), node)
        for file in (*ROOT.glob("rftg_dsl/**/*.py"), *ROOT.glob("cli/*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call)
    ]


def texts(node: ast.expr) -> set[str]:
    """The possible texts of an argument."""
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    if isinstance(node, ast.BoolOp):
        return set().union(*map(texts, node.values))
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def chosen() -> set[str]:
    """Codes that are assigned to a name first."""
    codes = set()
    for file in ROOT.glob("rftg_dsl/check/**/*.py"):
        for first, second in re.findall(r'code, \w+ = \("([\w-]+)".*?\("([\w-]+)"', file.read_text("utf-8")):
            codes |= {first, second}
    return codes


def diagnostics() -> set[str]:
    codes = chosen()
    for name, call in calls():
        if name in ("Diagnostic", "add_error", "report_error", "report_at_key", "Wrong", "PackError") and call.args:
            codes |= texts(call.args[0])
        if name == "RasterError" and len(call.args) > 2:
            codes |= texts(call.args[2])
        if name == "add_unknown" and call.args:
            codes |= {f"unknown-{text.replace(' ', '-')}" for text in texts(call.args[0])}
    return codes


def failures() -> set[str]:
    codes: set[str] = set()
    for name, call in calls():
        if name == "UsageError" and len(call.args) > 2:
            codes |= texts(call.args[2])
    for node in ast.walk(ast.parse(Path(failure.__file__).read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "render_message":
            codes |= texts(node.args[0])
    return codes


CODES = read_codes()


def test_every_code_of_a_finding_is_explained_and_no_other() -> None:
    assert [code.name for code in CODES if code.finding] == sorted(diagnostics())


def test_every_code_of_a_failure_is_explained_and_no_other() -> None:
    assert [code.name for code in CODES if code.failure] == sorted(failures())


def test_the_documents_say_what_rftg_explain_says() -> None:
    """``make codes`` writes them."""
    assert tables(TABLES.read_text("utf-8")) == TABLES.read_text("utf-8")
    assert page() == PAGE.read_text("utf-8")
