"""The chairs at a table, each with the secret in its link: one for each person who plays, and one for all who watch.

They are kept in a file next to the game's log, which only its owner can read. A restarted server finds these files, so
every link still works.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe
from typing import Any
from urllib.parse import quote

from attrs import frozen

from rftg_dsl.base.files import without_link
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.log.format.people import is_person
from rftg_dsl.log.proof.secret_files import write_secret

SEATS = ".seats"
LARGEST = 10_000


@frozen
class Chair:
    """A seat that a person plays, or ``PUBLIC`` for everyone who only watches, with the secret in its link."""

    seat: int
    secret: str

    @property
    def address(self) -> str:
        return f"/{'watch' if self.seat == PUBLIC else 'seat'}/{quote(self.secret, safe='')}"


def seat_in(games: Iterable[tuple[Path, Sequence[Chair]]], secret: str) -> tuple[Path, Sequence[Chair], int] | None:
    seat = None
    for log, chairs in games:
        for chair in chairs:
            # Compare in constant time and without an early return; the response time must not reveal a secret.
            if compare_digest(chair.secret.encode(), secret.encode("utf-8", "replace")):
                seat = log, chairs, chair.seat
    return seat


@contextmanager
def chairs_for(log: Path, seats: Sequence[str]) -> Iterator[list[Chair]]:
    """Create a chair with a separate secret for each person and one for watchers, and delete all if the block fails."""
    people = [seat for seat, who in enumerate(seats) if is_person(who)]
    chairs = [Chair(seat, token_urlsafe(16)) for seat in (*people, PUBLIC)]
    write_chairs(log, chairs)
    try:
        yield chairs
    except BaseException:
        seats_file_of(log).unlink()
        raise


def seats_file_of(log: Path) -> Path:
    return log.with_name(f"{log.name}{SEATS}")


def log_of(seats_file: Path) -> Path:
    return seats_file.with_name(seats_file.name.removesuffix(SEATS))


def write_chairs(log: Path, chairs: Sequence[Chair]) -> None:
    rows = [{"seat": chair.seat, "secret": chair.secret} for chair in chairs if chair.seat != PUBLIC]
    watch = next(chair.secret for chair in chairs if chair.seat == PUBLIC)
    write_secret(seats_file_of(log), json.dumps({"seats": rows, "watch": watch}, sort_keys=True))


def chairs_in(path: Path) -> list[Chair]:
    """Return the chairs in a file with secrets; empty if the file is malformed or unreadable."""
    data = read_beside(path)
    try:
        chairs = [Chair(int(row["seat"]), str(row["secret"])) for row in data["seats"]]
        chairs += [Chair(PUBLIC, str(data["watch"]))] if "watch" in data else []
    except (ValueError, TypeError, KeyError):
        return []
    # Ignore a short secret, because it could be guessed.
    return [chair for chair in chairs if len(chair.secret) >= 16]


def read_beside(path: Path) -> Any:
    """Return the JSON data in a file next to a log; None if the file is malformed, unreadable or a link."""
    try:
        with open(path, "rb", opener=without_link) as file:
            return json.loads(file.read(LARGEST))
    except (OSError, ValueError, RecursionError):
        return None
