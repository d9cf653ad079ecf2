"""The C functions of a game, in the files in which they are compiled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate
from typing import Any

OFTEN, SOMETIMES, SELDOM = RANKS = "often.c", "sometimes.c", "seldom.c"
"""The files of the functions that are called all the time, of those that are called now and then, and of the others."""

OFTEN_TOO, SOMETIMES_TOO = "often_too.c", "sometimes_too.c"
"""The second halves of the first two: files are compiled side by side."""

CODE = OFTEN, OFTEN_TOO, SOMETIMES, SOMETIMES_TOO, SELDOM
"""All of them; what takes longest to compile comes first."""

CALLED = re.compile(r"\b(?:[fw][0-9]|attr_|method_)\w*\b")
"""The names of C functions that are translated."""


class Files:
    """Which functions each file has, and which of them others know."""

    def __init__(
        self,
        parts: Mapping[str, Sequence[str]],
        aliases: Mapping[str, str],
        called: Collection[str],
        inline: Sequence[str],
    ) -> None:
        """``aliases``: other names of functions. ``called``: the functions that fixed C calls, in ``OFTEN``.

        ``inline``: functions that each file has for itself.
        """
        self.parts = parts
        self.aliases = aliases
        self.inline = inline
        there = {part: set(CALLED.findall("\n".join(texts))) for part, texts in parts.items()}
        there[OFTEN] |= {*called}
        used = {part: {aliases.get(name, name) for name in names} for part, names in there.items()}
        uses = Counter(name for names in used.values() for name in names)
        self.open = {name for name, n in uses.items() if n > 1} | set(CALLED.findall("\n".join(inline)))
        """The functions that more than one file knows."""

    @property
    def shared(self) -> Sequence[str]:
        """What all files begin with: the functions that several know, and names for functions of other names."""
        heads = [head_of(text) for texts in self.parts.values() for text in texts if name_of(text) in self.open]
        return "\n".join(heads), "\n".join(self.inline), define_macros(**self.aliases)

    def functions_in(self, part: str) -> tuple[str, Sequence[str]]:
        """The functions that only one file knows, declared; and all of its functions."""
        texts = [text if name_of(text) in self.open else f"static {text}" for text in self.parts[part]]
        return "\n".join(head_of(text) for text in texts if name_of(text) not in self.open), texts


def split_in_half(texts: list[str]) -> tuple[list[str], list[str]]:
    """Texts in two parts of about the same length."""
    half = sum(map(len, texts)) / 2
    at = sum(so_far <= half for so_far in accumulate(map(len, texts)))
    return texts[:at], texts[at:]


def define_macros(**names: Any) -> str:
    """Names of the preprocessor."""
    return "\n".join(f"#define {name} {value}" for name, value in names.items())


def head_of(text: str) -> str:
    """The declaration of a C function."""
    return text.partition(" {")[0] + ";"


def name_of(text: str) -> str:
    """The name of a C function."""
    return text.partition("(")[0].rpartition(" ")[2]
