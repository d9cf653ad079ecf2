"""Printed names of sets that are installed and not loaded, for advice on a name that is unknown without them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from rftg_dsl.box import Box
from rftg_dsl.diagnostic import Diagnostic, Rejected, Unusable, one_of
from rftg_dsl.folding import find_names
from rftg_dsl.sets import contents_of, read_source, set_files
from rftg_dsl.shelf import installed_sets
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.parse import parse


def sets_with(box: Box, name: str, loaded: Collection[str]) -> Iterator[tuple[str, str]]:
    """The installed sets of a game, other than those loaded, that have a name however it is typed, with the name."""
    for id, folder in installed_sets(box).items():
        if id not in loaded:
            yield from ((id, each) for each in find_names(name, printed_names(folder)))


@cache
def printed_names(folder: Path) -> tuple[str, ...]:
    """The printed names of the sides of an installed set; empty if it cannot be read."""
    with suppress(Unusable, Rejected):
        contents = contents_of(folder)
        files = [parse(read_source(path, contents=contents)[0])[0] for path in set_files(contents)]
        members = [one for file in files for declaration in file.declarations for one in declaration.members]
        return tuple(one.name.text for one in members if isinstance(one, tree.Side))
    return ()


def of_other_sets(box: Box, name: str, loaded: Collection[str]) -> tuple[str, str] | None:
    """The message and the hint for a name that only sets have that are not loaded; None if none has it."""
    found = list(sets_with(box, name, loaded))
    if not found:
        return None
    printed, sets = found[0][1], list(dict.fromkeys(id for id, _ in found))
    message = f"{printed!r} is in the set {one_of([repr(id) for id in sets])}, which is not loaded"
    return message, f'add --with {sets[0]}, or in the set.toml of your set: requires = ["{sets[0]}"]'


def advise(wrong: Diagnostic, box: Box, loaded: Collection[str]) -> Diagnostic:
    """A finding; if it is about a name that only a set has that is not loaded, it says so."""
    if wrong.code != "unknown-side":
        return wrong
    name = wrong.at.source.text[wrong.at.start : wrong.at.end].strip('"')
    advice = of_other_sets(box, name, loaded)
    return Diagnostic(wrong.code, wrong.at, *advice, wrong.severity) if advice else wrong
