"""Distribution of a game's C functions over the files in which they are compiled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate
from typing import Any

OFTEN, SOMETIMES, SELDOM = RANKS = "often.c", "sometimes.c", "seldom.c"
"""The files for functions that are called all the time, now and then, and rarely."""

OFTEN_TOO, SOMETIMES_TOO = "often_too.c", "sometimes_too.c"
"""Files for the second halves of the first two files, so that the halves can be compiled in parallel."""

CODE = OFTEN, OFTEN_TOO, SOMETIMES, SOMETIMES_TOO, SELDOM
"""All files, starting with those that take longest to compile, so that none of these is left until the end."""

CALLED = re.compile(r"\b(?:[fw][0-9]|attr_|method_)\w*\b")


class Files:
    """The functions in each file, and the declarations that the files share."""

    def __init__(
        self,
        parts: Mapping[str, Sequence[str]],
        aliases: Mapping[str, str],
        called: Collection[str],
        inline: Sequence[str],
    ) -> None:
        """``aliases`` maps alternative function names to the real ones, and ``inline`` lists the functions to copy into
        each file.

        ``called`` lists the functions that the hand-written C in ``OFTEN`` calls.
        """
        self.parts = parts
        self.aliases = aliases
        self.inline = inline
        there = {part: set(CALLED.findall("\n".join(texts))) for part, texts in parts.items()}
        # ``OFTEN`` includes ``play.c`` and ``looks.c``.
        there[OFTEN] |= {*called}
        used = {part: {aliases.get(name, name) for name in names} for part, names in there.items()}
        uses = Counter(name for names in used.values() for name in names)
        self.open = {name for name, n in uses.items() if n > 1} | set(CALLED.findall("\n".join(inline)))

    @property
    def shared(self) -> Sequence[str]:
        """The text at the beginning of every file: declarations of shared functions, inline functions and aliases."""
        heads = [head_of(text) for texts in self.parts.values() for text in texts if name_of(text) in self.open]
        return "\n".join(heads), "\n".join(self.inline), define_macros(**self.aliases)

    def functions_in(self, part: str) -> tuple[str, Sequence[str]]:
        """Return declarations for the functions that only this file uses, and the source of all its functions."""
        texts = [text if name_of(text) in self.open else f"static {text}" for text in self.parts[part]]
        return "\n".join(head_of(text) for text in texts if name_of(text) not in self.open), texts


def split_in_half(texts: list[str]) -> tuple[list[str], list[str]]:
    half = sum(map(len, texts)) / 2
    at = sum(so_far <= half for so_far in accumulate(map(len, texts)))
    return texts[:at], texts[at:]


def define_macros(**names: Any) -> str:
    return "\n".join(f"#define {name} {value}" for name, value in names.items())


def head_of(text: str) -> str:
    return text.partition(" {")[0] + ";"


def name_of(text: str) -> str:
    return text.partition("(")[0].rpartition(" ")[2]
