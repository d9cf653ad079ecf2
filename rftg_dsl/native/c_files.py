"""Distribute the C functions of a game over the files in which they are compiled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate
from typing import Any

OFTEN, SOMETIMES, SELDOM = RANKS = "often.c", "sometimes.c", "seldom.c"
"""Files for functions that are called all the time, now and then, and rarely."""

OFTEN_TOO, SOMETIMES_TOO = "often_too.c", "sometimes_too.c"
"""The second halves of the first two files, because files are compiled in parallel."""

CODE = OFTEN, OFTEN_TOO, SOMETIMES, SOMETIMES_TOO, SELDOM
"""The files that are slowest to compile come first, so that they do not delay the end."""

CALLED = re.compile(r"\b(?:[fw][0-9]|attr_|method_)\w*\b")


class Files:
    """The functions of each file, and the declarations that files share."""

    def __init__(
        self,
        parts: Mapping[str, Sequence[str]],
        aliases: Mapping[str, str],
        called: Collection[str],
        inline: Sequence[str],
    ) -> None:
        """``aliases`` maps other names of functions to their names; ``inline`` are functions that each file gets a copy
        of.

        ``called`` are the functions that hand-written C in ``OFTEN`` calls.
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
        """The common head of all files: declarations of shared functions, inline functions and aliases."""
        heads = [head_of(text) for texts in self.parts.values() for text in texts if name_of(text) in self.open]
        return "\n".join(heads), "\n".join(self.inline), define_macros(**self.aliases)

    def functions_in(self, part: str) -> tuple[str, Sequence[str]]:
        """Declarations of the functions that only this file uses, and all of its functions."""
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
