"""A digest of everything on which the games of a library depend: content, options, and the Python code."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256

from rftg_dsl.base.build_id import describe_program, line_of, python_below
from rftg_dsl.base.version import __version__
from rftg_dsl.library.load import Library


def digest_of_rules(library: Library, options: Mapping[str, str]) -> str:
    """Return a hash of a library's content, of some of its options, of this program, and of the code of the game and of
    its packages."""
    content = [sorted(mapping.items()) for mapping in (library.digests, options)]
    made = sha256(repr((library.game.name, library.edition, content, digest_of_program())).encode())
    for line in map(line_of, find_python(library)):
        made.update(line.encode("utf-8", "surrogateescape"))
    return made.hexdigest()


@cache
def digest_of_program() -> str:
    """Return a hash of this program and this Python version; it is cached, because running code does not change."""
    made = sha256(repr((__version__, sys.version)).encode())
    for line in describe_program():
        made.update(line.encode("utf-8", "surrogateescape"))
    return made.hexdigest()


def find_python(library: Library) -> list[str]:
    """Return the Python files in the folders that define the steps of a game and of its packages."""
    folders = {os.path.dirname(step.run.__code__.co_filename) for step in library.game.steps}
    return [name for folder in sorted(folders) for name in python_below(folder)]
