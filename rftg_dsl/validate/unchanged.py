"""Outcomes cached until something changes: the content read, or this program."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import islice

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

    def recall(self) -> Outcome | None:
        """The outcome of an earlier run, if nothing has changed since."""
        return from_kept(kept(self.name, self.key)) if self.key else None

    def keep(self, outcome: Outcome) -> None:
        """Cache the outcome for the files as they were when this memory was made."""
        if self.key:
            keep(self.name, self.key, outcome)


def fingerprint(targets: Sequence[Target], game: str) -> str:
    """A digest of everything an outcome depends on; empty if that is unreadable or too much."""
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
    except OSError:
        return ""
    for line in program():
        made.update(line.encode("utf-8", "surrogateescape"))
    return made.hexdigest()


def program() -> Iterator[str]:
    """One line for each file of this program, with its size and time, and for each folder of installed packages."""
    top = os.path.dirname(os.path.abspath(rftg_dsl.__file__))
    for here, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            if name.endswith(".py"):
                found = os.stat(os.path.join(here, name))
                yield f"{here}/{name} {found.st_size} {found.st_mtime_ns}\n"
    for folder in sys.path:
        if folder.endswith("-packages") and os.path.isdir(folder):
            yield f"{folder} {os.stat(folder).st_mtime_ns}\n"
