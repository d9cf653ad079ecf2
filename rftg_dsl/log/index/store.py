"""The DuckDB file for an index. It is given its name only once it is complete, and never replaces another file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.extras import require_extra
from rftg_dsl.log.index.tables import TABLES

MEMORY = "500MB"

STORED = "index.duckdb"

LONGEST = 8_000_000
"""Maximum size of a row in bytes, enough for a log line in which every character becomes a doubled quotation mark."""

READ = (
    f"read_csv(?, header=false, auto_detect=false, delim=',', quote='\"', escape='\"', nullstr='',"
    f" allow_quoted_nulls=false, max_line_size={LONGEST}, columns={{columns}})"
)


COPIES = """
CREATE TEMPORARY TABLE later AS
SELECT id, log, first FROM (
    SELECT id, log, rowid AS nth, first_value(id) OVER same AS first, row_number() OVER same AS copy
    FROM games WHERE played IS NOT NULL WINDOW same AS (PARTITION BY played ORDER BY rowid)
) WHERE copy > 1 ORDER BY nth
"""


def import_duckdb() -> Any:
    with require_extra("lake", "an index"):
        import duckdb
    return duckdb


@contextmanager
def make_workplace(to: Path) -> Iterator[Path]:
    """Create a folder beside ``to``, and remove it at the end. Raise ``UsageError`` if it cannot be created."""
    with explain_errors(to):
        # Create the folder beside ``to``, on the same disk, so that the result can be renamed into place.
        folder = Path(mkdtemp(prefix=f".{to.name}.", dir=to.parent))
    try:
        yield folder
    finally:
        rmtree(folder, ignore_errors=True)


@contextmanager
def explain_errors(to: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise error_on_writing(to, error.strerror or str(error)) from None
    except import_duckdb().Error as error:
        raise error_on_writing(to, next(iter(str(error).splitlines()), "")) from None


def error_on_writing(to: Path, reason: str) -> UsageError:
    return UsageError(
        f"{to} cannot be written: {reason}", "check the folder's permissions and the free space", "unwritable"
    )


def check_new(path: Path) -> None:
    if path.exists() or path.is_symlink():
        raise UsageError(f"{path} already exists", "choose another name", "existing-file")


def is_empty(folder: Path) -> bool:
    return folder.is_dir() and not any(folder.iterdir())


class Store:
    """The tables of a DuckDB file while it is being written."""

    def __init__(self, folder: Path) -> None:
        settings = {
            "memory_limit": MEMORY,
            "temp_directory": str(folder / "more"),
            # Indexing must not download anything.
            "autoinstall_known_extensions": "false",
        }
        self.base: Any = import_duckdb().connect(str(folder / STORED), config=settings)
        for table, columns in TABLES.items():
            self.base.execute(
                f"CREATE TABLE {table} ({', '.join(f'{column.name} {column.type}' for column in columns)})"
            )

    def load(self, pieces: Path) -> None:
        for table, columns in TABLES.items():
            if (pieces / table).stat().st_size:
                types = {column.name: column.type for column in columns}
                self.base.execute(
                    f"INSERT INTO {table} SELECT * FROM {READ.format(columns=types)}", [str(pieces / table)]
                )
        rmtree(pieces)

    def count_once(self) -> None:
        """Keep the first log of each game, and list the others as copies."""
        self.base.execute(COPIES)
        if not self.base.execute("SELECT count(*) FROM later").fetchone()[0]:
            return
        self.base.execute("INSERT INTO copies SELECT log, first FROM later")
        for table, columns in TABLES.items():
            key = "id" if table == "games" else "game_id"
            if table != "copies" and key in [column.name for column in columns]:
                self.base.execute(f"DELETE FROM {table} WHERE {key} IN (SELECT id FROM later)")

    def count_rows(self) -> Mapping[str, int]:
        return {table: self.base.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES}

    def are_all_over(self) -> bool:
        unfinished = "SELECT count(*) FROM games WHERE complete IS NOT TRUE"
        return not (self.base.execute(unfinished).fetchone()[0] or self.count_rows()["refused"])

    def export(self, folder: Path) -> None:
        folder.mkdir()
        for table in TABLES:
            file = str(folder / f"{table}.parquet").replace("'", "''")
            self.base.execute(f"COPY {table} TO '{file}' (FORMAT parquet, COMPRESSION zstd)")

    def close(self) -> None:
        self.base.close()


def publish(made: Path, to: Path, mode: int) -> None:
    """Set the mode of a complete file, and move it to its final name. Raise ``UsageError`` if the name is taken."""
    with explain_errors(to):
        made.chmod(mode)
        with made.open("rb") as file:
            os.fsync(file.fileno())
        check_new(to)
        try:
            # Link rather than rename, because linking fails if the name has been taken since ``check_new``.
            os.link(made, to)
        except FileExistsError:
            check_new(to)
        except OSError:  # this disk does not support hard links
            made.rename(to)


def publish_folder(made: Path, to: Path, mode: int) -> None:
    """Set the mode of the files in a complete folder, and move the folder to its final name.

    Raise ``UsageError`` if the name is taken by anything but an empty folder.
    """
    for file in made.iterdir():
        file.chmod(mode)
    if not is_empty(to):
        check_new(to)
    made.rename(to)
