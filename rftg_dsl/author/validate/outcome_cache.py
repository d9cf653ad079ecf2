"""Caches outcomes until content, this program, or the Python code of a plug-in changes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any

from rftg_dsl.author.validate.outcome import Outcome, as_kept, from_kept
from rftg_dsl.author.validate.target import FILES, Target, content_below, read_for, set_target
from rftg_dsl.base.build_id import describe_program, line_of, python_below
from rftg_dsl.base.cache import keep, recall
from rftg_dsl.base.limits import BYTES
from rftg_dsl.base.resources import find_content_folder, find_phrase_files
from rftg_dsl.base.version import __version__
from rftg_dsl.syntax.keywords import make_grammar


class Memory:
    """The cached outcome for these targets in this working directory."""

    def __init__(self, targets: Sequence[Target], game: str, sets: Sequence[str] = ()) -> None:
        request = repr((os.getcwd(), game, targets, sets))
        self.name = f"validate-{sha256(request.encode()).hexdigest()[:24]}"
        self.request = [*targets, *map(set_target, sets)], game
        self.key = fingerprint_of(*self.request)
        self.began = time.time_ns()

    def recall(self) -> Outcome | None:
        """The cached outcome, provided that nothing has changed since it was cached; otherwise None."""
        kept = recall(self.name, self.key) if self.key else None
        match kept:
            case {"outcome": outcome, "places": list(places), "digest": str(before)} if before:
                texts = all(isinstance(place, str) for place in places)
                return from_kept(outcome) if texts and digest(places) == before else None
        return None

    def keep(self, outcome: Outcome, places: Sequence[str]) -> None:
        """Cache an outcome, along with the plug-in files that it depends on.

        Do nothing if any file has changed since this object was created, because either version may have been read.
        """
        now = digest(places, self.began)
        if self.key and now and fingerprint_of(*self.request) == self.key:
            value: dict[str, Any] = {"outcome": as_kept(outcome), "places": list(places), "digest": now}
            keep(self.name, self.key, value)


def fingerprint_of(targets: Sequence[Target], game: str) -> str:
    """A digest of all files that an outcome depends on; empty if one cannot be read or if there are too many."""
    made = sha256(repr((__version__, sys.version_info[:2], make_grammar(), game, targets)).encode())
    files = list(islice(read_for(targets), FILES + 1))
    if len(files) > FILES:
        return ""
    try:
        for name in (*content_below(str(find_content_folder())), *map(str, find_phrase_files()), *files):
            if not os.path.isfile(name) or os.path.getsize(name) > BYTES.most:
                return ""
            with open(name, "rb") as file:
                made.update(b"%s %s\n" % (os.fsencode(name), sha256(file.read()).digest()))
        for line in describe_program():
            made.update(line.encode("utf-8", "surrogateescape"))
    except OSError:
        return ""
    return made.hexdigest()


def digest(places: Iterable[str], before: int | None = None) -> str:
    """A digest of the sizes and times of content and Python files.

    Empty if a file cannot be read, if there are too many files, or if one has changed since ``before`` (in
    nanoseconds).
    """
    made = sha256()
    try:
        for nth, name in enumerate(name for place in places for name in (place, *files_of(place))):
            status = os.stat(name)
            late = before is not None and status.st_mtime_ns >= before and not os.path.isdir(name)
            if nth > FILES or late:
                return ""
            made.update(line_of(name).encode("utf-8", "surrogateescape"))
    except OSError:
        return ""
    return made.hexdigest()


def files_of(place: str) -> Iterator[str]:
    yield from content_below(place)
    yield from python_below(place)
