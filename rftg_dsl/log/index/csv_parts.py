"""Writes rows for the index as one CSV file per table, because DuckDB loads that format fastest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from rftg_dsl.log.index.tables import TABLES

Value = int | bool | str | None

SEPARATE = dict.fromkeys((*range(32), 127), "�")

MOST = 50_000
LONG = 100


class Written(dict[Value, str]):
    """A cache of values formatted as CSV."""

    def __missing__(self, value: Value) -> str:
        text = to_csv(value)
        if len(text) < LONG:
            if len(self) >= MOST:
                self.clear()
            self[value] = text
        return text


def to_csv(value: Value) -> str:
    """Format a value as CSV. None becomes an empty field, and text is quoted. Booleans become numbers, because ``True``
    and 1 are the same cache key."""
    if isinstance(value, str):
        printable = value if value.isprintable() else value.translate(SEPARATE)
        return '"' + printable.replace('"', '""') + '"'
    return "" if value is None else str(int(value))


class Rows:
    """The rows for some logs, in a new folder with one file per table."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.files: dict[str, IO[bytes]] = {table: (folder / table).open("wb") for table in TABLES}
        self.written = Written()

    def add(self, table: str, *values: Value) -> int:
        known = self.written
        row = ",".join([known[value] for value in values])
        return self.files[table].write(row.encode("utf-8", "backslashreplace") + b"\n")

    @contextmanager
    def keep_all_or_none(self) -> Iterator[None]:
        """Keep all rows added within this context, or none of them if the context raises an error."""
        before = {table: file.tell() for table, file in self.files.items()}
        try:
            yield
        except BaseException:
            for table, file in self.files.items():
                file.seek(before[table])
                file.truncate()
            raise

    def close(self) -> None:
        for file in self.files.values():
            file.close()
