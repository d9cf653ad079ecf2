"""Verdicts kept until something changes: any content read, this program, or the program of a game from elsewhere."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any

import rftg_dsl
from rftg_dsl.cache import keep, kept
from rftg_dsl.resources import content, grammar
from rftg_dsl.validate.outcome import Outcome, from_kept
from rftg_dsl.validate.target import FILES, Target, files_below, read_for


class Memory:
    """What was found when these were looked at last, from this folder."""

    def __init__(self, targets: Sequence[Target], game: str) -> None:
        request = repr((os.getcwd(), game, targets))
        self.name = f"validate-{sha256(request.encode()).hexdigest()[:24]}"
        self.key = fingerprint(targets, game)
        self.began = time.time_ns()

    def recall(self) -> Outcome | None:
        """The verdict of an earlier run, if nothing has changed since."""
        found = kept(self.name, self.key) if self.key else None
        match found:
            case {"verdict": verdict, "places": list(places), "stood": str(stood)} if stood:
                texts = all(isinstance(place, str) for place in places)
                return from_kept(verdict) if texts and standing(places) == stood else None
        return None

    def keep(self, verdict: Outcome, places: Sequence[str]) -> None:
        """Keep a verdict, with the folders and files of games from elsewhere that it depends on.

        Nothing is kept if one of them changed since this was made: it may have been read before or after.
        """
        stood = standing(places, self.began)
        if self.key and stood:
            value: dict[str, Any] = {"verdict": verdict, "places": list(places), "stood": stood}
            keep(self.name, self.key, value)


def fingerprint(targets: Sequence[Target], game: str) -> str:
    """A digest of what every verdict depends on; empty if that cannot be read, or is too much."""
    made = sha256(repr((rftg_dsl.__version__, sys.version_info[:2], grammar("power.lark"), game, targets)).encode())
    files = list(islice(read_for(targets), FILES + 1))
    if len(files) > FILES:
        return ""
    try:
        for name in (*files_below(str(content())), *files):
            if not os.path.isfile(name):
                return ""
            with open(name, "rb") as file:
                made.update(b"%s %s\n" % (os.fsencode(name), sha256(file.read()).digest()))
        for line in program():
            made.update(line.encode("utf-8", "surrogateescape"))
    except OSError:
        return ""
    return made.hexdigest()


def program() -> Iterator[str]:
    """One line for each file of this program, with its size and time, and for each folder of installed packages."""
    top = os.path.dirname(os.path.abspath(rftg_dsl.__file__))
    for name in python_below(top):
        yield line_of(name)
    for folder in sys.path:
        if os.path.isdir(folder) and any(name.endswith((".dist-info", ".egg-info")) for name in os.listdir(folder)):
            yield f"{folder} {os.stat(folder).st_mtime_ns}\n"


def standing(places: Iterable[str], before: int | None = None) -> str:
    """A digest of the content and Python files of some places, by size and time.

    Empty if one of them cannot be read, there are too many, or one was changed after ``before`` (in nanoseconds).
    """
    made = sha256()
    try:
        for nth, name in enumerate(name for place in places for name in (place, *files_of(place))):
            found = os.stat(name)
            late = before is not None and found.st_mtime_ns >= before and not os.path.isdir(name)
            if nth > FILES or late:
                return ""
            made.update(line_of(name).encode("utf-8", "surrogateescape"))
    except OSError:
        return ""
    return made.hexdigest()


def files_of(place: str) -> Iterator[str]:
    """The files of a place that a game can consist of: content and Python."""
    yield from files_below(place)
    yield from python_below(place)


def python_below(top: str) -> Iterator[str]:
    """The Python files of a folder, at any depth, in order."""
    for here, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (f"{here}/{name}" for name in sorted(names) if name.endswith(".py"))


def line_of(name: str) -> str:
    """A file with its size and time; a folder by its name only, for its time changes as Python compiles into it."""
    found = os.stat(name)
    return f"{name}\n" if os.path.isdir(name) else f"{name} {found.st_size} {found.st_mtime_ns}\n"
