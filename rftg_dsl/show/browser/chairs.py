"""The chairs at a table, each with the secret in its link: one for each person who plays, and one for all who watch.

They are kept in a file next to the game's log, which only its owner can read. A restarted server finds these files, so
every link still works.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

from attrs import frozen

from rftg_dsl.log.format.people import is_person
from rftg_dsl.log.proof.secret_files import write_secret

SEATS = ".seats"
LARGEST = 10_000


@frozen
class Chair:
    """A seat that a person plays, with the secret in its link."""

    seat: int
    secret: str


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
    """Create a chair with a separate secret for each person, and delete all chairs if the block fails."""
    chairs = [Chair(seat, token_urlsafe(16)) for seat, who in enumerate(seats) if is_person(who)]
    write_chairs(log, chairs)
    try:
        yield chairs
    except BaseException:
        seats_file_of(log).unlink()
        raise


def seats_file_of(log: Path) -> Path:
    return log.with_name(f"{log.name}{SEATS}")


def write_chairs(log: Path, chairs: Sequence[Chair]) -> None:
    data = {"seats": [{"seat": chair.seat, "secret": chair.secret} for chair in chairs]}
    write_secret(seats_file_of(log), json.dumps(data, sort_keys=True))


def chairs_in(path: Path) -> list[Chair]:
    """Return the chairs in a file with secrets; empty if the file is malformed or unreadable."""
    try:
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
            data: Mapping[str, Any] = json.loads(file.read(LARGEST))
        return [
            # Ignore a short secret, because it could be guessed.
            Chair(int(chair["seat"]), str(chair["secret"]))
            for chair in data["seats"]
            if len(chair["secret"]) >= 16
        ]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return []
