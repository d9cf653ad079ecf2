"""The specification of the Python that native code accepts: every clause, with the examples of the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from native.compiler.small import warnings_of
from rftg_dsl.native.compiler import clauses
from rftg_dsl.native.compiler.clauses import CLAUSES

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "native-python.md").read_text("utf-8")
PARTS = dict(re.findall(r"^### (N\d+)\n\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S))
NAMES = "from collections.abc import Mapping, Sequence\nfrom contextlib import suppress\n" + (
    "from typing import Any, NamedTuple\n\nfrom rftg_dsl.kernel.play import Play\n\n\n"
)


def examples_of(clause: str) -> Sequence[str]:
    return re.findall(r"^```python\n(.*?)^```$", PARTS[clause], re.M | re.S)


def step_of(code: str, folder: Path) -> Any:
    """The function ``step`` of an example, from a file, as the reader needs its source."""
    path = folder / "example.py"
    path.write_text(NAMES + code, "utf-8")
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(path.read_text("utf-8"), str(path), "exec"), names)
    return names["step"]


def test_the_page_has_the_sentences_of_the_program() -> None:
    assert {clause: text.split("\n\n")[0].strip() for clause, text in PARTS.items()} == CLAUSES


@pytest.mark.parametrize("clause", CLAUSES)
def test_what_a_clause_allows_is_accepted(clause: str, tmp_path: Path) -> None:
    accepted, _ = examples_of(clause)

    assert warnings_of(step_of(accepted, tmp_path)) == []


@pytest.mark.parametrize("clause", CLAUSES)
def test_what_a_clause_forbids_is_refused_by_its_number(clause: str, tmp_path: Path) -> None:
    _, refused = examples_of(clause)

    assert clauses_in(lambda: warnings_of(step_of(refused, tmp_path))) == {clause}


def clauses_in(call: Any) -> set[str]:
    """The clauses that are quoted, in warnings or in an error."""
    try:
        said = "\n".join(call())
    except clauses.TranslationError as why:
        said = str(why)
    return {*re.findall(r"clause (N\d+) of native-python\.md", said)}


def test_every_error_of_the_compiler_quotes_a_clause_that_exists() -> None:
    folder = Path(clauses.__file__).parent
    quoted = {clause for path in folder.glob("*.py") for clause in re.findall(r'"(N\d+)"[,)]', path.read_text("utf-8"))}

    assert quoted == {*CLAUSES}


def test_an_error_says_where_and_which_clause() -> None:
    why = clauses.TranslationError("'while' with 'else' is not supported", "N7", "steps.py", 12)

    assert str(why) == "'while' with 'else' is not supported (steps.py:12, clause N7 of native-python.md)"


def test_what_python_would_raise_is_located_too() -> None:
    assert str(clauses.error_at(KeyError("gold"), "steps.py", 3)) == (
        "it cannot be translated: KeyError: 'gold' (steps.py:3)"
    )
