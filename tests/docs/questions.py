"""Writes docs/questions.md anew: the columns of the tables, and the answers to its questions.

Run it after a table, a question or the play of bots has changed: ``make questions``.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb

from rftg_dsl.library.load import load_standard
from rftg_dsl.log.audit.batch import logs_in
from rftg_dsl.log.index.build_index import build
from rftg_dsl.log.index.tables import TABLES
from rftg_dsl.play.simulate import simulate

PAGE = Path(__file__).parents[2] / "docs" / "questions.md"
BLOCK = re.compile(r"```sql\n(.*?)\n```\n(?:\n((?:\|[^\n]*\n)+))?", re.S)


def questions(text: str) -> Iterator[tuple[str, str]]:
    """The SQL of each question, and its answer as a table."""
    for match in BLOCK.finditer(text):
        yield match[1], match[2] or ""


def made(folder: Path, games: int) -> Path:
    """An index of some games of each sort, in a folder."""
    for game in ("roll", "race", "galaxies"):
        for bots in (["greedy", "random"], ["greedy"]):
            simulate(load_standard(game), games, 2, game, bots, 2, folder / "logs" / f"{game}-{len(bots)}")
    build(list(logs_in([folder / "logs"])), folder / "games.duckdb", 2)
    return folder / "games.duckdb"


def asked(base: Any, question: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The columns and rows of an answer."""
    base.execute(question)
    return [column[0] for column in base.description], base.fetchall()


def cell(value: Any) -> str:
    """A value in a table of the page."""
    shown = f"{value:,}" if isinstance(value, int) else str(value)
    return shown.rstrip().replace("|", "\\|")


def table(columns: list[str], rows: list[tuple[Any, ...]]) -> str:
    """An answer as a table of the page."""
    lines = [columns, ["---"] * len(columns), *[[cell(entry) for entry in row] for row in rows]]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def described() -> str:
    """The columns of all tables as rows of a table of the page."""
    return "".join(
        f"| `{name}` | `{column.name}` | {column.type} | {column.meaning} |\n"
        for name, columns in TABLES.items()
        for column in columns
    )


def answered(text: str, base: Any) -> str:
    """The page with the columns of the tables, and with every answer written anew."""
    text = re.sub(r"(\| table .*?\n\| --- [^\n]*\n)(?:\|[^\n]*\n)*", lambda match: match[1] + described(), text)
    return BLOCK.sub(lambda match: f"```sql\n{match[1]}\n```\n\n{table(*asked(base, match[1]))}", text)


def main() -> None:
    """Play the games of the page and write it."""
    with tempfile.TemporaryDirectory() as folder, duckdb.connect(str(made(Path(folder), 300)), read_only=True) as base:
        PAGE.write_text(answered(PAGE.read_text("utf-8"), base), "utf-8")


if __name__ == "__main__":
    main()
