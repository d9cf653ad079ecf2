"""The codes of all diagnostics, read from the source that makes them."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent / "rftg_dsl"
SOURCES = [
    *ROOT.glob("check/**/*.py"),
    *ROOT.glob("syntax/*.py"),
    ROOT / "library/load.py",
    ROOT / "library/sets.py",
    ROOT / "library/manifest.py",
]


def codes() -> set[str]:
    """Every code that a diagnostic can have."""
    return {code for path in SOURCES for code in codes_in(ast.parse(path.read_text("utf-8")))}


def codes_in(tree: ast.AST) -> Iterator[str]:
    """The codes in the calls of one file."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        first = node.args[0].value
        if not isinstance(first, str):
            continue
        if name in ("add_error", "report_error", "report_at_key", "warn", "Diagnostic"):
            yield first
        elif name == "add_unknown":
            yield f"unknown-{first.replace(' ', '-')}"
